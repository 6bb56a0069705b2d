import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientFor, failureOf } from './support/client.ts';
import { startProxy } from './support/proxy.ts';
import { json, serve, serveTcp, vendorType } from './support/server.ts';

const conversation = { id: 'c1', userKey: 'ż'.repeat(5000) };
const text = Buffer.from(JSON.stringify(conversation));

async function service(answer: Parameters<typeof serve>[0]) {
  const server = await serve(answer);
  onTestFinished(() => server.close());
  return server;
}

/** A server that writes raw bytes after a request. */
async function bare(onAsked: (socket: Socket) => void) {
  const server = await serveTcp((socket) => socket.once('data', () => onAsked(socket)));
  onTestFinished(() => server.close());
  return server;
}

const compressed = (coding: string, body: Buffer, type = vendorType) =>
  service((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': coding, 'x-request-id': 'req-1' });
    response.end(body);
  });

describe('a compressed response', () => {
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', text],
  ])('in %s is read', async (coding, body) => {
    const server = await compressed(coding, body);
    const { value, raw, notes } = await clientFor(server.url).client.readConversation('c1');
    expect(value.id).toBe('c1');
    expect(Buffer.from(raw).equals(text)).toBe(true);
    expect(notes.bytes).toBe(text.length);
  });

  test('that breaks off is reported as truncated', async () => {
    const server = await compressed('gzip', gzipSync(text).subarray(0, 40));
    const failure = await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'reply-truncated', requestId: 'req-1' });
    expect(failure.message).toContain('gzip');
  });

  test('with the wrong encoding is refused', async () => {
    const server = await compressed('gzip', text);
    const failure = await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(failure.code).toBe('reply-wrong-type');
    expect(failure.message).toContain('cannot be decompressed');
  });

  test.each(['sdch', 'gzip, gzip, gzip', '__proto__'])('in %s is refused by name', async (coding) => {
    const server = await compressed(coding, text);
    const failure = await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(failure.code).toBe('reply-wrong-type');
    expect(failure.message).toContain(coding);
  });

  test("of an error is decoded for the service's message", async () => {
    const server = await service((_, response) => {
      response.writeHead(403, { 'content-type': vendorType, 'content-encoding': 'br' });
      response.end(brotliCompressSync('{"status":"FORBIDDEN","message":"not for strategy x:y"}'));
    });
    const failure = await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(failure.message).toContain('not for strategy x:y');
  });

  test('without a body is empty', async () => {
    const server = await service((_, response) =>
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(),
    );
    expect((await failureOf(clientFor(server.url).client.readConversation('c1'))).code).toBe('server-error');
  });

  test('of the token endpoint is decoded', async () => {
    const server = await service((seen, response) => {
      if (!seen.url.includes('token')) {
        return json(response, 200, conversation);
      }
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"access_token":"t1"}'));
    });
    const authentication = { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } as const;
    await clientFor(server.url, { authentication }).client.readConversation('c1');
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer t1');
  });

  test('of a file is decoded, without its length and ranges', async () => {
    const server = await compressed('gzip', gzipSync(text), 'image/png');
    const medium = await clientFor(server.url).client.openMedia('c1', 'm1');
    expect(medium).toMatchObject({ acceptRanges: false, contentType: 'image/png' });
    expect(medium.bytes).toBeUndefined();
    expect((await buffer(medium.body)).equals(text)).toBe(true);
  });
});

describe('a decompression bomb', () => {
  // 64 MiB of spaces and digits: valid JSON except for its size.
  const large = Buffer.alloc(64 * 1024 * 1024, ' ');
  const bombs: [string, Buffer][] = [
    ['gzip', gzipSync(large)],
    ['br', brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['zstd', zstdCompressSync(large)],
    ['gzip, gzip', gzipSync(gzipSync(large))],
  ];

  test.each(bombs)('in %s is stopped early, as a response and as a file', async (coding, body) => {
    const server = await compressed(coding, body);
    const { client } = clientFor(server.url);
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'reply-too-large', requestId: 'req-1' });
    expect(failure.message).toContain('too large once decompressed');
    const images = await compressed(coding, body, 'image/png');
    const medium = await clientFor(images.url).client.openMedia('c1', 'm1');
    let bytes = 0;
    const reading = (async () => {
      for await (const piece of medium.body as AsyncIterable<Buffer>) {
        bytes += piece.length;
      }
    })();
    expect((await failureOf(reading)).code).toBe('reply-too-large');
    expect(bytes).toBeLessThan(20 * 1024 * 1024);
  });

  test('is not confused with a large compressible response', async () => {
    const records = Array.from({ length: 120_000 }, (_, index) => ({
      index,
      name: 'Somebody',
      city: 'Kraków',
    }));
    const body = Buffer.from(JSON.stringify({ id: 'c1', result: { bankTransactions: { records } } }));
    expect(body.length).toBeGreaterThan(5_000_000);
    const server = await compressed('gzip', gzipSync(body));
    expect((await clientFor(server.url).client.readConversation('c1')).value.id).toBe('c1');
  });
});

