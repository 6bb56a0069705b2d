import { Readable } from 'node:stream';
import type { Protocol } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServeMedia } from '../../main/bridge/host.ts';
import { consoleOrigin, mediaAddress } from '../../main/hosts/electron/addresses.ts';
import { maxResponseMs, streamMedia } from '../../main/hosts/electron/media-protocol.ts';
import { DoubleApp } from './double/app.ts';
import { DoubleSchemes, DoubleSession } from './double/session.ts';

describe('the media scheme', () => {
  let session: DoubleSession;
  const log = vi.fn();
  const serve = vi.fn<ServeMedia>();
  const address = mediaAddress('token-1');
  const request = (url = address, init: RequestInit = {}, initiator: string | undefined = consoleOrigin) =>
    session.request(url, init, initiator);

  beforeEach(() => {
    const app = new DoubleApp();
    const schemes = new DoubleSchemes(app);
    session = new DoubleSession(app, schemes);
    const scheme = { scheme: 'assay-media', privileges: { corsEnabled: true, supportFetchAPI: true } };
    (schemes.protocolModule as Protocol).registerSchemesAsPrivileged([scheme]);
    app.becomeReady();
    serve.mockReset().mockImplementation(async () => ({
      status: 206,
      headers: { 'content-type': 'image/png', 'content-range': 'bytes 0-2/9' },
      body: Readable.from([Buffer.from('abc')]),
    }));
    log.mockReset();
    streamMedia(session.api, serve, log);
  });

  test('forwards the range and streams the response with its type', async () => {
    const response = await request(address, { headers: { range: 'bytes=0-2' } });
    expect(serve.mock.calls[0]?.[0]).toBe('token-1');
    expect(serve.mock.calls[0]?.[1].range).toBe('bytes=0-2');
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-range': 'bytes 0-2/9',
      'access-control-allow-origin': consoleOrigin,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(await response.text()).toBe('abc');
  });

  test('closes the source when the page stops reading', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    serve.mockResolvedValueOnce({ status: 200, headers: {}, body });
    const response = await request();
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(() => expect(body.destroyed).toBe(true));
  });

  test('buffers only a little ahead of the reader', async () => {
    let read = 0;
    const body = new Readable({
      read() {
        read += 64 * 1024;
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    serve.mockResolvedValueOnce({ status: 200, headers: {}, body });
    const response = await request();
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(read).toBeLessThan(2 * 1024 * 1024);
    await reader?.cancel();
  });

  test('is requested only by the console', async () => {
    const other = 'https://example.com';
    expect((await request(address, {}, other)).status).toBe(403);
    expect((await request(address, {}, 'null')).status).toBe(403);
    expect(serve).not.toHaveBeenCalled();
  });

  test.each([
    ['assay-media://item/', 404],
    ['assay-media://item/a/b', 404],
    ['assay-media://item/a?b', 404],
    ['assay-media://other/token-1', 404],
  ])('finds nothing at %s', async (url, status) => {
    expect((await request(url)).status).toBe(status);
    expect(serve).not.toHaveBeenCalled();
  });

  test('allows range requests from the console only', async () => {
    const preflight = await request(address, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('range');
    expect((await request(address, { method: 'OPTIONS' }, 'https://example.com')).status).not.toBe(204);
    expect(serve).not.toHaveBeenCalled();
  });

  test('is read-only', async () => {
    expect((await request(address, { method: 'POST' })).status).toBe(405);
    const head = await request(address, { method: 'HEAD' });
    expect(head.status).toBe(206);
    expect(await head.text()).toBe('');
  });

  test('cancels when the response takes too long, since the page cannot report that it has gone', async () => {
    vi.useFakeTimers();
    try {
      let given: AbortSignal | undefined;
      serve.mockImplementationOnce(
        (_token, { signal }) =>
          new Promise((_resolve, reject) => {
            given = signal;
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      );
      const stopped = new AbortController();
      const response = session
        .request(address, { signal: stopped.signal }, consoleOrigin)
        .catch(() => 'gone');
      await vi.waitFor(() => expect(given).toBeDefined());
      stopped.abort();
      expect(await response).toBe('gone');
      expect(given?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(maxResponseMs);
      expect(given?.aborted).toBe(true);
      expect(log).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  test('logs an error without the address', async () => {
    serve.mockRejectedValueOnce(new Error('broken'));
    expect((await request()).status).toBe(500);
    expect(log).toHaveBeenCalledOnce();
  });
});
