import { beforeEach, describe, expect, test } from 'vitest';
import {
  type EnvironmentHarness,
  newFile,
  openEnvironmentHarness,
  settings,
  textOf,
} from './environment-harness.ts';
import { MemoryKeychain } from './secret-store-harness.ts';

const secrets = {
  login: 'canary-login-7Qz',
  password: 'canary-password-9Xk',
  signing: 'canary-signing-4Lm',
  second: 'canary-second-2Wp',
};

describe('credentials in the keychain', () => {
  let keychain: MemoryKeychain;
  beforeEach(() => {
    keychain = new MemoryKeychain();
  });

  async function fresh(): Promise<{ harness: EnvironmentHarness; file: string; environmentId: string }> {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file, keychain);
    const { id } = await harness.ask('environments.save', { settings: settings() });
    return { harness, file, environmentId: id };
  }

  async function filled() {
    const { harness, file, environmentId } = await fresh();
    const { login, password, signing, second } = secrets;
    await harness.ask('credentials.save', { kind: 'api-key', environmentId, login, password });
    await harness.ask('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'Current',
      key: signing,
    });
    await harness.ask('credentials.save', { kind: 'signing-key', environmentId, label: 'Next', key: second });
    return { harness, file, environmentId };
  }

  /** The keychain's entries for an environment. */
  function held(environmentId: string): string[] {
    return [...keychain.held.keys()]
      .filter((account) => account.startsWith(`environment/${environmentId}/`))
      .sort();
  }

  test('survive a restart, are masked, and never cross the bridge or reach the file', async () => {
    const { harness, file, environmentId } = await filled();
    const later = await openEnvironmentHarness(file, keychain);
    const [, view] = (await later.ask('environments.list', {})).environments;
    expect(view).toMatchObject({
      apiKey: { since: expect.stringMatching(/^\d{4}-.*Z$/), store: 'keychain' },
      signingKeys: [
        { label: 'Current', store: 'keychain' },
        { label: 'Next', store: 'keychain' },
      ],
    });
    expect(await later.environments.apiKey(environmentId)).toEqual({
      login: secrets.login,
      password: secrets.password,
    });
    expect(
      (await later.environments.signingKeys(environmentId)).map(({ label, key }) => [label, key]),
    ).toEqual([
      ['Current', secrets.signing],
      ['Next', secrets.second],
    ]);
    await later.ask('environments.export', { environmentIds: [environmentId] });
    const exported = later.saved.get('assay-Acceptance.json') ?? '';
    expect(exported).toContain('https://test.example');
    const everything = [harness.crossed(), later.crossed(), await textOf(file), exported].join('\n');
    for (const secret of Object.values(secrets)) {
      expect(everything).not.toContain(secret);
      // The first console saved it, the later one read it.
      expect([harness, later].map(({ redaction }) => redaction.isSecret(secret))).toEqual([true, true]);
    }
    expect(harness.crossed()).toContain('Current');
  });

  test('are replaced and removed one by one', async () => {
    const { harness, environmentId } = await filled();
    expect(await harness.environments.apiKey(environmentId)).toMatchObject({ login: secrets.login });
    await harness.ask('credentials.save', {
      kind: 'api-key',
      environmentId,
      login: 'other',
      password: 'else',
    });
    expect(await harness.environments.apiKey(environmentId)).toEqual({ login: 'other', password: 'else' });
    const [first] = await harness.environments.signingKeys(environmentId);
    const view = await harness.ask('credentials.remove', {
      kind: 'signing-key',
      environmentId,
      id: first?.id ?? '',
    });
    expect(view.signingKeys).toMatchObject([{ label: 'Next' }]);
    const without = await harness.ask('credentials.remove', { kind: 'api-key', environmentId });
    expect(without.apiKey).toBeUndefined();
    expect(await harness.environments.apiKey(environmentId)).toBeUndefined();
    expect(held(environmentId)).toHaveLength(1);
  });

  test('are deleted with their environment and not copied with a duplicate', async () => {
    const { harness, environmentId } = await filled();
    const copy = await harness.ask('environments.duplicate', { environmentId });
    expect(copy.apiKey).toBeUndefined();
    expect(copy.signingKeys).toEqual([]);
    expect(held(environmentId)).toHaveLength(3);
    await harness.ask('environments.delete', { environmentId });
    expect(held(environmentId)).toEqual([]);
  });

  test('are read from the keychain once, however many calls need them', async () => {
    const { file, environmentId } = await filled();
    keychain.read.length = 0;
    const harness = await openEnvironmentHarness(file, keychain);
    await harness.ask('environments.list', {});
    expect(keychain.read).toEqual([]);
    await Promise.all([
      harness.environments.apiKey(environmentId),
      harness.environments.apiKey(environmentId),
    ]);
    await harness.environments.apiKey(environmentId);
    expect(keychain.read).toHaveLength(1);
  });

  test.each([
    ['password', secrets.password],
    ['login', secrets.login],
    ['pair', `${secrets.login}:${secrets.password}`],
    ['header value', Buffer.from(`${secrets.login}:${secrets.password}`).toString('base64')],
    ['header', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ["form of somebody's pair", 'someone:something'],
  ])('refuse a signing key that is the %s of an API key, here and in another environment', async (_, key) => {
    const { harness, environmentId } = await fresh();
    const { login, password } = secrets;
    await harness.ask('credentials.save', { kind: 'api-key', environmentId, login, password });
    const other = await harness.ask('environments.save', { settings: settings({ name: 'Other' }) });
    for (const id of [environmentId, other.id]) {
      const failure = await harness.fails('credentials.save', {
        kind: 'signing-key',
        environmentId: id,
        label: 'x',
        key,
      });
      expect(failure).toMatchObject({ code: 'credentials-confused', hint: expect.any(String) });
      expect(JSON.stringify(failure)).not.toContain(password);
    }
    expect(held(environmentId)).toHaveLength(1);
    expect(held(other.id)).toEqual([]);
  });

  test('refuse an API key that contains a signing key, or both its parts in one field', async () => {
    const { harness, environmentId } = await filled();
    const other = await harness.ask('environments.save', { settings: settings({ name: 'Other' }) });
    for (const [login, password] of [
      ['someone', secrets.signing],
      [secrets.second, 'something'],
      ['someone:something', 'something'],
      ['someone', 'someone:something'],
    ] as const) {
      for (const id of [environmentId, other.id]) {
        expect(
          await harness.fails('credentials.save', { kind: 'api-key', environmentId: id, login, password }),
        ).toMatchObject({ code: 'credentials-confused' });
      }
    }
    expect(await harness.environments.apiKey(environmentId)).toEqual({
      login: secrets.login,
      password: secrets.password,
    });
  });

  test('warn, without refusing, if the key is also stored for another environment', async () => {
    const { harness, environmentId } = await filled();
    const { login, password, signing } = secrets;
    const other = await harness.ask('environments.save', { settings: settings({ name: 'Other' }) });
    const apiKey = await harness.ask('credentials.save', {
      kind: 'api-key',
      environmentId: other.id,
      login,
      password,
    });
    const key = { kind: 'signing-key', environmentId: other.id, label: 'x', key: signing } as const;
    const signingKey = await harness.ask('credentials.save', key);
    expect(apiKey.warnings).toEqual([expect.stringContaining('“Acceptance”')]);
    expect(signingKey.warnings).toEqual([expect.stringContaining('“Acceptance”')]);
    expect(
      await harness.fails('credentials.save', {
        kind: 'signing-key',
        environmentId,
        label: 'x',
        key: signing,
      }),
    ).toMatchObject({ code: 'credentials-confused', message: expect.stringContaining('“Current”') });
    expect(
      (await harness.ask('credentials.save', { kind: 'api-key', environmentId, login: 'l', password: 'p' }))
        .warnings,
    ).toEqual([]);
  });

  test('refuse accidental characters before anything is stored', async () => {
    const { harness, environmentId } = await fresh();
    expect(
      await harness.fails('credentials.save', {
        kind: 'signing-key',
        environmentId,
        label: 'x',
        key: 'key\n',
      }),
    ).toMatchObject({ code: 'invalid-input', message: expect.stringContaining('white space') });
    expect(
      await harness.fails('credentials.save', {
        kind: 'api-key',
        environmentId,
        login: ' me',
        password: 'p',
      }),
    ).toMatchObject({ code: 'invalid-input' });
    expect(held(environmentId)).toEqual([]);
  });

  test('are not used if the keychain has another kind of secret, or none, in their place', async () => {
    const { file, environmentId } = await filled();
    const account = `environment/${environmentId}/api-key`;
    const fromKeychain = async () => {
      const harness = await openEnvironmentHarness(file, keychain);
      return harness.environments.apiKey(environmentId).catch((error) => error);
    };
    const signing = held(environmentId).find((name) => name.includes('signing-key')) ?? '';
    keychain.held.set(account, keychain.held.get(signing) ?? '');
    expect(await fromKeychain()).toMatchObject({ code: 'credentials-confused' });
    keychain.held.set(account, 'not a form');
    expect(await fromKeychain()).toMatchObject({ code: 'credentials-missing' });
    keychain.held.delete(account);
    expect(await fromKeychain()).toMatchObject({
      code: 'credentials-missing',
      message: expect.stringContaining('no longer in the keychain'),
    });
    const harness = await openEnvironmentHarness(file, keychain);
    await harness.ask('credentials.save', {
      kind: 'api-key',
      environmentId,
      login: 'again',
      password: 'here',
    });
    expect(await harness.environments.apiKey(environmentId)).toEqual({ login: 'again', password: 'here' });
  });

  test('are removed again if the settings file cannot record them', async () => {
    const { harness, file, environmentId } = await filled();
    const before = held(environmentId);
    const { writeFile } = await import('node:fs/promises');
    await writeFile(file, 'broken meanwhile');
    expect(
      await harness.fails('credentials.save', {
        kind: 'signing-key',
        environmentId,
        label: 'x',
        key: 'third-key',
      }),
    ).toMatchObject({ code: 'settings-unreadable' });
    expect(held(environmentId)).toEqual(before);
    expect(await textOf(file)).toBe('broken meanwhile');
  });
});
