import { escapeStyles, keptEscapes } from '../json/escapes.ts';
import { keptLayout, layoutStyles } from '../json/layouts.ts';
import { keptNumbers } from '../json/numbers.ts';
import { type Member, rearrange } from '../json/order.ts';
import {
  arrayEnd,
  arrayStart,
  literal,
  numberToken,
  objectEnd,
  objectStart,
  type Tape,
} from '../json/tape.ts';
import { writeJson } from '../json/write.ts';
import { type BodyChange, bytesChange } from './body-change.ts';
import type { BodyView } from './body-view.ts';

const tail = 'something parsed the body and wrote it again.';

const writings = layoutStyles
  .filter(({ id }) => id === 'compact' || id === 'spaced')
  .flatMap((layout) => escapeStyles.slice(0, 2).map((escapes) => ({ layout, escapes })));
/** The same, after the loss in the bytes as received. */
const writingsAndNone = [{ layout: keptLayout, escapes: keptEscapes }, ...writings];

/** Returns the losses of parsers besides white space and escapes, each combined with common ways of serializing. */
export function lossChanges(): BodyChange[] {
  const drop = (choose: typeof lastOfDuplicates) => (tape: Tape) => rearrange(tape, choose(tape));
  const empty = (kind: number) => (tape: Tape) => emptyMembers(tape, kind);
  return [
    ...lossChange(
      'arrays-to-objects',
      'with {} where the received body has []',
      empty(arrayStart),
      writingsAndNone,
    ),
    ...lossChange(
      'objects-to-arrays',
      'with [] where the received body has {}',
      empty(objectStart),
      writingsAndNone,
    ),
    ...lossChange('nulls-dropped', 'without the members that are null', drop(withoutNulls)),
    ...lossChange('duplicates-last', 'with the last of duplicate members only', drop(lastOfDuplicates)),
    ...lossChange('duplicates-first', 'with the first of duplicate members only', drop(firstOfDuplicates)),
  ];
}

/** Returns the JSON after a loss, where there is one, written in each of these ways. */
function lossChange(
  variant: string,
  what: string,
  lose: (tape: Tape) => Tape | undefined,
  ways = writings,
): BodyChange[] {
  return ways.map(({ layout, escapes }) => {
    const isKept = layout.keepsOriginal === true;
    const how = isKept
      ? what
      : `written ${layout.name}${escapes.keepsOriginal ? '' : `, with ${escapes.name}`}, ${what}`;
    return bytesChange(
      'reserialized',
      isKept ? variant : `${variant}+${layout.id}+${escapes.id}`,
      `The signed content is this JSON ${how}; ${tail}`,
      (view) => {
        const tape = view.tape();
        const less = tape && lose(tape);
        return less && writeJson(less, { layout, escapes, numbers: keptNumbers });
      },
      isKept ? 'numbers' : undefined,
    );
  });
}

const withoutNulls =
  (tape: Tape) =>
  (members: Member[]): Member[] =>
    members.filter(
      ({ index }) => tape.kinds[index + 1] !== literal || tape.source[tape.starts[index + 1] ?? 0] !== 0x6e,
    );

/** Keeps duplicates as maps do: at the first position, with the last value. */
const lastOfDuplicates =
  (_: Tape) =>
  (members: Member[]): Member[] => [...new Map(members.map((member) => [member.name, member])).values()];

const firstOfDuplicates =
  () =>
  (members: Member[]): Member[] => {
    const variants = new Set<string>();
    return members.filter(({ name }) => !variants.has(name) && variants.add(name));
  };

/** Returns the JSON with empty brackets of one kind replaced by the other kind: all of them, or those at `positions`. */
function emptyMembers(tape: Tape, kind: number, positions?: ReadonlySet<number>): Tape | undefined {
  const source = Uint8Array.from(tape.source);
  const kinds = Uint8Array.from(tape.kinds);
  const [open, close] = kind === arrayStart ? [0x7b, 0x7d] : [0x5b, 0x5d];
  let isChanged = false;
  for (const [count, index] of emptyAt(tape, kind).entries()) {
    if (positions?.has(count) === false) {
      continue;
    }
    source[tape.starts[index] ?? 0] = open;
    source[tape.starts[index + 1] ?? 0] = close;
    kinds[index] = kind === arrayStart ? objectStart : arrayStart;
    kinds[index + 1] = kind === arrayStart ? objectEnd : arrayEnd;
    isChanged = true;
  }
  return isChanged ? { ...tape, source, kinds } : undefined;
}

