import { createHash, createHmac } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { callback, candidates, sign, signingKey, timestamp, vectors } from './vectors.ts';

/** Every promised cause, in each direction. The signatures are made here without the engine; a claimed cause is therefore proved. */

const compact = JSON.stringify(callback);
const key = vectors.signingKey;
const message = `${timestamp}:${compact}`;
const utf8 = (text: string | Uint8Array) => Buffer.from(text);
const indented = (by: number | string) => JSON.stringify(callback, null, by);
const latin = (text: string) => utf8(text).toString('latin1');
const read = (as: string, text: string) => new TextDecoder(as).decode(utf8(text));
const ascii = (text: string) =>
  text.replace(/[\x80-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const capitals = (text: string) =>
  ascii(text).replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);
const python = ascii(compact.replaceAll('":', '": ').replaceAll(',"', ', "'));
const php = ascii(compact).replaceAll('/', '\\/');
const go = compact.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
const dotnet = capitals(compact).replace(
  /[<>&'+]/g,
  (char) => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`,
);
const jackson = JSON.stringify({ a: [1, 2], b: { c: [] } });
const jacksonPretty = '{\n  "a" : [ 1, 2 ],\n  "b" : {\n    "c" : [ ]\n  }\n}';
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, member]) => [name, sorted(member)]),
        )
      : value;
const turned = `{"payload":{"conversation":{"status":"FINISHED","id":"c"}},"event":"FINISHED","target":"CONVERSATION","created":"t","id":"e"}`;
const inOrder = `{"id":"e","created":"t","target":"CONVERSATION","event":"FINISHED","payload":{"conversation":{"id":"c","status":"FINISHED"}}}`;
const html = compact
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;');
const form = new URLSearchParams([['', compact]]).toString().slice(1);
const bare = (text: string) =>
  text
    .replace(/[“”]/g, 'é')
    .normalize('NFC')
    .replace(/[^\0-\xff]/g, '');

async function causes(input: {
  signature: string;
  body: string | Uint8Array;
  at?: string;
  value?: string;
}): Promise<string[]> {
  const { signature, body, at = timestamp, value } = input;
  const expected = value === undefined ? signingKey : { role: 'signing-key' as const, value };
  const { findings } = await explainAll({
    timestamp: at,
    signature,
    body: utf8(body),
    key: expected,
    candidates,
    pairs: false,
  });
  return findings.map(({ family, code }) => `${family}:${code}`);
}

describe('the body, in both directions', () => {
  type Form = string | Uint8Array;
  test.each<[item: string, one: Form, other: Form, there: string, back?: string]>([
    ['a newline', compact, `${compact}\n`, 'newline-removed', 'newline-added'],
    ['a CRLF at the end', compact, `${compact}\r\n`, 'newline-removed', 'newline-added'],
    ['CRLF and LF', indented(2), indented(2).replaceAll('\n', '\r\n'), 'line-ends'],
    ['a byte order mark', compact, `\ufeff${compact}`, 'byte-order-mark'],
    ['white space around it', compact, `${compact} `, 'white-space'],
    ['compact and indented by 2', compact, indented(2), 'reserialized'],
    ['compact and indented by 4', compact, indented(4), 'reserialized'],
    ['compact and indented by tabs', compact, indented('\t'), 'reserialized'],
    ['Python’s defaults', compact, python, 'reserialized'],
    ['PHP’s defaults', compact, php, 'reserialized'],
    ['Go’s defaults', compact, go, 'reserialized'],
    ['Jackson’s pretty printer', jackson, jacksonPretty, 'reserialized'],
    ['.NET’s defaults', compact, dotnet, 'reserialized'],
    ['1.0 and 1', '{"reliability":1}', '{"reliability":1.0}', 'reserialized'],
    ['NFC and NFD', compact.normalize('NFC'), compact.normalize('NFD'), 'unicode-form'],
    ['a Latin-1 reading', compact, latin(compact), 'encoding'],
    ['a Windows-1250 reading', compact, read('windows-1250', compact), 'encoding'],
    ['a Windows-1251 reading', compact, read('windows-1251', compact), 'encoding'],
    ['a Windows-1252 reading', compact, read('windows-1252', compact), 'encoding'],
    ['written in Latin-1', bare(compact), Buffer.from(bare(compact), 'latin1'), 'encoding'],
    ['double encoding', compact, latin(latin(compact)), 'encoding'],
    ['UTF-16 little-endian', compact, Buffer.from(compact, 'utf16le'), 'encoding'],
    ['UTF-16 big-endian', compact, Buffer.from(compact, 'utf16le').swap16(), 'encoding'],
    ['form escaping', compact, form, 'form-escaping'],
    ['HTML escaping', compact, html, 'html-escaping'],
    ['gzip', compact, gzipSync(compact), 'compression'],
    ['deflate', compact, deflateSync(compact), 'compression'],
    ['Brotli', compact, brotliCompressSync(compact), 'compression'],
    ['Jackson’s escapes', '{"a":"ż😀"}', '{"a":"ż\\uD83D\\uDE00"}', 'reserialized'],
  ])('%s', async (_, one, other, there, back = there) => {
    expect(await causes({ body: one, signature: sign(other) })).toContain(`body:${there}`);
    expect(await causes({ body: other, signature: sign(one) })).toContain(`body:${back}`);
  });

  const printed = '{"id":"5 o’clock\\n","ok":true,"none":null,"n":[1,2.5],"o":{"a":"it\'s"}}';
  const spacedOut = '{"id": "5 o’clock\\n", "ok": true, "none": null, "n": [1, 2.5], "o": {"a": "it\'s"}}';
  const pythonDump = `{'id': '5 o’clock\\n', 'ok': True, 'none': None, 'n': [1, 2.5], 'o': {'a': "it's"}}`;
  const rubyDump = `{"id"=>"5 o’clock\\n", "ok"=>true, "none"=>nil, "n"=>[1, 2.5], :o=>{"a"=>"it's"}}`;
  const toolInput = '{"b":{"z":"<ż>","y":[1.0,2e2]},"a":1}';
  const goMap = '{"a":1,"b":{"y":[1,200],"z":"\\u003cż\\u003e"}}';
  const jq = '{\n  "b": {\n    "z": "<ż>",\n    "y": [\n      1,\n      200\n    ]\n  },\n  "a": 1\n}\n';

  // These losses cannot be restored, so they have one direction only.
  test.each([
    ['members sorted when signed', compact, JSON.stringify(sorted(callback)), 'reserialized'],
    ['the interface’s own order when signed', turned, inOrder, 'reserialized'],
    ['printed by Python', pythonDump, printed, 'not-the-body'],
    ['printed by Python, signed as its json.dumps', pythonDump, spacedOut, 'not-the-body'],
    ['printed by Ruby', rubyDump, printed, 'not-the-body'],
    [
      'as form fields',
      'id=c%3D1&n=2&list[0]=a&list[1]=b&o[p][q]=x+y',
      '{"id":"c=1","n":2,"list":["a","b"],"o":{"p":{"q":"x y"}}}',
      'not-the-body',
    ],
    ['quoted-printable', '{"a":"=C5=BC=3D","b":=\r\n1}', '{"a":"ż=","b":1}', 'quoted-printable'],
    ['signed as jq prints it', toolInput, jq, 'reserialized'],
    ['signed as Go’s encoder writes a map', toolInput, `${goMap}\n`, 'reserialized'],
    ['signed as Go’s Marshal writes a map', toolInput, goMap, 'reserialized'],
    ['only the payload signed', compact, JSON.stringify(callback.payload), 'payload-only', 'message'],
  ])('%s', async (_, received, signed, cause, family = 'body') => {
    expect(await causes({ body: received, signature: sign(signed) })).toContain(`${family}:${cause}`);
  });
});

describe('the key, in both directions', () => {
  test.each<[item: string, one: string, other: string, there: string]>([
    ['a space after it', 'sk_1', 'sk_1 ', 'key-white-space'],
    ['a tab before it', 'sk_1', '\tsk_1', 'key-white-space'],
    ['double quotes', 'sk_1', '"sk_1"', 'key-quotes'],
    ['single quotes', 'sk_1', "'sk_1'", 'key-quotes'],
    ['a newline after it', 'sk_1', 'sk_1\n', 'key-newline'],
    ['a CRLF after it', 'sk_1', 'sk_1\r\n', 'key-newline'],
    ['hexadecimal', 'sk_1', Buffer.from('sk_1').toString('hex'), 'key-hex'],
    ['Base64', 'sk_key_1', Buffer.from('sk_key_1').toString('base64'), 'key-base64'],
    ['the end from “=” on lost', 'sk/1=', 'sk/1', 'key-cut'],
    ['two “=” lost', 'sk/1==', 'sk/1', 'key-cut'],
    ['a plus turned into a space', 's+k/1', 's k/1', 'key-plus'],
    ['the first character lost', 'xk.1', 'k.1', 'key-cut'],
    ['the last character lost', 'sk.1Z', 'sk.1', 'key-cut'],
    ['a zero-width space after it', 'sk_1', 'sk_1\u200b', 'key-white-space'],
    ['a variable’s name before it', 'sk.1', 'SIGNING_KEY=sk.1', 'key-prefix'],
  ])('%s', async (_, one, other, there) => {
    expect(await causes({ body: compact, value: one, signature: sign(compact, { key: other }) })).toContain(
      `key:${there}`,
    );
    const back = await causes({ body: compact, value: other, signature: sign(compact, { key: one }) });
    // A line break around the key is white space like any other.
    expect(back).toContain(`key:${there === 'key-newline' ? 'key-white-space' : there}`);
  });

  const { login, password } = vectors.apiKey;
  test.each<[item: string, used: string, cause: string]>([
    ['another signing key at hand', vectors.otherSigningKeys[0] ?? '', 'other-signing-key'],
    ['the API key’s login', login, 'api-login'],
    ['its password', password, 'api-password'],
    ['both', `${login}:${password}`, 'api-login-password'],
  ])('%s', async (_, used, cause) => {
    expect(await causes({ body: compact, signature: sign(compact, { key: used }) })).toContain(
      `key:${cause}`,
    );
  });
});

describe('the timestamp', () => {
  const body = compact.replace('00:00:00.123Z', '00:00:07.500Z');
  test.each<[item: string, at: string, signed: string, cause: string]>([
    ['seconds signed', timestamp, '1767225600', 'seconds'],
    ['seconds received', '1767225600', '1767225600000', 'milliseconds'],
    ['microseconds signed', timestamp, `${timestamp}000`, 'microseconds'],
    ['microseconds received', `${timestamp}000`, timestamp, 'milliseconds'],
    ['ISO signed', timestamp, '2026-01-01T00:00:00.123Z', 'iso'],
    ['trimmed', ` ${timestamp}`, timestamp, 'timestamp-white-space'],
    ['not trimmed', timestamp, `${timestamp}\n`, 'timestamp-white-space'],
    ['created', timestamp, '2026-01-01T00:00:07.500Z', 'created'],
    ['created in milliseconds', timestamp, String(Date.parse('2026-01-01T00:00:07.500Z')), 'created'],
    ['none', timestamp, '', 'timestamp-missing'],
    ['ISO received', '2026-01-01T00:00:00.123Z', timestamp, 'iso-header'],
    ['ISO received without milliseconds', '2026-01-01T00:00:00Z', timestamp, 'milliseconds'],
    ['an HTTP date received', 'Thu, 01 Jan 2026 00:00:00 GMT', '1767225600', 'iso-header'],
  ])('%s', async (_, at, signed, cause) => {
    expect(await causes({ body, at, signature: sign(body, { at: signed }) })).toContain(`timestamp:${cause}`);
  });
});

describe('message, signature and algorithm', () => {
  const hmac = (text: string, algorithm = 'sha256') => createHmac(algorithm, key).update(text).digest('hex');
  const right = sign(compact);
  test.each<[item: string, signature: string, cause: string]>([
    ['no timestamp at all', hmac(compact), 'message:timestamp-left-out'],
    ...['', '.', '\n', ',', ' ', '|', '-', '_', '&', ';'].map((separator): [string, string, string] => [
      `${JSON.stringify(separator)} between them`,
      hmac(`${timestamp}${separator}${compact}`),
      'message:separator',
    ]),
    ...[':', '.', '', '\n'].map((separator): [string, string, string] => [
      `the body first, then ${JSON.stringify(separator)}`,
      hmac(`${compact}${separator}${timestamp}`),
      'message:order',
    ]),
    ['Base64', Buffer.from(right, 'hex').toString('base64'), 'signature:encoding'],
    ['upper case', right.toUpperCase(), 'signature:encoding'],
    ['sha256= before it', `sha256=${right}`, 'signature:prefix'],
    ['SHA-1', hmac(message, 'sha1'), 'algorithm:sha1'],
    ['SHA-384', hmac(message, 'sha384'), 'algorithm:sha384'],
    ['SHA-512', hmac(message, 'sha512'), 'algorithm:sha512'],
    ['a plain hash', createHash('sha256').update(message).digest('hex'), 'algorithm:plain-hash'],
    [
      'a plain hash with the key',
      createHash('sha256')
        .update(key + message)
        .digest('hex'),
      'algorithm:plain-hash',
    ],
    ['arguments swapped', createHmac('sha256', message).update(key).digest('hex'), 'algorithm:swapped'],
  ])('%s', async (_, signature, cause) => {
    expect(await causes({ body: compact, signature })).toContain(cause);
  });
});

describe('pairs across two of these', () => {
  const { password } = vectors.apiKey;
  const seconds = '1767225600';
  const other = vectors.otherSigningKeys[0] ?? '';
  const hmac = (text: string, of: string = key) => createHmac('sha256', of).update(text).digest('hex');
  test.each<[pair: string, body: string | Uint8Array, signature: string, expected: string[]]>([
    [
      'API password and a newline lost',
      compact,
      sign(`${compact}\n`, { key: password }),
      ['api-password', 'newline-removed'],
    ],
    ['seconds and written again', indented(2), sign(compact, { at: seconds }), ['reserialized', 'seconds']],
    [
      'another key and no separator',
      compact,
      hmac(timestamp + compact, other),
      ['other-signing-key', 'separator'],
    ],
    [
      'API password and no timestamp',
      compact,
      hmac(compact, password),
      ['api-password', 'timestamp-left-out'],
    ],
    [
      'a newline after the key and a newline added',
      `${compact}\n`,
      sign(compact, { key: `${key}\n` }),
      ['key-newline', 'newline-added'],
    ],
    [
      'another key and a Latin-1 reading',
      latin(compact),
      sign(compact, { key: other }),
      ['encoding', 'other-signing-key'],
    ],
    ['seconds and the body first', compact, hmac(`${compact}:${seconds}`), ['order', 'seconds']],
    [
      'compressed and a full stop',
      gzipSync(compact),
      hmac(`${timestamp}.${compact}`),
      ['compression', 'separator'],
    ],
    [
      'PHP’s escapes and SHA-1',
      compact,
      createHmac('sha1', key).update(`${timestamp}:${php}`).digest('hex'),
      ['reserialized', 'sha1'],
    ],
    [
      'Base64 and a newline lost',
      compact,
      Buffer.from(sign(`${compact}\n`), 'hex').toString('base64'),
      ['encoding', 'newline-removed'],
    ],
    ['a byte order mark and CRLF', '\ufeffa\nb', sign('a\r\nb'), ['byte-order-mark', 'line-ends']],
    [
      'only the payload and API password',
      compact,
      sign(JSON.stringify(callback.payload), { key: password }),
      ['api-password', 'payload-only'],
    ],
  ])('%s', async (_, body, signature, expected) => {
    const { findings } = await explainAll({
      timestamp,
      signature,
      body: utf8(body),
      key: signingKey,
      candidates,
    });
    expect(findings.map(({ changes }) => changes.map(({ code }) => code).sort())).toContainEqual(expected);
    expect(findings.every(({ family }) => family === 'combined')).toBe(true);
  });
});
