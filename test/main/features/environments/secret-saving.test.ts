import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import { settings } from './environment-harness.ts';
import { openSecretStore, type SecretStoreHarness, since } from './secret-store-harness.ts';

const apiKey = { login: 'a-login', password: 'a-password' };
const proxy: EnvironmentSettings['proxy'] = { mode: 'own', url: 'http://proxy.example:3128' };
const proxyLogin = { login: 'proxy-login', password: 'proxy-password' };
const identity = { form: 'pem', cert: 'a certificate', key: 'a private key' } as const;
const facts = {
  subject: 'console.test',
  issuer: 'An authority',
  fingerprint: 'AA:BB',
  validUntil: since,
};

let store: SecretStoreHarness;
let id: string;
beforeEach(async () => {
  store = await openSecretStore();
  id = await store.add({ name: 'Mine', proxy });
});

const accounts = () => [...store.keychain.held.keys()].sort();
const record = (of = id) => store.repository.find(of);

async function saveAll(): Promise<void> {
  await store.saving.save(id, { kind: 'api-key', ...apiKey });
  await store.saving.save(id, { kind: 'signing-key', label: 'Current', key: 'signing-one' });
  await store.saving.save(id, { kind: 'signing-key', label: 'Next', key: 'signing-two' });
  await store.saving.save(id, { kind: 'proxy-login', ...proxyLogin });
  await store.saving.save(id, { kind: 'client-certificate', identity, facts });
}
const listedSecrets = () => ({
  apiKey: record().apiKey !== undefined,
  proxyLogin: record().proxyLogin !== undefined,
  clientCertificate: record().clientCertificate !== undefined,
  signingKeys: record().signingKeys.map(({ label }) => label),
});
const readSecrets = async () => ({
  apiKey: await store.reading.apiKey(id),
  proxyLogin: await store.reading.proxyLogin(id, record().settings),
  clientCertificate: await store.reading.clientCertificate(id),
  signingKeys: (await store.reading.signingKeys(id)).map(({ key }) => key),
});
const everything = {
  apiKey,
  proxyLogin: { ...proxyLogin, enteredFor: 'http://proxy.example:3128' },
  clientCertificate: identity,
  signingKeys: ['signing-one', 'signing-two'],
};

