import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { end, start } from '../bench/bench-harness.ts';
import { flood, floodKey, floodMessages } from '../support/callback-flood.ts';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { openWire } from '../support/wire.ts';

const hasKeyring = await keyringInstalled();
if (!hasKeyring) {
  process.stderr.write('SKIPPED: the flood of callbacks requires dbus-daemon and gnome-keyring-daemon.\n');
}
const MiB = 1024 * 1024;

test.skipIf(!hasKeyring)(
  '10,000 callbacks at once: every one is answered 200 and kept, and the memory stays flat',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const dataDir = mkdtempSync(join(tmpdir(), 'assay-flood-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const host = await start<{ url: string }>(
      ['main/browser.ts', '--port', '0', '--data-dir', dataDir, '--no-open'],
      keyring.env,
    );
    onTestFinished(() => end(host.child));
    const wire = await openWire(host.ready.url);
    onTestFinished(() => wire.close());
    const { bridge } = wire;
    const { id: environmentId } = await bridge.invoke('environments.save', {
      settings: { name: 'Flood', kind: 'test', baseUrl: 'http://127.0.0.1:9', proxy: { mode: 'none' } },
    });
    await bridge.invoke('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'Main',
      key: floodKey,
    });
    await bridge.invoke('environments.select', { environmentId });
    const { url = '' } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });

    const total = async () =>
      (await bridge.invoke('callbacks.list', { environmentId, filter: {}, from: 0, count: 1 })).total;
    // The first round warms up what grows once: code, pools, caches of the database.
    const sizes: number[] = [];
    for (let round = 0; round < 2; round++) {
      const { statuses } = await flood(url, floodMessages(10_000, `round ${round}`, 20 * 1024), 500);
      expect(Object.fromEntries(statuses)).toEqual({ 200: 10_000 });
      expect(await total()).toBe(10_000 * (round + 1));
      sizes.push(host.memory() ?? 0);
    }
    const [first = 0, last = 0] = sizes;
    // The bodies of the second round are 200 MiB, and they are on disk.
    expect((last - first) / MiB).toBeLessThan(150);
    process.stdout.write(
      `Resident after each 10,000: ${sizes.map((size) => Math.round(size / MiB)).join(', ')} MiB\n`,
    );
    const { rows } = await bridge.invoke('callbacks.list', {
      environmentId,
      filter: { show: 'repeated' },
      from: 0,
      count: 1,
    });
    expect(rows).toEqual([]);
    const state = await bridge.invoke('callbacks.listener', { environmentId });
    expect(state).toMatchObject({ received: 20_000, refused: 0 });
  },
  300_000,
);
