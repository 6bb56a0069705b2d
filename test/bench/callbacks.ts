import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flood, floodKey, floodMessages } from '../support/callback-flood.ts';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { openWire } from '../support/wire.ts';
import { end, start } from './bench-harness.ts';
import { type BenchRow, median } from './row.ts';

const count = 5000;
const rounds = 5;
const connections = 64;

/** Receiving callbacks, beside a bare node:http server that only reads them. */
export async function benchCallbacks(): Promise<BenchRow[]> {
  const keyring = (await keyringInstalled()) ? await openKeyring('present') : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-callbacks-'));
  const bare = await start<{ url: string }>(['test/bench/bare-receiver.ts']);
  const host = await start<{ url: string }>(
    ['main/browser.ts', '--port', '0', '--data-dir', dataDir, '--no-open'],
    keyring?.env ?? {},
  );
  const wire = await openWire(host.ready.url);
  try {
    const { bridge } = wire;
    if (keyring === undefined) {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
    }
    const { id: environmentId } = await bridge.invoke('environments.save', {
      settings: { name: 'Bench', kind: 'test', baseUrl: 'http://127.0.0.1:9', proxy: { mode: 'none' } },
    });
    await bridge.invoke('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'Main',
      key: floodKey,
    });
    await bridge.invoke('environments.select', { environmentId });
    const { url = '' } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
    const ours: number[] = [];
    const bares: number[] = [];
    await flood(url, floodMessages(1000, 'warm up', 1024), connections);
    await flood(bare.ready.url, floodMessages(1000, 'warm up', 1024), connections);
    for (let round = 0; round < rounds; round++) {
      const messages = floodMessages(count, `round ${round}`, 1024);
      const received = await flood(url, messages, connections);
      if (received.statuses.get(200) !== count) {
        throw new Error(`Not every callback was kept: ${JSON.stringify([...received.statuses])}`);
      }
      ours.push((count / received.ms) * 1000);
      bares.push((count / (await flood(bare.ready.url, messages, connections)).ms) * 1000);
    }
    const detail = `${rounds} rounds of ${count} bodies of 1 KiB over ${connections} connections, in turn with a bare node:http server that only reads them (${Math.round(median(bares))} a second); verified, encrypted and ${keyring ? 'on disk' : 'in memory (no keyring)'} before each answer`;
    return [
      { name: 'Callbacks verified and kept', value: median(ours), unit: 'a second', detail },
      {
        name: 'Callbacks verified and kept, beside a server that only reads them',
        value: median(ours) / median(bares),
        unit: 'of its rate',
        detail,
      },
    ];
  } finally {
    wire.close();
    await Promise.all([end(host.child), end(bare.child)]);
    await keyring?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
