import { sameBytes } from '../bytes.ts';
import { ESCAPES, type Escapes } from '../json/escapes.ts';
import { KEPT_LAYOUT, LAYOUTS, type Layout } from '../json/layouts.ts';
import { memberAt, stringAt } from '../json/navigate.ts';
import { decimalAt, KEPT_NUMBERS, NUMBERS, type Numbers } from '../json/numbers.ts';
import { ORDERS, type Order, reorder } from '../json/order.ts';
import { ARRAY, NAME, NUMBER, OBJECT, type Tape } from '../json/tape.ts';
import { writeJson } from '../json/write.ts';
import type { BodyChange } from './body-change.ts';
import type { BodyView } from './body-view.ts';

interface Writing {
  layout: Layout;
  escapes: Escapes;
  numbers: Numbers;
  order?: Order;
}

const byId = <T extends { id: string }>(list: readonly T[], ids: string[]) =>
  list.filter(({ id }) => ids.includes(id));
const [KEPT_ESCAPES, MINIMAL] = byId(ESCAPES, ['kept', 'minimal']) as [Escapes, Escapes];
const kept: Writing = { layout: KEPT_LAYOUT, escapes: KEPT_ESCAPES, numbers: KEPT_NUMBERS };

/** What is most often signed where a framework wrote the body again: the layouts that services send. */
export function likelyJsonChanges(): BodyChange[] {
  const [compact, spaced, two] = LAYOUTS as [Layout, Layout, Layout];
  return [
    written({ ...kept, layout: compact }),
    written({ ...kept, layout: spaced }),
    written({ ...kept, layout: two }),
    written({ ...kept, layout: compact, escapes: MINIMAL }),
  ];
}

/** JSON written again in every other way: white space, escapes, numbers, member order. */
export function jsonChanges(): BodyChange[] {
  const likely = new Set(likelyJsonChanges().map(({ variant }) => variant));
  const changes: BodyChange[] = [];
  for (const escapes of ESCAPES)
    for (const layout of [KEPT_LAYOUT, ...LAYOUTS])
      if (!(escapes.kept && layout.kept)) changes.push(written({ ...kept, layout, escapes }));
  for (const numbers of NUMBERS)
    for (const [layout, escapes] of [
      [KEPT_LAYOUT, KEPT_ESCAPES],
      ...byId(LAYOUTS, ['compact', 'spaced', 'indent-2']).map((layout) => [layout, KEPT_ESCAPES] as const),
      [LAYOUTS[0], MINIMAL],
    ] as [Layout, Escapes][])
      changes.push(written({ layout, escapes, numbers }));
  for (const order of ORDERS)
    for (const layout of byId(LAYOUTS, ['compact', 'spaced', 'indent-2', 'indent-4', 'indent-tab']))
      for (const escapes of ESCAPES) changes.push(written({ ...kept, layout, escapes, order }));
  return changes.filter(({ variant }) => !likely.has(variant));
}

function written(writing: Writing): BodyChange {
  const { layout, escapes, numbers, order } = writing;
  const parts = [layout, escapes, numbers, order].filter((part) => part !== undefined && part.id !== 'kept');
  const pure = !layout.kept && numbers.id === 'kept' && !order;
  return {
    code: 'reserialized',
    variant: parts.map((part) => part?.id).join('+'),
    family: 'body',
    cause: `What was signed is this JSON written ${phrase(writing)}; something parsed the body and wrote it again.`,
    ...(pure ? { reach: 'writer' as const } : {}),
    make(view) {
      const tape = view.tape();
      if (!tape || !view.escapes().has(escapes.id)) return undefined;
      const ordered = order ? reorder(tape, order) : tape;
      if (!ordered || !anyNumber(tape, numbers)) return undefined;
      const made = writeJson(ordered, { layout, escapes, numbers });
      // Where only white space around the JSON differs, nothing was written again: that is another cause.
      return sameBytes(made, asItStands(view, tape, 0)) ? undefined : made;
    },
  };
}

