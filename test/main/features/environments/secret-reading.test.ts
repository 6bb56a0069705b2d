import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecretReading } from '../../../../main/features/environments/secret-reading.ts';
import { settings } from './environment-harness.ts';
import { openSecretStore, type SecretStoreHarness } from './secret-store-harness.ts';

const apiKey = { login: 'a-login', password: 'a-password' };
const proxy = { mode: 'own', url: 'http://proxy.example:3128' } as const;

let store: SecretStoreHarness;
let id: string;
beforeEach(async () => {
  store = await openSecretStore();
  id = await store.add({ name: 'Mine', proxy });
});
afterEach(() => {
  vi.useRealTimers();
});

const account = (name: string) => `environment/${id}/${name}`;

describe('an API key from the keychain', () => {
  beforeEach(async () => {
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    store.keychain.read.length = 0;
  });

  test('stays in memory for five minutes after its last use', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { keychain, reading } = store;
    await Promise.all([reading.apiKey(id), reading.apiKey(id)]);
    expect(keychain.read).toHaveLength(1);
    vi.advanceTimersByTime(299_000);
    await reading.apiKey(id);
    vi.advanceTimersByTime(299_000);
    await reading.apiKeyToSend(id, settings({ proxy }));
    expect(keychain.read).toHaveLength(1);
    vi.advanceTimersByTime(300_001);
    expect(await reading.apiKey(id)).toEqual(apiKey);
    expect(keychain.read).toHaveLength(2);
  });

  test('does not keep the console running', async () => {
    const timers: NodeJS.Timeout[] = [];
    const { setTimeout: original } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof setTimeout>) => {
      const timer = original(...given);
      timers.push(timer);
      return timer;
    }) as typeof setTimeout);
    await store.reading.apiKey(id);
    vi.restoreAllMocks();
    expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
    store.reading.forget(id);
  });

  test('is read again after it was forgotten, and a timer of the former one does not drop the new one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { keychain, reading } = store;
    await reading.apiKey(id);
    vi.advanceTimersByTime(200_000);
    reading.forget(id);
    reading.forget('never read');
    await reading.apiKey(id);
    expect(keychain.read).toHaveLength(2);
    vi.advanceTimersByTime(200_000);
    await reading.apiKey(id);
    expect(keychain.read).toHaveLength(2);
  });

  test('that could not be read is read again at the next use', async () => {
    const { keychain, reading } = store;
    keychain.locked.add('get');
    await expect(reading.apiKey(id)).rejects.toMatchObject({ code: 'keychain-locked' });
    keychain.locked.clear();
    expect(await reading.apiKey(id)).toEqual(apiKey);
  });

  test('that failed late does not drop the one that was read after it was forgotten', async () => {
    const { keychain } = store;
    const late = Promise.withResolvers<string | undefined>();
    const get = keychain.get.bind(keychain);
    let calls = 0;
    keychain.get = (name) => (calls++ === 0 ? late.promise : get(name));
    const { repository, session } = store;
    const reading = createSecretReading({ repository, keychain, session });
    const first = reading.apiKey(id);
    await vi.waitUntil(() => calls === 1);
    reading.forget(id);
    await reading.apiKey(id);
    late.reject(new Error('too late'));
    await expect(first).rejects.toThrow('too late');
    await reading.apiKey(id);
    expect(calls).toBe(2);
  });

  test('is given without the addresses it was entered for, and sent to no others', async () => {
    expect(await store.reading.apiKeyToSend(id, settings({ proxy }))).toEqual(apiKey);
    const elsewhere = settings({ proxy, baseUrl: 'https://other.example' });
    await expect(store.reading.apiKeyToSend(id, elsewhere)).rejects.toMatchObject({
      code: 'credentials-missing',
      message: expect.stringMatching(/was entered for .*test\.example.*not sent to .*other\.example/),
      details: {
        enteredFor: { origins: ['https://test.example'] },
        refused: { origins: ['https://other.example'] },
      },
    });
  });

  test('that was removed in the keychain’s own app is missing', async () => {
    store.keychain.held.clear();
    await expect(store.reading.apiKey(id)).rejects.toMatchObject({
      code: 'credentials-missing',
      message: 'The API key of “Mine” is no longer in the keychain: it was removed there.',
    });
  });
});

test('without an API key none is read or sent', async () => {
  store.keychain.locked.add('get');
  expect(await store.reading.apiKey(id)).toBeUndefined();
  expect(await store.reading.apiKeyToSend(id, settings({ proxy }))).toBeUndefined();
  expect(await store.reading.clientCertificate(id)).toBeUndefined();
  expect(await store.reading.proxyLogin(id, settings({ proxy }))).toBeUndefined();
  expect(await store.reading.signingKeys(id)).toEqual([]);
});

test('an unknown environment is an error', async () => {
  await expect(store.reading.apiKey('nowhere')).rejects.toMatchObject({ code: 'environment-not-found' });
});

