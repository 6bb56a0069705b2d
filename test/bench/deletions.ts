import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { DeletionRun } from '../../preload/contract/deletion-runs.ts';
import { openWire } from '../support/wire.ts';
import { end, start } from './bench-harness.ts';
import type { BenchRow } from './row.ts';

const count = 10_000;
const listed = 100_000;
const atOnce = 16;

/** A run of 10,000 expiries, journalled and read back, beside bare DELETEs; and how long a list of 100,000 lines takes to be shown. */
export async function benchDeletions(): Promise<BenchRow[]> {
  const service = await start<{ baseUrl: string }>(['test/bench/deletion-service.ts']);
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-deletions-'));
  const host = await start<{ url: string }>([
    'main/browser.ts',
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--no-open',
  ]);
  const wire = await openWire(host.ready.url);
  try {
    const { bridge } = wire;
    const { baseUrl } = service.ready;
    await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
    const { id: environmentId } = await bridge.invoke('environments.save', {
      settings: { name: 'Bench', kind: 'test', baseUrl, proxy: { mode: 'none' } },
    });
    await bridge.invoke('credentials.save', {
      kind: 'api-key',
      environmentId,
      login: 'bench-login',
      password: 'bench-password',
    });
    await bridge.invoke('environments.select', { environmentId });
    const prepare = async (ids: readonly string[]) => {
      const { listId } = await bridge.invoke('reading.readList', { environmentId, source: ids.join('\n') });
      const draft = await bridge.invoke('deletionRuns.prepare', { environmentId, from: { listId } });
      const { draftId } = draft;
      return bridge.invoke('deletionRuns.choose', { environmentId, draftId, change: { choice: 'expire' } });
    };

    // A list of cases with a user key: each line may be one, too.
    await bridge.invoke('conversations.open', { environmentId, conversationId: randomUUID() });
    const begun = performance.now();
    const long = await prepare(Array.from({ length: listed }, () => randomUUID()));
    await bridge.invoke('deletionRuns.rows', { environmentId, draftId: long.draftId, from: 0, count: 100 });
    const shownMs = performance.now() - begun;
    await bridge.invoke('deletionRuns.discard', { environmentId, draftId: long.draftId });

    const bare = await rateOfAutocannon(baseUrl);
    const { draftId } = await prepare(Array.from({ length: count }, () => randomUUID()));
    await until(async () => {
      const draft = await bridge.invoke('deletionRuns.draft', { environmentId, draftId });
      return draft.state === 'ready';
    });
    await bridge.invoke('deletionRuns.start', {
      environmentId,
      draftId,
      count: String(count),
      reason: 'test-data',
      pace: { concurrency: atOnce, stopAfter: 10 },
    });
    const run = async () => (await bridge.invoke('deletionRuns.list', {})).runs[0] as DeletionRun;
    await until(async () => (await run()).state === 'running');
    const startedAt = performance.now();
    await until(async () => (await run()).waiting <= count / 2);
    const half = host.memory() ?? Number.NaN;
    await until(async () => (await run()).waiting === 0);
    const sentSeconds = (performance.now() - startedAt) / 1000;
    const sentMemory = host.memory() ?? Number.NaN;
    await until(async () => (await run()).state === 'done');
    const allSeconds = (performance.now() - startedAt) / 1000;
    const endMemory = host.memory() ?? Number.NaN;
    const { outcomes } = await run();
    if (outcomes.confirmed !== count) {
      throw new Error(`Not all were expired: ${JSON.stringify(outcomes)}`);
    }
    const ratio = count / sentSeconds / bare;
    const load = `load average ${loadavg()[0]?.toFixed(1)}`;
    const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
    return [
      {
        name: '10,000 expiries at 16 at once, each journalled before and after, beside bare DELETEs: ratio',
        value: ratio,
        unit: '×',
        aim: '0.6 or better',
        met: ratio >= 0.6,
        detail: `${(count / sentSeconds).toFixed(0)} a second sent and accepted, ${bare.toFixed(0)} by autocannon; with the read back and the receipt of each ${(count / allSeconds).toFixed(0)} a second; ${load}`,
      },
      {
        name: 'the same: growth of memory in the second half of the calls',
        value: (sentMemory - half) / 2 ** 20,
        unit: 'MiB',
        aim: '32 MiB or less',
        met: sentMemory - half <= 32 * 2 ** 20,
        detail: `${mib(half)} MiB half way, ${mib(sentMemory)} MiB when all were sent, ${mib(endMemory)} MiB at the end; ${load}`,
      },
      {
        name: 'a list of 100,000 lines: parsed, and the first rows of its preview shown',
        value: shownMs,
        unit: 'ms',
        detail: `over the bridge of the browser host; ${load}`,
      },
    ];
  } finally {
    await wire.close();
    await end(host.child);
    await end(service.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await wait(25);
  }
}

async function rateOfAutocannon(baseUrl: string): Promise<number> {
  const begun = performance.now();
  await autocannon({
    url: `${baseUrl}/api/conversations/bare?mode=EXPIRE`,
    method: 'DELETE',
    connections: atOnce,
    amount: count,
    headers: { authorization: `Basic ${Buffer.from('bench-login:bench-password').toString('base64')}` },
  });
  return count / ((performance.now() - begun) / 1000);
}
