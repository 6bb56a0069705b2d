import { setImmediate } from 'node:timers/promises';
import type { RawLine } from '../../../preload/contract/conversations.ts';
import { cancelledFailure } from '../../common/failure.ts';
import { pieceText, type RawFormat, type ScanState, scanStart, scans } from './raw-lines.ts';

/** One position is stored for this many lines; the others are found from the nearest one before them. */
const stride = 128;
/** The longest time the main thread is blocked at once, in milliseconds. */
const maxTurnMs = 8;

/** Positions of a response's lines in one format: a few numbers for every 128 lines. */
export interface LineIndex {
  form: RawFormat;
  /** The number of lines; each part of a long line counts as one. */
  total: number;
  marks: readonly ScanState[];
}

/**
 * Indexes the lines of a response, yielding to other work every few milliseconds. @throws Failure cancelled when
 * `isReleased` returns true
 */
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
    if (total % 16 === 0 && performance.now() - turn > maxTurnMs) {
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
