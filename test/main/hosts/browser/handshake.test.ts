import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import { Access } from '../../../../main/hosts/browser/access.ts';
import {
  handshakeLate,
  notAdmitted,
  type SessionGrant,
} from '../../../../preload/contract/browser-session.ts';
import { encodeFrame } from '../../../../preload/contract/frames.ts';
import { PageHandshake, pageSession } from '../../../../renderer/bridge/handshake.ts';
import { admittedSocket, openSocket, type Served, serve } from './served.ts';

let served: Served;
let grant: SessionGrant;
const openExternal = vi.fn(async () => ({ opened: true }));
const frame = encodeFrame({
  kind: 'invoke',
  callId: 'a',
  operation: 'application.openExternal',
  input: { url: 'https://good.example' },
});

beforeEach(async () => {
  openExternal.mockClear();
  const handlers: Partial<Handlers> = { 'application.openExternal': openExternal };
  served = await serve({ handlers });
  grant = await served.enter();
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
const pageOf = async (given: SessionGrant) => new PageHandshake(await pageSession(given, served.host));

describe('A socket', () => {
  test('carries calls once both ends are authenticated', async () => {
    const socket = await admittedSocket(served, grant);
    socket.send(frame);
    await once(socket, 'message');
    expect(openExternal).toHaveBeenCalledOnce();
  });

  test.each([
    ['a frame at once', 1002, () => frame],
    ['no JSON', 1002, () => 'nonsense'],
    [
      'an unknown session',
      notAdmitted,
      () => JSON.stringify({ session: '0'.repeat(32), pageNonce: '0'.repeat(64) }),
    ],
    ['a hello without its nonce', 1002, () => JSON.stringify({ session: grant.session })],
    ['a message too long', 1002, () => `"${'x'.repeat(2_000)}"`],
  ])('is closed on %s with the code %i, and no call is made', async (_, expected, message) => {
    const socket = await connect();
    const code = closeCode(socket);
    socket.send(message());
    expect(await code).toBe(expected);
    expect(openExternal).not.toHaveBeenCalled();
  });

  test('is closed if it sends much before it is admitted', async () => {
    const socket = await connect();
    socket.on('error', () => {});
    const code = closeCode(socket);
    socket.send(Buffer.alloc(1024 * 1024));
    expect([1006, 1002]).toContain(await code);
  });

  test.each([
    ['says nothing', 0],
    ['stops after its hello', 1],
  ])('of a page that %s in time is closed with a code that makes the page retry', async (_, messages) => {
    await served.stop();
    served = await serve({ handshakeWithinMs: 200 });
    grant = await served.enter();
    const page = await pageOf(grant);
    const socket = await connect();
    const code = closeCode(socket);
    if (messages === 1) {
      socket.send(page.hello());
    }
    expect(await code).toBe(handshakeLate);
  });

  test('is refused to a page with another key, even with calls after its proof', async () => {
    const page = await pageOf({ ...grant, key: 'f'.repeat(64) });
    const socket = await connect();
    const code = closeCode(socket);
    socket.send(page.hello());
    const [reply] = await once(socket, 'message');
    await expect(page.answer(String(reply))).rejects.toThrow('not main');
    socket.send(JSON.stringify({ proof: 'f'.repeat(64) }));
    socket.send(frame);
    expect(await code).toBe(notAdmitted);
    expect(openExternal).not.toHaveBeenCalled();
  });

  test('is refused to a client that returns main’s own proof, or one of another socket', async () => {
    const earlier = await pageOf(grant);
    const first = await connect();
    first.send(earlier.hello());
    const proof = await earlier.answer(String((await once(first, 'message'))[0]));
    for (const replayed of [
      (reply: string) => JSON.stringify({ proof: JSON.parse(reply).proof }),
      () => proof,
    ]) {
      const socket = await connect();
      const code = closeCode(socket);
      socket.send(earlier.hello());
      socket.send(replayed(String((await once(socket, 'message'))[0])));
      expect(await code).toBe(notAdmitted);
    }
  });

  test('that is idle is closed for new ones, so that it cannot lock the page out', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, connect));
    const socket = await admittedSocket(served, grant);
    socket.send(frame);
    await once(socket, 'message');
    expect(idle.some(({ readyState, OPEN }) => readyState !== OPEN)).toBe(true);
  });
});

describe('The access', () => {
  test('gives each entry its own session and key', () => {
    const access = new Access(() => 0);
    const first = access.enter(access.firstToken);
    if (first === undefined) {
      throw new Error('Not let in.');
    }
    const tokens: string[] = [];
    access.attach(access.find(first.session) ?? expect.fail(), (token) => tokens.push(token));
    const second = access.enter(tokens[0] ?? '');
    expect(second?.session).not.toBe(first.session);
    expect(second?.key).not.toBe(first.key);
    // Replaced immediately after use; the old one is invalid.
    expect(tokens).toHaveLength(2);
    expect(access.enter(tokens[0] ?? '')).toBeUndefined();
    expect(access.enter(tokens[1] ?? '')).toBeDefined();
  });

  test('allows reloading a page within a minute of its socket closing, and no later', () => {
    let now = 0;
    const access = new Access(() => now);
    const { session = '' } = access.enter(access.firstToken) ?? {};
    const found = access.find(session) ?? expect.fail();
    const tokens: string[] = [];
    const detach = [1, 2].map(() => access.attach(found, (token) => tokens.push(token)));
    for (const end of detach) {
      end();
    }
    now = 59_999;
    expect(access.enter(tokens[0] ?? '')).toBeDefined();
    now = 60_000;
    expect(access.enter(tokens[1] ?? '')).toBeUndefined();
    expect(tokens).toHaveLength(2);
  });

  test('drops idle sessions first, and keeps only a few', () => {
    const access = new Access(() => 0);
    const used = access.find(access.enter(access.firstToken)?.session ?? '') ?? expect.fail();
    let token = '';
    access.attach(used, (given) => {
      token = given;
    });
    const others = Array.from({ length: 100 }, () => access.enter(token)?.session ?? '');
    expect(access.find(used.id)).toBe(used);
    expect(others.filter((id) => access.find(id) !== undefined)).toHaveLength(63);
  });
});
