import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FileToSave } from '../../../../main/bridge/host.ts';
import { Failure } from '../../../../main/common/failure.ts';
import { attachment, Downloads } from '../../../../main/hosts/browser/downloads.ts';
import { fromThePage } from '../../../support/wire.ts';
import { type Served, serve } from './served.ts';

let served: Served | undefined;
afterEach(() => served?.stop());

const file = (text: string, fileName = 'report.pdf'): FileToSave => ({
  fileName,
  open: async () => ({
    body: Readable.from([Buffer.from(text)]),
    bytes: text.length,
    contentType: 'application/pdf',
  }),
});

/** Endless bytes at the reader's pace; reports how many were read. */
function endless() {
  const chunk = Buffer.alloc(64 * 1024);
  const given = { bytes: 0, closed: false };
  const body = new Readable({
    read() {
      given.bytes += chunk.length;
      this.push(chunk);
    },
  });
  body.once('close', () => {
    given.closed = true;
  });
  return { body, given };
}

/** Starts a GET and stops reading at once. */
function startReading(served: Served, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port: served.server.port, path, headers: fromThePage, agent: false },
      (response) => {
        response.pause();
        response.on('error', () => {});
        resolve(response);
      },
    ).on('error', reject);
  });
}

describe('A download', () => {
  test('is sent once, under its name, and never shown in the page', async () => {
    served = await serve();
    const path = served.downloads.offer(file('the report', 'Zürich "1".pdf'));
    expect((await served.ask(path, { own: true, method: 'HEAD' })).status).toBe(405);
    const response = await served.ask(path, { own: true });
    expect(response).toMatchObject({ status: 200, text: 'the report' });
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="Z_rich _1_.pdf"; filename*=UTF-8''Z%C3%BCrich%20%221%22.pdf`,
    );
    expect(response.headers['content-length']).toBe('10');
    expect(response.headers['cache-control']).toBe('no-store');
    const again = await served.ask(path, { own: true });
    expect(again.status).toBe(404);
    expect(again.text).toContain('Save the file again');
  });

  test('is streamed at the pace of its reader and stops with it', async () => {
    served = await serve();
    const { body, given } = endless();
    const open = vi.fn(async () => ({ body }));
    const response = await startReading(served, served.downloads.offer({ fileName: 'a', open }));
    let before = -1;
    await vi.waitUntil(
      () => {
        const settled = given.bytes === before;
        before = given.bytes;
        return settled;
      },
      { interval: 100 },
    );
    expect(given.bytes).toBeLessThan(16 * 1024 * 1024);
    response.destroy();
    await vi.waitUntil(() => given.closed);
    expect(open.mock.calls).toHaveLength(1);
  });

  test('that is interrupted is never taken for complete', async () => {
    served = await serve();
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('reset');
      })(),
    );
    const path = served.downloads.offer({ fileName: 'a', open: async () => ({ body }) });
    await expect(served.ask(path, { own: true })).rejects.toThrow('aborted');
  });

  describe('has a known outcome:', () => {
    const follow = (served: Served, path: string, signal = new AbortController().signal) => {
      const steps: number[] = [];
      const outcome = served.downloads.outcome(path, { signal, progress: ({ bytes }) => steps.push(bytes) });
      outcome.catch(() => undefined);
      return { outcome, steps };
    };
    /** A file that sends `given` bytes and then ends or fails. */
    const source = (given: number, announced: number | undefined, failure?: Error): FileToSave => ({
      fileName: 'a',
      open: async () => ({
        body: Readable.from(
          (async function* () {
            yield Buffer.alloc(given);
            if (failure) {
              throw failure;
            }
          })(),
        ),
        ...(announced === undefined ? {} : { bytes: announced }),
      }),
    });

    test('complete', async () => {
      served = await serve();
      const path = served.downloads.offer(file('the report'));
      const { outcome } = follow(served, path);
      await served.ask(path, { own: true });
      expect(await outcome).toEqual({ bytes: 10, missing: [] });
      // The outcome is available afterwards as well.
      expect(await follow(served, path).outcome).toEqual({ bytes: 10, missing: [] });
    });

    test('interrupted by the service', async () => {
      served = await serve();
      const reset = new Failure({ code: 'connection-reset', message: 'The connection was reset.' });
      const path = served.downloads.offer(source(4, 10, reset));
      const { outcome } = follow(served, path);
      await expect(served.ask(path, { own: true })).rejects.toThrow();
      await expect(outcome).rejects.toMatchObject({ code: 'connection-reset' });
    });

    test('shorter than announced, or interrupted without a reason', async () => {
      served = await serve();
      const short = served.downloads.offer(source(4, 10));
      const { outcome } = follow(served, short);
      await served.ask(short, { own: true }).catch(() => undefined);
      await expect(outcome).rejects.toMatchObject({ code: 'reply-truncated' });
      const broken = served.downloads.offer(source(4, undefined, new Error('reset')));
      const second = follow(served, broken);
      await served.ask(broken, { own: true }).catch(() => undefined);
      await expect(second.outcome).rejects.toMatchObject({
        code: 'reply-truncated',
        message: expect.stringContaining('after 4 bytes'),
      });
    });

    test('never opened', async () => {
      served = await serve();
      const gone = new Failure({ code: 'gone', message: 'Removed by retention.' });
      const path = served.downloads.offer({ fileName: 'a', open: () => Promise.reject(gone) });
      const { outcome } = follow(served, path);
      await served.ask(path, { own: true });
      await expect(outcome).rejects.toMatchObject({ code: 'gone' });
    });

    test('stopped in the browser', async () => {
      served = await serve();
      const { body } = endless();
      const path = served.downloads.offer({ fileName: 'a', open: async () => ({ body }) });
      const { outcome, steps } = follow(served, path);
      const response = await startReading(served, path);
      await vi.waitUntil(() => steps.some((bytes) => bytes > 0));
      response.destroy();
      await expect(outcome).rejects.toMatchObject({ code: 'file-not-written' });
    });

    test('stopped in the console, which ends the transfer', async () => {
      served = await serve();
      const { body, given } = endless();
      const path = served.downloads.offer({ fileName: 'a', open: async () => ({ body }) });
      const stop = new AbortController();
      const { outcome } = follow(served, path, stop.signal);
      await startReading(served, path);
      stop.abort();
      await expect(outcome).rejects.toMatchObject({ code: 'cancelled' });
      await vi.waitUntil(() => given.closed);
    });

    test('no longer known', async () => {
      served = await serve();
      await expect(follow(served, '/download/other').outcome).rejects.toMatchObject({
        code: 'invalid-input',
      });
    });
  });

  test('that cannot be opened reports why', async () => {
    served = await serve();
    const refuse = (error: Error) =>
      served?.downloads.offer({ fileName: 'a', open: () => Promise.reject(error) });
    const gone = refuse(new Failure({ code: 'gone', message: 'Removed by retention.' })) ?? '';
    expect(await served.ask(gone, { own: true })).toMatchObject({
      status: 502,
      text: 'Removed by retention.\n',
    });
    const defect = refuse(new Error('a secret in a stack')) ?? '';
    expect((await served.ask(defect, { own: true })).text).not.toContain('secret');
  });

  test('expires after a minute', () => {
    let now = 0;
    const downloads = new Downloads(() => now);
    const early = downloads.offer(file('a'));
    const late = downloads.offer(file('b'));
    now = 59_999;
    expect(downloads.take(early)).toBeDefined();
    now = 60_000;
    expect(downloads.take(late)).toBeUndefined();
  });

  test('has a safe name in any script', () => {
    expect(attachment('Паспорт.pdf')).toBe(
      `attachment; filename="_______.pdf"; filename*=UTF-8''%D0%9F%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82.pdf`,
    );
    expect(attachment('a\r\nset-cookie: b=1')).not.toMatch(/[\r\n]/);
    expect(attachment('\ud800')).toContain("filename*=UTF-8''%EF%BF%BD");
  });
});

describe('A medium', () => {
  test('is requested with its range and method, and answered by main', async () => {
    const serveMedia = vi.fn(async () => ({
      status: 206,
      headers: { 'content-type': 'video/mp4', 'content-range': 'bytes 1-3/10', 'cache-control': 'no-store' },
      body: Readable.from([Buffer.from('abc')]),
    }));
    served = await serve({ serveMedia });
    const response = await served.ask('/media/tok-en_1', { own: true, headers: { range: 'bytes=1-3' } });
    expect(response).toMatchObject({ status: 206, text: 'abc' });
    expect(response.headers).toMatchObject({
      'content-range': 'bytes 1-3/10',
      'content-type': 'video/mp4',
      'cross-origin-resource-policy': 'same-origin',
    });
    const head = await served.ask('/media/tok-en_1', { own: true, method: 'HEAD' });
    expect(head).toMatchObject({ status: 206, text: '' });
    expect(serveMedia.mock.calls).toMatchObject([
      ['tok-en_1', { range: 'bytes=1-3', method: 'GET' }],
      ['tok-en_1', { range: undefined, method: 'HEAD' }],
    ]);
  });

  test('whose window closes ends its call', async () => {
    let signal: AbortSignal | undefined;
    const { body, given } = endless();
    served = await serve({
      serveMedia: async (_, request) => {
        signal = request.signal;
        return { status: 200, headers: { 'content-type': 'video/mp4' }, body };
      },
    });
    const response = await startReading(served, '/media/abc');
    expect(signal?.aborted).toBe(false);
    response.destroy();
    await vi.waitUntil(() => signal?.aborted && given.closed);
  });

  test('with an internal error reveals nothing of it', async () => {
    served = await serve({ serveMedia: () => Promise.reject(new Error('secret')) });
    const response = await served.ask('/media/abc', { own: true });
    expect(response).toMatchObject({ status: 500, text: 'An internal error occurred in Assay.\n' });
    expect(served.reported).toHaveLength(1);
  });
});

test('Closing the host ends transfers and refuses new requests', async () => {
  const { body, given } = endless();
  served = await serve({ serveMedia: async () => ({ status: 200, headers: {}, body }) });
  await startReading(served, '/media/abc');
  await served.server.close();
  await vi.waitUntil(() => given.closed);
  await expect(served.ask('/')).rejects.toThrow('ECONNREFUSED');
});

test('A port in use is an error with the reason', async () => {
  served = await serve();
  await expect(serve({ port: served.server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
