import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../../../../main/bridge/dispatch.ts';
import { encodeFrame } from '../../../../preload/contract/frames.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';
import { admittedSocket, openSocket, type Served, serve } from './served.ts';

const mib = 1024 * 1024;

let served: Served;
afterEach(async () => {
  vi.restoreAllMocks();
  await served.stop();
});

const call = (callId: string, input: unknown = {}) =>
  encodeFrame({ kind: 'invoke', callId, operation: 'application.info', input });

/** A main whose every response has this size. */
function answering(bytes: number) {
  const closed = vi.fn();
  const client: Client = {
    invoke: async () => ({ ok: true, value: new Uint8Array(bytes) }),
    cancel: () => undefined,
    close: closed,
  };
  return { dispatch: { client: () => client }, closed };
}

/** Measures the most bytes buffered in one of the host's sockets. */
function watchUnsent() {
  const most = { bytes: 0 };
  const { send } = WebSocket.prototype;
  vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, ...given: unknown[]) {
    Reflect.apply(send, this, given);
    most.bytes = Math.max(most.bytes, this.bufferedAmount);
  });
  return most;
}

describe('A page that never reads', () => {
  test('is disconnected before main buffers 64 MiB for it, and its calls end', async () => {
    const { dispatch, closed } = answering(5 * mib);
    served = await serve({ dispatch });
    const socket = await admittedSocket(served);
    const unsent = watchUnsent();
    socket.pause();
    for (let at = 0; at < 200; at += 1) {
      socket.send(call(String(at)));
    }
    await vi.waitUntil(() => closed.mock.calls.length === 1);
    expect(unsent.bytes).toBeGreaterThan(20 * mib);
    expect(unsent.bytes).toBeLessThan(64 * mib);
    socket.terminate();
  });

  test('is also disconnected if only events fill the buffer', async () => {
    const { dispatch, closed } = answering(0);
    served = await serve({ dispatch });
    const socket = await admittedSocket(served);
    socket.pause();
    const conversationId = 'x'.repeat(100_000);
    await vi.waitUntil(
      () => {
        for (let at = 0; at < 20; at += 1) {
          served.eventBus.emit('application.openConversation', { conversationId });
        }
        return closed.mock.calls.length === 1;
      },
      { interval: 1 },
    );
    socket.terminate();
  });
});

test('A response too large for one message fails with an explanation', async () => {
  served = await serve({ dispatch: answering(33 * mib).dispatch });
  const socket = await admittedSocket(served);
  socket.send(call('a'));
  expect(String((await once(socket, 'message'))[0])).toContain('reply-too-large');
  socket.terminate();
});

async function raw(): Promise<Socket> {
  const socket = connect(served.server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('What another program on this machine can send', () => {
  test('slowly, or not at all, keeps its connection for only seconds', async () => {
    served = await serve();
    const start = `POST / HTTP/1.1\r\nHost: ${served.host}\r\nOrigin: http://${served.host}\r\n`;
    const sockets = await Promise.all([raw(), raw(), raw()]);
    const [nothing, headers, body] = sockets as [Socket, Socket, Socket];
    headers.write(start);
    body.write(`${start}Content-Length: 100\r\n\r\n`);
    const dripping = setInterval(() => {
      headers.write('X-More: 1\r\n');
      body.write('x');
    }, 1_000);
    const silent = await openSocket(served, { origin: `http://${served.host}` });
    if (typeof silent === 'number') {
      throw new Error('Refused.');
    }
    const began = performance.now();
    const ends = [nothing, headers, body].map((socket) => once(socket.resume(), 'close'));
    await Promise.all([...ends, once(silent, 'close')]);
    clearInterval(dripping);
    expect(performance.now() - began).toBeLessThan(25_000);
  });

  test('over many connections is bounded, and the page is served afterwards', async () => {
    served = await serve();
    const sockets = await Promise.all(Array.from({ length: 200 }, raw));
    await vi.waitUntil(() => sockets.filter(({ readyState }) => readyState === 'open').length <= 128);
    for (const socket of sockets) {
      socket.destroy();
    }
    await vi.waitFor(async () => expect((await served.ask('/')).status).toBe(200));
  });

  test('as garbage, alone or after a valid beginning, does not end the host', async () => {
    served = await serve();
    const beginnings = [
      '',
      'GET / HTTP/1.1\r\n',
      `GET / HTTP/1.1\r\nHost: ${served.host}\r\n`,
      `POST / HTTP/1.1\r\nHost: ${served.host}\r\nOrigin: http://${served.host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `GET /bridge HTTP/1.1\r\nHost: ${served.host}\r\nOrigin: http://${served.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 2_000 }),
        async (beginning, bytes) => {
          const socket = await raw();
          socket.resume();
          const ended = new Promise((resolve) => socket.once('close', resolve));
          socket.end(Buffer.concat([Buffer.from(beginning, 'latin1'), bytes]));
          setTimeout(() => socket.destroy(), 200);
          await ended;
        },
      ),
      { numRuns: fuzzRuns(150), interruptAfterTimeLimit: 15_000 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.boolean(), async (bytes, isText) => {
        const socket = await admittedSocket(served);
        socket.on('error', () => undefined);
        const ended = once(socket, 'close');
        socket.send(bytes, { binary: !isText });
        await ended;
      }),
      { numRuns: fuzzRuns(150), interruptAfterTimeLimit: 10_000 },
    );
    expect((await served.ask('/')).status).toBe(200);
    expect(served.reported).toEqual([]);
    (await admittedSocket(served)).terminate();
  });

  test('in an oversized frame closes the socket', async () => {
    served = await serve();
    const socket = await admittedSocket(served);
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.send(Buffer.alloc(64 * mib + 1));
    expect([1006, 1009]).toContain((await closed)[0]);
  });
});
