import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { end, type Stage, start } from './bench-harness.ts';
import { type BenchRow, median } from './row.ts';

const run = promisify(execFile);
const size = 1024 * 1024 * 1024;
const rounds = 3;

/** The pace of a fast connection: this many bytes every so many milliseconds, about 2 Gbit/s. */
const paced = { bytes: 256 * 1024, everyMs: 1 };

/**
 * A large file through the console, compared with the same file straight from the service and through a minimal Node proxy, all fetched
 * by curl: from a service as fast as memory, and from one at the pace of a fast connection.
 */
export async function benchMedium(stage: Stage): Promise<BenchRow[]> {
  const { id } = stage.sandbox.conversations[0] ?? { id: '' };
  const medium = (await stage.control(`/conversations/${id}/media`, {
    bytes: size,
    contentType: 'video/mp4',
  })) as { id: string };
  const path = `/api/conversations/${id}/identity/metadata/media/${medium.id}`;
  const before = stage.consoleMemory() ?? Number.NaN;
  let highest = before;
  const { login, password } = stage.sandbox.apiKey;
  const proxy = await start<{ url: string }>([
    'test/bench/bare-proxy.ts',
    stage.sandbox.baseUrl,
    login,
    password,
  ]);
  const watch = setInterval(() => {
    highest = Math.max(highest, stage.consoleMemory() ?? Number.NaN);
  }, 20);
  try {
    const memory = await race(stage, proxy.ready.url, id, medium.id, path);
    await stage.control('/faults', {
      match: { method: 'GET', path },
      fault: { drip: paced },
      times: 3 * rounds,
    });
    const line = await race(stage, proxy.ready.url, id, medium.id, path);
    const growth = (highest - before) / 1024 / 1024;
    return [
      row('from a service as fast as memory', memory, 0.9),
      besideCurl('from a service as fast as memory', memory),
      row('from a service at the pace of a fast line', line, 1),
      besideCurl('from a service at the pace of a fast line', line),
      {
        name: 'a 1 GiB medium: growth of the console’s memory',
        value: growth,
        unit: 'MiB',
        aim: '64 MiB or less',
        met: growth <= 64,
        detail: `highest resident size while ${2 * rounds} of them passed, less that before the first`,
      },
    ];
  } finally {
    clearInterval(watch);
    await end(proxy.child);
  }
}

interface Rates {
  /** MiB per second. */
  bare: number;
  proxied: number;
  bridged: number;
}

/** @param aim of the ratio to the proxy; what differs by less than the second decimal is equal */
function row(from: string, { bare, proxied, bridged }: Rates, aim: number): BenchRow {
  const ratio = bridged / proxied;
  return {
    name: `a 1 GiB medium ${from}: throughput beside a bare Node proxy`,
    value: ratio,
    unit: '×',
    aim: `${aim.toFixed(1)} or better`,
    met: ratio >= aim - 0.005,
    detail:
      `medians of ${rounds}: ${proxied.toFixed(0)} MiB/s through the proxy, ${bridged.toFixed(0)} MiB/s through the console, ` +
      `${bare.toFixed(0)} MiB/s by curl alone`,
  };
}

function besideCurl(from: string, { bare, bridged }: Rates): BenchRow {
  return {
    name: `a 1 GiB medium ${from}: throughput beside curl`,
    value: bridged / bare,
    unit: '×',
    detail: `medians of ${rounds}: ${bare.toFixed(0)} MiB/s by curl alone, ${bridged.toFixed(0)} MiB/s through the console`,
  };
}

async function race(
  stage: Stage,
  proxyUrl: string,
  conversationId: string,
  mediaId: string,
  path: string,
): Promise<Rates> {
  const { login, password } = stage.sandbox.apiKey;
  const times = { bare: [] as number[], proxied: [] as number[], bridged: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await fetched(['-u', `${login}:${password}`, `${stage.sandbox.baseUrl}${path}`]));
    times.proxied.push(await fetched([`${proxyUrl}${path}`]));
    const began = performance.now();
    const { address } = await stage.wire.bridge.invoke('media.open', {
      environmentId: stage.environmentId,
      conversationId,
      mediaId,
      contentType: 'video/mp4',
    });
    const opening = performance.now() - began;
    const ownPage = 'Sec-Fetch-Site: same-origin';
    times.bridged.push(opening + (await fetched(['-H', ownPage, `${stage.wire.origin}${address}`])));
  }
  const rate = (ms: number) => size / 1024 / 1024 / (ms / 1000);
  return {
    bare: rate(median(times.bare)),
    proxied: rate(median(times.proxied)),
    bridged: rate(median(times.bridged)),
  };
}

async function fetched(args: string[]): Promise<number> {
  const start = performance.now();
  const { stdout } = await run('curl', [
    '-sS',
    '--fail',
    '-o',
    '/dev/null',
    '-w',
    '%{size_download}',
    ...args,
  ]);
  const took = performance.now() - start;
  if (Number(stdout) !== size) {
    throw new Error(`curl got ${stdout} bytes of ${size}`);
  }
  return took;
}