describe('a request takes at most its total time', () => {
  const timeouts = { connectMs: 5000, headersMs: 5000, idleMs: 5000, totalMs: 1000 };

  /** Writes a piece repeatedly until the socket closes. */
  const drip = (socket: Socket, piece: string) => {
    const timer = setInterval(() => socket.write(piece), 20);
    socket.on('close', () => clearInterval(timer));
  };

  test('if the body never ends', async () => {
    const server = await bare((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${vendorType}\r\nx-request-id: req-1\r\n\r\n{`);
      drip(socket, ' ');
    });
    const failure = await failureOf(clientFor(server.url, { timeouts }).client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'timeout-total', requestId: 'req-1', retryable: true });
    expect(failure.message).toContain('within 1 s');
    expect(failure.hint).toContain('limit for the whole request');
  });

  test('if the headers never end', async () => {
    const server = await bare((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x: y\r\n');
    });
    const failure = await failureOf(clientFor(server.url, { timeouts }).client.readConversation('c1'));
    expect(['timeout-total', 'reply-too-large']).toContain(failure.code);
  });

  test('and the outcome of a request that must not be repeated is unknown', async () => {
    const server = await bare(() => {});
    const failure = await failureOf(
      clientFor(server.url, { timeouts }).client.deleteConversation('c1', 'EXPIRE'),
    );
    expect(failure).toMatchObject({ code: 'outcome-unknown', request: { behind: 'timeout-total' } });
  });

  test('also for the token endpoint', async () => {
    const server = await bare((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{');
      drip(socket, ' ');
    });
    const authentication = { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } as const;
    const { client } = clientFor(server.url, { timeouts, authentication });
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe('timeout-total');
    expect(failure.message).toContain('The token endpoint');
  });

  test('but a download continues beyond it while bytes arrive', async () => {
    const size = 1_000_000;
    const server = await service((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': size });
      let sent = 0;
      const timer = setInterval(() => {
        response.write(Buffer.alloc(size / 40));
        sent += size / 40;
        if (sent < size) {
          return;
        }
        clearInterval(timer);
        response.end();
      }, 50);
      response.on('close', () => clearInterval(timer));
    });
    const begun = performance.now();
    const medium = await clientFor(server.url, { timeouts }).client.openMedia('c1', 'm1');
    expect((await buffer(medium.body)).length).toBe(size);
    expect(performance.now() - begun).toBeGreaterThan(timeouts.totalMs);
  });

  test('and an unrealistically slow download is stopped', async () => {
    const server = await bare((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\n');
      drip(socket, '.');
    });
    const medium = await clientFor(server.url, { timeouts }).client.openMedia('c1', 'm1');
    expect((await failureOf(buffer(medium.body))).code).toBe('timeout-total');
  });
});

describe('interim responses', () => {
  test('a few are skipped', async () => {
    const server = await service((_, response) => {
      for (let count = 0; count < 5; count++) {
        response.writeEarlyHints({ link: '</a>; rel=preload' });
      }
      json(response, 200, conversation);
    });
    expect((await clientFor(server.url).client.readConversation('c1')).value.id).toBe('c1');
  });

  test('endless ones are stopped', async () => {
    const server = await bare((socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write('HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n')) {}
      };
      socket.on('drain', write);
      write();
    });
    const failure = await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(failure.code).toBe('unexpected-status');
    expect(failure.message).toContain('interim responses');
  });

  test('of a proxy do not block the tunnel forever', async () => {
    const proxy = await bare((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const { client } = clientFor('https://127.0.0.1:1', {
      proxy: { mode: 'own', url: proxy.url },
      timeouts: { connectMs: 500, headersMs: 5000, idleMs: 5000, totalMs: 3000 },
    });
    const failure = await failureOf(client.deleteConversation('c1', 'EXPIRE'));
    expect(['proxy-failed', 'timeout-total']).toContain(failure.code);
  });
});

test('every request has a User-Agent', async () => {
  const server = await service((seen, response) =>
    seen.url.includes('token')
      ? json(response, 200, { access_token: 't' })
      : json(response, 200, conversation),
  );
  const authentication = { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } as const;
  const { client } = clientFor(server.url, { authentication });
  await client.readConversation('c1');
  (await client.openMedia('c1', 'm1')).body.destroy();
  await client.deleteConversation('c1', 'EXPIRE');
  expect(server.seen).toHaveLength(4);
  for (const { headers } of server.seen) {
    expect(headers['user-agent']).toMatch(/^Assay\/\d+\.\d+\.\d+/);
  }
});

test('a proxy also receives it with the tunnel request', async () => {
  const proxy = await startProxy({ refuse: 403 });
  onTestFinished(() => proxy.close());
  const { client } = clientFor('https://127.0.0.1:1', { proxy: { mode: 'own', url: proxy.url } });
  await failureOf(client.readConversation('c1'));
  expect(proxy.headers[0]?.['user-agent']).toMatch(/^Assay\//);
});
