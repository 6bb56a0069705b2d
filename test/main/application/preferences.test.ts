import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPreferenceStore } from '../../../main/application/preferences.ts';

function place(): { file: string; dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'assay-preferences-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, file: join(dir, 'preferences.json') };
}
const silent = (message: string) => {
  throw new Error(message);
};

test('before anything was chosen the system decides the theme and single keys act, and no file is made', async () => {
  const { file } = place();
  expect(await openPreferenceStore(file, silent).change({})).toEqual({
    theme: 'auto',
    singleKeys: true,
    contentProtection: false,
  });
  expect(() => readFileSync(file)).toThrow();
});

test('what is chosen is there for the next console, and what was not chosen stays', async () => {
  const { file } = place();
  const kept = openPreferenceStore(file, silent);
  await Promise.all([
    kept.change({ theme: 'dark' }),
    kept.change({ singleKeys: false, contentProtection: false }),
  ]);
  expect(await openPreferenceStore(file, silent).change({})).toEqual({
    theme: 'dark',
    singleKeys: false,
    contentProtection: false,
  });
});

test.each(['', 'not JSON', '[]', '{"theme": "purple", "singleKeys": 1}'])(
  'a file that says %j counts as nothing chosen',
  async (text) => {
    const { file } = place();
    writeFileSync(file, text);
    expect(await openPreferenceStore(file, silent).change({})).toEqual({
      theme: 'auto',
      singleKeys: true,
      contentProtection: false,
    });
  },
);

test('a choice that cannot be written holds until the console closes, and is reported without its path', async () => {
  const { file } = place();
  mkdirSync(file);
  const reported: string[] = [];
  const kept = openPreferenceStore(file, (message) => reported.push(message));
  expect(await kept.change({ theme: 'light' })).toEqual({
    theme: 'light',
    singleKeys: true,
    contentProtection: false,
  });
  expect(await kept.change({})).toEqual({ theme: 'light', singleKeys: true, contentProtection: false });
  expect(reported).toEqual(['The preferences could not be written: it is not a regular file.']);
});
