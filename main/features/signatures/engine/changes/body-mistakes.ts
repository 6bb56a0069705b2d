import { stringAt } from '../json/navigate.ts';
import {
  arrayEnd,
  arrayStart,
  literal,
  nameToken,
  objectEnd,
  objectStart,
  stringToken,
  type Tape,
} from '../json/tape.ts';
import { type BodyChange, bytesChange, textChange } from './body-change.ts';

/** Returns texts that code signs by mistake instead of the body: an object's name, a debug representation, nothing. */
export function mistakenChanges(): BodyChange[] {
  const literals: [text: string, cause: string][] = [
    ['', 'The signature was made over an empty body: something had consumed the request before it was read.'],
    ['[object Object]', 'The signature was made over “[object Object]”, a parsed body turned into text.'],
    ['{}', 'The signature was made over “{}”: no parser had run, or it had found nothing.'],
    ['undefined', 'The signature was made over “undefined”: there was no body where the code looked.'],
    ['null', 'The signature was made over “null”: there was no body where the code looked.'],
    ['None', 'The signature was made over “None”: there was no body where the code looked.'],
    ['""', 'The signature was made over two quotes, an empty text written as JSON.'],
    ['[]', 'The signature was made over “[]”: the parser had found nothing.'],
    ['[object Promise]', 'The signature was made over “[object Promise]”: the body was not awaited.'],
    [
      '[object ReadableStream]',
      'The signature was made over “[object ReadableStream]”: the stream was not read.',
    ],
    [
      '[object ArrayBuffer]',
      'The signature was made over “[object ArrayBuffer]”: the bytes were not taken out.',
    ],
    ['Array', 'The signature was made over “Array”, a parsed body turned into text by PHP.'],
  ];
  return [
    ...literals.map(([text, cause]) =>
      bytesChange(text === '' ? 'empty-body' : 'not-the-body', text || 'empty', cause, () =>
        Buffer.from(text),
      ),
    ),
    bytesChange(
      'not-the-body',
      'buffer-json',
      'The signature was made over a Node.js Buffer written as JSON.',
      ({ bytes }) => (bytes.length > 1_048_576 ? undefined : Buffer.from(JSON.stringify(bytes))),
    ),
    bytesChange(
      'not-the-body',
      'byte-list',
      'The signature was made over the body’s bytes as a list of numbers.',
      ({ bytes }) => (bytes.length > 1_048_576 ? undefined : Buffer.from(bytes.join(','))),
    ),
    bytesChange(
      'not-the-body',
      'bytes-repr',
      "The signature was made over Python’s b'…' form of the body: bytes formatted into a text.",
      ({ bytes }) => Buffer.from(bytesRepr(bytes)),
    ),
    textChange(
      'not-the-body',
      'bytes-repr-undone',
      "The received body is Python’s b'…' form of what was signed.",
      unrepr,
    ),
    bytesChange(
      'not-the-body',
      'dict-repr',
      'The signature was made over Python’s text form of the parsed body, not over JSON.',
      (view) => {
        const tape = view.tape();
        return tape ? Buffer.from(dictRepr(tape)) : undefined;
      },
    ),
  ];
}

function bytesRepr(bytes: Buffer): string {
  return `b${repr(bytes.toString('latin1'), /[\\'\n\r\t]|[^\x20-\x7e]/g)}`;
}

/** Returns a text as Python shows it; `escaped` matches what it does not show as it is. */
function repr(text: string, escaped: RegExp): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const content = text.replace(escaped, (char) => {
    if (char === "'") {
      return quote === "'" ? "\\'" : "'";
    }
    const short = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[char];
    return short ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `${quote}${content}${quote}`;
}

function unrepr(text: string): string | undefined {
  const content = /^b(['"])(.*)\1$/s.exec(text.trim())?.[2];
  if (content === undefined) {
    return undefined;
  }
  const latin = content.replace(/\\(x([0-9a-f]{2})|.)/gs, (_, next: string, hex: string | undefined) => {
    if (hex !== undefined) {
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    return { n: '\n', r: '\r', t: '\t' }[next] ?? next;
  });
  return Buffer.from(latin, 'latin1').toString('utf8');
}

/** Python's `str()` of the parsed JSON. */
function dictRepr(tape: Tape): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
  const raw = Buffer.from(tape.source.buffer, tape.source.byteOffset, tape.source.length);
  const parts: string[] = [];
  for (let index = 0; index < tape.size; index++) {
    const kind = tape.kinds[index] ?? 0;
    const before = index > 0 ? (tape.kinds[index - 1] ?? 0) : arrayStart;
    const closes = kind === objectEnd || kind === arrayEnd;
    if (!closes && before !== objectStart && before !== arrayStart && before !== nameToken) {
      parts.push(', ');
    }
    if (kind === nameToken || kind === stringToken) {
      parts.push(repr(stringAt(tape, index), /[\\'\p{Cc}]/gu));
    } else if (kind === literal) {
      const word = raw.toString('latin1', tape.starts[index], tape.ends[index]);
      parts.push(words[word] ?? word);
    } else if (kind === objectStart || kind === arrayStart) {
      parts.push(kind === objectStart ? '{' : '[');
    } else if (closes) {
      parts.push(kind === objectEnd ? '}' : ']');
    } else {
      parts.push(raw.toString('latin1', tape.starts[index], tape.ends[index]));
    }
    if (kind === nameToken) {
      parts.push(': ');
    }
  }
  return parts.join('');
}
