import { describe, expect, test } from 'vitest';
import { digestBody, signatureBytes } from '../../../../main/features/signatures/engine/hmac.ts';
import { maxMessage, readMessage } from '../../../../main/features/signatures/engine/message.ts';
import { checkTimestamp, duration } from '../../../../main/features/signatures/engine/time.ts';
import { verdictsOf, verify } from '../../../../main/features/signatures/engine/verify-callback.ts';
import { callback, sign, timestamp, vectors } from './vectors.ts';

const now = Number(timestamp);
const key = vectors.signingKey;
const body = Buffer.from(JSON.stringify(callback));
const signatureOf = async (signature: string) =>
  (await verify({ timestamp, signature, body, key, now })).signature;

describe('the signature', () => {
  test.each(vectors.cases)('vector $name: $expect', async (vector) => {
    const verification = await verify({
      ...vector,
      body: Buffer.from(vector.bodyBase64, 'base64'),
      key,
      now,
    });
    expect(verification.signature.verdict === 'match').toBe(vector.expect === 'match');
    expect(verification.time).toMatchObject({ verdict: 'good', skewMs: 0 });
    expect(JSON.stringify(verification)).not.toContain(
      signatureBytes(vector.timestamp, Buffer.from(vector.bodyBase64, 'base64'), key).toString('hex'),
    );
  });

  test.each<[name: string, signature: string, code: string, text: string | RegExp]>([
    ['white space before it', ` ${sign(body)}`, 'white-space', 'around the signature'],
    ['upper case', sign(body).toUpperCase(), 'upper-case', 'upper case'],
    ['a prefix', `sha256=${sign(body)}`, 'prefix', '“sha256”'],
    ['a prefix and a space', `sha256= ${sign(body)}`, 'prefix', '“sha256”'],
    ['a prefix that begins with another sign', `!sha256=${sign(body)}`, 'not-hexadecimal', 'character 1 of'],
    ['a prefix of almost nothing', 'v1=abc', 'not-hexadecimal', 'character 1 of 6 is "v"'],
    ['base64url', Buffer.from(sign(body), 'hex').toString('base64url'), 'base64', 'Base64'],
    ['one character short', sign(body).slice(1), 'wrong-length', '63 characters instead of 64'],
    ['the length of SHA-1', sign(body).slice(0, 40), 'wrong-length', 'SHA-1'],
    ['twice the length', `${sign(body)}${sign(body)}`, 'wrong-length', 'SHA-512'],
    [
      'a character that is no digit',
      `g${sign(body).slice(1)}`,
      'not-hexadecimal',
      'character 1 of 64 is "g"',
    ],
    ['Base64', Buffer.from(sign(body), 'hex').toString('base64'), 'base64', 'Base64'],
    ['other letters', 'é'.repeat(64), 'not-hexadecimal', 'character 1'],
    ['half a surrogate pair', '\ud800', 'not-hexadecimal', 'character 1'],
    ['a million characters', 'a'.repeat(1_000_000), 'wrong-length', '1000000 characters'],
  ])('malformed: %s', async (_name, signature, code, text) => {
    expect(await signatureOf(signature)).toMatchObject({
      verdict: 'malformed',
      code,
      sentence: expect.stringMatching(text),
    });
  });

  test.each<[name: string, lacking: Partial<Parameters<typeof verify>[0]>, sentence: string]>([
    ['no signature', { signature: '' }, 'Cannot be checked: X-Signature is missing.'],
    ['a signature of white space', { signature: '  ' }, 'Cannot be checked: X-Signature is missing.'],
    ['no timestamp', { timestamp: ' ' }, 'Cannot be checked: X-Signature-Timestamp is missing.'],
    ['no body', { body: Buffer.alloc(0) }, 'Cannot be checked: the body is missing.'],
    [
      'neither header',
      { timestamp: '', signature: '' },
      'Cannot be checked: X-Signature and X-Signature-Timestamp are missing.',
    ],
    [
      'nothing',
      { timestamp: '', signature: '', body: Buffer.alloc(0) },
      'Cannot be checked: X-Signature, X-Signature-Timestamp and the body are missing.',
    ],
    [
      'less than Content-Length',
      { body: Buffer.from('{"a":'), contentLength: 1154 },
      'Cannot be checked: the body has only 5 of the 1,154 bytes that Content-Length says.',
    ],
  ])('cannot be checked: %s', async (_name, lacking, sentence) => {
    const given = {
      timestamp,
      signature: sign(body),
      body: Buffer.from(body),
      key: vectors.signingKey,
      now: 0,
    };
    const { signature } = await verify({ ...given, ...lacking });
    expect(signature).toMatchObject({ verdict: 'unchecked', sentence });
  });

  test('an empty body that was signed matches, and so does one of the length that was announced', async () => {
    const empty = { timestamp, signature: sign(''), body: Buffer.alloc(0), key: vectors.signingKey, now: 0 };
    expect((await verify(empty)).signature.verdict).toBe('match');
    const whole = { ...empty, signature: sign('another'), body: Buffer.from(body) };
    expect((await verify({ ...whole, contentLength: whole.body.length })).signature.verdict).toBe('mismatch');
  });

  test('is compared with each of several keys', () => {
    const [right, wrong] = [Buffer.from(sign(body), 'hex'), Buffer.alloc(32)];
    const verdict = (signature: string, ...digests: Buffer[]) => {
      const given = { digests, length: body.length, message: readMessage(body) };
      const { verification, matchedKey } = verdictsOf({ timestamp, signature, now }, given);
      return [verification.signature.verdict, verification.signature.sentence, matchedKey];
    };
    const matches = 'The signature matches: this body was signed with this key.';
    expect(verdict(sign(body), right, wrong)).toEqual(['match', matches, 0]);
    expect(verdict(sign(body), wrong, right)).toEqual(['match', matches, 1]);
    const none = expect.stringContaining('does not match with any of the 2 keys');
    expect(verdict(sign(body), wrong, wrong)).toEqual(['mismatch', none, undefined]);
    const one = expect.stringContaining('does not match: the key');
    expect(verdict(sign(body), wrong)).toEqual(['mismatch', one, undefined]);
    const short = expect.stringContaining('2 characters instead of 64');
    expect(verdict('ab', wrong, wrong)).toEqual(['malformed', short, undefined]);
  });

  test('differs in one digit: a mismatch', async () => {
    const right = sign(body);
    for (const at of [0, 31, 63]) {
      const digit = right[at] === '0' ? '1' : '0';
      expect((await signatureOf(right.slice(0, at) + digit + right.slice(at + 1))).verdict).toBe('mismatch');
    }
  });

  test('covers the exact bytes of timestamp and key', async () => {
    const check = (at: string, used: string) =>
      verify({ timestamp: at, signature: sign(body), body, key: used, now });
    expect((await check(`${timestamp} `, key)).signature.verdict).toBe('mismatch');
    expect((await check(timestamp, `${key}\n`)).signature.verdict).toBe('mismatch');
  });

  test('is the same for a body in pieces, even if the buffer is reused', async () => {
    async function* pieces() {
      const buffer = Buffer.alloc(7);
      for (let at = 0; at < body.length; at += 7) {
        const piece = body.subarray(at, at + 7);
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    }
    const signature = sign(body);
    const whole = await verify({ timestamp, signature, body, key, now });
    expect(await verify({ timestamp, signature, body: pieces(), key, now })).toEqual(whole);
    expect(whole).toMatchObject({
      signature: { verdict: 'match' },
      message: { verdict: 'complete' },
      bodyBytes: body.length,
    });
  });

  test.each([
    [body.length - 1, false],
    [body.length, true],
  ])('is made of a body that is returned if it has at most %i bytes: %s', async (keep, isKept) => {
    async function* halves() {
      yield body.subarray(0, 10);
      yield body.subarray(10);
    }
    const digests = [Buffer.from(sign(body), 'hex')];
    const expected = { digests, length: body.length, ...(isKept && { content: body }) };
    expect(await digestBody({ timestamp, body, key }, keep)).toEqual(expected);
    expect(await digestBody({ timestamp, body: halves(), key }, keep)).toEqual(expected);
  });

  test('is not made when it was aborted before', async () => {
    const signal = AbortSignal.abort();
    await expect(digestBody({ timestamp, body, key }, 0, signal)).rejects.toThrow();
  });

  test('ends when aborted', async () => {
    const stop = new AbortController();
    async function* endless() {
      for (let count = 0; ; count++) {
        if (count === 3) {
          stop.abort();
        }
        yield new Uint8Array(10);
      }
    }
    await expect(
      verify({ timestamp, signature: '', body: endless(), key, now, signal: stop.signal }),
    ).rejects.toThrow();
  });
});

describe('the time', () => {
  const minutes = (count: number) => count * 60_000;
  test.each<[away: number, verdict: string, words: string]>([
    [0, 'good', 'exactly the moment'],
    [minutes(5), 'good', '5 minutes before'],
    [minutes(5) + 1, 'past', '5 minutes 1 millisecond old'],
    [-minutes(5), 'good', '5 minutes after'],
    [-minutes(5) - 1, 'future', 'in the future'],
    [minutes(60 * 27), 'past', '1 day 3 hours old'],
    [6363, 'good', ' 6 seconds before'],
    [minutes(1) + 1000, 'good', '1 minute 1 second before'],
  ])('%d ms away is %s', (away, verdict, words) => {
    expect(checkTimestamp(timestamp, now + away)).toEqual({
      verdict,
      skewMs: away,
      sentence: expect.stringContaining(words),
    });
  });

  test.each<[ms: number, text: string]>([
    [0, '0 milliseconds'],
    [0.6, '1 millisecond'],
    [999, '999 milliseconds'],
    [1000, '1 second'],
    [1999, '1 second'],
    [59_999, '59 seconds'],
    [60_000, '1 minute'],
    [60_250, '1 minute 250 milliseconds'],
    [3_599_999, '59 minutes 59 seconds'],
    [3_600_000, '1 hour'],
    [3_601_000, '1 hour'],
    [minutes(61), '1 hour 1 minute'],
    [minutes(60 * 24 * 2 + 1), '2 days'],
    [minutes(60 * 24 * 366), '1 year 1 day'],
  ])('of %d ms is said as %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  test.each<[given: string, words: string]>([
    ['', 'empty'],
    [' ', 'empty'],
    [` ${timestamp}`, 'white space around'],
    [`${timestamp}  `, 'white space around'],
    ['2026-01-01T00:00:00Z', 'not a whole number'],
    ['1767225600.123', 'not a whole number'],
    ['-5', 'not a whole number'],
    ['0x10', 'not a whole number'],
    ['9'.repeat(400), '400 digits'],
  ])('%j is unreadable', (given, words) => {
    expect(checkTimestamp(given, now)).toEqual({
      verdict: 'unreadable',
      sentence: expect.stringContaining(words),
    });
  });

  test('recognises seconds and microseconds', () => {
    expect(checkTimestamp('1767225600', now)).toMatchObject({
      verdict: 'past',
      sentence: expect.stringContaining('It looks like seconds; the service sends milliseconds.'),
      unit: 'seconds',
    });
    const microseconds = checkTimestamp(`${timestamp}000`, now);
    expect(microseconds).toMatchObject({
      verdict: 'future',
      sentence: expect.stringContaining('microseconds; the service'),
      unit: 'microseconds',
    });
  });

  test('recognises no other unit in a time within ten years, or in one that is near in none', () => {
    const tenYears = minutes(10 * 365 * 24 * 60);
    const early = 100_000_000;
    expect(checkTimestamp(String(early), early + tenYears).unit).toBeUndefined();
    expect(checkTimestamp(String(early), early + tenYears + 1).unit).toBe('seconds');
    expect(checkTimestamp('1', now)).toEqual({
      verdict: 'past',
      skewMs: now - 1,
      sentence: 'The timestamp is 56 years 14 days old; a receiver allows 5 minutes.',
    });
  });
});

