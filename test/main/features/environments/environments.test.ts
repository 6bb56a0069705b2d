import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newFile, openEnvironmentHarness, settings } from './environment-harness.ts';

async function fresh() {
  return openEnvironmentHarness(await newFile());
}

describe('environments', () => {
  test('are added, changed, duplicated and deleted, and every window is notified', async () => {
    const harness = await fresh();
    const changed: string[] = [];
    harness.environments.onChange((id) => changed.push(id));
    const one = await harness.ask('environments.save', { settings: settings() });
    await harness.ask('environments.save', {
      environmentId: one.id,
      settings: settings({ name: 'Changed' }),
    });
    const copy = await harness.ask('environments.duplicate', { environmentId: one.id });
    expect(copy.settings).toEqual(settings({ name: 'Changed (2)' }));
    expect(copy.id).not.toBe(one.id);
    await harness.ask('environments.select', { environmentId: one.id });
    const left = await harness.ask('environments.delete', { environmentId: one.id });
    expect(left.environments.map(({ id }) => id)).toEqual(['sandbox', copy.id]);
    expect(left.selectedId).toBe('sandbox');
    expect(changed).toEqual([one.id, one.id, copy.id, one.id]);
    expect(harness.events).toHaveLength(5);
    expect(harness.events.at(-1)).toEqual({ name: 'environments.changed', payload: left });
    expect(await harness.fails('environments.select', { environmentId: one.id })).toMatchObject({
      code: 'environment-not-found',
    });
  });

  test('do not change the sandbox, but duplicate it', async () => {
    const harness = await fresh();
    const environmentId = 'sandbox';
    for (const failure of [
      await harness.fails('environments.save', { environmentId, settings: settings() }),
      await harness.fails('environments.delete', { environmentId }),
      await harness.fails('credentials.save', { kind: 'api-key', environmentId, login: 'a', password: 'b' }),
      await harness.fails('credentials.remove', { kind: 'api-key', environmentId }),
      await harness.fails('credentials.save', { kind: 'signing-key', environmentId, label: 'a', key: 'b' }),
      await harness.fails('credentials.remove', { kind: 'signing-key', environmentId, id: 'sandbox' }),
    ]) {
      expect(failure.code).toBe('invalid-input');
      expect(failure.message).toMatch(/sandbox/);
    }
    const copy = await harness.ask('environments.duplicate', { environmentId });
    expect(copy).toMatchObject({ builtIn: false, signingKeys: [], settings: { name: 'Sandbox (2)' } });
    expect(copy.apiKey).toBeUndefined();
  });

  test('are not saved with a file of certificate authorities that cannot be used, but stay changeable when theirs is gone', async () => {
    const harness = await fresh();
    const directory = await mkdtemp(join(tmpdir(), 'authorities-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const extraCaFile = join(directory, 'ca.pem');
    const save = (path: string) => ({ settings: settings({ extraCaFile: path }) });
    const missing = await harness.fails('environments.save', save(extraCaFile));
    expect(missing).toMatchObject({
      code: 'invalid-input',
      details: { violations: [{ field: 'settings.extraCaFile' }] },
    });
    expect(missing.message).toMatch(/ca\.pem, cannot be read\.$/);
    await writeFile(extraCaFile, 'no certificate');
    expect((await harness.fails('environments.save', save(extraCaFile))).message).toContain('no certificate');
    await writeFile(extraCaFile, rootCertificates[0] ?? '');
    const { id: environmentId } = await harness.ask('environments.save', save(extraCaFile));
    await rm(extraCaFile);
    const renamed = { environmentId, settings: settings({ extraCaFile, name: 'Renamed' }) };
    expect((await harness.ask('environments.save', renamed)).settings.name).toBe('Renamed');
  });

  test("read the sandbox's secrets like all others", async () => {
    const harness = await fresh();
    expect(await harness.environments.apiKey('sandbox')).toEqual({
      login: 'sandbox-login',
      password: 'sandbox-password',
    });
    expect(await harness.environments.signingKeys('sandbox')).toEqual([
      { id: 'sandbox', label: 'Sandbox signing key', key: 'sandbox-signing-key' },
    ]);
    expect(await harness.environments.signingKey('sandbox', 'none')).toBeUndefined();
  });

  test('have unique names, ignoring case and white space', async () => {
    const harness = await fresh();
    const one = await harness.ask('environments.save', { settings: settings() });
    for (const name of ['acceptance ', 'ＡＣＣＥＰＴＡＮＣＥ', 'sandbox']) {
      expect(await harness.fails('environments.save', { settings: settings({ name }) })).toMatchObject({
        code: 'invalid-input',
        details: { violations: [{ field: 'settings.name' }] },
      });
    }
    await harness.ask('environments.save', {
      environmentId: one.id,
      settings: settings({ name: 'ACCEPTANCE' }),
    });
  });

  test('require https in production, for tokens too', async () => {
    const harness = await fresh();
    const production = { name: 'Live', kind: 'production' } as const;
    expect(
      await harness.fails('environments.save', {
        settings: { ...production, baseUrl: 'http://live.example' },
      }),
    ).toMatchObject({ details: { violations: [{ field: 'settings.baseUrl' }] } });
    expect(
      await harness.fails('environments.save', {
        settings: {
          ...production,
          baseUrl: 'https://live.example',
          authentication: { scheme: 'oauth', tokenUrl: 'http://x.example', clientAuthentication: 'body' },
        },
      }),
    ).toMatchObject({ details: { violations: [{ field: 'settings.authentication.tokenUrl' }] } });
    expect(
      await harness.fails('environments.save', {
        settings: { ...production, baseUrl: 'https://me:pw@live.example' },
      }),
    ).toMatchObject({ code: 'invalid-input' });
  });
});

describe('export and import', () => {
  test('move settings between consoles, renaming duplicates', async () => {
    const here = await fresh();
    const oauth = settings({
      name: 'Live',
      kind: 'production',
      authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'header' },
      proxy: { mode: 'own', url: 'http://proxy.example:3128' },
    });
    const ids = [
      (await here.ask('environments.save', { settings: settings() })).id,
      (await here.ask('environments.save', { settings: oauth })).id,
    ];
    await here.ask('environments.export', { environmentIds: [...ids, 'sandbox'] });
    const text = here.saved.get('assay-environments.json') ?? '';
    const there = await fresh();
    await there.ask('environments.save', { settings: settings() });
    const { added, refused } = await there.ask('environments.import', { text });
    expect(refused).toEqual([]);
    expect(added.map((environment) => environment.settings)).toEqual([
      settings({ name: 'Acceptance (2)' }),
      oauth,
      settings({ name: 'Sandbox (2)', kind: 'sandbox' }),
    ]);
    const again = await there.ask('environments.import', { text });
    expect(again.added.map((environment) => environment.settings.name)).toEqual([
      'Acceptance (3)',
      'Live (2)',
      'Sandbox (3)',
    ]);
    await here.ask('environments.export', { environmentIds: [ids[1] ?? ''] });
    expect([...here.saved.keys()]).toEqual(['assay-environments.json', 'assay-Live.json']);
  });

  test('import the valid ones and give a reason for each of the others', async () => {
    const harness = await fresh();
    const text = JSON.stringify({
      format: 'assay-environments',
      version: 1,
      environments: [
        { ...settings(), apiKey: { login: 'a', password: 'b' } },
        { ...settings({ name: 'Live' }), kind: 'production', baseUrl: 'http://live.example' },
        { ...settings(), name: '' },
        'nonsense',
        settings({ name: 'Sound' }),
      ],
    });
    const { added, refused } = await harness.ask('environments.import', { text });
    expect(added.map((environment) => environment.settings.name)).toEqual(['Sound']);
    expect(refused).toMatchObject([
      { name: 'Acceptance', reason: expect.stringContaining('apiKey') },
      { name: 'Live', reason: 'baseUrl: A production environment must use https' },
      { name: 'Environment 3', reason: expect.stringContaining('name') },
      { name: 'Environment 4' },
    ]);
  });

  test.each([
    ['not JSON', 'nope', 'invalid-input'],
    ['something else', '{"a": 1}', 'invalid-input'],
    [
      'without environments',
      '{"format":"assay-environments","version":1,"environments":[]}',
      'invalid-input',
    ],
    [
      'with unknown members',
      '{"format":"assay-environments","version":1,"environments":[{}],"x":1}',
      'invalid-input',
    ],
    ['of a newer console', '{"format":"assay-environments","version":3}', 'settings-newer'],
  ])('refuse a text that is %s', async (_, text, code) => {
    const harness = await fresh();
    const failure = await harness.fails('environments.import', { text });
    expect(failure).toMatchObject({ code, message: expect.stringContaining('Nothing was imported') });
    expect((await harness.ask('environments.list', {})).environments).toHaveLength(1);
  });
});
