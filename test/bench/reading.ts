import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { openWire, type Wire } from '../support/wire.ts';
import { end, start } from './bench-harness.ts';
import { brunoCollection, newmanCollection } from './collections.ts';
import { type BenchRow, median } from './row.ts';

const atOnce = 16;
const rounds = 3;
const counts = { few: 1000, many: 20_000 };
const run = promisify(execFile);

const apiKey = { login: 'bench-login-4711', password: 'bench-password-4711' };

/** Reading lists of 1,000 and 20,000 conversations, compared with tools that read the same ones from the same service. */
export async function benchReading(): Promise<BenchRow[]> {
  const service = await start<{ baseUrl: string }>(['test/bench/reading-service.ts']);
  try {
    return await measure(service.ready.baseUrl);
  } finally {
    await end(service.child);
  }
}

async function measure(baseUrl: string): Promise<BenchRow[]> {
  const load = () => `load average ${loadavg()[0]?.toFixed(1)}`;
  const ids = Array.from({ length: counts.many }, () => randomUUID());
  const few = ids.slice(0, counts.few);
  const rates = { console: [] as number[], autocannon: [] as number[] };
  await using reader = await openReader(baseUrl);
  for (let round = 0; round < rounds; round++) {
    rates.autocannon.push(await rateOfAutocannon(baseUrl, few));
    rates.console.push(counts.few / (await reader.read(few)));
  }
  const [own, cannon] = [median(rates.console), median(rates.autocannon)];
  const rows: BenchRow[] = [
    {
      name: 'reading 1,000 conversations of a list into the list of cases, beside autocannon: ratio',
      value: own / cannon,
      unit: '×',
      aim: '0.5 or better',
      met: own / cannon >= 0.5,
      detail: `medians of ${rounds} runs at ${atOnce} at once: ${own.toFixed(0)} a second recorded (${reader.storage}), ${cannon.toFixed(0)} read by autocannon; ${load()}`,
    },
  ];
  for (const tool of await tools(baseUrl, few)) {
    if (tool.seconds === undefined) {
      process.stderr.write(`\nSKIPPED: ${tool.name} could not be had from npm: ${tool.reason}\n\n`);
      continue;
    }
    const ratio = own / (counts.few / tool.seconds);
    rows.push({
      name: `the same beside ${tool.name}: times faster`,
      value: ratio,
      unit: '×',
      aim: `${tool.aim} or better`,
      met: ratio >= tool.aim,
      detail: `${tool.name} took ${tool.seconds.toFixed(1)} s for 1,000, its start included; ${load()}`,
    });
  }
  const memory = await reader.memoryWhile(ids);
  rows.push({
    name: 'reading 20,000 conversations: growth of memory in the second half',
    value: memory.growth / 2 ** 20,
    unit: 'MiB',
    aim: '32 MiB or less',
    met: memory.growth <= 32 * 2 ** 20,
    detail: `${(memory.half / 2 ** 20).toFixed(0)} MiB half way, ${(memory.end / 2 ** 20).toFixed(0)} MiB at the end; ${(counts.many / memory.seconds).toFixed(0)} a second; ${load()}`,
  });
  return rows;
}

interface Reader extends AsyncDisposable {
  storage: string;
  /** Seconds until the last one is recorded. */
  read(ids: readonly string[]): Promise<number>;
  memoryWhile(
    ids: readonly string[],
  ): Promise<{ half: number; end: number; growth: number; seconds: number }>;
}

