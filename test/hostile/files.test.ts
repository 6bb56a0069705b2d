import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPreferenceStore } from '../../main/application/preferences.ts';
import { readBoundedFile, UnfitFile } from '../../main/read-bounded-file.ts';
import { startComposed } from '../support/composed.ts';

// Files that somebody else put where the console keeps its own. Before, each of them stopped the start.

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-files-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const hostile: [string, (path: string) => unknown, string][] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'not a regular file'],
  ['a directory', (path) => execFileSync('mkdir', [path]), 'not a regular file'],
  ['a device without an end', (path) => execFileSync('ln', ['-s', '/dev/zero', path]), 'not a regular file'],
  [
    '50 MB',
    async (path) => {
      await writeFile(path, '{"version":2}');
      await truncate(path, 50_000_000);
    },
    'more than',
  ],
];

describe.each(hostile)('%s', (_, make, problem) => {
  test('in place of the settings: the console starts, says so, and leaves it as it is', {
    timeout: 30_000,
  }, async () => {
    const file = join(dataDir, 'environments.json');
    await make(file);
    const before = await lstat(file);
    const composed = await startComposed({ dataDir });
    const { problem: reported } = await composed.bridge.invoke('environments.list', {});
    expect(JSON.stringify(reported)).toContain(problem);
    await composed.close();
    const after = await lstat(file);
    expect([after.ino, after.size]).toEqual([before.ino, before.size]);
  });

  test('in place of the preferences: they hold until the end, and it is left as it is', {
    timeout: 30_000,
  }, async () => {
    const file = join(dataDir, 'preferences.json');
    await make(file);
    const before = await lstat(file);
    const log: string[] = [];
    const kept = openPreferenceStore(file, (message) => log.push(message));
    expect(await kept.change({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
    expect(log.join()).toContain(problem);
    expect(log.join()).not.toContain(dataDir);
    const after = await lstat(file);
    expect([after.ino, after.size]).toEqual([before.ino, before.size]);
  });
});

test('a file of just the longest length is read, and one byte more is not', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, 'x'.repeat(100));
  expect((await readBoundedFile(file, 100)).length).toBe((await stat(file)).size);
  await expect(readBoundedFile(file, 99)).rejects.toBeInstanceOf(UnfitFile);
  await writeFile(file, '');
  expect((await readBoundedFile(file, 0)).length).toBe(0);
});
