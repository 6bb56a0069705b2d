import { createHash, createHmac } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Explanation, explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { callback, candidates, sign, signingKey, timestamp, vectors } from './vectors.ts';

const compact = JSON.stringify(callback);
const key = vectors.signingKey;
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const ascii = (text: string, upper = false) =>
  text.replace(/[\x80-\uffff]/g, (char) => {
    const digits = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? digits.toUpperCase() : digits}`;
  });
const spaced = JSON.stringify(callback, null, 1)
  .replace(/\n */g, ' ')
  .replaceAll('{ ', '{')
  .replaceAll(' }', '}');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

function explainBody(received: string | Uint8Array, signed: string | Uint8Array): Promise<Explanation> {
  const body = typeof received === 'string' ? utf8(received) : received;
  return explainAll({ timestamp, signature: sign(signed), body, key: signingKey, candidates });
}

const kinds = ({ findings }: Explanation) => findings.map(({ family, code }) => `${family}:${code}`);

describe('a change of the body', () => {
  test.each<[what: string, received: string | Uint8Array, signed: string | Uint8Array, expected: string]>([
    ['a newline added', `${compact}\n`, compact, 'body:newline-added'],
    ['a CRLF added', `${compact}\r\n`, compact, 'body:newline-added'],
    ['a newline lost', compact, `${compact}\n`, 'body:newline-removed'],
    ['a CRLF lost', compact, `${compact}\r\n`, 'body:newline-removed'],
    [
      'CRLF became LF',
      JSON.stringify(callback, null, 2),
      JSON.stringify(callback, null, 2).replaceAll('\n', '\r\n'),
      'body:line-ends',
    ],
    ['LF became CRLF', 'a\r\nb', 'a\nb', 'body:line-ends'],
    ['a byte order mark added', `\ufeff${compact}`, compact, 'body:byte-order-mark'],
    ['a byte order mark lost', compact, `\ufeff${compact}`, 'body:byte-order-mark'],
    ['white space around', `  ${compact} `, compact, 'body:white-space'],
    ['indented by two, compact signed', JSON.stringify(callback, null, 2), compact, 'body:reserialized'],
    ['compact, indented by two signed', compact, JSON.stringify(callback, null, 2), 'body:reserialized'],
    ['compact, indented by four signed', compact, JSON.stringify(callback, null, 4), 'body:reserialized'],
    ['compact, indented by tabs signed', compact, JSON.stringify(callback, null, '\t'), 'body:reserialized'],
    ['json.dumps with its defaults', ascii(spaced), compact, 'body:reserialized'],
    ['json.dumps signed', compact, ascii(spaced), 'body:reserialized'],
    ['json.dumps with ensure_ascii=False signed', compact, spaced, 'body:reserialized'],
    ['json_encode signed', compact, ascii(compact).replaceAll('/', '\\/'), 'body:reserialized'],
    [
      'json_encode with JSON_UNESCAPED_UNICODE signed',
      compact,
      compact.replaceAll('/', '\\/'),
      'body:reserialized',
    ],
    ['json_encode received', ascii(compact).replaceAll('/', '\\/'), compact, 'body:reserialized'],
    [
      'encoding/json of a map signed',
      compact,
      JSON.stringify(sorted(callback)).replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
      'body:reserialized',
    ],
    ['Jackson’s ESCAPE_NON_ASCII signed', compact, ascii(compact, true), 'body:reserialized'],
    [
      'System.Text.Json’s defaults signed',
      compact,
      ascii(compact, true).replace(
        /[<>&'+]/g,
        (char) => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
      'body:reserialized',
    ],
    ['members sorted', JSON.stringify(sorted(callback)), compact, 'body:reserialized'],
    ['1.0 became 1', compact.replace('0.75', '1'), compact.replace('0.75', '1.0'), 'body:reserialized'],
    ['1 became 1.0', compact.replace('0.75', '1.0'), compact.replace('0.75', '1'), 'body:reserialized'],
    ['only the payload signed', compact, JSON.stringify(callback.payload), 'message:payload-only'],
    [
      'only the payload signed, indented',
      compact,
      JSON.stringify(callback.payload, null, 2),
      'message:payload-only',
    ],
    ['NFC became NFD', compact.normalize('NFD'), compact.normalize('NFC'), 'body:unicode-form'],
    ['NFD became NFC', compact.normalize('NFC'), compact.normalize('NFD'), 'body:unicode-form'],
    [
      'NFKC signed',
      compact.replace('u-1', 'ﬁ①'),
      compact.replace('u-1', 'ﬁ①').normalize('NFKC'),
      'body:unicode-form',
    ],
    ['read as Latin-1 by the receiver', utf8(utf8(compact).toString('latin1')), compact, 'body:encoding'],
    ['signed as read as Latin-1', compact, utf8(utf8(compact).toString('latin1')), 'body:encoding'],
    [
      'read as Windows-1250',
      utf8(new TextDecoder('windows-1250').decode(utf8(compact))),
      compact,
      'body:encoding',
    ],
    [
      'read as Windows-1251',
      utf8(new TextDecoder('windows-1251').decode(utf8(compact))),
      compact,
      'body:encoding',
    ],
    [
      'read as Windows-1252',
      utf8(new TextDecoder('windows-1252').decode(utf8(compact))),
      compact,
      'body:encoding',
    ],
    [
      'encoded twice over',
      utf8(utf8(utf8(utf8(compact).toString('latin1')).toString('latin1')).toString()),
      compact,
      'body:encoding',
    ],
    [
      'written in Latin-1',
      Buffer.from(
        compact
          .replace('Ł', 'L')
          .replaceAll('“', '')
          .replaceAll('”', '')
          .replace('ż', 'z')
          .replace('Ż', 'Z')
          .replace('ł', 'l')
          .replace('ć', 'c'),
        'latin1',
      ),
      compact
        .replace('Ł', 'L')
        .replaceAll('“', '')
        .replaceAll('”', '')
        .replace('ż', 'z')
        .replace('Ż', 'Z')
        .replace('ł', 'l')
        .replace('ć', 'c'),
      'body:encoding',
    ],
    ['UTF-16 received', Buffer.from(compact, 'utf16le'), compact, 'body:encoding'],
    ['UTF-16 big-endian signed', compact, Buffer.from(compact, 'utf16le').swap16(), 'body:encoding'],
    ['question marks signed', compact, compact.replace(/[^\0-\x7f]/g, '?'), 'body:encoding'],
    [
      'escaped as a form field',
      new URLSearchParams([['', compact]]).toString().slice(1),
      compact,
      'body:form-escaping',
    ],
    ['encodeURIComponent signed', compact, encodeURIComponent(compact), 'body:form-escaping'],
    [
      'escaped for HTML',
      compact
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
      compact,
      'body:html-escaping',
    ],
    [
      'signed as escaped for HTML by PHP',
      compact,
      compact
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#039;'),
      'body:html-escaping',
    ],
    ['gzip received', gzipSync(compact), compact, 'body:compression'],
    ['deflate received', deflateSync(compact), compact, 'body:compression'],
    ['Brotli received', brotliCompressSync(compact), compact, 'body:compression'],
    ['gzip signed', compact, gzipSync(compact), 'body:compression'],
    ['Base64 received', utf8(compact).toString('base64'), compact, 'body:base64'],
    ['Base64 signed', compact, utf8(compact).toString('base64'), 'body:base64'],
    ['stringified twice', JSON.stringify(compact), compact, 'body:wrapped'],
    [
      'chunk lengths left in',
      `${utf8(compact).length.toString(16)}\r\n${compact}\r\n0\r\n\r\n`,
      compact,
      'body:wrapped',
    ],
    ['the stream consumed', compact, '', 'body:empty-body'],
    ['[object Object]', compact, '[object Object]', 'body:not-the-body'],
    ['a Buffer as JSON', compact, JSON.stringify(utf8(compact)), 'body:not-the-body'],
  ])('%s', async (_, received, signed, expected) => {
    const explanation = await explainBody(received, signed);
    expect(kinds(explanation)[0]).toBe(expected);
    expect(explanation.findings[0]?.difference?.of).toBe(expected.startsWith('message') ? 'message' : 'body');
  });
});

describe('a change of the key', () => {
  test.each<[what: string, used: string | Uint8Array, expected: string]>([
    ['the API key’s password', vectors.apiKey.password, 'key:api-password'],
    ['the API key’s login', vectors.apiKey.login, 'key:api-login'],
    ['login and password', `${vectors.apiKey.login}:${vectors.apiKey.password}`, 'key:api-login-password'],
    [
      'Basic authentication',
      Buffer.from(`${vectors.apiKey.login}:${vectors.apiKey.password}`).toString('base64'),
      'key:api-login-password',
    ],
    ['another signing key', vectors.otherSigningKeys[0] ?? '', 'key:other-signing-key'],
    ['a newline after it', `${key}\n`, 'key:key-newline'],
    ['a space after it', `${key} `, 'key:key-white-space'],
    ['a space before it', ` ${key}`, 'key:key-white-space'],
    ['quotes around it', `"${key}"`, 'key:key-quotes'],
    ['hexadecimal of it', Buffer.from(key).toString('hex'), 'key:key-hex'],
    ['Base64 of it', Buffer.from(key).toString('base64'), 'key:key-base64'],
    ['no prefix', key.replace('sk_cb_', ''), 'key:key-prefix'],
    ['upper case', key.toUpperCase(), 'key:key-case'],
    ['nothing', '', 'key:missing-key'],
    ['UTF-16', Buffer.from(key, 'utf16le'), 'key:key-encoding'],
  ])('%s', async (_, used, expected) => {
    const explanation = await explainAll({
      timestamp,
      signature: sign(compact, { key: used }),
      body: utf8(compact),
      key: signingKey,
      candidates,
    });
    expect(kinds(explanation)).toContain(expected);
  });

  test.each<[what: string, stored: string, used: Uint8Array | string, expected: string]>([
    ['stored with white space', ' sk_1 \n', 'sk_1', 'key:key-white-space'],
    ['stored in quotes', "'sk_1'", 'sk_1', 'key:key-quotes'],
    ['stored as hexadecimal, used decoded', '00ff10', Buffer.of(0, 255, 16), 'key:key-hex'],
    ['stored as Base64, used decoded', 'AP8QAP8Q', Buffer.of(0, 255, 16, 0, 255, 16), 'key:key-base64'],
    ['stored with its name', 'SIGNING_KEY=sk_1', 'sk_1', 'key:key-prefix'],
  ])('%s', async (_, stored, used, expected) => {
    const explanation = await explainAll({
      timestamp,
      signature: sign(compact, { key: used }),
      body: utf8(compact),
      key: { role: 'signing-key', value: stored },
    });
    expect(kinds(explanation)).toContain(expected);
  });
});

describe('a change of the timestamp', () => {
  test.each<[what: string, given: string, signed: string, expected: string]>([
    ['seconds', timestamp, '1767225600', 'timestamp:seconds'],
    ['seconds with a fraction', timestamp, '1767225600.123', 'timestamp:seconds'],
    ['microseconds', timestamp, '1767225600123000', 'timestamp:microseconds'],
    ['ISO 8601', timestamp, '2026-01-01T00:00:00.123Z', 'timestamp:iso'],
    ['ISO 8601 without a fraction', timestamp, '2026-01-01T00:00:00Z', 'timestamp:iso'],
    ['Python’s isoformat', timestamp, '2026-01-01T00:00:00.123000+00:00', 'timestamp:iso'],
    ['trimmed', ` ${timestamp} `, timestamp, 'timestamp:timestamp-white-space'],
    ['an exponent', timestamp, '1.767225600123E12', 'timestamp:number-form'],
    ['given in seconds, milliseconds signed', '1767225600', timestamp, 'timestamp:milliseconds'],
    ['empty', timestamp, '', 'timestamp:timestamp-missing'],
  ])('%s', async (_, given, signed, expected) => {
    const explanation = await explainAll({
      timestamp: given,
      signature: sign('{"a":1}', { at: signed }),
      body: utf8('{"a":1}'),
      key: signingKey,
    });
    expect(kinds(explanation)).toContain(expected);
  });

  test('the body’s created, which is another time', async () => {
    const body = utf8(compact.replace('00:00:00.123Z', '00:00:07.500Z'));
    const explanation = await explainAll({
      timestamp,
      signature: sign(body, { at: '2026-01-01T00:00:07.500Z' }),
      body,
      key: signingKey,
    });
    expect(kinds(explanation)).toEqual(['timestamp:created']);
  });
});

describe('a change of message, algorithm or signature', () => {
  const hmac = (message: string, algorithm = 'sha256') =>
    createHmac(algorithm, key).update(message).digest('hex');
  const hash = (message: string, algorithm = 'sha256') => createHash(algorithm).update(message).digest('hex');
  const right = sign(compact);
  test.each<[what: string, signature: string, expected: string]>([
    ['no separator', hmac(timestamp + compact), 'message:separator'],
    ['a full stop', hmac(`${timestamp}.${compact}`), 'message:separator'],
    ['the body first', hmac(`${compact}:${timestamp}`), 'message:order'],
    ['no timestamp', hmac(compact), 'message:timestamp-left-out'],
    ['the timestamp alone', hmac(timestamp), 'message:body-left-out'],
    ['SHA-1', hmac(`${timestamp}:${compact}`, 'sha1'), 'algorithm:sha1'],
    ['SHA-384', hmac(`${timestamp}:${compact}`, 'sha384'), 'algorithm:sha384'],
    ['SHA-512', hmac(`${timestamp}:${compact}`, 'sha512'), 'algorithm:sha512'],
    ['a plain hash', hash(`${timestamp}:${compact}`), 'algorithm:plain-hash'],
    ['a plain hash with the key first', hash(`${key}${timestamp}:${compact}`), 'algorithm:plain-hash'],
    [
      'arguments swapped',
      createHmac('sha256', `${timestamp}:${compact}`).update(key).digest('hex'),
      'algorithm:swapped',
    ],
    ['upper case', right.toUpperCase(), 'signature:encoding'],
    ['Base64', Buffer.from(right, 'hex').toString('base64'), 'signature:encoding'],
    ['base64url', Buffer.from(right, 'hex').toString('base64url'), 'signature:encoding'],
    ['a prefix', `sha256=${right}`, 'signature:prefix'],
    ['v1=', `v1=${right}`, 'signature:prefix'],
    ['t=…,v1=…', `t=${timestamp},v1=${right}`, 'signature:prefix'],
    ['white space', ` ${right}\n`, 'signature:white-space'],
    ['quotes', `"${right}"`, 'signature:quotes'],
  ])('%s', async (_, signature, expected) => {
    const explanation = await explainAll({
      timestamp,
      signature,
      body: utf8(compact),
      key: signingKey,
      candidates,
    });
    expect(kinds(explanation)).toEqual([expected]);
  });
});

describe('two changes at once', () => {
  const seconds = '1767225600';
  const newline = `${compact}\n`;
  test.each<[what: string, received: string, signature: string, families: string[]]>([
    ['key and body', compact, sign(newline, { key: vectors.apiKey.password }), ['body', 'key']],
    ['key and its white space', compact, sign(compact, { key: `${vectors.apiKey.password}\n` }), ['key']],
    [
      'timestamp and body',
      JSON.stringify(callback, null, 2),
      sign(compact, { at: seconds }),
      ['body', 'timestamp'],
    ],
    [
      'key and timestamp',
      compact,
      sign(compact, { key: vectors.apiKey.password, at: seconds }),
      ['key', 'timestamp'],
    ],
    [
      'timestamp and separator',
      compact,
      createHmac('sha256', key).update(`${seconds}.${compact}`).digest('hex'),
      ['message', 'timestamp'],
    ],
    [
      'signature and key',
      compact,
      sign(compact, { key: vectors.apiKey.login }).toUpperCase(),
      ['key', 'signature'],
    ],
    [
      'algorithm and key',
      compact,
      createHmac('sha512', vectors.apiKey.password).update(`${timestamp}:${compact}`).digest('hex'),
      ['algorithm', 'key'],
    ],
    [
      'algorithm and body',
      compact,
      createHmac('sha1', key).update(`${timestamp}:${newline}`).digest('hex'),
      ['algorithm', 'body'],
    ],
    ['body and body', compact, sign(`${JSON.stringify(callback, null, 2)}\n`), ['body']],
    [
      'encoding and indentation',
      utf8(JSON.stringify(callback, null, 4)).toString('latin1'),
      sign(compact),
      ['body'],
    ],
  ])('%s', async (_, received, signature, families) => {
    const explanation = await explainAll({
      timestamp,
      signature,
      body: utf8(received),
      key: signingKey,
      candidates,
    });
    const [finding] = explanation.findings;
    expect(finding?.changes.length).toBe(2);
    expect([...new Set(finding?.changes.map(({ family }) => family))].sort()).toEqual(families);
    expect(finding?.family).toBe('combined');
  });
});