/** Returns the indexes of the opening brackets of one kind that have nothing in them. */
function emptyAt(tape: Tape, kind: number): number[] {
  const indexes: number[] = [];
  for (let index = 0; index + 1 < tape.size; index++) {
    if (tape.kinds[index] === kind && tape.ends[index] === index + 1) {
      indexes.push(index);
    }
  }
  return indexes;
}

/** Up to this many empty arrays all combinations are tried; beyond it each one by itself. */
const maxChosen = 6;
const maxAlone = 64;

/** Returns choices of empty arrays that may have been empty objects: PHP’s json_decode(…, true) makes arrays of both. */
export function emptyChoices(view: BodyView): BodyChange[] {
  const tape = view.tape();
  if (!tape) {
    return [];
  }
  const count = emptyAt(tape, arrayStart).length;
  // One alone, or all of them, is covered by the losses above.
  if (count < 2) {
    return [];
  }
  const choices =
    count <= maxChosen
      ? subsets(count).slice(0, -1)
      : Array.from({ length: Math.min(count, maxAlone) }, (_, at) => new Set([at]));
  const what = 'with some {} where the received body has [] (PHP’s json_decode(…, true) makes one of both)';
  return choices
    .flatMap((positions) =>
      lossChange(
        `arrays-to-objects-${[...positions].join('.')}`,
        what,
        (tokens) => emptyMembers(tokens, arrayStart, positions),
        writingsAndNone,
      ),
    )
    .map((change) => ({ ...change, alone: true }));
}

/** Returns the sets of positions below `count`, without the empty one; the last is the whole. */
export function subsets(count: number): Set<number>[] {
  const all = Array.from({ length: count }, (_, at) => at);
  return Array.from(
    { length: 2 ** count - 1 },
    (_, bits) => new Set(all.filter((at) => (bits + 1) & (1 << at))),
  );
}

/** The most candidates for the values of rounded whole numbers above 2^53. */
const maxCandidates = 5000;

/** Returns a large whole number that was rounded to a double: each whole number that rounds to the same one. */
export function roundedChoices(view: BodyView): BodyChange[] {
  const tape = view.tape();
  if (!tape) {
    return [];
  }
  const changes: BodyChange[] = [];
  for (let index = 0; index < tape.size && changes.length < maxCandidates; index++) {
    if (tape.kinds[index] !== numberToken) {
      continue;
    }
    const start = tape.starts[index] ?? 0;
    const end = tape.ends[index] ?? 0;
    if (end - start < 16 || end - start > 26) {
      continue;
    }
    const text = view.bytes.toString('latin1', start, end);
    for (const before of beforeRounding(text, maxCandidates - changes.length)) {
      changes.push({
        ...bytesChange(
          'reserialized',
          `rounded-${start}-${before}`,
          `The signed content has the number ${before}, which was rounded to ${text}; ${tail}`,
          ({ bytes }) => Buffer.concat([bytes.subarray(0, start), Buffer.from(before), bytes.subarray(end)]),
        ),
        alone: true,
      });
    }
  }
  return changes;
}

/** Returns the whole numbers that become the same double as this one, nearest first. */
function beforeRounding(text: string, max: number): string[] {
  const double = Number(text);
  if (!Number.isInteger(double) || Number.isSafeInteger(double) || Math.abs(double) >= 2 ** 70) {
    return [];
  }
  const centre = BigInt(double);
  const losses: string[] = [];
  for (let away = 0n; losses.length < max; away++) {
    const near = away === 0n ? [centre] : [centre - away, centre + away];
    const same = near.filter((one) => Number(one) === double).map(String);
    if (same.length === 0) {
      break;
    }
    losses.push(...same.filter((one) => one !== text));
  }
  return losses;
}
