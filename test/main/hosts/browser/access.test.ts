import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import { Access } from '../../../../main/hosts/browser/access.ts';
import { notAdmitted } from '../../../../preload/contract/browser-session.ts';
import { encodeFrame } from '../../../../preload/contract/frames.ts';
import { admittedSocket, openSocket, type Served, serve } from './served.ts';

let served: Served;
const samples = vi.fn(async () => ({ samples: [] }));
const frame = encodeFrame({
  kind: 'invoke',
  callId: 'a',
  operation: 'conversations.samples',
  input: { environmentId: 'good' },
});

beforeEach(async () => {
  samples.mockClear();
  const handlers: Partial<Handlers> = { 'conversations.samples': samples };
  served = await serve({ handlers });
});
afterEach(() => served.stop());

async function connect(): Promise<WebSocket> {
  const socket = await openSocket(served, { origin: `http://${served.host}` });
  if (typeof socket === 'number') {
    throw new Error(`Refused with ${socket}.`);
  }
  return socket;
}
const closeCode = async (socket: WebSocket) => (await once(socket, 'close'))[0];
const session = 'a'.repeat(64);

describe('A socket', () => {
  test('carries calls once it is admitted', async () => {
    const socket = await admittedSocket(served);
    socket.send(frame);
    await once(socket, 'message');
    expect(samples).toHaveBeenCalledOnce();
  });

  test.each([
    ['a frame at once', () => frame],
    ['no JSON', () => 'nonsense'],
    ['an unknown session', () => JSON.stringify({ session })],
    ['a wrong token', () => JSON.stringify({ session, entry: 'A'.repeat(43) })],
    ['a session that is too long', () => JSON.stringify({ session: `${session}a`, entry: served.token })],
    ['the token without a session', () => JSON.stringify({ entry: served.token })],
    ['a message too long', () => `"${'x'.repeat(1_500)}"`],
  ])('is closed on %s, makes no call, and leaves the token usable', async (_, message) => {
    const socket = await connect();
    const code = closeCode(socket);
    socket.send(message());
    socket.send(frame);
    expect(await code).toBe(notAdmitted);
    await admittedSocket(served);
    expect(samples).not.toHaveBeenCalled();
  });

  test('is closed if it sends much before it is admitted', async () => {
    const socket = await connect();
    socket.on('error', () => {});
    const code = closeCode(socket);
    socket.send(Buffer.alloc(1024 * 1024));
    expect([1006, notAdmitted]).toContain(await code);
  });

  test('of a page that sends nothing in time is closed', async () => {
    await served.stop();
    served = await serve({ admitWithinMs: 200 });
    expect(await closeCode(await connect())).toBe(notAdmitted);
  });
});

test('The token admits one session, which stays admitted', () => {
  const access = new Access();
  const entry = access.entryToken;
  expect(access.admits({ session })).toBe(false);
  expect(access.admits({ session, entry })).toBe(true);
  expect(access.admits({ session: 'b'.repeat(64), entry })).toBe(false);
  expect(access.admits({ session, entry })).toBe(true);
  expect(access.admits({ session })).toBe(true);
});
