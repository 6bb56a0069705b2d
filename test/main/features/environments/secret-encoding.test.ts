import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { pairSecrets } from '../../../../main/common/redaction.ts';
import {
  accountOf,
  readSecret,
  secretsIn,
  writeSecret,
} from '../../../../main/features/environments/secret-encoding.ts';

const enteredFor = { origins: ['https://service.example'], proxies: [], authorities: [] };
const apiKey = { login: 'shop', password: 'word', enteredFor };
const proxyLogin = { login: 'user', password: '', enteredFor: 'system' };
const pem = { form: 'pem', cert: 'certificate', key: 'private' } as const;
const pkcs12 = { form: 'pkcs12', pfx: 'AAAA', passphrase: 'phrase' } as const;

const readApiKey = (text: string) => readSecret('api-key', text);
const readSigningKey = (text: string) => readSecret('signing-key', text);
const readProxyLogin = (text: string) => readSecret('proxy-login', text);
const readClientCertificate = (text: string) => readSecret('client-certificate', text);
const kinds = {
  'API key': { text: writeSecret('api-key', apiKey), read: readApiKey },
  'signing key': { text: writeSecret('signing-key', { key: 'secret' }), read: readSigningKey },
  'login for the proxy': { text: writeSecret('proxy-login', proxyLogin), read: readProxyLogin },
  'client certificate': {
    text: writeSecret('client-certificate', { identity: pem }),
    read: readClientCertificate,
  },
};
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof Failure ? `${error.code}: ${error.message}` : String(error);
  }
  return 'read';
};

describe('a secret as it is kept in the keychain', () => {
  test('is read back as it was written, without other members', () => {
    expect(readApiKey(writeSecret('api-key', { ...apiKey, more: 1 } as typeof apiKey))).toEqual(apiKey);
    expect(readSigningKey(kinds['signing key'].text)).toEqual({ key: 'secret' });
    expect(readProxyLogin(kinds['login for the proxy'].text)).toEqual(proxyLogin);
    for (const identity of [pem, pkcs12]) {
      expect(readClientCertificate(writeSecret('client-certificate', { identity }))).toEqual({ identity });
    }
  });

  test('names its kind and version', () => {
    expect(Object.values(kinds).map(({ text }) => JSON.parse(text))).toMatchObject([
      { kind: 'assay/api-key', version: 2 },
      { kind: 'assay/signing-key', version: 1 },
      { kind: 'assay/proxy-login', version: 1 },
      { kind: 'assay/client-certificate', version: 1 },
    ]);
  });

  test.each(Object.entries(kinds))('is not used where another kind is expected: %s', (name, { read }) => {
    for (const [other, { text }] of Object.entries(kinds)) {
      const expected =
        name === other
          ? 'read'
          : `credentials-confused: The keychain contains another kind of secret in place of the ${name}. It was not used.`;
      expect(codeOf(() => read(text))).toBe(expected);
    }
  });

  test.each(Object.entries(kinds))('is not used in an unknown form: %s', (name, { text, read }) => {
    const whole = JSON.parse(text) as Record<string, unknown>;
    const missing = `credentials-missing: The keychain’s entry for the ${name} was not written by this version of the console.`;
    const { kind: _, ...withoutKind } = whole;
    const forms: unknown[] = [
      { ...whole, version: 9 },
      { ...whole, more: 1 },
      withoutKind,
      { kind: 'other' },
      null,
      7,
    ];
    for (const form of forms) {
      expect(codeOf(() => read(JSON.stringify(form)))).toBe(missing);
    }
    expect(codeOf(() => read('not JSON'))).toBe(missing);
    expect(codeOf(() => read(''))).toBe(missing);
  });

  test.each([
    [readApiKey, { kind: 'assay/api-key', version: 2, login: '', password: 'word', enteredFor }],
    [readApiKey, { kind: 'assay/api-key', version: 2, login: 'shop', password: '', enteredFor }],
    [readApiKey, { kind: 'assay/api-key', version: 2, login: 'shop', password: 'word' }],
    [readApiKey, { kind: 'assay/api-key', version: 1, login: '', password: 'word' }],
    [readSigningKey, { kind: 'assay/signing-key', version: 1, key: '' }],
    [
      readProxyLogin,
      { kind: 'assay/proxy-login', version: 1, login: '', password: '', enteredFor: 'system' },
    ],
    [readProxyLogin, { kind: 'assay/proxy-login', version: 1, login: 'user', password: '', enteredFor: '' }],
    [readClientCertificate, { kind: 'assay/client-certificate', version: 1, identity: { ...pem, cert: '' } }],
    [readClientCertificate, { kind: 'assay/client-certificate', version: 1, identity: { ...pem, key: '' } }],
    [
      readClientCertificate,
      { kind: 'assay/client-certificate', version: 1, identity: { ...pkcs12, pfx: '' } },
    ],
    [
      readClientCertificate,
      { kind: 'assay/client-certificate', version: 1, identity: { ...pem, passphrase: 'x' } },
    ],
    [
      readClientCertificate,
      { kind: 'assay/client-certificate', version: 1, identity: { ...pkcs12, key: 'x' } },
    ],
  ])('is not used when a part is missing or empty (case %#)', (read, form) => {
    expect(codeOf(() => read(JSON.stringify(form)))).toMatch(/^credentials-missing/);
  });

  test('has an account of its own', () => {
    expect([
      accountOf('e', { kind: 'api-key' }),
      accountOf('e', { kind: 'signing-key', id: 'k' }),
      accountOf('e', { kind: 'proxy-login' }),
      accountOf('e', { kind: 'client-certificate' }),
    ]).toEqual([
      'environment/e/api-key',
      'environment/e/signing-key/k',
      'environment/e/proxy-login',
      'environment/e/client-certificate',
    ]);
  });
});

describe('the secrets in an entry', () => {
  test('are found in every form', () => {
    expect(secretsIn(kinds['API key'].text)).toEqual(pairSecrets('shop', 'word'));
    expect(secretsIn(kinds['login for the proxy'].text)).toEqual(pairSecrets('user', ''));
    expect(secretsIn(kinds['signing key'].text)).toEqual(['secret']);
    expect(secretsIn(writeSecret('client-certificate', { identity: pkcs12 }))).toEqual(['phrase']);
    expect(secretsIn(JSON.stringify({ login: 'l', password: 'p', key: 'k', version: 99 }))).toEqual([
      ...pairSecrets('l', 'p'),
      'k',
    ]);
  });

  test('are none in what cannot be read, has no passphrase, or has only a part of a pair', () => {
    const none = [
      kinds['client certificate'].text,
      '',
      'not JSON',
      '{}',
      'null',
      '{"login":"l"}',
      '{"password":"p"}',
      '{"key":7}',
    ];
    expect(none.flatMap(secretsIn)).toEqual([]);
  });
});
