import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBoundedFile, UnfitFile } from '../../main/common/read-bounded-file.ts';
import { openPreferenceStore } from '../../main/features/application/preferences.ts';
import { startComposed } from '../support/composed.ts';

// Foreign files in the places of the console's own. Each of them used to prevent the start.

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
  test('in place of the settings: the console starts, reports it, and leaves it unchanged', async () => {
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

  test('in place of the preferences: they apply until the end, and the file is left unchanged', async () => {
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

test('a file of exactly the maximum length is read, and one byte more is refused', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, 'x'.repeat(100));
  expect((await readBoundedFile(file, 100)).length).toBe((await stat(file)).size);
  await expect(readBoundedFile(file, 99)).rejects.toBeInstanceOf(UnfitFile);
  await writeFile(file, '');
  expect((await readBoundedFile(file, 0)).length).toBe(0);
});
