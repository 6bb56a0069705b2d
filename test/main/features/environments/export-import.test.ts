import { expect, test } from 'vitest';
import { readImport } from '../../../../main/features/environments/export-import.ts';

const sound = { name: 'Acceptance', kind: 'test', baseUrl: 'https://host.example' };

function refusals(...environments: unknown[]) {
  return readImport(JSON.stringify({ format: 'assay-environments', version: 2, environments }), []).refused;
}

test.each<[string, object, string]>([
  ['a kind that does not exist', { kind: 'staging' }, 'kind: Must be sandbox or test or production'],
  ['a number as name', { name: 7 }, 'name: Must be text, but is a number'],
  [
    'no address',
    { baseUrl: undefined },
    'baseUrl: Enter a full address that begins with https:// or http://',
  ],
  [
    'an address that is none',
    { baseUrl: 'host.example' },
    'baseUrl: Enter a full address that begins with https:// or http://',
  ],
  ['text for yes and no', { readOnly: 'yes' }, 'readOnly: Must be true or false, but is text'],
  ['a list of timeouts', { timeouts: [] }, 'timeouts: Must be a group of settings in braces, but is a list'],
  ['a short timeout', { timeouts: { connectMs: 1 } }, 'timeouts.connectMs: At least 0.1 seconds'],
  ['an unknown proxy', { proxy: { mode: 'auto' } }, 'proxy.mode: Has a value that Assay does not know'],
  [
    'a proxy without address',
    { proxy: { mode: 'own' } },
    'proxy.url: Enter a full address that begins with https:// or http://',
  ],
  [
    'an unknown way to send the key',
    { authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'x' } },
    'authentication.clientAuthentication: Must be header or body',
  ],
  ['a long path', { extraCaFile: 'x'.repeat(5_000) }, 'extraCaFile: Too long: at most 4096 characters'],
  [
    'a secret',
    { apiKey: 'do-not-show-this' },
    '“apiKey” is not a setting. Remove it from the file; secrets are entered in Settings and never imported',
  ],
])('an imported environment with %s is refused in plain words', (_name, change, reason) => {
  const [refused] = refusals({ ...sound, ...change });
  expect(refused?.reason).toBe(reason);
});

test('the environment is named, or numbered if it has no name; each problem is listed once', () => {
  expect(
    refusals({ ...sound, kind: 'x', baseUrl: 1 }, { kind: 'test', baseUrl: 'https://host.example' }, 5),
  ).toEqual([
    {
      name: 'Acceptance',
      reason: expect.stringMatching(/^kind: Must be [^;]+; baseUrl: [^;]+$/),
    },
    { name: 'Environment 2', reason: 'name: It is missing' },
    { name: 'Environment 3', reason: 'Must be a group of settings in braces, but is a number' },
  ]);
});

test.each<[string, unknown, string]>([
  ['another file', { hello: 1 }, 'format: '],
  ['a list', [], 'Must be a group of settings in braces, but is a list'],
  [
    'no environment',
    { format: 'assay-environments', version: 2, environments: [] },
    'It contains no environment',
  ],
  [
    'an unknown version',
    { format: 'assay-environments', version: 'x', environments: [1] },
    'version: Has a value',
  ],
])('%s is no export, and says why without the validator’s words', (_name, content, part) => {
  const read = () => readImport(JSON.stringify(content), []);
  expect(read).toThrow(part);
  expect(read).not.toThrow(/invalid input|expected/i);
});