describe('signing keys', () => {
  beforeEach(async () => {
    await store.saving.save(id, { kind: 'signing-key', label: 'Current', key: 'signing-one' });
    await store.saving.save(id, { kind: 'signing-key', label: 'Next', key: 'signing-two' });
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'signing-key', label: 'Session', key: 'signing-three' });
    store.keychain.read.length = 0;
  });

  test('are those of the keychain, then those of the session, and read for each use', async () => {
    expect(await store.reading.signingKeys(id)).toEqual([
      { id: 'key-1', label: 'Current', key: 'signing-one' },
      { id: 'key-2', label: 'Next', key: 'signing-two' },
      { id: 'key-3', label: 'Session', key: 'signing-three' },
    ]);
    await store.reading.signingKeys(id);
    expect(store.keychain.read).toHaveLength(4);
  });

  test('one is read without the others', async () => {
    expect(await store.reading.signingKey(id, 'key-2')).toEqual({
      id: 'key-2',
      label: 'Next',
      key: 'signing-two',
    });
    expect(store.keychain.read).toEqual([account('signing-key/key-2')]);
    expect(await store.reading.signingKey(id, 'key-3')).toMatchObject({ key: 'signing-three' });
    expect(await store.reading.signingKey(id, 'key-9')).toBeUndefined();
  });

  test('that are missing are named', async () => {
    store.keychain.held.delete(account('signing-key/key-2'));
    await expect(store.reading.signingKeys(id)).rejects.toThrow('The signing key “Next” of “Mine”');
  });
});

describe('for a comparison', () => {
  beforeEach(async () => {
    await store.saving.save(id, { kind: 'api-key', ...apiKey });
    await store.saving.save(id, { kind: 'signing-key', label: 'Current', key: 'signing-one' });
    await store.saving.save(id, { kind: 'signing-key', label: 'Next', key: 'signing-two' });
  });

  test('all that can be read is used, and what is missing or malformed is skipped', async () => {
    expect(await store.reading.allSecrets(id, { sessionPart: false })).toEqual({
      environmentName: 'Mine',
      apiKey,
      signingKeys: [
        { label: 'Current', key: 'signing-one' },
        { label: 'Next', key: 'signing-two' },
      ],
    });
    store.keychain.held.set(account('signing-key/key-1'), 'malformed');
    store.keychain.held.delete(account('api-key'));
    store.reading.forget(id);
    expect(await store.reading.allSecrets(id, { sessionPart: false })).toEqual({
      environmentName: 'Mine',
      apiKey: undefined,
      signingKeys: [{ label: 'Next', key: 'signing-two' }],
    });
  });

  test('a keychain that cannot be read is no reason to skip it', async () => {
    store.keychain.locked.add('get');
    await expect(store.reading.allSecrets(id, { sessionPart: false })).rejects.toMatchObject({
      code: 'keychain-locked',
    });
    store.keychain.get = async () => {
      throw new TypeError('a defect');
    };
    await expect(store.reading.allSecrets(id, { sessionPart: false })).rejects.toThrow(TypeError);
  });

  test('of the session’s part only, the keychain is not read', async () => {
    store.keychain.read.length = 0;
    store.sessionOnly = true;
    await store.saving.save(id, { kind: 'signing-key', label: 'Session', key: 'signing-three' });
    store.keychain.locked.add('get');
    expect(await store.reading.allSecrets(id, { sessionPart: true })).toEqual({
      environmentName: 'Mine',
      apiKey: undefined,
      signingKeys: [{ label: 'Session', key: 'signing-three' }],
    });
  });
});

describe('secrets for connecting', () => {
  const identity = { form: 'pem', cert: 'a certificate', key: 'a private key' } as const;
  const facts = { subject: 's', issuer: 'i', fingerprint: 'AA', validUntil: '2027-01-01T00:00:00.000Z' };

  test('a proxy login is for the proxy it was entered for, whatever the settings say now', async () => {
    await store.saving.save(id, { kind: 'proxy-login', login: 'proxy-login', password: 'p' });
    expect(await store.reading.proxyLogin(id, settings({ proxy }))).toMatchObject({ login: 'proxy-login' });
    for (const other of [{ mode: 'none' }, { mode: 'system' }, { ...proxy, url: 'http://other.example:1' }]) {
      expect(await store.reading.proxyLogin(id, settings({ proxy: other as typeof proxy }))).toBeUndefined();
    }
  });

  test.each([
    ['proxy-login', 'login for the proxy', () => store.reading.proxyLogin(id, settings({ proxy }))],
    ['client-certificate', 'client certificate', () => store.reading.clientCertificate(id)],
  ])('a %s that was removed elsewhere is named', async (name, words, read) => {
    await store.saving.save(id, { kind: 'proxy-login', login: 'proxy-login', password: 'p' });
    await store.saving.save(id, { kind: 'client-certificate', identity, facts });
    store.keychain.held.delete(account(name));
    await expect(read()).rejects.toMatchObject({
      code: 'credentials-missing',
      message: expect.stringContaining(`The ${words} of “Mine”`),
    });
  });

  test('that of the session comes first', async () => {
    await store.saving.save(id, { kind: 'client-certificate', identity, facts });
    store.sessionOnly = true;
    await store.saving.save(id, {
      kind: 'client-certificate',
      identity: { ...identity, cert: 'another' },
      facts,
    });
    expect(await store.reading.clientCertificate(id)).toMatchObject({ cert: 'another' });
    await store.saving.remove(id, { kind: 'client-certificate' });
    expect(await store.reading.clientCertificate(id)).toEqual(identity);
  });
});
