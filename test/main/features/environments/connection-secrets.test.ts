import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { readCertificateFiles } from '../../../../main/features/environments/client-certificate.ts';
import { makeCertificates } from '../../service/support/certificates.ts';
import {
  type EnvironmentHarness,
  newFile,
  openEnvironmentHarness,
  settings,
  textOf,
} from './environment-harness.ts';
import { MemoryKeychain } from './secret-store-harness.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());
const { pfx, openPfx, encryptedKey, passphrase } = certificates.clientFiles;
const proxy = { mode: 'own', url: 'http://proxy.example:3128' } as const;
const login = { login: 'canary-proxy-login', password: 'canary-proxy-password' };

describe('kept in the keychain', () => {
  let keychain: MemoryKeychain;
  beforeEach(() => {
    keychain = new MemoryKeychain();
  });

  async function filled() {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file, keychain);
    const { id } = await harness.ask('environments.save', { settings: settings({ proxy }) });
    await harness.ask('credentials.save', { kind: 'proxy-login', environmentId: id, ...login });
    await harness.ask('credentials.save', {
      kind: 'client-certificate',
      environmentId: id,
      files: [pfx],
      passphrase,
    });
    return { harness, file, id };
  }

  test('a proxy login and a certificate survive a restart, and are in no file or response', async () => {
    const { harness, file, id } = await filled();
    const later = await openEnvironmentHarness(file, keychain);
    const [, view] = (await later.ask('environments.list', {})).environments;
    expect(view).toMatchObject({
      proxyLogin: { store: 'keychain', enteredFor: 'http://proxy.example:3128', heldBack: false },
      clientCertificate: { store: 'keychain', subject: 'console.test', issuer: 'Assay test authority' },
    });
    const secrets = later.environments.connectionSecrets(id, settings({ proxy }));
    expect(await secrets.proxyLogin()).toMatchObject(login);
    expect(await secrets.clientCertificate()).toEqual({
      form: 'pkcs12',
      pfx: pfx.toString('base64'),
      passphrase,
    });
    const everything = [harness.crossed(), later.crossed(), await textOf(file)].join('\n');
    for (const secret of [login.login, login.password, passphrase, pfx.toString('base64').slice(0, 40)]) {
      expect(everything).not.toContain(secret);
    }
  });

  test('a long certificate is stored in pieces, each short enough for every keychain, and removed completely', async () => {
    const { harness, id } = await filled();
    // The longest realistic certificate with its chain: more than one entry of the Windows Credential Manager holds.
    const chain = `${certificates.client.cert}${certificates.authority.repeat(8)}`;
    const files = [Buffer.from(chain), Buffer.from(certificates.client.key)];
    await harness.ask('credentials.save', {
      kind: 'client-certificate',
      environmentId: id,
      files,
      passphrase: '',
    });
    const held = () =>
      [...keychain.held].filter(([account]) => account.startsWith(`environment/${id}/client-certificate`));
    const pieces = held();
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map(([, secret]) => secret.length))).toBeLessThanOrEqual(2560);
    const identity = await harness.environments
      .connectionSecrets(id, settings({ proxy }))
      .clientCertificate();
    expect(identity).toMatchObject({ form: 'pem', cert: expect.stringContaining('BEGIN CERTIFICATE') });
    await harness.ask('credentials.remove', { kind: 'client-certificate', environmentId: id });
    expect(held()).toEqual([]);
  });

  test('both are deleted with the environment', async () => {
    const { harness, id } = await filled();
    await harness.ask('environments.delete', { environmentId: id });
    const accounts = [...keychain.held.keys()];
    expect(accounts.filter((account) => account.startsWith(`environment/${id}/`))).toEqual([]);
  });
});