/** Whether this way of writing numbers changes one of them at all. */
function anyNumber(tape: Tape, numbers: Numbers): boolean {
  if (!numbers.write) return true;
  const raw = Buffer.from(tape.source.buffer, tape.source.byteOffset, tape.source.length);
  let member = '';
  for (let index = 0; index < tape.size; index++) {
    if (tape.kinds[index] === NAME) member = stringAt(tape, index);
    if (tape.kinds[index] !== NUMBER) continue;
    if (numbers.write(raw.toString('latin1', tape.starts[index], tape.ends[index]), member) !== undefined)
      return true;
  }
  return false;
}

function phrase({ layout, escapes, numbers, order }: Writing): string {
  const parts = [
    ...(layout.kept ? [] : [layout.name]),
    ...(escapes.kept ? [] : [`with ${escapes.name}`]),
    ...(numbers.id === 'kept' ? [] : [`with ${numbers.name}`]),
    ...(order ? [`with its ${order.name}`] : []),
  ];
  return parts.join(', ');
}

/** Only a part of the body signed: the payload, or the conversation in it, as it stands or written again. */
export function payloadChanges(): BodyChange[] {
  const parts: [variant: string, path: string[], name: string][] = [
    ['payload', ['payload'], 'the payload'],
    ['conversation', ['payload', 'conversation'], 'the payload’s conversation'],
  ];
  return parts.flatMap(([variant, path, name]) => {
    const cause = `What was signed is only ${name}, not the whole body`;
    const part = (view: BodyView, make: (tape: Tape, index: number) => Uint8Array) => {
      const tape = view.tape();
      const index = tape && memberAt(tape, path);
      return tape && index !== undefined ? make(tape, index) : undefined;
    };
    const base = { code: 'payload-only', family: 'body' } as const;
    const alone: BodyChange = {
      ...base,
      variant,
      cause: `${cause}.`,
      make: (view) => part(view, (tape, index) => asItStands(view, tape, index)),
    };
    const again = LAYOUTS.flatMap((layout) =>
      ESCAPES.map(
        (escapes): BodyChange => ({
          ...base,
          variant: `${variant}+${layout.id}+${escapes.id}`,
          cause: `${cause}, and written again ${phrase({ ...kept, layout, escapes })}.`,
          make: (view) =>
            view.escapes().has(escapes.id)
              ? part(view, (tape, index) => writeJson(tape, { ...kept, layout, escapes }, index))
              : undefined,
        }),
      ),
    );
    return [alone, ...again];
  });
}

function asItStands(view: BodyView, tape: Tape, index: number): Uint8Array {
  return view.bytes.subarray(tape.starts[index], tokenEnd(tape, index));
}

function tokenEnd(tape: Tape, index: number): number {
  const kind = tape.kinds[index];
  const end = tape.ends[index] ?? 0;
  return kind === OBJECT || kind === ARRAY ? (tape.ends[end] ?? 0) : end;
}

/** Which of a few whole numbers had a `.0`: every choice of them, when there are at most `MOST_WHOLE_NUMBERS`. */
const MOST_WHOLE_NUMBERS = 6;

export function numberChoices(view: BodyView): BodyChange[] {
  const tape = view.tape();
  if (!tape) return [];
  let count = 0;
  for (let index = 0; index < tape.size; index++) {
    if (tape.kinds[index] !== NUMBER) continue;
    if (/^-?\d+$/.test(view.bytes.toString('latin1', tape.starts[index], tape.ends[index]))) count++;
    if (count > MOST_WHOLE_NUMBERS) return [];
  }
  const choices = Array.from({ length: 2 ** count - 1 }, (_, index) => index + 1);
  return choices.flatMap((choice) =>
    [KEPT_LAYOUT, LAYOUTS[0] ?? KEPT_LAYOUT].map((layout): BodyChange => {
      const positions = new Set(
        Array.from({ length: count }, (_, at) => at).filter((at) => choice & (1 << at)),
      );
      return {
        ...written({ ...kept, layout, numbers: decimalAt(positions) }),
        // Counts positions as it writes, so each writing needs its own.
        make: (of) => {
          const tokens = of.tape();
          return tokens && writeJson(tokens, { ...kept, layout, numbers: decimalAt(positions) });
        },
      };
    }),
  );
}
