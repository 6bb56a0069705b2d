import { jsonBounds } from '../json/bounds.ts';
import { type Escapes, escapeStyles } from '../json/escapes.ts';
import { type Layout, layoutStyles } from '../json/layouts.ts';
import { keptNumbers } from '../json/numbers.ts';
import { type Member, rearrange } from '../json/order.ts';
import {
  arrayEnd,
  arrayStart,
  literal,
  numberToken,
  objectEnd,
  objectStart,
  readTapeWithin,
  type Tape,
} from '../json/tape.ts';
import { writeJson } from '../json/write.ts';
import { type BodyChange, bytesChange } from './body-change.ts';
import type { BodyView } from './body-view.ts';

/** A loss by parsing and serializing besides white space and escapes and, where possible, its reverse. */

const lines = layoutStyles.filter(({ id }) => id === 'compact' || id === 'spaced');
const writers = escapeStyles.filter(({ id }) => id === 'kept' || id === 'minimal');
const tail = 'something parsed the body and wrote it again.';

interface Writing {
  layout: Layout;
  escapes: Escapes;
}

const writings: Writing[] = lines.flatMap((layout) => writers.map((escapes) => ({ layout, escapes })));

/** Returns the losses of parsers, each alone and combined with common ways of serializing. */
export function lossChanges(): BodyChange[] {
  return [
    ...editChange('arrays-to-objects', '{} where the received body has []', (tape) =>
      emptyMembers(tape, arrayStart),
    ),
    ...editChange('objects-to-arrays', '[] where the received body has {}', (tape) =>
      emptyMembers(tape, objectStart),
    ),
    ...writings.flatMap((writing) => [
      dropChange('nulls-dropped', 'without the members that are null', withoutNulls, writing),
      dropChange('duplicates-last', 'with the last of duplicate members only', lastOfDuplicates, writing),
      dropChange('duplicates-first', 'with the first of duplicate members only', firstOfDuplicates, writing),
    ]),
  ];
}

/** Returns one edit of the bytes as received, and the same serialized compactly or spaced. */
function editChange(
  variant: string,
  what: string,
  edit: (tape: Tape) => Uint8Array | undefined,
): BodyChange[] {
  const cause = `The signed content has ${what}; ${tail}`;
  const alone = bytesChange(
    'reserialized',
    variant,
    cause,
    (view) => {
      const tape = view.tape();
      return tape && edit(tape);
    },
    'numbers',
  );
  return [
    alone,
    ...writings.map(({ layout, escapes }) =>
      bytesChange(
        'reserialized',
        `${variant}+${layout.id}+${escapes.id}`,
        phrase(cause, layout, escapes),
        (view) => {
          const tape = view.tape();
          const bytes = tape && edit(tape);
          const again = bytes && readTapeWithin(bytes, jsonBounds);
          return typeof again === 'object'
            ? writeJson(again, { layout, escapes, numbers: keptNumbers })
            : undefined;
        },
      ),
    ),
  ];
}

function phrase(cause: string, layout: Layout, escapes: Escapes): string {
  return `${cause} It is written ${layout.name}${escapes.keepsOriginal ? '' : `, with ${escapes.name}`}.`;
}

function dropChange(
  variant: string,
  what: string,
  choose: (tape: Tape) => (members: Member[]) => Member[],
  { layout, escapes }: Writing,
): BodyChange {
  const cause = `The signed content is this JSON written ${layout.name}${escapes.keepsOriginal ? '' : `, with ${escapes.name}`}, ${what}; ${tail}`;
  return bytesChange('reserialized', `${variant}+${layout.id}+${escapes.id}`, cause, (view) => {
    const tape = view.tape();
    const less = tape && rearrange(tape, choose(tape));
    return less && writeJson(less, { layout, escapes, numbers: keptNumbers });
  });
}

const withoutNulls = (tape: Tape) => (members: Member[]) =>
  members.filter(
    ({ index }) => tape.kinds[index + 1] !== literal || tape.source[tape.starts[index + 1] ?? 0] !== 0x6e,
  );

/** Keeps duplicates as maps do: at the first position, with the last value. */
const lastOfDuplicates = () => (members: Member[]) => [
  ...new Map(members.map((member) => [member.name, member])).values(),
];

const firstOfDuplicates = () => (members: Member[]) => {
  const variants = new Set<string>();
  return members.filter(({ name }) => !variants.has(name) && variants.add(name));
};

/** Returns the bytes with empty brackets of one kind replaced by the other kind: all of them, or those at `positions`. */
function emptyMembers(tape: Tape, kind: number, positions?: ReadonlySet<number>): Uint8Array | undefined {
  const bytes = Uint8Array.from(tape.source);
  const [open, close] = kind === arrayStart ? [0x7b, 0x7d] : [0x5b, 0x5d];
  let count = 0;
  let isChanged = false;
  for (let index = 0; index + 1 < tape.size; index++) {
    if (tape.kinds[index] !== kind || !isEnd(tape.kinds[index + 1])) {
      continue;
    }
    if (positions && !positions.has(count++)) {
      continue;
    }
    bytes[tape.starts[index] ?? 0] = open;
    bytes[tape.starts[index + 1] ?? 0] = close;
    isChanged = true;
  }
  return isChanged ? bytes : undefined;
}

const isEnd = (kind: number | undefined) => kind === objectEnd || kind === arrayEnd;

/** Up to this many empty arrays all combinations are tried; beyond it each one by itself. */
const maxChosen = 6;
const maxAlone = 64;

/** Returns choices of empty arrays that may have been empty objects: PHP’s json_decode(…, true) makes arrays of both. */
export function emptyChoices(view: BodyView): BodyChange[] {
  const tape = view.tape();
  if (!tape) {
    return [];
  }
  let count = 0;
  for (let index = 0; index + 1 < tape.size; index++) {
    if (tape.kinds[index] === arrayStart && isEnd(tape.kinds[index + 1])) {
      count++;
    }
  }
  // One alone, or all of them, is covered by the losses above.
  if (count < 2) {
    return [];
  }
  const choices =
    count <= maxChosen
      ? Array.from({ length: 2 ** count - 2 }, (_, at) => positionsOf(at + 1, count))
      : Array.from({ length: Math.min(count, maxAlone) }, (_, at) => new Set([at]));
  return choices
    .flatMap((positions) =>
      editChange(
        `arrays-to-objects-${[...positions].join('.')}`,
        'some {} where the received body has [] (PHP’s json_decode(…, true) makes one of both)',
        (tokens) => emptyMembers(tokens, arrayStart, positions),
      ),
    )
    .map((change): BodyChange => ({ ...change, alone: true }));
}

const positionsOf = (bits: number, count: number) =>
  new Set(Array.from({ length: count }, (_, at) => at).filter((at) => bits & (1 << at)));

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
