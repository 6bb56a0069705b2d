import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PatternSet } from '../../main/pattern-set.ts';
import { pairSecrets, Redaction } from '../../main/redaction.ts';

const login = 'console-login';
const password = 'pä/ss"w\\ord+1';
const token = 'eyJhbGciOi.abc/def==';

function knowing(): Redaction {
  const redaction = new Redaction();
  redaction.keep('api-key', pairSecrets(login, password));
  redaction.keep('token', [token]);
  return redaction;
}

const pair = Buffer.from(`${login}:${password}`);
const forms: Record<string, string> = {
  login,
  password,
  token,
  'the Basic header': pair.toString('base64'),
  'the Basic header, each slash escaped': pair.toString('base64').replaceAll('/', '\\/'),
  base64url: pair.toString('base64url'),
  'the password in Base64': Buffer.from(password).toString('base64'),
  hexadecimal: Buffer.from(password).toString('hex'),
  'hexadecimal in capitals': Buffer.from(password).toString('hex').toUpperCase(),
  'URL-encoded': encodeURIComponent(password),
  'URL-encoded in small letters': encodeURIComponent(password).replaceAll(/%../g, (code) =>
    code.toLowerCase(),
  ),
  'form-encoded': new URLSearchParams({ p: password }).toString().slice(2),
  'JSON text': JSON.stringify(password).slice(1, -1),
  'JSON text in ASCII': JSON.stringify(password).slice(1, -1).replace('ä', '\\u00e4'),
};

describe('a secret is taken out', () => {
  test.each(Object.entries(forms))('as %s', (_, form) => {
    const redaction = knowing();
    expect(redaction.text(`a ${form}, b ${form}`)).toBe('a •••, b •••');
    const bytes = redaction.bytes(Buffer.from(`{"ż":"${form}"}`));
    expect(Buffer.from(bytes).toString()).toBe('{"ż":"•••"}');
  });

  test('from members, their names and lists, at any depth', () => {
    const found = knowing().value({ a: [{ [`x${password}`]: 1, b: `see ${token}` }], c: 2 });
    expect(found).toEqual({ a: [{ 'x•••': 1, b: 'see •••' }], c: 2 });
  });

  test('also when it was replaced a moment ago', () => {
    const redaction = knowing();
    redaction.keep('token', ['the-next-token']);
    expect(redaction.text(`${token} the-next-token`)).toBe('••• •••');
  });
});

test('a secret at the bottom of a deep value is found at once', () => {
  const open = '{"a":['.repeat(500);
  const value = JSON.parse(`${open}"${token}"${']}'.repeat(500)}`);
  expect(JSON.stringify(knowing().value(value))).toContain('"•••"');
});

test('what holds no secret is handed back as the very same', () => {
  const value = { a: ['x'.repeat(1000), { b: null, c: new Uint8Array(3) }], d: 1.5 };
  const bytes = Buffer.from('{"id":"c1"}');
  const redaction = knowing();
  expect(redaction.value(value)).toBe(value);
  expect(redaction.bytes(bytes)).toBe(bytes);
  expect(new Redaction().value(value)).toBe(value);
});

test('a member called __proto__ stays a member', () => {
  const value = JSON.parse(`{"__proto__":{"a":"${token}"}}`);
  expect(JSON.stringify(knowing().value(value))).toBe('{"__proto__":{"a":"•••"}}');
});

test('short texts are no secrets to look for: they would be found everywhere', () => {
  const redaction = new Redaction();
  redaction.keep('api-key', pairSecrets('acme', 'test'));
  expect(redaction.text('https://test.acme.example')).toBe('https://test.acme.example');
  expect(redaction.text(`Basic ${btoa('acme:test')}`)).toBe('Basic •••');
});

test('many patterns at once are found as one after the other would be', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'š', '\u{1f600}'),
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 8 }),
      fc.array(letters, { maxLength: 30 }),
      (patterns, pieces) => {
        const text = pieces.join('');
        // At each place the longest that begins there.
        const maxFirst = patterns.toSorted((one, other) => other.length - one.length);
        const expected = text.replace(new RegExp(maxFirst.join('|'), 'g'), '#');
        expect(new PatternSet(patterns).replaceIn(text, '#')).toBe(expected);
      },
    ),
  );
});
