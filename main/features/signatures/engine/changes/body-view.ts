import { utf8Text } from '../bytes.ts';
import { boundText, jsonBounds } from '../json/bounds.ts';
import { distinctEscapes } from '../json/escapes.ts';
import { stringAt } from '../json/navigate.ts';
import type { Numbers } from '../json/numbers.ts';
import { type Order, reorder } from '../json/order.ts';
import { flagEscaped, nameToken, numberToken, readTapeWithin, type Tape } from '../json/tape.ts';
import { once } from '../once.ts';

/** A body with derived forms for the changes, each computed once on first use. */
export type BodyView = ReturnType<typeof bodyView>;

/** `limits` receives a body with too much JSON. */
export function bodyView(body: Uint8Array, limits = new Set<string>()) {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const tape = once(() => {
    const read = readTapeWithin(bytes, jsonBounds);
    if (typeof read !== 'string') {
      return read;
    }
    limits.add(`Other ways of writing the JSON were not tried: it has ${boundText(read)}.`);
    return undefined;
  });
  const numbers = new Map<string, boolean>();
  const orders = new Map<string, { tape: Tape | undefined }>();
  return {
    bytes,
    /** The bytes as UTF-8, or undefined when they are invalid. */
    text: once(() => utf8Text(bytes)),
    /** The tokens of the body as JSON, or undefined when it is not JSON or exceeds `jsonBounds`. */
    tape,
    /** Returns the same tokens in another member order, or undefined when nothing moves. */
    inOrder(order: Order): Tape | undefined {
      let entry = orders.get(order.id);
      if (!entry) {
        const tokens = tape();
        entry = { tape: tokens && reorder(tokens, order) };
        orders.set(order.id, entry);
      }
      return entry.tape;
    },
    /** Returns whether this number style changes any number. */
    changesNumbers(way: Numbers): boolean {
      let changes = numbers.get(way.id);
      if (changes === undefined) {
        const tokens = tape();
        changes = tokens !== undefined && anyNumber(tokens, way);
        numbers.set(way.id, changes);
      }
      return changes;
    },
    /** The ids of the escape styles that make a difference in this body. */
    escapes: once(() => {
      const tokens = tape();
      return new Set(tokens ? escapesFor(tokens, bytes) : []);
    }),
  };
}

/** Characters outside ASCII that some writers escape: next line and the two line separators. */
/** Stands for all above U+FFFF. */
const high = '😀';
const rare = ['\u0085', '\u2028', '\u2029'];

function escapesFor(tape: Tape, bytes: Buffer): string[] {
  let hasEscape = false;
  let special = '';
  const add = (char: string) => {
    if (!special.includes(char)) {
      special += char;
    }
  };
  for (let byte = 0; byte < 128; byte++) {
    if (tape.byteFlags[byte] && !/[A-Za-z0-9\\]/.test(String.fromCharCode(byte))) {
      add(String.fromCharCode(byte));
    }
  }
  if (tape.byteFlags.subarray(128).some((flag) => flag === 1)) {
    add('é');
    if (tape.byteFlags.subarray(0xf0).some((flag) => flag === 1)) {
      add(high);
    }
    for (const char of rare) {
      if (bytes.includes(char)) {
        add(char);
      }
    }
  }
  for (let index = 0; index < tape.size; index++) {
    if (((tape.flags[index] ?? 0) & flagEscaped) === 0) {
      continue;
    }
    hasEscape = true;
    for (const char of stringAt(tape, index)) {
      if (char > '\x7f') {
        add(rare.includes(char) ? char : char.length > 1 ? high : 'é');
      } else if (!/[A-Za-z0-9]/.test(char)) {
        add(char);
      }
    }
  }
  return distinctEscapes(special, hasEscape).map(({ id }) => id);
}

function anyNumber(tape: Tape, numbers: Numbers): boolean {
  if (!numbers.write) {
    return true;
  }
  const raw = Buffer.from(tape.source.buffer, tape.source.byteOffset, tape.source.length);
  let member = '';
  for (let index = 0; index < tape.size; index++) {
    if (tape.kinds[index] === nameToken) {
      member = stringAt(tape, index);
    }
    if (tape.kinds[index] !== numberToken) {
      continue;
    }
    if (numbers.write(raw.toString('latin1', tape.starts[index], tape.ends[index]), member) !== undefined) {
      return true;
    }
  }
  return false;
}
