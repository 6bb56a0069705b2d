import { describe, expect, test } from 'vitest';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import {
  isEmpty,
  newRecipients,
  recipientNames,
  recipientsOf,
} from '../../../../preload/contract/recipients.ts';
import { settings } from './environment-harness.ts';

const oauth = (tokenUrl: string) =>
  ({ authentication: { scheme: 'oauth', tokenUrl, clientAuthentication: 'header' } }) as const;
const own = { proxy: { mode: 'own', url: 'http://proxy.example:3128' } } as const;

/** Returns whether a key entered under the first settings may be sent under the second. */
function maySend(then: Partial<EnvironmentSettings>, now: Partial<EnvironmentSettings>): boolean {
  return isEmpty(newRecipients(recipientsOf(settings(now)), recipientsOf(settings(then))));
}

describe('the recipients of an API key', () => {
  test.each([
    ['the authorities it was entered with', { extraCaFile: '/a.pem' }, { extraCaFile: '/a.pem' }],
    ['no extra authorities any more', { extraCaFile: '/a.pem' }, {}],
    [
      'authorities that judge nothing',
      { baseUrl: 'http://a.example' },
      { baseUrl: 'http://a.example', extraCaFile: '/a.pem' },
    ],
    ['another path of the same address', {}, { baseUrl: 'https://test.example/v2' }],
    ['the same address written otherwise', {}, { baseUrl: 'HTTPS://TEST.example:443/' }],
    ['tokens from the same address', {}, oauth('')],
    ['tokens from the same address, named', {}, oauth('https://test.example/token')],
    ['tokens no longer, at the same address', oauth('https://id.example/token'), {}],
    ['a proxy that sees only what is encrypted', {}, own],
    [
      'an unencrypted address no longer by a proxy',
      { baseUrl: 'http://a.example', ...own },
      { baseUrl: 'http://a.example' },
    ],
  ] as [string, Partial<EnvironmentSettings>, Partial<EnvironmentSettings>][])(
    '%s adds none',
    (_, then, now) => {
      expect(maySend(then, now)).toBe(true);
    },
  );

  test.each([
    ['another authority to trust', {}, { extraCaFile: '/somewhere/else.pem' }],
    ['another file of authorities', { extraCaFile: '/a.pem' }, { extraCaFile: '/b.pem' }],
    ['another host', {}, { baseUrl: 'https://test.example.net' }],
    ['another port', {}, { baseUrl: 'https://test.example:8443' }],
    ['the same host unencrypted', {}, { baseUrl: 'http://test.example' }],
    ['another token address', oauth('https://id.example/token'), oauth('https://id.example.net/token')],
    ['a token address where there was none', {}, oauth('https://id.example/token')],
    ['an unencrypted token address', oauth(''), oauth('http://test.example/token')],
    [
      'a proxy for an unencrypted address',
      { baseUrl: 'http://a.example' },
      { baseUrl: 'http://a.example', ...own },
    ],
    [
      'a proxy for unencrypted tokens',
      oauth('http://id.example/token'),
      { ...oauth('http://id.example/token'), ...own },
    ],
    [
      'another proxy for an unencrypted address',
      { baseUrl: 'http://a.example', ...own },
      { baseUrl: 'http://a.example', proxy: { mode: 'own', url: 'http://proxy.example:3129' } },
    ],
    [
      'the proxy as the address itself',
      { baseUrl: 'http://a.example', ...own },
      { baseUrl: 'http://proxy.example:3128' },
    ],
  ] as [string, Partial<EnvironmentSettings>, Partial<EnvironmentSettings>][])(
    '%s adds one',
    (_, then, now) => {
      expect(maySend(then, now)).toBe(false);
    },
  );

  test('have names', () => {
    const both = recipientsOf(
      settings({ baseUrl: 'http://a.example/x', ...oauth('https://id.example/token'), ...own }),
    );
    expect(recipientNames(both)).toBe(
      'http://a.example, https://id.example and the proxy http://proxy.example:3128',
    );
    expect(recipientNames(recipientsOf(settings()))).toBe('https://test.example');
    expect(recipientNames({ origins: [], proxies: [], authorities: [] })).toBe('');
  });
});
