import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import {
  checkApiKey,
  checkSigningKey,
  type KnownSecrets,
} from '../../../../main/features/environments/secret-mixup.ts';

const apiKey = { login: 'shop', password: 'p4ssword' };
const base64 = Buffer.from('shop:p4ssword').toString('base64');
const known = (secrets: Partial<KnownSecrets> = {}): KnownSecrets => ({
  environmentName: 'Elsewhere',
  apiKey: undefined,
  signingKeys: [],
  ...secrets,
});
const signing = (key: string) => known({ signingKeys: [{ label: 'Current', key }] });

function refused(run: () => unknown): { message: string; hint: string } {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    const { code, message, hint = '' } = (error as Failure).view();
    expect(code).toBe('credentials-confused');
    return { message, hint };
  }
  throw new Error('not refused');
}

describe('a signing key', () => {
  test.each(['Basic c2hvcDpwNHNz', 'basic\tabc', 'login:password', 'a:b'])(
    'that looks like an API key (%j) is refused',
    (key) => {
      const { message, hint } = refused(() => checkSigningKey(key, known(), []));
      expect(message).toContain('looks like a login and a password');
      expect(hint).toContain('signing key that the service provides');
    },
  );

  test.each([
    'basically',
    'Basic',
    'a Basic key',
    'a:b:c',
    ':b',
    'a:',
    'two words:here',
    'here:two words',
    'k',
  ])('such as %j is saved without a warning', (key) => {
    expect(checkSigningKey(key, known({ apiKey }), [known({ apiKey })])).toEqual([]);
  });

  test.each([apiKey.login, apiKey.password, ' shop ', base64])(
    'that is part of an API key (%j) is refused',
    (key) => {
      expect(refused(() => checkSigningKey(key, known({ apiKey }), [])).message).toContain(
        'This is the API key of this environment.',
      );
      const other = refused(() => checkSigningKey(key, known(), [known(), known({ apiKey })]));
      expect(other.message).toContain('This is the API key of “Elsewhere”.');
      expect(other.hint).toContain('administration panel');
    },
  );

  test('that is stored here already is refused, with its label', () => {
    const { message, hint } = refused(() => checkSigningKey('secret', signing('secret'), []));
    expect(message).toBe('This signing key is already stored here as “Current”.');
    expect(hint).toContain('Nothing needs to be saved');
    expect(checkSigningKey('secret', signing('another'), [])).toEqual([]);
  });

  test('that is stored elsewhere is saved with a warning for each', () => {
    const warnings = checkSigningKey('secret', known(), [
      signing('secret'),
      { ...signing('another'), environmentName: 'Third' },
      known(),
    ]);
    expect(warnings).toEqual([expect.stringContaining('The same signing key is stored for “Elsewhere”.')]);
  });
});

describe('an API key', () => {
  test.each([
    { login: 'shop:p4ss', password: 'word' },
    { login: 'shop', password: 'shop:p4ss' },
  ])('with both parts in one field (%j) is refused', (pasted) => {
    const { message, hint } = refused(() => checkApiKey(pasted, known(), []));
    expect(message).toContain('pasted together in one field');
    expect(hint).toContain('before the colon');
  });

  test.each([apiKey.login, apiKey.password, 'shop:p4ssword', ` ${base64} `])(
    'that contains a signing key (%j) is refused',
    (key) => {
      const { message, hint } = refused(() => checkApiKey(apiKey, signing(key), []));
      expect(message).toContain('The signing key “Current” of this environment is the same text.');
      expect(hint).toContain('administration panel');
      expect(refused(() => checkApiKey(apiKey, known(), [known(), signing(key)])).message).toContain(
        'of “Elsewhere” is the same text',
      );
    },
  );

  test('that is stored elsewhere is saved with a warning, one with another login or password without', () => {
    const others = [
      known({ apiKey }),
      known({ environmentName: 'Third', apiKey: { ...apiKey, login: 'other' } }),
      known({ environmentName: 'Fourth', apiKey: { ...apiKey, password: 'other' } }),
      known(),
    ];
    expect(checkApiKey(apiKey, known({ apiKey }), others)).toEqual([
      expect.stringContaining('The same API key is stored for “Elsewhere”.'),
    ]);
    expect(checkApiKey(apiKey, signing('secret'), [signing('p4ss')])).toEqual([]);
  });
});
