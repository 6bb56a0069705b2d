import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits, UnreachableError } from '../../../main/examine/examine.ts';
import { reportOf } from '../../../main/examine/report/exam-report.ts';
import { startReceiver } from '../../receivers/behaviour.ts';
import { fullTests } from '../../support/full-tests.ts';
import { listenForTest } from '../../support/listen-for-test.ts';
import { examined, quickRules, rulesThat } from './exam.ts';

async function listening(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listenForTest(server)}/`;
}

async function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => server.closeAllConnections());
  return listening(server);
}

const limits = { ...defaultLimits, answerWithinMs: 100 };

test('without a receiver there is no exam', async () => {
  const server = createTcpServer();
  const url = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(examined(url)).rejects.toThrow(UnreachableError);
  await expect(examined(url)).rejects.toThrow(
    'The receiver cannot be reached: the connection was refused (ECONNREFUSED).',
  );
});

test('a program that is no HTTP server is no receiver', async () => {
  const url = await listening(createTcpServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
  await expect(examined(url)).rejects.toThrow(UnreachableError);
});

test('a receiver that never answers fails, and the exam ends soon', async () => {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const url = await listening(createTcpServer((socket) => void sockets.push(socket)));
  const result = await examined(url, { limits });
  expect(rulesThat('failed', result)).toEqual(['valid-finished']);
  expect(result.rules.at(-1)?.reason).toBe('The receiver no longer answered.');
  // More than a hundred messages would be sent otherwise.
  expect(sockets.length).toBeLessThan(8);
});

test('the exam ends after its time limit, with what was found until then', async () => {
  let isHeld = false;
  const url = await startReceiver({ status: () => (isHeld ? new Promise(() => undefined) : 204) });
  const result = await examined(url, {
    limits: { ...defaultLimits, totalMs: 2000 },
    onProgress: ({ done }) => {
      isHeld = done > 0;
    },
  });
  expect(result.outcome).toBe('incomplete');
  expect(rulesThat('passed', result)[0]).toBe('valid-finished');
  expect(result.rules.at(-1)).toMatchObject({
    verdict: 'cannot-tell',
    reason: 'The exam ran out of time.',
  });
});

test('an exam can be ended; what was running shows nothing', async () => {
  const controller = new AbortController();
  const url = await startReceiver({});
  const result = await examined(url, {
    signal: controller.signal,
    onProgress: ({ ruleId, examined: done }) =>
      ruleId === 'order' && done === undefined && controller.abort(),
  });
  expect(result.rules.find(({ rule }) => rule.id === 'order')?.reason).toBe('The exam was ended.');
  expect(result.rules.at(-1)?.verdict).toBe('cannot-tell');
  expect(rulesThat('failed', result)).toEqual([]);
});

test('endless answers are cut, and neither memory nor the report grows', async () => {
  const url = await http((request, response) => {
    request.resume();
    const write = () => {
      while (response.write('x'.repeat(65_536))) {
        // Until the buffer is full.
      }
    };
    response.writeHead(204 + 1).on('drain', write);
    write();
  });
  const before = process.memoryUsage().rss;
  const report = reportOf(await examined(url, { only: quickRules }), (text) => text);
  expect(report.rules[0]?.exchanges[0]?.answer.body).toHaveLength(500);
  if (fullTests) {
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  }
});

test('a receiver that ends at an invalid message fails that rule', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.headers['x-signature'] === undefined) {
        server.closeAllConnections();
        server.close();
        return;
      }
      response.writeHead(request.headers['x-signature'] === '' ? 401 : 204).end();
    });
  });
  onTestFinished(() => server.closeAllConnections());
  const result = await examined(await listening(server), {
    only: new Set(['reject-no-signature', 'reject-late']),
  });
  expect(rulesThat('failed', result)).toEqual(['reject-no-signature']);
  expect(rulesThat('cannot-tell', result)).toEqual(['reject-late']);
});

test('a wrong clock of the receiver is reported', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(401, { Date: new Date(Date.now() - 7 * 60_000).toUTCString() }).end();
    });
  });
  const result = await examined(await listening(server), { only: new Set(['valid-finished']) });
  expect(result.rules[0]?.reason).toContain('the receiver’s clock is 7 minutes behind');
});

test('each message goes to the address of its event', async () => {
  const paths = new Set<string>();
  const url = await http((request, response) => {
    paths.add((request.url ?? '').replace(/=.*/, ''));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await examined(`${url}{target}/{event}?c={conversationId}`, {
    only: new Set(['valid-finished', 'valid-expired', 'valid-new-data']),
  });
  expect([...paths]).toEqual([
    '/CONVERSATION/FINISHED?c',
    '/CONVERSATION/EXPIRED?c',
    '/SUBSCRIPTION/NEW_DATA?c',
  ]);
});