describe('for this session only', () => {
  async function opened(given = {}): Promise<{ harness: EnvironmentHarness; id: string; file: string }> {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file);
    await harness.ask('keychain.sessionOnly', { sessionOnly: true });
    const { id } = await harness.ask('environments.save', { settings: settings({ proxy, ...given }) });
    return { harness, id, file };
  }

  test('both are used, listed as session only, and removed', async () => {
    const { harness, id } = await opened();
    await harness.ask('credentials.save', { kind: 'proxy-login', environmentId: id, ...login });
    const saved = await harness.ask('credentials.save', {
      kind: 'client-certificate',
      environmentId: id,
      files: [openPfx],
      passphrase: '',
    });
    expect(saved).toMatchObject({
      proxyLogin: { store: 'session' },
      clientCertificate: { store: 'session' },
    });
    // The test certificate expires in 20 days.
    expect(saved.warnings[0]).toMatch(/expires in (19|20) days/);
    const secrets = harness.environments.connectionSecrets(id, settings({ proxy }));
    expect(await secrets.proxyLogin()).toMatchObject(login);
    expect(await secrets.clientCertificate()).toMatchObject({ form: 'pkcs12' });
    await harness.ask('credentials.remove', { kind: 'proxy-login', environmentId: id });
    const view = await harness.ask('credentials.remove', { kind: 'client-certificate', environmentId: id });
    expect(view.proxyLogin).toBeUndefined();
    expect(view.clientCertificate).toBeUndefined();
    expect(await secrets.proxyLogin()).toBeUndefined();
  });

  test('a login is sent only to the proxy it was entered for', async () => {
    const { harness, id } = await opened();
    await harness.ask('credentials.save', { kind: 'proxy-login', environmentId: id, ...login });
    const elsewhere = settings({ proxy: { mode: 'own', url: 'http://other.example:3128' } });
    const view = await harness.ask('environments.save', { environmentId: id, settings: elsewhere });
    expect(view.proxyLogin).toMatchObject({ heldBack: true, enteredFor: 'http://proxy.example:3128' });
    for (const changed of [elsewhere, settings({ proxy: { mode: 'system' } })]) {
      expect(await harness.environments.connectionSecrets(id, changed).proxyLogin()).toBeUndefined();
    }
  });

  test('without a proxy no login can be saved', async () => {
    const { harness, id } = await opened({ proxy: { mode: 'none' } });
    const failure = await harness.fails('credentials.save', {
      kind: 'proxy-login',
      environmentId: id,
      ...login,
    });
    expect(failure.message).toContain('uses no proxy');
  });
});

describe('a certificate file', () => {
  const text = (...parts: string[]) => parts.map((part) => Buffer.from(part));
  const { cert, key } = certificates.client;

  test.each<[string, Uint8Array[], string]>([
    ['PKCS #12', [pfx], passphrase],
    ['PKCS #12 without a passphrase', [openPfx], ''],
    ['PEM in two files', text(cert, key), ''],
    ['PEM in one file, the key first', text(key + cert), ''],
    ['PEM with a protected key', text(cert, encryptedKey), passphrase],
    ['PEM with its chain', text(certificates.authority + cert, key), ''],
  ])('is read: %s', (_, files, word) => {
    const { facts } = readCertificateFiles(files, word);
    expect(facts).toMatchObject({ subject: 'console.test', issuer: 'Assay test authority' });
    expect(facts.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(Date.parse(facts.validUntil)).toBeGreaterThan(Date.now());
  });

  test.each<[string, Uint8Array[], string, RegExp]>([
    ['PKCS #12 with another passphrase', [pfx], 'wrong', /passphrase is wrong/],
    ['PKCS #12 that wants one', [pfx], '', /protected by a passphrase/],
    ['PKCS #12 cut short', [pfx.subarray(0, 300)], passphrase, /neither PKCS #12/],
    ['something else', text('hello'), '', /neither PKCS #12/],
    ['nothing', [new Uint8Array()], '', /neither PKCS #12/],
    ['PEM without a key', text(cert), '', /no private key/],
    ['PEM without a certificate', text(key), '', /no certificate/],
    ['PEM with the key of another', text(cert, certificates.good.key), '', /does not belong/],
    ['PEM with a protected key and no passphrase', text(cert, encryptedKey), '', /protected by a passphrase/],
    ['PEM with a protected key and another', text(cert, encryptedKey), 'no', /passphrase is wrong/],
    [
      'PEM with a broken certificate',
      text('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', key),
      '',
      /cannot be read/,
    ],
    ['many beginnings and no end', text('-----BEGIN CERTIFICATE-----'.repeat(4000)), '', /no certificate/],
  ])('is refused in words that quote none of it: %s', (_, files, word, words) => {
    try {
      readCertificateFiles(files, word);
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      expect(error.message).toMatch(words);
      expect(error.hint).toBeTruthy();
      expect(JSON.stringify(error.view())).not.toContain(key.split('\n')[1]);
      return;
    }
    throw new Error('It was read');
  });
});
