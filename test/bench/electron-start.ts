import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isStale } from '../../main/launch/build.mjs';
import { end, start } from './bench-harness.ts';
import type { FirstLoad } from './first-load.ts';
import { type BenchRow, median } from './row.ts';

const rounds = 9;

/** The time that main takes from its first line to the first `loadURL`, with the built files under the double of Electron. */
export async function benchElectronStart(folder = resolve('.')): Promise<BenchRow[]> {
  if (
    isStale(folder, join('out', 'main', 'electron.js'), ['main', 'preload', 'build', 'package-lock.json'])
  ) {
    throw new Error('What Electron runs is missing or older than its sources: npm run build.');
  }
  const seen: FirstLoad[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seen.push(await firstLoad(folder));
  }
  const [created, loaded, processor] = (['created', 'loaded', 'processor'] as const).map((name) =>
    median(seen.map((one) => one[name])),
  ) as [number, number, number];
  return [
    {
      name: 'main’s time to the first loadURL, built files under the double of Electron',
      value: loaded,
      unit: 'ms',
      detail: `medians of ${rounds}: the window created after ${created.toFixed(0)} ms, ${processor.toFixed(0)} ms of the processor in all threads`,
    },
  ];
}

async function firstLoad(folder: string): Promise<FirstLoad> {
  const double = pathToFileURL(join(import.meta.dirname, '..', 'electron', 'double', 'archive.ts')).href;
  const { child, ready } = await start<FirstLoad>(
    ['--import', double, join(import.meta.dirname, 'first-load.ts'), folder],
    { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' },
  );
  await end(child);
  return ready;
}
