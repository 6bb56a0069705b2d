import { isUtf8 } from 'node:buffer';
import { type BodyChange, bytesChange, textChange } from './body-change.ts';
import { codePages, decodePage, encodePage } from './code-pages.ts';

const bomLe = Buffer.of(0xff, 0xfe);
const bomBe = Buffer.of(0xfe, 0xff);

/** Returns the body in another character set than UTF-8, a cause of interface 6.4 (rule 4): decoded once, in either direction. */
export function readingChanges(): BodyChange[] {
  return codePages.flatMap((page) => pageChanges(page).slice(0, 2));
}

/** Returns all other character set changes: written in one, decoded twice, UTF-16, with losses. */
export function encodingChanges(): BodyChange[] {
  return [...codePages.flatMap((page) => pageChanges(page).slice(2)), ...utf16Changes(), ...lossyChanges()];
}

/** Returns the single conversions first, one in each direction. */
function pageChanges(page: (typeof codePages)[number]): BodyChange[] {
  const code = 'encoding';
  const undo = (text: string | undefined) => (text === undefined ? undefined : encodePage(text, page));
  return [
    bytesChange(
      code,
      page.id,
      `The signed content is UTF-8; it was read as ${page.name} on the way, and what came out was written as UTF-8.`,
      (view) => {
        const bytes = undo(view.text());
        return bytes && isUtf8(bytes) ? bytes : undefined;
      },
    ),
    bytesChange(
      code,
      `read-as-${page.id}`,
      `The signature was made over the body read as ${page.name} instead of UTF-8.`,
      (view) => Buffer.from(decodePage(view.bytes, page), 'utf8'),
    ),
    bytesChange(
      code,
      `written-as-${page.id}`,
      `The signed content is the text in ${page.name}, not in UTF-8.`,
      (view) => {
        const bytes = undo(view.text());
        return bytes && !isUtf8(bytes) ? bytes : undefined;
      },
    ),
    bytesChange(
      code,
      `${page.id}-twice`,
      `The signed content is UTF-8; it was read as ${page.name} and written as UTF-8 twice on the way (double encoding).`,
      (view) => {
        const once = undo(view.text());
        return once && isUtf8(once) ? undo(once.toString('utf8')) : undefined;
      },
    ),
    bytesChange(
      code,
      `read-as-${page.id}-twice`,
      `The signature was made over the body read as ${page.name} twice (double encoding).`,
      (view) => {
        const once = Buffer.from(decodePage(view.bytes, page), 'utf8');
        return Buffer.from(decodePage(once, page), 'utf8');
      },
    ),
  ];
}

function swapBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}

function utf16Changes(): BodyChange[] {
  const changes: BodyChange[] = [];
  for (const [id, name, big] of [
    ['utf-16le', 'UTF-16 little-endian', false],
    ['utf-16be', 'UTF-16 big-endian', true],
  ] as const) {
    const encode = (text: string) =>
      big ? swapBytes(Buffer.from(text, 'utf16le')) : Buffer.from(text, 'utf16le');
    changes.push(
      bytesChange('encoding', `written-as-${id}`, `The signed content is the text in ${name}.`, (view) => {
        const text = view.text();
        return text === undefined ? undefined : encode(text);
      }),
      bytesChange(
        'encoding',
        `written-as-${id}-marked`,
        `The signed content is the text in ${name} with a byte order mark.`,
        (view) => {
          const text = view.text();
          return text === undefined ? undefined : Buffer.concat([big ? bomBe : bomLe, encode(text)]);
        },
      ),
      bytesChange(
        'encoding',
        id,
        `The received body is ${name}; what was signed is the same text in UTF-8.`,
        ({ bytes }) => {
          const mark = big ? bomBe : bomLe;
          const hasMark = bytes.subarray(0, 2).equals(mark);
          // If there is no byte order mark, only mostly-ASCII text is recognised: every other byte is zero.
          if (bytes.length % 2 !== 0 || !(hasMark || bytes[big ? 0 : 1] === 0)) {
            return undefined;
          }
          const content = hasMark ? bytes.subarray(2) : bytes;
          return Buffer.from((big ? swapBytes(content) : content).toString('utf16le'), 'utf8');
        },
      ),
    );
  }
  return changes;
}

/** Conversions that lose characters; found when the signature was made after the loss, never when the body has it. */
function lossyChanges(): BodyChange[] {
  const code = 'encoding';
  const sentence = 'The signature was made over the body with';
  const byBytes = (view: { bytes: Buffer }, replacement: string) =>
    Buffer.from(view.bytes.toString('latin1').replace(/[\x80-\xff]/g, replacement), 'utf8');
  return [
    textChange(
      code,
      'question-marks',
      `${sentence} each character outside ASCII replaced by a question mark.`,
      (t) => t.replace(/[^\0-\x7f]/gu, '?'),
    ),
    textChange(
      code,
      'question-marks-utf16',
      `${sentence} each UTF-16 unit outside ASCII replaced by a question mark.`,
      (t) => t.replace(/[^\0-\x7f]/g, '?'),
    ),
    bytesChange(
      code,
      'question-marks-bytes',
      `${sentence} each byte outside ASCII replaced by a question mark.`,
      (view) => byBytes(view, '?'),
    ),
    bytesChange(
      code,
      'replaced-bytes',
      `${sentence} each byte outside ASCII replaced by U+FFFD (read as US-ASCII).`,
      (view) => byBytes(view, '\ufffd'),
    ),
    bytesChange(
      code,
      'seven-bit',
      `${sentence} the eighth bit of each byte cleared (read as US-ASCII).`,
      (view) => Buffer.from(view.bytes.map((byte) => byte & 0x7f)),
    ),
    bytesChange(
      code,
      'invalid-replaced',
      `${sentence} bytes that are not UTF-8 replaced by U+FFFD.`,
      (view) => Buffer.from(view.bytes.toString('utf8'), 'utf8'),
    ),
    bytesChange(code, 'dropped', `${sentence} everything outside ASCII dropped.`, (view) =>
      view.bytes.filter((byte) => byte < 0x80),
    ),
    textChange(code, 'transliterated', `${sentence} the marks taken off its letters.`, (t) =>
      t.normalize('NFD').replace(/\p{M}/gu, ''),
    ),
  ];
}

/** Returns the Unicode normal forms. */
export function normalFormChanges(): BodyChange[] {
  return (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) =>
    textChange(
      'unicode-form',
      form.toLowerCase(),
      `The signed content has its characters in the Unicode form ${form}; the received body has another.`,
      (text) => text.normalize(form),
    ),
  );
}
