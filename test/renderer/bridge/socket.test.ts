import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket as NodeSocket } from 'ws';
import type { Handlers } from '../../../main/bridge/handlers.ts';
import type { Bridge, BridgeMessage } from '../../../preload/contract/bridge.ts';
import { decodeFrame, encodeFrame } from '../../../preload/contract/frames.ts';
import { createBridgeClient } from '../../../renderer/bridge/bridge-client.ts';
import type { SocketBridge } from '../../../renderer/bridge/socket.ts';
import { admittedSocket, type Served, serve } from '../../main/hosts/browser/served.ts';
import { openBridge } from '../../support/wire.ts';

const settings = { environmentId: 'test' };

/** Operations controlled by a test. */
function handlers() {
  const started = vi.fn();
  const aborted = vi.fn();
  const parts: Partial<Handlers> = {
    'conversations.samples': async ({ environmentId }) => ({ samples: [{ id: environmentId, title: '' }] }),
    'connection.check': (_, { signal, progress }) => {
      started();
      progress({ step: 'name', state: 'running', message: 'first' });
      progress({ step: 'name', state: 'passed', message: 'second' });
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted();
          reject(signal.reason);
        });
      });
    },
  };
  return { parts, started, aborted };
}

let served: Served;
let bridge: SocketBridge;
let made: ReturnType<typeof handlers>;
let heard: BridgeMessage[];

/** The renderer's end in Node: the same code on a socket with the page's origin. */
const pageOf = () => openBridge(served.server.url, served.entry);

beforeEach(async () => {
  made = handlers();
  served = await serve({ handlers: made.parts });
  bridge = await pageOf();
  heard = [];
  bridge.subscribe((message) => heard.push(message));
});
afterEach(async () => {
  bridge.close();
  await served.stop();
});

const check = (page: Bridge = bridge, callId = randomUUID()) => ({
  callId,
  answer: page.invoke(callId, 'connection.check', settings),
});

describe('A call', () => {
  test('is answered', async () => {
    const client = createBridgeClient(bridge);
    expect(await client.invoke('conversations.samples', { environmentId: 'good' })).toEqual({
      samples: [{ id: 'good', title: '' }],
    });
  });

  test('receives its progress in order, and its end when cancelled', async () => {
    const { callId, answer } = check();
    await vi.waitUntil(() => heard.length === 2);
    expect(heard).toMatchObject([
      { kind: 'progress', callId, progress: { message: 'first' } },
      { kind: 'progress', callId, progress: { message: 'second' } },
    ]);
    bridge.cancel(callId);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(made.aborted).toHaveBeenCalledOnce();
  });

  test('under a duplicate id is refused, and the first one is still answered', async () => {
    const { callId, answer } = check();
    expect(await check(bridge, callId).answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    bridge.cancel(callId);
    expect(await answer).toMatchObject({ error: { code: 'cancelled' } });
  });

  test('that is too large is refused before it is sent', async () => {
    const body = new Uint8Array(64 * 1024 * 1024);
    const answer = await bridge.invoke(randomUUID(), 'signatures.verify', { body });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    const client = createBridgeClient(bridge);
    expect(await client.invoke('conversations.samples', { environmentId: 'good' })).toEqual({
      samples: [{ id: 'good', title: '' }],
    });
  });
});

test('Events reach every page', async () => {
  const client = createBridgeClient(bridge);
  const names: string[] = [];
  client.on('application.openConversation', ({ conversationId }) => names.push(conversationId));
  await client.invoke('conversations.samples', { environmentId: 'good' });
  served.eventBus.emit('application.openConversation', { conversationId: 'c-1' });
  await vi.waitUntil(() => names.length === 1);
  expect(names).toEqual(['c-1']);
});

describe('When the connection is lost', () => {
  /** Closes every socket of the host, as a sleeping machine or a restart would. */
  async function lose() {
    const { answer } = check();
    await vi.waitUntil(() => made.started.mock.calls.length === 1);
    await served.server.close();
    return answer;
  }

  test('running calls report an unknown outcome, and main cancels them', async () => {
    expect(await lose()).toMatchObject({ ok: false, error: { code: 'connection-lost', retryable: true } });
    await vi.waitUntil(() => made.aborted.mock.calls.length === 1);
    expect(heard.at(-1)).toEqual({ kind: 'connection', state: 'lost' });
  });

  test('no socket is opened again, and later calls say so', async () => {
    await lose();
    expect(await bridge.invoke('a', 'application.info', {})).toMatchObject({
      error: { code: 'connection-lost', hint: expect.stringContaining('Reload') },
    });
  });
});

describe('Main', () => {
  const raw = () => admittedSocket(served);
  const closed = (socket: NodeSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

  test.each([
    ['text', 'hello', false],
    ['an unreadable frame', Buffer.from('nonsense'), true],
    ['nothing', Buffer.alloc(0), true],
  ])('disconnects on %s', async (_, data, binary) => {
    const socket = await raw();
    const code = closed(socket);
    socket.send(data, { binary });
    expect(await code).toBe(1003);
  });

  test('disconnects on an oversized frame before it is complete', async () => {
    const socket = await raw();
    socket.on('error', () => {});
    const code = closed(socket);
    socket.send(Buffer.alloc(64 * 1024 * 1024 + 1), { binary: true });
    expect([1006, 1009]).toContain(await code);
  });

  test('cancels the calls of a page that closes', async () => {
    const page = await pageOf();
    const { answer } = check(page);
    await vi.waitUntil(() => made.started.mock.calls.length === 1);
    page.close();
    await vi.waitUntil(() => made.aborted.mock.calls.length === 1);
    expect(await answer).toMatchObject({ error: { code: 'connection-lost' } });
  });

  test('leaves out progress while a page is behind with reading, and goes on answering', async () => {
    const steps = 20_000;
    const message = 'x'.repeat(1000);
    made.parts['connection.check'] = async (_, { progress }) => {
      for (let ms = 1; ms <= steps; ms++) {
        progress({ step: 'name', state: 'running', message, ms });
      }
      return new Promise(() => {});
    };
    const samples = vi.fn(async () => ({ samples: [] }));
    made.parts['conversations.samples'] = samples;
    const socket = await raw();
    const seen: number[] = [];
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = decodeFrame(data as Buffer) as { kind: string; progress?: { ms: number } };
        if (message.progress) {
          seen.push(message.progress.ms);
        } else if (message.kind === 'answer') {
          resolve();
        }
      });
    });
    socket.pause();
    socket.send(encodeFrame({ kind: 'invoke', callId: 'a', operation: 'connection.check', input: settings }));
    socket.send(
      encodeFrame({
        kind: 'invoke',
        callId: 'b',
        operation: 'conversations.samples',
        input: { environmentId: 'good' },
      }),
    );
    socket.resume();
    // The second call is answered after all progress of the first.
    await answered;
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(steps / 2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});
