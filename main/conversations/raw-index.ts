import { setImmediate } from 'node:timers/promises';
import type { RawLine } from '../../preload/contract/conversations.ts';
import { cancelledFailure } from '../failure.ts';
import { pieceText, type RawFormat, type ScanState, scanStart, scans } from './raw-lines.ts';

/** One place is remembered for so many lines; the rest is found again from there when it is asked for. */
const stride = 128;
/** The longest that finding lines may hold main's thread in one go, in milliseconds. */
const longestTurn = 8;

/** Where the lines of a reply stand in one form: a few numbers for every 128 lines, whatever the reply's size. */
export interface LineIndex {
  form: RawFormat;
  /** How many lines there are; a piece of a long line counts as one. */
  total: number;
  marks: readonly ScanState[];
}

/** Finds the lines of a reply, letting other work through every few milliseconds. @throws Failure cancelled once `isReleased` says so */
export async function indexLines(
  raw: Uint8Array,
  form: RawFormat,
  isReleased: () => boolean = () => false,
): Promise<LineIndex> {
  const scan = scans[form];
  const marks: ScanState[] = [];
  let state = scanStart;
  let total = 0;
  let turn = performance.now();
  for (let step = scan(raw, state); step !== undefined; step = scan(raw, state)) {
    if (total % stride === 0) {
      marks.push(state);
    }
    total += 1;
    state = step.next;
    if (total % 16 === 0 && performance.now() - turn > longestTurn) {
      await setImmediate();
      if (isReleased()) {
        throw cancelledFailure();
      }
      turn = performance.now();
    }
  }
  return { form, total, marks };
}

/** Lines `from` (counted from 0) to at most `from + count`. */
export function linesOf(raw: Uint8Array, index: LineIndex, from: number, count: number): RawLine[] {
  const scan = scans[index.form];
  let at = Math.floor(from / stride);
  let state = index.marks[at];
  const lines: RawLine[] = [];
  if (state === undefined) {
    return lines;
  }
  for (at *= stride; at < from + count; at += 1) {
    const step = scan(raw, state);
    if (step === undefined) {
      break;
    }
    if (at >= from) {
      lines.push({
        text: pieceText(raw, step.piece, index.form),
        number: step.piece.line,
        continued: step.piece.continued,
        from: step.piece.from,
        to: step.piece.to,
      });
    }
    state = step.next;
  }
  return lines;
}