describe('in the keychain', () => {
  test('every secret has its account, and the settings file says since when it is there', async () => {
    await saveAll();
    expect(accounts()).toEqual([
      `environment/${id}/api-key`,
      `environment/${id}/client-certificate`,
      `environment/${id}/proxy-login`,
      `environment/${id}/signing-key/key-1`,
      `environment/${id}/signing-key/key-2`,
    ]);
    expect(record()).toMatchObject({
      apiKey: { since },
      proxyLogin: { since, enteredFor: 'http://proxy.example:3128' },
      clientCertificate: { since, ...facts },
      signingKeys: [
        { id: 'key-1', label: 'Current', since },
        { id: 'key-2', label: 'Next', since },
      ],
    });
    expect(await readSecrets()).toEqual(everything);
    expect(store.session.of(id)).toEqual([]);
  });

  test('each is removed alone, from the keychain and from the file', async () => {
    await saveAll();
    await store.saving.remove(id, { kind: 'api-key' });
    expect(listedSecrets()).toMatchObject({ apiKey: false, signingKeys: ['Current', 'Next'] });
    await store.saving.remove(id, { kind: 'proxy-login' });
    expect(listedSecrets()).toMatchObject({ proxyLogin: false, clientCertificate: true });
    await store.saving.remove(id, { kind: 'client-certificate' });
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-1' });
    expect(listedSecrets()).toEqual({
      apiKey: false,
      proxyLogin: false,
      clientCertificate: false,
      signingKeys: ['Next'],
    });
    expect(accounts()).toEqual([`environment/${id}/signing-key/key-2`]);
    expect(await readSecrets()).toEqual({
      apiKey: undefined,
      proxyLogin: undefined,
      clientCertificate: undefined,
      signingKeys: ['signing-two'],
    });
  });

  test('the last signing key is removed like the others, also while the session has one', async () => {
    await saveAll();
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'signing-key', label: 'Session', key: 'signing-three' });
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-1' });
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-2' });
    expect(accounts().filter((name) => name.includes('signing-key'))).toEqual([]);
    expect((await readSecrets()).signingKeys).toEqual(['signing-three']);
  });

  test('a removed API key is not kept in memory', async () => {
    await saveAll();
    await store.reading.apiKey(id);
    const { apiKey: listed } = record();
    const text = store.keychain.held.get(`environment/${id}/api-key`) ?? '';
    await store.saving.remove(id, { kind: 'api-key' });
    // As if another program had put both back.
    store.keychain.held.set(`environment/${id}/api-key`, text.replace('a-login', 'another-login'));
    await store.repository.change((document) => ({
      ...document,
      environments: document.environments.map((one) => ({ ...one, ...(listed && { apiKey: listed }) })),
    }));
    expect(await store.reading.apiKey(id)).toMatchObject({ login: 'another-login' });
  });

  test('a signing key that is the API key is refused in words that say whose it is', async () => {
    const other = await store.add({ name: 'Other' });
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    await expect(
      store.saving.save(id, { kind: 'signing-key', label: 'x', key: apiKey.password }),
    ).rejects.toThrow('of this environment');
    await expect(
      store.saving.save(other, { kind: 'signing-key', label: 'x', key: apiKey.password }),
    ).rejects.toThrow('of “Mine”');
  });

  test('the same API key entered again is not said to be another environment’s', async () => {
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    expect(await store.saving.save(id, { kind: 'api-key', ...apiKey })).toEqual([]);
  });

  test('what is not there is removed without asking the keychain', async () => {
    store.keychain.locked.add('delete');
    await store.saving.remove(id, { kind: 'api-key' });
    await store.saving.remove(id, { kind: 'proxy-login' });
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-9' });
    store.keychain.locked.clear();
    await store.saving.save(id, { kind: 'signing-key', label: 'Current', key: 'signing-one' });
    store.keychain.locked.add('delete');
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-9' });
  });

  test('an entered key replaces the one of the session', async () => {
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'api-key', login: 'former', password: 'former-password' });
    await store.saving.save(id, { kind: 'proxy-login', login: 'former', password: 'former' });
    store.sessionOnly = false;
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    expect(await store.saving.save(id, { kind: 'proxy-login', ...proxyLogin })).toEqual([]);
    expect(await readSecrets()).toMatchObject({ apiKey, proxyLogin });
  });

  test('an entered key is sent at once, even if another was in use', async () => {
    await saveAll();
    expect(await store.reading.apiKey(id)).toEqual(apiKey);
    await store.saving.save(id, { kind: 'api-key', login: 'new', password: 'new-password' });
    expect(await store.reading.apiKey(id)).toEqual({ login: 'new', password: 'new-password' });
  });

  test('a proxy login of an environment without a proxy is refused', async () => {
    const direct = await store.add({ name: 'Direct', proxy: { mode: 'none' } });
    await expect(store.saving.save(direct, { kind: 'proxy-login', ...proxyLogin })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(accounts()).toEqual([]);
  });

  test('the keys of the sandbox cannot be changed', async () => {
    const { saving } = store;
    for (const change of [
      () => saving.save('sandbox', { kind: 'api-key', ...apiKey }),
      () => saving.remove('sandbox', { kind: 'api-key' }),
      () => saving.save('sandbox', { kind: 'signing-key', label: 'x', key: 'signing-one' }),
      () => saving.remove('sandbox', { kind: 'signing-key', id: 'key-1' }),
      () => saving.save('sandbox', { kind: 'client-certificate', identity, facts }),
      () => saving.removeAll('sandbox', { leaveSecrets: false }),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });
});

describe('authorities that are trusted after the API key was entered', () => {
  const withAuthority = (extraCaFile: string) => settings({ ...record().settings, extraCaFile });

  test('it is sent to their servers, too, and counts as entered when it was', async () => {
    await store.saving.save(id, { kind: 'client-certificate', identity, facts });
    store.now = new Date('2026-03-04T05:06:07Z');
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    const { since: enteredAt } = record().apiKey ?? {};
    store.now = new Date('2026-03-05T05:06:07Z');
    await expect(store.reading.apiKeyToSend(id, withAuthority('/one.pem'))).rejects.toMatchObject({
      hint: expect.stringContaining('another certificate authority'),
    });
    await store.saving.trustAuthorities(id, ['/one.pem']);
    await store.saving.trustAuthorities(id, ['/one.pem', '/two.pem']);
    expect(await store.reading.apiKeyToSend(id, withAuthority('/one.pem'))).toEqual(apiKey);
    expect(await store.reading.boundApiKey(id)).toMatchObject({
      ...apiKey,
      enteredFor: { authorities: ['/one.pem', '/two.pem'] },
    });
    expect(record().apiKey).toMatchObject({
      since: enteredAt,
      enteredFor: { authorities: ['/one.pem', '/two.pem'] },
    });
    const elsewhere = { ...withAuthority('/one.pem'), baseUrl: 'https://elsewhere.example' };
    const otherProxy = { mode: 'own', url: 'http://other-proxy.example:3128' } as const;
    for (const other of [elsewhere, { ...elsewhere, proxy: otherProxy }]) {
      await expect(store.reading.apiKeyToSend(id, other)).rejects.toMatchObject({
        hint: expect.stringContaining('put the old address back'),
      });
    }
  });

  test('it stays in the session where it is kept there', async () => {
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    store.sessionOnly = false;
    await store.saving.trustAuthorities(id, ['/one.pem']);
    expect(accounts()).toEqual([]);
    expect(await store.reading.apiKeyToSend(id, withAuthority('/one.pem'))).toEqual(apiKey);
  });

  test('without an API key nothing is written', async () => {
    await store.saving.trustAuthorities(id, ['/one.pem']);
    expect(accounts()).toEqual([]);
    expect(store.session.of(id)).toEqual([]);
  });
});

describe('when the settings file cannot record it', () => {
  beforeEach(async () => {
    await saveAll();
    await writeFile(store.file, 'broken meanwhile');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['API key before it', () => store.saving.save(id, { kind: 'api-key', login: 'new', password: 'new' })],
    [
      'proxy login before it',
      () => store.saving.save(id, { kind: 'proxy-login', login: 'new', password: 'new' }),
    ],
    [
      'keychain without it',
      () => store.saving.save(id, { kind: 'signing-key', label: 'Third', key: 'signing-three' }),
    ],
  ])('the %s is restored', async (_, save) => {
    const before = [...store.keychain.held];
    await expect(save()).rejects.toMatchObject({ code: 'settings-unreadable' });
    expect([...store.keychain.held]).toEqual(before);
  });

  test('and the keychain cannot undo it either, the failure says what is left where', async () => {
    const { keychain } = store;
    const set = keychain.set.bind(keychain);
    keychain.set = async (account, secret) => {
      await set(account, secret);
      keychain.locked = new Set(['set', 'delete']);
    };
    await expect(
      store.saving.save(id, { kind: 'signing-key', label: 'Third', key: 'signing-three' }),
    ).rejects.toMatchObject({
      code: 'settings-unreadable',
      message: expect.stringMatching(/already in the keychain.*The keyring is locked/),
      hint: expect.stringContaining(`assay/environment/${id}/signing-key/key-3`),
    });
  });
});

describe('for this session only', () => {
  beforeEach(() => {
    store.sessionOnly = true;
  });

  test('nothing reaches the keychain or the file, everything is used, and each is removed alone', async () => {
    await saveAll();
    expect(accounts()).toEqual([]);
    expect(listedSecrets()).toEqual({
      apiKey: false,
      proxyLogin: false,
      clientCertificate: false,
      signingKeys: [],
    });
    expect(await readSecrets()).toEqual(everything);
    expect(store.session.of(id)).toMatchObject([
      { kind: 'api-key', facts: { since } },
      { kind: 'signing-key', facts: { id: 'key-1', label: 'Current', since } },
      { kind: 'signing-key', facts: { label: 'Next' } },
      { kind: 'proxy-login', facts: { since } },
      { kind: 'client-certificate', facts },
    ]);
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-1' });
    await store.saving.remove(id, { kind: 'proxy-login' });
    expect(await readSecrets()).toEqual({
      ...everything,
      proxyLogin: undefined,
      signingKeys: ['signing-two'],
    });
    await store.saving.remove(id, { kind: 'api-key' });
    expect(await store.reading.apiKey(id)).toBeUndefined();
  });

  test('removing the one of the session leaves the one in the keychain', async () => {
    store.sessionOnly = false;
    await saveAll();
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'api-key', login: 'session', password: 'session' });
    await store.saving.save(id, { kind: 'proxy-login', login: 'session', password: 'session' });
    await store.saving.save(id, { kind: 'signing-key', label: 'Session', key: 'signing-three' });
    expect((await store.reading.apiKey(id))?.login).toBe('session');
    await store.saving.remove(id, { kind: 'api-key' });
    await store.saving.remove(id, { kind: 'proxy-login' });
    await store.saving.remove(id, { kind: 'signing-key', id: 'key-3' });
    expect(await readSecrets()).toEqual(everything);
  });

  test('a closed keychain is not read for the comparison, and a warning says so', async () => {
    const other = await store.add({ name: 'Other' });
    await store.add({ name: 'Without keys' });
    store.sessionOnly = false;
    await store.saving.save(other, { kind: 'signing-key', label: 'Theirs', key: 'signing-theirs' });
    await store.saving.save(id, { kind: 'signing-key', label: 'Mine', key: 'signing-mine' });
    store.sessionOnly = true;
    store.keychain.locked = new Set(['get', 'set', 'delete']);
    expect(await store.saving.save(id, { kind: 'api-key', ...apiKey })).toEqual([
      'It could not be compared with the keys of “Mine”, since the keychain is not open.',
      'It could not be compared with the keys of “Other”, since the keychain is not open.',
    ]);
    expect(
      await store.saving.save(id, { kind: 'signing-key', label: 'Current', key: 'signing-theirs' }),
    ).toHaveLength(2);
    // Keys of the session are compared all the same.
    await expect(
      store.saving.save(id, { kind: 'signing-key', label: 'Next', key: apiKey.password }),
    ).rejects.toMatchObject({
      code: 'credentials-confused',
    });
    store.keychain.locked.clear();
    expect(await store.saving.save(id, { kind: 'signing-key', label: 'Next', key: 'signing-new' })).toEqual(
      [],
    );
    expect(await store.saving.save(other, { kind: 'api-key', ...apiKey })).toEqual([
      expect.stringContaining('“Mine”'),
    ]);
  });

  test('without the choice a closed keychain refuses the key', async () => {
    store.sessionOnly = false;
    store.keychain.locked = new Set(['get', 'set', 'delete']);
    await expect(store.saving.save(id, { kind: 'api-key', ...apiKey })).rejects.toMatchObject({
      code: 'keychain-locked',
    });
    expect(record().apiKey).toBeUndefined();
  });
});

