import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { type BodyChange, bytesChange, textChange } from './body-change.ts';

/** The largest result of decompression, in bytes. */
const maxDecompressed = 64 * 1024 * 1024;
/** Brotli's best quality takes seconds for a megabyte; tried up to this many bytes. */
const maxForBest = 16 * 1024;

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Compressed when it was signed uncompressed, or the reverse. */
export function compressionChanges(): BodyChange[] {
  const code = 'compression';
  const limit = { maxOutputLength: maxDecompressed };
  const unpack: [id: string, name: string, make: (bytes: Buffer) => Buffer | undefined][] = [
    ['gunzip', 'gzip', (b) => (b[0] === 0x1f && b[1] === 0x8b ? gunzipSync(b, limit) : undefined)],
    ['inflate', 'deflate', (b) => (((b[0] ?? 0) & 0x0f) === 8 ? inflateSync(b, limit) : undefined)],
    ['inflate-raw', 'raw deflate', (b) => (b[0] === 0x7b ? undefined : inflateRawSync(b, limit))],
    ['brotli', 'Brotli', (b) => (b[0] === 0x7b ? undefined : brotliDecompressSync(b, limit))],
  ];
  const pack: [id: string, name: string, make: (bytes: Buffer) => Buffer][] = [
    ['gzip', 'gzip', (b) => gzipSync(b)],
    ['gzip-9', 'gzip at its highest level', (b) => gzipSync(b, { level: 9 })],
    ['gzip-1', 'gzip at its lowest level', (b) => gzipSync(b, { level: 1 })],
    ['deflate', 'deflate', (b) => deflateSync(b)],
    ['deflate-raw', 'raw deflate', (b) => deflateRawSync(b)],
    ...(['4', '6', '11'] as const).map((quality): [string, string, (b: Buffer) => Buffer] => [
      `brotli-${quality}`,
      `Brotli at quality ${quality}`,
      (b) =>
        b.length > maxForBest && quality === '11'
          ? b
          : brotliCompressSync(b, { params: { 1: Number(quality) } }),
    ]),
  ];
  return [
    ...unpack.map(([id, name, make]) =>
      bytesChange(
        code,
        id,
        `The received body is compressed with ${name}; what was signed is not.`,
        ({ bytes }) => {
          const result = attempt(() => make(bytes) ?? bytes);
          return result === bytes ? undefined : result;
        },
      ),
    ),
    ...pack.map(
      ([id, name, make]): BodyChange => ({
        code,
        variant: id,
        family: 'body',
        cause: `The signed content is the body compressed with ${name}; it was decompressed on the way.`,
        expensive: true,
        make: ({ bytes }) => make(bytes),
      }),
    ),
  ];
}

const base64Text = /^[A-Za-z0-9+/_-]+={0,2}\s*$/;

/** Returns the body as Base64, hexadecimal, a JSON string, in quotes or in chunks. */
export function wrappingChanges(): BodyChange[] {
  return [
    bytesChange(
      'base64',
      'decoded',
      'The received body is Base64; what was signed is the decoded body.',
      ({ bytes }) => {
        const text = bytes.toString('latin1');
        return base64Text.test(text) ? Buffer.from(text, 'base64') : undefined;
      },
    ),
    textChange(
      'quoted-printable',
      'decoded',
      'The received body is in the quoted-printable form of mail; what was signed is not.',
      quotedPrintable,
    ),
    bytesChange('base64', 'encoded', 'The signed content is the body in Base64.', ({ bytes }) =>
      Buffer.from(bytes.toString('base64')),
    ),
    bytesChange('base64', 'encoded-url', 'The signed content is the body in base64url.', ({ bytes }) =>
      Buffer.from(bytes.toString('base64url')),
    ),
    bytesChange(
      'hexadecimal',
      'decoded',
      'The received body is hexadecimal; what was signed is the decoded body.',
      ({ bytes }) => {
        const text = bytes.toString('latin1').trim();
        return text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
      },
    ),
    bytesChange('hexadecimal', 'encoded', 'The signed content is the body in hexadecimal.', ({ bytes }) =>
      Buffer.from(bytes.toString('hex')),
    ),
    textChange(
      'wrapped',
      'string-undone',
      'The received body is a JSON string that holds what was signed.',
      (text) => (/^\s*"/.test(text) ? attempt(() => JSON.parse(text) as string) : undefined),
    ),
    textChange(
      'wrapped',
      'string',
      'The signed content is the body written as a JSON string (stringified twice).',
      (text) => JSON.stringify(text),
    ),
    textChange(
      'wrapped',
      'string-content',
      'The received body has the escapes of a JSON string that were not signed.',
      (text) => (text.includes('\\') ? attempt(() => JSON.parse(`"${text}"`) as string) : undefined),
    ),
    textChange(
      'wrapped',
      'quotes-removed',
      'The received body is in quotes that were not signed.',
      (text) => /^\s*(["'`])(.*)\1\s*$/s.exec(text)?.[2],
    ),
    textChange('wrapped', 'quotes', 'The signed content has quotes around the body.', (text) => `"${text}"`),
    textChange(
      'wrapped',
      'apostrophes',
      'The signed content has apostrophes around the body.',
      (text) => `'${text}'`,
    ),
    textChange('wrapped', 'array', 'The signed content has the body in an array.', (text) => `[${text}]`),
    bytesChange(
      'wrapped',
      'chunks',
      'The received body still has the chunk lengths of its transfer in it.',
      ({ bytes }) => unchunk(bytes),
    ),
  ];
}

/** Returns the text of a quoted-printable one: `=3D` is `=`, and a line that ends with `=` goes on. */
function quotedPrintable(text: string): string | undefined {
  if (!/=(?:3D|\r?\n)/i.test(text)) {
    return undefined;
  }
  const bytes = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The longest line with the length of a chunk, in bytes. */
const maxChunkLine = 1024;

/** Returns the content of an HTTP/1.1 chunked body, or undefined when it is not one. */
export function unchunk(bytes: Buffer): Buffer | undefined {
  // One copy into one buffer: a body may have ten million chunks of one byte.
  const content = Buffer.allocUnsafe(bytes.length);
  let end = 0;
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf('\n', at);
    // The last line may have lost its end where it was pasted.
    const lineEnd = newline < 0 ? bytes.length : newline;
    const line = lineEnd - at > maxChunkLine ? '' : bytes.toString('latin1', at, lineEnd);
    const size = /^([\da-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(line)?.[1];
    if (size === undefined) {
      return undefined;
    }
    const length = Number.parseInt(size, 16);
    if (length === 0) {
      return content.subarray(0, end);
    }
    const next = lineEnd + 1 + length;
    if (next >= bytes.length) {
      return undefined;
    }
    end += bytes.copy(content, end, lineEnd + 1, next);
    const isMarked = bytes[next] === 0x0d;
    if (bytes[isMarked ? next + 1 : next] !== 0x0a) {
      return undefined;
    }
    at = next + (isMarked ? 2 : 1);
  }
  return undefined;
}
