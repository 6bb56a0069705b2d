import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
import { clientFor, failureOf } from './support/client.ts';
import { html, json, type Seen, serve } from './support/server.ts';

async function service(answer: (response: ServerResponse, seen: Seen) => void, given = {}) {
  const server = await serve((seen, response) => answer(response, seen));
  onTestFinished(() => server.close());
  return { ...clientFor(server.url, given), seen: server.seen };
}

describe('a file (interface 4.5)', () => {
  test("is a stream with the service's details", async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const { client, seen } = await service((response) => {
      response.writeHead(200, {
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="face.jpg"',
        'content-length': bytes.length,
        'x-request-id': 'req-1',
      });
      response.end(bytes);
    });
    const { body, ...head } = await client.openMedia('c1', 'm/1');
    expect(head).toEqual({
      status: 200,
      contentType: 'image/jpeg',
      contentDisposition: 'attachment; filename="face.jpg"',
      acceptRanges: false,
      bytes: bytes.length,
      requestId: 'req-1',
    });
    expect(Buffer.compare(await buffer(body), bytes)).toBe(0);
    expect(seen[0]?.url).toBe('/api/conversations/c1/identity/metadata/media/m%2F1');
  });

  test('may be requested in part', async () => {
    const { client, seen } = await service((response) => {
      response.writeHead(206, {
        'content-type': 'video/mp4',
        'content-range': 'bytes 0-3/10',
        'content-length': 4,
      });
      response.end('abcd');
    });
    const medium = await client.openMedia('c1', 'm1', { range: 'bytes=0-3' });
    expect(medium).toMatchObject({ status: 206, contentRange: 'bytes 0-3/10', acceptRanges: true, bytes: 4 });
    expect((await buffer(medium.body)).toString()).toBe('abcd');
    expect(seen[0]?.headers.range).toBe('bytes=0-3');
  });

  test.each(['bytes=', 'bytes=-', 'items=0-1', 'bytes=0-1\r\nx: y', 'bytes=0-1,4-5'])(
    'is not requested with the range %j',
    async (range) => {
      const { client, seen } = await service((response) => response.end());
      expect((await failureOf(client.openMedia('c1', 'm1', { range }))).code).toBe('invalid-input');
      expect(seen).toHaveLength(0);
    },
  );

  test('arrives no faster than it is read', async () => {
    let sent = 0;
    const { client } = await service((response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      const piece = Buffer.alloc(65_536);
      const more = () => {
        while (sent < 256 * 2 ** 20 && response.write(piece)) {
          sent += piece.length;
        }
      };
      response.on('drain', more);
      more();
    });
    const { body } = await client.openMedia('c1', 'm1');
    let before = -1;
    // Nothing is read, so the service must stop when the buffers are full.
    for (let still = 0; still < 50; still = sent === before ? still + 1 : 0) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(sent).toBeLessThan(64 * 2 ** 20);
    body.destroy();
  });

  test('whose service stops sending ends with a message', async () => {
    const { client } = await service(
      (response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        response.write('abc');
      },
      { timeouts: { connectMs: 300, headersMs: 300, idleMs: 300 } },
    );
    const { body } = await client.openMedia('c1', 'm1');
    expect((await failureOf(buffer(body))).code).toBe('timeout-idle');
  });

  test('read more slowly than the idle timeout arrives completely', async () => {
    const whole = 8 * 2 ** 20;
    const { client } = await service(
      (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(Buffer.alloc(whole)),
      { timeouts: { connectMs: 300, headersMs: 300, idleMs: 300 } },
    );
    const { body } = await client.openMedia('c1', 'm1');
    // The reader pauses for several times the timeout; the service is not idle.
    await rest(1500);
    expect((await buffer(body)).length).toBe(whole);
  });

  test('that breaks before it is read fails on reading', async () => {
    const { client } = await service((response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10 });
      response.write('abc', () => response.destroy());
    });
    const { body } = await client.openMedia('c1', 'm1');
    body.resume();
    await expect.poll(() => body.destroyed).toBe(true);
    expect((await failureOf(buffer(body))).code).toBe('connection-reset');
  });

  test('that breaks in the middle ends with a message', async () => {
    const { client } = await service((response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10, 'x-request-id': 'req-7' });
      response.write('abc', () => response.destroy());
    });
    const failure = await failureOf(buffer((await client.openMedia('c1', 'm1')).body));
    expect(failure).toMatchObject({ code: 'connection-reset', requestId: 'req-7' });
    expect(failure.message).toContain('after 3 bytes');
  });

  test('cancelled while it arrives closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const { client } = await service((response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write('abc');
    });
    const abort = new AbortController();
    const { body } = await client.openMedia('c1', 'm1', { signal: abort.signal });
    const reading = failureOf(buffer(body));
    await turn();
    abort.abort();
    expect((await reading).code).toBe('cancelled');
    await closed.promise;
  });

  test('cancelled by its reader closes the connection without an error', async () => {
    const closed = Promise.withResolvers<void>();
    const { client } = await service((response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write('abc');
    });
    (await client.openMedia('c1', 'm1')).body.destroy();
    await closed.promise;
  });
});

describe('an error instead of a file', () => {
  test('an error object is reported with its message', async () => {
    const { client } = await service((response) =>
      json(response, 410, { status: 'GONE', message: 'Removed', violations: [] }),
    );
    expect(await failureOf(client.openMedia('c1', 'm1'))).toMatchObject({ code: 'gone', requestId: 'req-1' });
  });

  test('a web page instead of it is not returned as one', async () => {
    const { client } = await service((response) => html(response, 200));
    expect((await failureOf(client.openMedia('c1', 'm1'))).code).toBe('reply-html');
  });

  test('a file declared as a web page is returned with its type: the viewer decides', async () => {
    const { client } = await service((response) =>
      html(response, 200, { 'content-disposition': 'attachment; filename="x.html"' }),
    );
    const medium = await client.openMedia('c1', 'm1');
    expect(medium.contentType).toBe('text/html');
    medium.body.destroy();
  });

  test('opening is retried like any read', async () => {
    let turns = 0;
    const { client } = await service((response) => {
      if (turns++ === 0) {
        html(response, 502);
      } else {
        response.writeHead(200, { 'content-type': 'image/png' }).end('x');
      }
    });
    expect((await buffer((await client.openMedia('c1', 'm1')).body)).toString()).toBe('x');
    expect(turns).toBe(2);
  });

  test('an unavailable range', async () => {
    const { client } = await service((response) => response.writeHead(416).end());
    const failure = await failureOf(client.openMedia('c1', 'm1', { range: 'bytes=900-' }));
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'unexpected-status', details: { httpStatus: 416 } });
  });
});
