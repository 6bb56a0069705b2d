import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyView } from '../../../../main/features/signatures/engine/changes/body-view.ts';
import {
  compressionChanges,
  wrappingChanges,
} from '../../../../main/features/signatures/engine/changes/body-wrapping.ts';

/** Made in each test, since what is made before them is tried by a mutation test with all of them. */
const changes = () =>
  new Map(
    [...wrappingChanges(), ...compressionChanges()].map((change) => [
      `${change.code} ${change.variant}`,
      change,
    ]),
  );

/** The result of one change on a received body; undefined if it does not apply. */
function bytesMade(id: string, received: string | Buffer): Uint8Array | undefined {
  const change = changes().get(id);
  if (!change) {
    throw new Error(`There is no change ${id}.`);
  }
  return change.make(bodyView(Buffer.from(received)));
}

/** The same as text. */
function made(id: string, received: string | Buffer): string | undefined {
  const bytes = bytesMade(id, received);
  return bytes && Buffer.from(bytes).toString();
}

describe('a body that was wrapped or unwrapped', () => {
  test.each([
    ['base64 decoded', 'eyJhIjoxfQ==', '{"a":1}'],
    ['base64 decoded', 'eyJhIjoxfQ==\n', '{"a":1}'],
    ['base64 decoded', 'eyJhIjoxfQ\r\n', '{"a":1}'],
    ['quoted-printable decoded', '{"a":"=C5=BC=3D","b":=\r\n1}', '{"a":"ż=","b":1}'],
    ['quoted-printable decoded', '{"a":=\n1}', '{"a":1}'],
    ['quoted-printable decoded', '{"a":"=3d"}', '{"a":"="}'],
    ['base64 encoded', '{"a":"?>"}', 'eyJhIjoiPz4ifQ=='],
    ['base64 encoded-url', '{"a":"~~?"}', 'eyJhIjoifn4_In0'],
    ['hexadecimal decoded', ' 7b7D\n', '{}'],
    ['hexadecimal encoded', '{}', '7b7d'],
    ['wrapped string-undone', ' "{\\"a\\":1}"', '{"a":1}'],
    ['wrapped string-undone', '"{}"', '{}'],
    ['wrapped string', '{"a":1}', '"{\\"a\\":1}"'],
    ['wrapped string-content', '{\\"a\\":1}', '{"a":1}'],
    ['wrapped quotes-removed', '"{"a":1}"', '{"a":1}'],
    ['wrapped quotes-removed', " '{\n}' \n", '{\n}'],
    ['wrapped quotes-removed', '  `{}`  ', '{}'],
    ['wrapped quotes', '{}', '"{}"'],
    ['wrapped apostrophes', '{}', "'{}'"],
    ['wrapped array', '{}', '[{}]'],
    ['wrapped chunks', '2\r\n{}\r\n0\r\n\r\n', '{}'],
    ['wrapped chunks', '02 \r\n{}\r\n00\r\n\r\n', '{}'],
    ['wrapped chunks', `2;${'x'.repeat(1021)}\r\n{}\r\n0\r\n\r\n`, '{}'],
    ['wrapped chunks', '1;name=value\r\n{\r\nA\r\n"a":"bcde"\r\n1\r\n}\r\n0\r\n\r\n', '{"a":"bcde"}'],
  ])('%s: %j', (id, received, signed) => {
    expect(made(id, received)).toBe(signed);
  });

  test.each([
    ['base64 decoded', '{"a":1}'],
    ['base64 decoded', ' eyJhIjoxfQ=='],
    ['base64 decoded', 'eyJhIjoxfQ==='],
    ['quoted-printable decoded', '{"a":"=C5=BC"}'],
    ['hexadecimal decoded', 'zz7b7d'],
    ['hexadecimal decoded', '7b7dzz'],
    ['hexadecimal decoded', '7b7'],
    ['hexadecimal decoded', '{}'],
    ['wrapped string-undone', '{"a":1}'],
    ['wrapped string-undone', '"broken'],
    ['wrapped string-content', '{"a":1}'],
    ['wrapped string-content', '{\\"a":1}'],
    ['wrapped quotes-removed', '"{}\''],
    ['wrapped quotes-removed', 'x"{}"'],
    ['wrapped quotes-removed', '"{}"x'],
    ['wrapped chunks', '{"a":1}'],
    ['wrapped chunks', '2\r\n{}\r\n'],
    ['wrapped chunks', `${' '.repeat(40)}2\r\n{}\r\n0\r\n\r\n`],
    ['wrapped chunks', `2;${'x'.repeat(1022)}\r\n{}\r\n0\r\n\r\n`],
    ['wrapped chunks', 'x2\r\n{}\r\n0\r\n\r\n'],
    ['wrapped chunks', '2x\r\n{}\r\n0\r\n\r\n'],
    ['wrapped chunks', '000000002\r\n{}\r\n0\r\n\r\n'],
  ])('%s does not apply to %j', (id, received) => {
    expect(made(id, received)).toBeUndefined();
  });
});

describe('a body that was compressed or decompressed', () => {
  const text = JSON.stringify(Array.from({ length: 200 }, (_, index) => `member ${index * index}`));
  const brotli = (quality: number) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

  test.each([
    ['gunzip', gzipSync(text)],
    ['inflate', deflateSync(text)],
    ['inflate-raw', deflateRawSync(text)],
    ['brotli', brotliCompressSync(text)],
  ])('%s', (id, received) => {
    expect(made(`compression ${id}`, received)).toBe(text);
    expect(made(`compression ${id}`, text)).toBeUndefined();
  });

  test.each([
    ['gzip', gzipSync(text)],
    ['gzip-9', gzipSync(text, { level: 9 })],
    ['gzip-1', gzipSync(text, { level: 1 })],
    ['deflate', deflateSync(text)],
    ['deflate-raw', deflateRawSync(text)],
    ['brotli-4', brotli(4)],
    ['brotli-6', brotli(6)],
    ['brotli-11', brotli(11)],
  ])('%s', (id, signed) => {
    expect(bytesMade(`compression ${id}`, text)).toEqual(signed);
    expect(changes().get(`compression ${id}`)).toMatchObject({ family: 'body', expensive: true });
  });

  test('is not compressed at the best quality of Brotli where that takes seconds', () => {
    const long = ' '.repeat(16 * 1024);
    expect(bytesMade('compression brotli-11', long)?.length).toBeLessThan(100);
    expect(made('compression brotli-11', `${long} `)).toBe(`${long} `);
    expect(bytesMade('compression brotli-6', `${long} `)?.length).toBeLessThan(100);
  });

  test('is not decompressed to more than 64 MiB', () => {
    const long = Buffer.alloc(64 * 1024 * 1024 + 1);
    expect(bytesMade('compression gunzip', gzipSync(long, { level: 1 }))).toBeUndefined();
  });
});
