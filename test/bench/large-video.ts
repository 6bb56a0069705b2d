import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { listen } from '../support/listen.ts';
import type { Stage } from './bench-harness.ts';
import type { BenchRow } from './row.ts';

const size = 2 * 1024 ** 3;
const piece = 1024 * 1024;
/** Megabytes in this file are those of memory. */
const mebi = 1024 ** 2;

/**
 * A video of 2 GiB from a service that sends no parts, whose frame at 90 % is asked for: the console downloads it into its sealed
 * spool, and its memory may grow by 64 MiB at most.
 */
export async function benchLargeVideo(stage: Stage): Promise<BenchRow[]> {
  const server = await startWholeServer();
  const { bridge, origin } = stage.wire;
  try {
    const { id: environmentId } = await bridge.invoke('environments.save', {
      settings: { name: 'Whole', kind: 'test', baseUrl: server.baseUrl, proxy: { mode: 'none' } },
    });
    await bridge.invoke('credentials.save', {
      kind: 'api-key',
      environmentId,
      login: 'l',
      password: 'password-1',
    });
    await bridge.invoke('environments.select', { environmentId });
    const before = stage.consoleMemory() ?? Number.NaN;
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, stage.consoleMemory() ?? Number.NaN);
    }, 20);
    const { address = '' } = await bridge.invoke('media.open', {
      environmentId,
      conversationId: 'c',
      mediaId: 'm',
      contentType: 'video/mp4',
    });
    const get = (range: string, signal?: AbortSignal) =>
      fetch(`${origin}${address}`, {
        headers: { range, 'sec-fetch-site': 'same-origin' },
        ...(signal && { signal }),
      });
    const first = new AbortController();
    const began = performance.now();
    const start = await get('bytes=0-', first.signal);
    await start.body?.getReader().read();
    const firstMs = performance.now() - began;
    first.abort();
    const at = Math.floor(size * 0.9);
    const sought = performance.now();
    const late = await get(`bytes=${at}-${at + piece - 1}`);
    const bytes = new Uint8Array(await late.arrayBuffer());
    const seekMs = performance.now() - sought;
    const again = performance.now();
    await (await get(`bytes=${at - piece}-${at - 1}`)).arrayBuffer();
    const againMs = performance.now() - again;
    clearInterval(watch);
    await bridge.invoke('media.close', { address });
    await bridge.invoke('environments.select', { environmentId: stage.environmentId });
    if (late.status !== 206 || bytes.length !== piece) {
      throw new Error(`The part at 90 % was answered with ${late.status} and ${bytes.length} bytes.`);
    }
    const growth = (highest - before) / mebi;
    const rate = at / mebi / (seekMs / 1000);
    const name = 'a 2 GiB video of a service that sends no parts';
    return [
      {
        name: `${name}: growth of the console’s memory`,
        value: growth,
        unit: 'MiB',
        aim: '64 MiB or less',
        met: growth <= 64,
        detail: 'highest resident size until the part at 90 % had arrived, less that before it was opened',
      },
      {
        name: `${name}: to the part at 90 %`,
        value: seekMs,
        unit: 'ms',
        detail: `${rate.toFixed(0)} MiB/s into the sealed spool; first bytes after ${firstMs.toFixed(0)} ms, the part before it then in ${againMs.toFixed(0)} ms`,
      },
    ];
  } finally {
    await server.close();
  }
}

/** Answers every request with the same video, whole. */
async function startWholeServer(): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const first = Buffer.alloc(piece, 7);
  first.set([0, 0, 0, 0x18, ...Buffer.from('ftypisom')]);
  const next = Buffer.alloc(piece, 9);
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
    let proceed = () => {};
    response.on('drain', () => proceed()).on('close', () => proceed());
    for (let sent = 0; sent < size && !response.destroyed; sent += piece) {
      if (!response.write(sent === 0 ? first : next)) {
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
      }
    }
    response.end();
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
