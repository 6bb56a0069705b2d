import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PatternSet } from '../../../main/common/pattern-set.ts';
import { headerToShow, pairSecrets, Redaction } from '../../../main/common/redaction.ts';

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
const unicode = (pattern: RegExp, capitals: boolean) => (text: string) =>
  text.replaceAll(pattern, (character) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${capitals ? digits.toUpperCase() : digits}`;
  });
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** The escaping of strings by various JSON serialisers. */
const serializers: Record<string, (text: string) => string> = {
  'System.Text.Json': (text) => unicode(/["&'+<>`]|[^\x20-\x7e]/g, true)(text.replaceAll('\\', '\\\\')),
  Gson: (text) => unicode(/[<>&='\u2028]/g, false)(inJson(text)),
  'JSON in JSON': (text) => inJson(inJson(text)),
  'json_encode of PHP': (text) => unicode(/[^\x20-\x7e]/g, false)(inJson(text)).replaceAll('/', '\\/'),
  'json.dumps of Python': (text) => unicode(/[^\x20-\x7e]/g, false)(inJson(text)),
};

const forms: Record<string, string> = {
  password,
  token,
  'the Basic header': pair.toString('base64'),
  'the Basic header, each slash escaped': pair.toString('base64').replaceAll('/', '\\/'),
  base64url: pair.toString('base64url'),
  'the password in Base64': Buffer.from(password).toString('base64'),
  'URL-encoded': encodeURIComponent(password),
  'URL-encoded in small letters': encodeURIComponent(password).replaceAll(/%../g, (code) =>
    code.toLowerCase(),
  ),
  'form-encoded': new URLSearchParams({ p: password }).toString().slice(2),
  'JSON text': JSON.stringify(password).slice(1, -1),
  'JSON text in ASCII': JSON.stringify(password).slice(1, -1).replace('ä', '\\u00e4'),
};

describe('a secret is removed', () => {
  test.each(Object.entries(forms))('as %s', (_, form) => {
    const redaction = knowing();
    expect(redaction.text(`a ${form}, b ${form}`)).toBe('a •••, b •••');
    const bytes = redaction.bytes(Buffer.from(`{"ż":"${form}"}`));
    expect(Buffer.from(bytes).toString()).toBe('{"ż":"•••"}');
  });

  const odd = `p+ss&W<ö😀>'9/x"y\\z`;
  const random = randomBytes(24).toString('base64').replace(/^.../, '+/+');
  test.each(Object.entries(serializers))('as %s writes it', (_, write) => {
    const redaction = new Redaction();
    redaction.keep('one', pairSecrets('operator-7', odd));
    redaction.keep('two', [random]);
    const basic = Buffer.from(`operator-7:${odd}`).toString('base64');
    for (const secret of [odd, random, basic]) {
      const bytes = redaction.bytes(
        Buffer.from(`{"ż\\n":"\\"a${write(secret)}b\\u0026","c":"${write(secret)}"}`),
      );
      expect(Buffer.from(bytes).toString()).toBe('{"ż\\n":"\\"a•••b\\u0026","c":"•••"}');
      expect(redaction.text(`a & ${write(secret)}\\b ${write(secret)}`)).toBe('a & •••\\b •••');
    }
  });

  test('as Base64 without the equals signs at its end', () => {
    const redaction = new Redaction();
    redaction.keep('one', ['>'.repeat(10)]);
    expect(redaction.text('Pj4+Pj4+Pj4+Pg==, Pj4+Pj4+Pj4+Pg')).toBe('•••, •••');
  });

  test('from members, their names and lists, at any depth', () => {
    const found = knowing().value({ a: [{ [`x${password}`]: 1, b: `see ${token}` }], c: 2 });
    expect(found).toEqual({ a: [{ 'x•••': 1, b: 'see •••' }], c: 2 });
  });

  test('even if it was replaced a moment ago', () => {
    const redaction = knowing();
    redaction.keep('token', ['the-next-token']);
    expect(redaction.text(`${token} the-next-token`)).toBe('••• •••');
  });
});

test('a secret deep in a nested value is found without delay', () => {
  const open = '{"a":['.repeat(500);
  const value = JSON.parse(`${open}"${token}"${']}'.repeat(500)}`);
  expect(JSON.stringify(knowing().value(value))).toContain('"•••"');
});

test('a value without secrets is returned as the same object', () => {
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

describe('a password that is an ordinary word', () => {
  const redaction = new Redaction();
  redaction.keep('api-key', pairSecrets('operator', 'identity'));

  test('leaves member names and what the console depends on, in values and in bytes', () => {
    const response = {
      id: 'identity-7',
      conversationId: 'identity',
      status: 'identity',
      'content-type': 'application/identity+json',
      result: { identity: { status: 'FINISHED' }, identityDocument: 1 },
      note: 'the identity',
      deep: [{ x: 'identity' }],
    };
    const expected = { ...response, note: 'the •••', deep: [{ x: '•••' }] };
    expect(redaction.value(response)).toEqual(expected);
    for (const space of [0, 2]) {
      const bytes = redaction.bytes(Buffer.from(JSON.stringify(response, undefined, space)));
      expect(Buffer.from(bytes).toString()).toBe(JSON.stringify(expected, undefined, space));
    }
  });

  test('leaves a media type also where its slash is escaped', () => {
    const known = new Redaction();
    known.keep('api-key', ['application/json']);
    const response = Buffer.from('{"content-type":"application\\/json","note":"application\\/json"}');
    const expected = '{"content-type":"application\\/json","note":"•••"}';
    expect(Buffer.from(known.bytes(response)).toString()).toBe(expected);
  });

  test('still removes login and password joined', () => {
    expect(
      redaction.value({ id: `Basic ${btoa('operator:identity')}=`, a: btoa('operator:identity') }).a,
    ).toBe('•••');
  });
});

test('a login is no secret: it may be an ordinary word', () => {
  const redaction = new Redaction();
  redaction.keep('api-key', pairSecrets('identity', 'p4ssw0rdp4ss'));
  const response = { result: { identity: { status: 'FINISHED' } }, note: 'identity' };
  expect(redaction.value(response)).toBe(response);
});

test('short texts are not treated as secrets: they would match everywhere', () => {
  const redaction = new Redaction();
  redaction.keep('api-key', pairSecrets('acme', 'test'));
  expect(redaction.text('https://test.acme.example')).toBe('https://test.acme.example');
  expect(redaction.text(`Basic ${btoa('acme:test')}`)).toBe('Basic •••');
});

test('many patterns together give the same result as one after the other', () => {
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
        // At each position the longest match wins.
        const maxFirst = patterns.toSorted((one, other) => other.length - one.length);
        const expected = text.replace(new RegExp(maxFirst.join('|'), 'g'), '#');
        expect(new PatternSet(patterns).replaceIn(text, '#')).toBe(expected);
      },
    ),
  );
});

test.each([
  ['accept', 'application/json', 'application/json'],
  ['user-agent', 'Assay', 'Assay'],
  ['authorization', 'Bearer abc', 'Bearer <ACCESS_TOKEN>'],
  ['authorization', 'Basic YTpi', 'Basic <BASE64_OF_LOGIN:PASSWORD>'],
  ['x-user-ip', '192.0.2.1', '<USER_IP>'],
  ['x-other', 'abc', '<VALUE>'],
])('the header %s: %s is shown as %s', (name, value, shown) => {
  expect(headerToShow(name, value)).toBe(shown);
});
