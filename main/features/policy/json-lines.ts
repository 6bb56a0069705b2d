import { after, isOpening, stringAt } from '../signatures/engine/json/navigate.ts';
import { arrayStart, readTapeWithin } from '../signatures/engine/json/tape.ts';

/** The lines of the members of a JSON text, by their path such as `environments.0.settings`, and the paths that it has twice. */
export interface JsonLines {
  lines: Map<string, number>;
  repeated: string[];
}

/** The most brackets in each other: more than any policy has, and few enough for paths to stay short. */
const bounds = { depth: 16, tokens: Number.POSITIVE_INFINITY };

/**
 * Returns the lines of a text that is known to be JSON; undefined where it is nested too deeply. `JSON.parse` says neither these nor which members are
 * repeated.
 */
export function linesOf(text: string): JsonLines | undefined {
  const tape = readTapeWithin(Buffer.from(text), bounds);
  if (typeof tape !== 'object') {
    return undefined;
  }
  const { kinds, starts, ends, source } = tape;
  const lines = new Map<string, number>();
  const repeated: string[] = [];
  let line = 1;
  let counted = 0;

  const visit = (index: number, path: string): void => {
    const isList = kinds[index] === arrayStart;
    const end = isOpening(kinds[index] ?? 0) ? (ends[index] ?? 0) : 0;
    let position = 0;
    for (let at = index + 1, value = at; at < end; at = after(tape, value)) {
      value = isList ? at : at + 1;
      const inside = path + (isList ? position++ : stringAt(tape, at));
      for (; counted < (starts[at] ?? 0); counted++) {
        line += source[counted] === 0x0a ? 1 : 0;
      }
      if (lines.has(inside)) {
        repeated.push(inside);
      }
      lines.set(inside, line);
      visit(value, `${inside}.`);
    }
  };

  visit(0, '');
  return { lines, repeated };
}
