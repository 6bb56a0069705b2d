import { typeOfMarkup } from './markup.ts';

/** The number of first bytes that are compared. */
export const firstBytesNeeded = 4096;

type Test = (bytes: Buffer) => boolean;

const starts =
  (...bytes: number[]): Test =>
  (buffer) =>
    bytes.every((byte, at) => buffer[at] === byte);
const text =
  (word: string, at = 0): Test =>
  (buffer) =>
    buffer.subarray(at, at + word.length).toString('latin1') === word;
const brand =
  (...brands: string[]): Test =>
  (buffer) =>
    text('ftyp', 4)(buffer) && brands.some((name) => text(name, 8)(buffer));
/** The header of a frame: 11 bits set, then a version, layer III and a bit rate that exist (ISO/IEC 11172-3, 2.4.2.3). */
const isMpegAudio: Test = ([first = 0, second = 0, third = 0]) =>
  first === 0xff &&
  (second & 0xe6) === 0xe2 &&
  (second & 0x18) !== 0x08 &&
  (third & 0xf0) !== 0xf0 &&
  (third & 0x0c) !== 0x0c;
/** Signatures in the order they are tried, specific ones before general ones. */
const signatures: readonly [type: string, test: Test][] = [
  ['image/png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', starts(0xff, 0xd8, 0xff)],
  ['image/gif', (bytes) => text('GIF87a')(bytes) || text('GIF89a')(bytes)],
  ['image/webp', (bytes) => text('RIFF')(bytes) && text('WEBP', 8)(bytes)],
  ['image/bmp', (bytes) => text('BM')(bytes) && bytes.length > 14 && bytes.readUInt32LE(6) === 0],
  ['image/tiff', (bytes) => starts(0x49, 0x49, 0x2a, 0x00)(bytes) || starts(0x4d, 0x4d, 0x00, 0x2a)(bytes)],
  ['image/avif', brand('avif', 'avis')],
  ['image/heic', brand('heic', 'heix', 'hevc', 'mif1', 'msf1')],
  ['audio/mp4', brand('M4A ', 'M4B ')],
  ['audio/wav', (bytes) => text('RIFF')(bytes) && text('WAVE', 8)(bytes)],
  ['audio/ogg', text('OggS')],
  ['audio/flac', text('fLaC')],
  ['audio/mpeg', (bytes) => text('ID3')(bytes) || isMpegAudio(bytes)],
  ['video/quicktime', brand('qt  ')],
  ['video/3gpp', brand('3gp4', '3gp5', '3gp6')],
  ['video/mp4', text('ftyp', 4)],
  [
    'video/webm',
    (bytes) => starts(0x1a, 0x45, 0xdf, 0xa3)(bytes) && bytes.toString('latin1').includes('webm'),
  ],
  ['video/x-matroska', starts(0x1a, 0x45, 0xdf, 0xa3)],
  ['application/pdf', text('%PDF-')],
  ['application/zip', starts(0x50, 0x4b, 0x03, 0x04)],
  ['application/x-msdownload', text('MZ')],
];

/** The latest offset of a PDF's header; readers accept bytes before it (ISO 32000-1, annex H.3.4.1). */
const latestPdfHeader = 1024;

/** Returns the MIME type found from the first bytes of a file, or undefined when they do not identify one. */
export function typeOfFirstBytes(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, firstBytesNeeded));
  const bySignature = signatures.find(([, test]) => test(buffer))?.[0];
  if (bySignature !== undefined) {
    return bySignature;
  }
  const characters = buffer.toString('utf8');
  const byText = typeOfMarkup(characters) ?? (beginsLikeJson(characters) ? 'application/json' : undefined);
  if (byText !== undefined) {
    return byText;
  }
  const header = buffer.indexOf('%PDF-', 0, 'latin1');
  return header >= 0 && header <= latestPdfHeader ? 'application/pdf' : undefined;
}

function beginsLikeJson(characters: string): boolean {
  const content = characters.replace(/^\uFEFF/, '').trimStart();
  if (content[0] !== '{' && content[0] !== '[') {
    return false;
  }
  const next = content.slice(1).trimStart()[0];
  return next === '"' || next === '}' || next === ']';
}
