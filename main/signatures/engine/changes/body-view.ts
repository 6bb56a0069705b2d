import { utf8Text } from '../bytes.ts';
import { distinctEscapes } from '../json/escapes.ts';
import { stringAt } from '../json/navigate.ts';
import { FLAG_ESCAPED, readTape, type Tape } from '../json/tape.ts';

/** A body with what the changes ask of it, each worked out once and only when asked. */
export interface BodyView {
  bytes: Buffer;
  /** The bytes as UTF-8, or undefined where they are not. */
  text(): string | undefined;
  /** The tokens of the body as JSON, or undefined where it is not. */
  tape(): Tape | undefined;
  /** The ids of the escape habits that can make a difference in this body. */
  escapes(): ReadonlySet<string>;
}

export function bodyView(body: Uint8Array): BodyView {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const once = <T>(make: () => T): (() => T) => {
    let made: { value: T } | undefined;
    return () => {
      made ??= { value: make() };
      return made.value;
    };
  };
  const tape = once(() => readTape(bytes));
  return {
    bytes,
    text: once(() => utf8Text(bytes)),
    tape,
    escapes: once(() => {
      const tokens = tape();
      return new Set(tokens ? escapesFor(tokens, bytes) : []);
    }),
  };
}

/** Characters outside ASCII that single writers escape: the next line and the two line separators. */
const RARE = ['\u0085', '\u2028', '\u2029'];

function escapesFor(tape: Tape, bytes: Buffer): string[] {
  let escaped = false;
  let special = '';
  const add = (char: string) => {
    if (!special.includes(char)) special += char;
  };
  for (let byte = 0; byte < 128; byte++)
    if (tape.seen[byte] && !/[A-Za-z0-9\\]/.test(String.fromCharCode(byte))) add(String.fromCharCode(byte));
  if (tape.seen.subarray(128).some((seen) => seen === 1)) {
    add('é');
    for (const char of RARE) if (bytes.includes(char)) add(char);
  }
  for (let index = 0; index < tape.size; index++) {
    if (((tape.flags[index] ?? 0) & FLAG_ESCAPED) === 0) continue;
    escaped = true;
    for (const char of stringAt(tape, index)) {
      if (char > '\x7f') add(RARE.includes(char) ? char : 'é');
      else if (!/[A-Za-z0-9]/.test(char)) add(char);
    }
  }
  return distinctEscapes(special, escaped).map(({ id }) => id);
}
