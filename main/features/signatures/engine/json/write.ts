import { type Escapes, escaper } from './escapes.ts';
import type { Layout } from './layouts.ts';
import { after, stringAt } from './navigate.ts';
import type { Numbers } from './numbers.ts';
import {
  arrayEnd,
  arrayStart,
  flagEscaped,
  flagNeedsEscape,
  flagNonAscii,
  nameToken,
  numberToken,
  objectEnd,
  objectStart,
  stringToken,
  type Tape,
} from './tape.ts';

/** The style of written JSON: white space, escapes and numbers. Member order belongs to the tape. */
export interface Style {
  layout: Layout;
  escapes: Escapes;
  numbers: Numbers;
}

/** The largest result, in bytes; beyond it a `RangeError` is thrown, since indentation of deep nesting grows quadratically. */
export const maxWritten = 64 * 1024 * 1024;

/** A growing byte buffer. */
class Output {
  #bytes: Buffer;
  #length = 0;

  constructor(guess: number) {
    this.#bytes = Buffer.allocUnsafe(guess);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) {
      return;
    }
    if (this.#length + count > maxWritten) {
      throw new RangeError('too long to write');
    }
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  slice(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.#reserve(count);
    // Copying a short token here is faster than a native call.
    if (count < 48) {
      const bytes = this.#bytes;
      let to = this.#length;
      for (let from = start; from < end; from++) {
        bytes[to++] = source[from] ?? 0;
      }
    } else {
      this.#bytes.set(source.subarray(start, end), this.#length);
    }
    this.#length += count;
  }

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Writes the JSON of a tape in another style; everything else stays byte for byte. */
export function writeJson(tape: Tape, style: Style, from = 0): Buffer {
  const output = new Output(tape.source.length + (tape.source.length >> 1) + 64);
  if (style.layout.keepsOriginal && !tape.isReordered) {
    writeKept(tape, style, output);
  } else {
    writeLaidOut(tape, style, output, from);
  }
  return output.done();
}

/** Writes one token that is not a bracket. */
function tokenWriter(
  tape: Tape,
  { escapes, numbers }: Style,
  output: Output,
): (index: number, member: string) => void {
  const { source, kinds, starts, ends, flags } = tape;
  const raw = Buffer.from(source.buffer, source.byteOffset, source.length);
  const escapeText = escaper(escapes);
  // Strings that cannot be copied unchanged.
  const rewrite = escapes.keepsOriginal
    ? 0
    : flagEscaped |
      (escapes.also ? flagNeedsEscape : 0) |
      (escapes.ascii || escapes.surrogates || /[\x80-\uffff]/.test(escapes.also) ? flagNonAscii : 0);
  return (index, member) => {
    const kind = kinds[index] ?? 0;
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if ((kind === stringToken || kind === nameToken) && ((flags[index] ?? 0) & rewrite) !== 0) {
      output.text(`"${escapeText(stringAt(tape, index))}"`);
      return;
    }
    if (kind === numberToken && numbers.write) {
      const replacement = numbers.write(raw.toString('latin1', start, end), member);
      if (replacement !== undefined) {
        output.text(replacement);
        return;
      }
    }
    output.slice(source, start, end);
  };
}

function writeKept(tape: Tape, style: Style, output: Output): void {
  const { source, kinds, starts, ends } = tape;
  const token = tokenWriter(tape, style, output);
  let copyEnd = 0;
  let member = '';
  for (let index = 0; index < tape.size; index++) {
    const kind = kinds[index] ?? 0;
    if (kind < nameToken) {
      continue;
    }
    if (kind === nameToken && style.numbers.write) {
      member = stringAt(tape, index);
    }
    output.slice(source, copyEnd, starts[index] ?? 0);
    token(index, member);
    copyEnd = ends[index] ?? 0;
  }
  output.slice(source, copyEnd, source.length);
}

const commaBytes = Uint8Array.of(0x2c);

function writeLaidOut(tape: Tape, style: Style, output: Output, from: number): void {
  const { kinds, source, starts } = tape;
  const { layout, numbers } = style;
  const token = tokenWriter(tape, style, output);
  const colon = Buffer.from(layout.colon);
  const comma = layout.indent === undefined ? Buffer.from(layout.comma) : commaBytes;
  const breaks: Buffer[] = [];
  /** The open brackets, each with the layout of its content on one or several lines, and whether it has content yet. */
  const inLines: boolean[] = [];
  const hasMembers: boolean[] = [];
  let depth = 0;
  let member = '';
  const put = (bytes: Uint8Array) => output.slice(bytes, 0, bytes.length);
  const newLine = () => {
    if (layout.indent === undefined) {
      return;
    }
    let at = breaks[depth];
    if (!at) {
      at = Buffer.from(layout.newline + layout.indent.repeat(depth));
      breaks[depth] = at;
    }
    put(at);
  };
  const gap = (lines: boolean) => {
    if (lines) {
      newLine();
    } else if (layout.jackson) {
      output.text(' ');
    }
  };
  const end = after(tape, from);
  for (let index = from; index < end; index++) {
    const kind = kinds[index] ?? 0;
    if (kind === objectEnd || kind === arrayEnd) {
      const lines = inLines.pop() ?? false;
      if (lines) {
        depth--;
      }
      if (hasMembers.pop()) {
        gap(lines);
      } else if (layout.jackson) {
        output.text(' ');
      }
      output.slice(source, starts[index] ?? 0, (starts[index] ?? 0) + 1);
      continue;
    }
    // A value follows its name on the same line; everything else is a separate member or element.
    const beside = index > from && kinds[index - 1] === nameToken;
    if (!beside && hasMembers.length > 0) {
      if (hasMembers[hasMembers.length - 1]) {
        put(comma);
      }
      hasMembers[hasMembers.length - 1] = true;
      gap(inLines[inLines.length - 1] ?? false);
    }
    if (kind === objectStart || kind === arrayStart) {
      output.slice(source, starts[index] ?? 0, (starts[index] ?? 0) + 1);
      const lines = layout.indent !== undefined && !(layout.jackson && kind === arrayStart);
      inLines.push(lines);
      hasMembers.push(false);
      if (lines) {
        depth++;
      }
      continue;
    }
    token(index, member);
    if (kind === nameToken) {
      if (numbers.write) {
        member = stringAt(tape, index);
      }
      put(colon);
    }
  }
}
