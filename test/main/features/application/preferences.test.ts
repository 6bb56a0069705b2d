import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPreferenceStore } from '../../../../main/features/application/preferences.ts';
import { defaultPreferences } from '../../../../preload/contract/application.ts';

function place(): { file: string; dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'assay-preferences-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, file: join(dir, 'preferences.json') };
}
const silent = (message: string) => {
  throw new Error(message);
};

test('without preferences the theme is the system’s, single keys are on, and no file is created', async () => {
  const { file } = place();
  expect(await openPreferenceStore(file, silent).change({})).toEqual({
    ...defaultPreferences,
    theme: 'auto',
    singleKeys: true,
  });
  expect(() => readFileSync(file)).toThrow();
});

test('saved preferences survive a restart, and others keep their defaults', async () => {
  const { file } = place();
  const kept = openPreferenceStore(file, silent);
  await Promise.all([
    kept.change({ theme: 'dark' }),
    kept.change({ singleKeys: false, contentProtection: false }),
  ]);
  expect(await openPreferenceStore(file, silent).change({})).toEqual({
    ...defaultPreferences,
    theme: 'dark',
    singleKeys: false,
  });
});

test.each(['', 'not JSON', '[]', '{"theme": "purple", "singleKeys": 1}'])(
  'a file that contains %j counts as no preferences',
  async (text) => {
    const { file } = place();
    writeFileSync(file, text);
    expect(await openPreferenceStore(file, silent).change({})).toEqual(defaultPreferences);
  },
);

test('preferences that cannot be written apply until the console closes, and the report omits the path', async () => {
  const { file } = place();
  mkdirSync(file);
  const reported: string[] = [];
  const kept = openPreferenceStore(file, (message) => reported.push(message));
  expect(await kept.change({ theme: 'light' })).toEqual({
    ...defaultPreferences,
    theme: 'light',
  });
  expect(await kept.change({})).toEqual({ ...defaultPreferences, theme: 'light' });
  expect(reported).toEqual(['The preferences could not be written: it is not a regular file.']);
});
