import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../main/common/failure.ts';
import { checkConnection } from '../../main/service/check/connection-check.ts';
import { environmentSettings } from '../../preload/contract/environments.ts';
import { apiKey, clientFor, quickSystem } from '../main/service/support/client.ts';
import { fullTests } from '../support/full-tests.ts';
import { listen } from '../support/listen.ts';
import { hostileServers } from './service-servers.ts';

// Whatever a server does, a call ends with a reading or a failure with a message, within its limits of time and memory, and its
// connection is closed. Servers and network library are real.

const timeouts = { connectMs: 600, headersMs: 600, idleMs: 600, totalMs: 1000 };
/** The total limit for at most four attempts, with a margin for a loaded machine. */
const maxMs = 20_000;
/** The extra memory of a call in bytes: a response of 32 MiB, its text, its copy in the worker, and garbage. */
const maxMemory = 512 * 1024 * 1024;

let url: string;
let answer: (socket: Socket) => void;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  socket.once('data', () => answer(socket));
});

beforeEach(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterEach(async () => {
  for (const socket of sockets) {
    socket.destroy();
  }
  await new Promise((resolve) => server.close(resolve));
});

const oauth = { authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } } as const;
type Client = ReturnType<typeof clientFor>['client'];

/** Reads a file to its end or to where it is stopped; the reader cancels an endless one after a while. */
async function readMedium(client: Client): Promise<void> {
  const medium = await client.openMedia('c1', 'm1');
  let bytes = 0;
  for await (const piece of medium.body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > 64 * 1024 * 1024) {
      return;
    }
  }
}

const calls: Record<string, () => Promise<unknown>> = {
  'reading a conversation': () => clientFor(url, { timeouts }).client.readConversation('c1'),
  'deleting one': () => clientFor(url, { timeouts }).client.deleteConversation('c1', 'EXPIRE'),
  'reading a medium': () => readMedium(clientFor(url, { timeouts }).client),
  'getting a token': () => clientFor(url, { timeouts, ...oauth }).client.readConversation('c1'),
  'checking the connection': () =>
    checkConnection(
      {
        settings: environmentSettings.parse({
          name: 'Hostile',
          kind: 'test',
          baseUrl: url,
          proxy: { mode: 'none' },
          timeouts,
        }),
        apiKey: async () => apiKey,
        system: quickSystem(),
      },
      { signal: new AbortController().signal, progress: () => {} },
    ),
  'going through it as a proxy': () =>
    clientFor('https://127.0.0.1:1', { timeouts, proxy: { mode: 'own', url } }).client.readConversation('c1'),
};

/** The peak memory during `work`, above the level before. */
async function memoryOf(work: () => Promise<void>): Promise<number> {
  const held = () => process.memoryUsage().rss;
  const before = held();
  let max = before;
  const timer = setInterval(() => {
    max = Math.max(max, held());
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(max, held()) - before;
}

/** All calls, or two of them: reading a conversation, and another that changes from server to server. */
function callsTo(server: number): string[] {
  const [first = '', ...others] = Object.keys(calls);
  return fullTests ? [first, ...others] : [first, others[server % others.length] ?? ''];
}

describe.each(hostileServers)('$name', (hostile) => {
  test.each(callsTo(hostileServers.indexOf(hostile)))(
    '%s ends with a message, in time, within memory, and closes its connection',
    async (name) => {
      answer = hostile.answer;
      const begun = performance.now();
      const memory = await memoryOf(async () => {
        try {
          await calls[name]?.();
        } catch (error) {
          if (!(error instanceof Failure)) {
            throw error;
          }
          expect(error.message).not.toBe('');
          expect(error.code).not.toBe('internal');
          expect(JSON.stringify(error.view()).length).toBeLessThan(20_000);
        }
      });
      if (fullTests) {
        expect(performance.now() - begun).toBeLessThan(maxMs);
        expect(memory).toBeLessThan(maxMemory);
      }
      // No flooding or dripping connection remains.
      await vi.waitFor(() =>
        expect([...sockets].filter((socket) => socket.bytesWritten > 100_000)).toEqual([]),
      );
    },
  );
});