/** A console with its list on disk, sealed with a keychain key if there is one. */
async function openReader(baseUrl: string): Promise<Reader> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-reading-'));
  const keyring = (await keyringInstalled()) ? await openKeyring('present') : undefined;
  const args = ['main/browser.ts', '--port', '0', '--data-dir', dataDir, '--no-open'];
  const host = await start<{ url: string }>(args, keyring?.env);
  const wire = await openWire(host.ready.url);
  const { bridge } = wire;
  if (keyring === undefined) {
    await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  }
  const { id: environmentId } = await bridge.invoke('environments.save', {
    settings: { name: 'Bench', kind: 'test', baseUrl, proxy: { mode: 'none' } },
  });
  await bridge.invoke('credentials.save', { kind: 'api-key', environmentId, ...apiKey });
  await bridge.invoke('environments.select', { environmentId });
  const read = async (ids: readonly string[], onProgress: (done: number) => void = () => undefined) => {
    const begun = performance.now();
    const { listId } = await bridge.invoke('reading.readList', { environmentId, source: ids.join('\n') });
    const done = untilDone(wire, environmentId, onProgress);
    await bridge.invoke('reading.start', { environmentId, from: { listId }, pace: { concurrency: atOnce } });
    const run = await done;
    if (run.failed > 0 || run.done !== ids.length) {
      throw new Error(`Not all were read: ${JSON.stringify(run)}`);
    }
    const seconds = (performance.now() - begun) / 1000;
    await bridge.invoke('reading.control', { environmentId, action: 'stop' });
    return seconds;
  };
  const memory = () => host.memory() ?? Number.NaN;
  return {
    storage: keyring === undefined ? 'in memory' : 'on disk, sealed',
    read,
    async memoryWhile(ids) {
      let half = Number.NaN;
      const seconds = await read(ids, (done) => {
        if (Number.isNaN(half) && done >= ids.length / 2) {
          half = memory();
        }
      });
      const last = memory();
      return { half, end: last, growth: last - half, seconds };
    },
    async [Symbol.asyncDispose]() {
      wire.close();
      await end(host.child);
      await keyring?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resolves with the finished run, as the console reports it. */
function untilDone({ bridge }: Wire, environmentId: string, onProgress: (done: number) => void) {
  const { promise, resolve } = Promise.withResolvers<{ done: number; failed: number }>();
  const stop = bridge.on('reading.changed', ({ runs }) => {
    const run = runs.find((one) => one.environmentId === environmentId);
    onProgress(run?.done ?? 0);
    if (run?.state === 'done' && run.total > 0) {
      stop();
      resolve(run);
    }
  });
  return promise;
}

function headers(): Record<string, string> {
  const basic = Buffer.from(`${apiKey.login}:${apiKey.password}`).toString('base64');
  return { authorization: `Basic ${basic}`, accept: 'application/vnd.service.v1.1+json' };
}

/** Responses per second: the same conversations, each once, over the same number of connections. */
async function rateOfAutocannon(baseUrl: string, ids: readonly string[]): Promise<number> {
  let next = 0;
  const begun = performance.now();
  const result = await autocannon({
    url: baseUrl,
    connections: atOnce,
    amount: ids.length,
    setupClient(client) {
      const part = next++ % atOnce;
      client.setRequests(
        ids
          .filter((_, index) => index % atOnce === part)
          .map((id) => ({ method: 'GET', path: `/api/conversations/${id}`, headers: headers() })),
      );
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`autocannon: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return ids.length / ((performance.now() - begun) / 1000);
}

type Tool = { name: string; aim: number } & ({ seconds: number } | { seconds: undefined; reason: string });

/** Tools for lists of requests, installed from npm; not part of this project. */
async function tools(baseUrl: string, ids: readonly string[]): Promise<Tool[]> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-tools-'));
  const requests = ids.map((id) => ({
    url: `${baseUrl}/api/conversations/${id}`,
    headers: headers(),
  }));
  try {
    return [
      await timed('newman', 7, 'newman', 'newman', [
        'run',
        newmanCollection(directory, requests),
        '--silent',
      ]),
      await timed('@usebruno/cli', 3, '@usebruno/cli', 'bru', ['run'], brunoCollection(directory, requests)),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function timed(
  name: string,
  aim: number,
  npmPackage: string,
  program: string,
  args: string[],
  cwd?: string,
): Promise<Tool> {
  const npx = (command: string) =>
    run('npx', ['--yes', '-p', npmPackage, '-c', command], { timeout: 300_000 });
  let path: string;
  try {
    path = (await npx(`command -v ${program}`)).stdout.trim();
  } catch (error) {
    return { name, aim, seconds: undefined, reason: error instanceof Error ? error.message : String(error) };
  }
  const begun = performance.now();
  await run(path, args, { maxBuffer: 2 ** 28, ...(cwd === undefined ? {} : { cwd }) });
  return { name, aim, seconds: (performance.now() - begun) / 1000 };
}