describe('the message', () => {
  const read = (value: unknown) => readMessage(Buffer.from(JSON.stringify(value)));

  test('is complete and known, with what the receiver must do', () => {
    const message = readMessage(body);
    expect(message).toMatchObject({
      verdict: 'complete',
      known: true,
      missing: [],
      callbackId: callback.id,
      conversationId: callback.payload.conversation.id,
      target: 'CONVERSATION',
      event: 'FINISHED',
      created: callback.created,
    });
    expect(message.sentences[0]).toContain('200, 201, 202 or 204');
    expect(message.sentences.join(' ')).toContain('for API calls use payload.conversation.id');
  });

  test.each([
    ['SUBSCRIPTION', 'NEW_DATA', true],
    ['CONVERSATION', 'EXPIRED', true],
    ['CONVERSATION', 'NEW_DATA', false],
    ['SOMETHING', 'FINISHED', false],
    ['constructor', 'FINISHED', false],
  ])('%s %s known: %s', (target, event, known) => {
    const message = read({ ...callback, target, event });
    expect(message.known).toBe(known);
    if (!known) {
      expect(message.sentences[0]).toMatch(/accept it .* and ignore it/);
    }
  });

  test('names every member that is missing or has another type', () => {
    expect(read({}).missing).toEqual(['id', 'created', 'target', 'event', 'payload']);
    expect(read({ ...callback, id: 5, payload: { conversation: {} } }).missing).toEqual([
      'id',
      'payload.conversation.id',
    ]);
    expect(read({ ...callback, payload: {} }).missing).toEqual(
      ['payload.conversation', 'payload.conversation.id'].slice(0, 1),
    );
    expect(read({ ...callback, target: 'NEW', payload: {} })).toMatchObject({
      verdict: 'complete',
      known: false,
    });
  });

  test('tolerates unknown members (6.1, rule 5)', () => {
    expect(read({ ...callback, extra: 1, payload: { ...callback.payload, more: [] } })).toMatchObject({
      verdict: 'complete',
      known: true,
    });
  });

  test.each<[what: string, bytes: Uint8Array, verdict: string]>([
    ['nothing', new Uint8Array(), 'empty'],
    ['half a body', body.subarray(0, 40), 'not-json'],
    ['bytes that are not UTF-8', Buffer.of(0xff, 0xfe, 0), 'not-json'],
    ['a number', Buffer.from('5'), 'incomplete'],
    ['null', Buffer.from('null'), 'incomplete'],
    ['an array', Buffer.from('[]'), 'incomplete'],
    ['a body behind a byte order mark', Buffer.concat([Buffer.from('\ufeff'), body]), 'complete'],
  ])('%s', (_, bytes, verdict) => {
    expect(readMessage(bytes).verdict).toBe(verdict);
  });

  test.each([
    [maxMessage, 'complete'],
    [maxMessage + 1, 'too-large'],
  ])('of a body that is said to have %i bytes is %s', async (bodyLength, verdict) => {
    const given = { timestamp, signature: '', body, bodyLength, key, now };
    expect((await verify(given)).message.verdict).toBe(verdict);
  });

  test('is not read if it exceeds the limit', async () => {
    async function* large() {
      for (let sent = 0; sent <= maxMessage; sent += 1 << 20) {
        yield new Uint8Array(1 << 20);
      }
    }
    const { message, bodyBytes } = await verify({ timestamp, signature: '', body: large(), key, now });
    expect(message).toMatchObject({
      verdict: 'too-large',
      sentences: [expect.stringContaining(String(bodyBytes))],
    });
  });
});
