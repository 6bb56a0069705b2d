import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newFile, openEnvironmentHarness, settings, textOf } from './environment-harness.ts';

const stored = (more: Record<string, unknown> = {}) => ({ id: 'e1', settings: settings(), ...more });
const document = (more: Record<string, unknown> = {}) =>
  JSON.stringify({ version: 4, selectedId: 'sandbox', environments: [stored()], ...more });

describe('the settings file', () => {
  test('is created by the first save; the first start is in the sandbox', async () => {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file);
    const view = await harness.ask('environments.list', {});
    expect(view.selectedId).toBe('sandbox');
    expect(view.environments).toMatchObject([
      { id: 'sandbox', builtIn: true, apiKey: { store: 'session' }, signingKeys: [{ store: 'session' }] },
    ]);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('restores what was saved and selected, readable by this user only', async () => {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file);
    const one = await harness.ask('environments.save', { settings: settings() });
    await harness.ask('environments.select', { environmentId: one.id });
    await harness.ask('environments.save', {
      environmentId: one.id,
      settings: settings({ name: 'Renamed' }),
    });
    const again = await (await openEnvironmentHarness(file)).ask('environments.list', {});
    expect(again.selectedId).toBe(one.id);
    expect(again.environments[1]).toEqual({ ...one, settings: settings({ name: 'Renamed' }) });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(file))).toEqual(['environments.json']);
  });

  test('keeps every one of many concurrent saves', async () => {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file);
    const names = Array.from({ length: 30 }, (_, index) => `Environment ${index}`);
    await Promise.all(
      names.map((name) => harness.ask('environments.save', { settings: settings({ name }) })),
    );
    const view = await (await openEnvironmentHarness(file)).ask('environments.list', {});
    expect(view.environments.map((environment) => environment.settings.name)).toEqual(['Sandbox', ...names]);
  });

  test.each([
    ['empty', '', 'it is empty'],
    ['not JSON', '{\n  "version": 1,\n  nope\n}', 'line 3, column 3'],
    ['not JSON in a short text', 'nope', 'line 1, column 2'],
    ['cut off', document().slice(0, -5), 'ends before its JSON does'],
    ['without a version', '{"environments": []}', 'version'],
    ['of an older version', document({ version: 0 }), 'version'],
    ['with an unknown member', document({ apiKey: 'x' }), 'apiKey'],
    [
      'with a bad address',
      document({ environments: [stored({ settings: { ...settings(), baseUrl: 'ftp://x' } })] }),
      'environments[0].settings.baseUrl',
    ],
    [
      'with production over http',
      document({
        environments: [stored({ settings: { ...settings(), kind: 'production', baseUrl: 'http://x' } })],
      }),
      'https',
    ],
    ['with an id used twice', document({ environments: [stored(), stored()] }), 'environments[1].id'],
    ["with the sandbox's id", document({ environments: [stored({ id: 'sandbox' })] }), 'sandbox'],
    ['with nothing selected', document({ selectedId: 'gone' }), 'selectedId'],
  ])(
    'is refused when %s, left byte for byte, and the console starts in the sandbox',
    async (_, text, words) => {
      const file = await newFile();
      await writeFile(file, text);
      const harness = await openEnvironmentHarness(file);
      const view = await harness.ask('environments.list', {});
      expect(view.environments.map(({ id }) => id)).toEqual(['sandbox']);
      expect(view.problem).toMatchObject({ code: 'settings-unreadable' });
      expect(view.problem?.message).toContain(file);
      expect(view.problem?.message).toContain(words);
      expect(await harness.fails('environments.save', { settings: settings() })).toEqual(view.problem);
      expect(await harness.fails('environments.import', { text: '{}' })).toEqual(view.problem);
      expect(await textOf(file)).toBe(text);
    },
  );

  test('written by a newer console is refused and left unchanged', async () => {
    const file = await newFile();
    const text = '{"version": 5, "something": "new"}';
    await writeFile(file, text);
    const harness = await openEnvironmentHarness(file);
    expect((await harness.ask('environments.list', {})).problem).toMatchObject({
      code: 'settings-newer',
      message: expect.stringContaining('format 5'),
    });
    expect(await harness.fails('environments.duplicate', { environmentId: 'sandbox' })).toMatchObject({
      code: 'settings-newer',
    });
    expect(await textOf(file)).toBe(text);
  });

  test('is refused when it is not UTF-8', async () => {
    const file = await newFile();
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    const view = await (await openEnvironmentHarness(file)).ask('environments.list', {});
    expect(view.problem?.message).toContain('not UTF-8');
    expect([...(await readFile(file))]).toEqual([0x7b, 0xff, 0x7d]);
  });

  test('is used again once it is repaired, without a restart', async () => {
    const file = await newFile();
    await writeFile(file, 'broken');
    const harness = await openEnvironmentHarness(file);
    await writeFile(file, document({ selectedId: 'e1' }));
    const view = await harness.ask('environments.list', {});
    expect(view.problem).toBeUndefined();
    expect(view.selectedId).toBe('e1');
    expect(harness.events).toEqual([{ name: 'environments.changed', payload: view }]);
    await harness.ask('environments.save', { settings: settings({ name: 'Another' }) });
  });

  test('is not overwritten if it was damaged or changed while the console ran', async () => {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file);
    await harness.ask('environments.save', { settings: settings() });
    await writeFile(file, document());
    await harness.ask('environments.save', { settings: settings({ name: 'Another' }) });
    const names = (await harness.ask('environments.list', {})).environments.map(({ id, settings: s }) => [
      id,
      s.name,
    ]);
    expect(names.slice(0, 2)).toEqual([
      ['sandbox', 'Sandbox'],
      ['e1', 'Acceptance'],
    ]);
    await writeFile(file, 'broken by hand');
    expect(await harness.fails('environments.save', { settings: settings() })).toMatchObject({
      code: 'settings-unreadable',
    });
    expect(await textOf(file)).toBe('broken by hand');
    expect(harness.events.at(-1)).toMatchObject({ payload: { problem: { code: 'settings-unreadable' } } });
  });

  test('reports a failed write, which changes nothing', async () => {
    // A name so long that the file is possible, but not its temporary file.
    const file = join(dirname(await newFile()), `${'x'.repeat(245)}.json`);
    const harness = await openEnvironmentHarness(file);
    expect(await harness.fails('environments.save', { settings: settings() })).toMatchObject({
      code: 'file-not-written',
      message: expect.stringContaining('ENAMETOOLONG'),
    });
    expect((await harness.ask('environments.list', {})).environments).toHaveLength(1);
  });

  test('is complete, old or new, whenever the console is killed during a write', async () => {
    const file = await newFile();
    const program = fileURLToPath(new URL('./writing-program.ts', import.meta.url));
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      let lines = 0;
      for await (const chunk of child.stdout) {
        lines += String(chunk).split('\n').length - 1;
        if (lines >= 3 + round * 10) {
          break;
        }
      }
      child.kill('SIGKILL');
      if (child.signalCode === null) {
        await once(child, 'exit');
      }
      const view = await (await openEnvironmentHarness(file)).ask('environments.list', {});
      expect(view.problem).toBeUndefined();
      expect(view.environments.length).toBeGreaterThan(1);
    }
  });
});