describe('before an environment is deleted', () => {
  test('all its secrets are removed, those of the session too, and no other environment’s', async () => {
    const other = await store.add({ name: 'Other' });
    await store.saving.save(other, { kind: 'api-key', login: 'other', password: 'other-password' });
    await saveAll();
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'signing-key', label: 'Session', key: 'signing-three' });
    await store.saving.removeAll(id, { leaveSecrets: false });
    expect(accounts()).toEqual([`environment/${other}/api-key`]);
    expect(listedSecrets()).toEqual({
      apiKey: false,
      proxyLogin: false,
      clientCertificate: false,
      signingKeys: [],
    });
    expect(await store.reading.signingKeys(id)).toEqual([]);
    expect(await store.reading.apiKey(other)).toMatchObject({ login: 'other' });
  });

  test('an environment without secrets needs no keychain', async () => {
    store.keychain.locked.add('delete');
    await store.saving.removeAll(id, { leaveSecrets: false });
  });

  test('on request they are left in the keychain, and only forgotten', async () => {
    await saveAll();
    await store.reading.apiKey(id);
    store.keychain.locked.add('delete');
    await store.saving.removeAll(id, { leaveSecrets: true });
    expect(accounts()).toHaveLength(5);
    store.keychain.read.length = 0;
    await store.reading.apiKey(id);
    expect(store.keychain.read).toEqual([`environment/${id}/api-key`]);
  });

  test('a keychain that locks in between ends it, with the number removed and what remains listed', async () => {
    await saveAll();
    const { keychain } = store;
    const remove = keychain.delete.bind(keychain);
    let left = 2;
    keychain.delete = async (account) => {
      left -= 1;
      if (left < 0) {
        keychain.locked.add('delete');
      }
      return remove(account);
    };
    await expect(store.saving.removeAll(id, { leaveSecrets: false })).rejects.toMatchObject({
      code: 'keychain-locked',
      message: expect.stringContaining('2 of its 5 secrets were removed'),
      details: { removed: 2, secrets: 5 },
    });
    expect(listedSecrets()).toEqual({
      apiKey: true,
      proxyLogin: true,
      clientCertificate: true,
      signingKeys: [],
    });
    keychain.delete = async () => {
      throw new TypeError('a defect');
    };
    await expect(store.saving.removeAll(id, { leaveSecrets: false })).rejects.toThrow('a defect');
  });
});
