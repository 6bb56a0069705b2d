import { sameBytes } from '../bytes.ts';
import { type Escapes, escapeStyles, keptEscapes } from '../json/escapes.ts';
import { keptLayout, type Layout, layoutStyles } from '../json/layouts.ts';
import { memberAt } from '../json/navigate.ts';
import { decimalAt, keptNumbers, type Numbers, numberStyles } from '../json/numbers.ts';
import { type Order, orders } from '../json/order.ts';
import { arrayStart, numberToken, objectStart, type Tape } from '../json/tape.ts';
import { writeJson } from '../json/write.ts';
import type { BodyChange } from './body-change.ts';
import { subsets } from './body-losses.ts';
import type { BodyView } from './body-view.ts';

interface Writing {
  layout: Layout;
  escapes: Escapes;
  numbers: Numbers;
  order?: Order;
}

const byId = <T extends { id: string }>(list: readonly T[], ids: string[]) =>
  list.filter(({ id }) => ids.includes(id));
const [Minimal] = byId(escapeStyles, ['minimal']) as [Escapes];
const commonLayouts = ['compact', 'spaced', 'indent-2', 'indent-4', 'indent-tab'];
const original: Writing = { layout: keptLayout, escapes: keptEscapes, numbers: keptNumbers };

/** Returns the most frequent results of frameworks that serialized the body again: the layouts of services. */
export function likelyJsonChanges(): BodyChange[] {
  return [
    ...layoutStyles.slice(0, 3).map((layout) => writingChange({ ...original, layout })),
    writingChange({ ...original, layout: layoutStyles[0] ?? keptLayout, escapes: Minimal }),
  ];
}

/** JSON serialized again as frameworks do: each layout, escape style, number style and member order. */
export function frameworkJsonChanges(): BodyChange[] {
  const lines = byId(layoutStyles, ['compact', 'spaced']);
  return without(likelyJsonChanges(), [
    ...layoutStyles.map((layout) => writingChange({ ...original, layout })),
    ...escapeStyles.flatMap((escapes) =>
      [keptLayout, ...lines].map((layout) => writingChange({ ...original, layout, escapes })),
    ),
    ...numberStyles.flatMap((numbers) => [
      ...[keptLayout, ...lines].map((layout) => writingChange({ ...original, layout, numbers })),
      ...lines.map((layout) => writingChange({ layout, escapes: Minimal, numbers })),
    ]),
    ...orders.flatMap((order) =>
      lines.flatMap((layout) =>
        [keptEscapes, Minimal].map((escapes) => writingChange({ ...original, layout, escapes, order })),
      ),
    ),
  ]);
}

/** JSON serialized again in all other ways that are tried. */
export function otherJsonChanges(): BodyChange[] {
  const layouts = byId(layoutStyles, commonLayouts);
  return without(
    [...likelyJsonChanges(), ...frameworkJsonChanges()],
    [
      ...escapeStyles.flatMap((escapes) =>
        layoutStyles.map((layout) => writingChange({ ...original, layout, escapes })),
      ),
      ...orders.flatMap((order) =>
        layouts.flatMap((layout) =>
          escapeStyles.map((escapes) => writingChange({ ...original, layout, escapes, order })),
        ),
      ),
    ],
  );
}

/** Returns each way of serializing once, without the one that changes nothing. */
function without(before: BodyChange[], changes: BodyChange[]): BodyChange[] {
  const variants = new Set(['', ...before.map(({ variant }) => variant)]);
  return changes.filter(({ variant }) => {
    if (variants.has(variant)) {
      return false;
    }
    variants.add(variant);
    return true;
  });
}

function writingChange(writing: Writing): BodyChange {
  const { layout, escapes, numbers, order } = writing;
  const parts = [layout, escapes, numbers, order].filter((part) => part !== undefined && part.id !== 'kept');
  const pure = numbers.id === 'kept' && !order;
  const reach: BodyChange['reach'] =
    pure && !layout.keepsOriginal
      ? 'writer'
      : layout.keepsOriginal && escapes.keepsOriginal && !order
        ? 'numbers'
        : undefined;
  return {
    code: 'reserialized',
    variant: parts.map((part) => part?.id).join('+'),
    family: 'body',
    cause: `The signed content is this JSON written ${phrase(writing)}; something parsed the body and wrote it again.`,
    ...(reach && { reach }),
    make(view) {
      const tape = view.tape();
      if (!tape || !view.escapes().has(escapes.id)) {
        return undefined;
      }
      const ownTape = order ? view.inOrder(order) : tape;
      if (!ownTape || !view.changesNumbers(numbers)) {
        return undefined;
      }
      const copy = writeJson(ownTape, { layout, escapes, numbers });
      // A difference only around the JSON has another cause.
      return sameBytes(copy, otherThan(view, tape, 0)) ? undefined : copy;
    },
  };
}

function phrase({ layout, escapes, numbers, order }: Writing): string {
  const parts = [
    ...(layout.keepsOriginal ? [] : [layout.name]),
    ...(escapes.keepsOriginal ? [] : [`with ${escapes.name}`]),
    ...(numbers.id === 'kept' ? [] : [`with ${numbers.name}`]),
    ...(order ? [`with its ${order.name}`] : []),
  ];
  return parts.join(', ');
}

const envelopeParts: [variant: string, path: string[], name: string][] = [
  ['payload', ['payload'], 'the payload'],
  ['conversation', ['payload', 'conversation'], 'the payload’s conversation'],
];

/** Returns parts of the body that may have been signed, as received: the payload, or the conversation in it. */
export function payloadChanges(): BodyChange[] {
  return envelopeParts.map(([variant, path, name]) =>
    partChange(variant, path, `The signed content is only ${name}, not the whole body.`, otherThan),
  );
}

/** Returns the same parts serialized again, in the common layouts. */
export function writtenPayloadChanges(): BodyChange[] {
  return envelopeParts.flatMap(([part, path, name]) =>
    byId(layoutStyles, part === 'payload' ? commonLayouts : ['compact']).flatMap((layout) =>
      escapeStyles.map((escapes) => {
        const how = phrase({ ...original, layout, escapes });
        const cause = `The signed content is only ${name}, not the whole body, and written again ${how}.`;
        return partChange(`${part}+${layout.id}+${escapes.id}`, path, cause, (view, tape, index) =>
          view.escapes().has(escapes.id)
            ? writeJson(tape, { ...original, layout, escapes }, index)
            : undefined,
        );
      }),
    ),
  );
}

function partChange(
  variant: string,
  path: string[],
  cause: string,
  make: (view: BodyView, tape: Tape, index: number) => Uint8Array | undefined,
): BodyChange {
  return {
    code: 'payload-only',
    family: 'message',
    variant,
    cause,
    make(view) {
      const tape = view.tape();
      const index = tape && memberAt(tape, path);
      return tape && index !== undefined ? make(view, tape, index) : undefined;
    },
  };
}

function otherThan(view: BodyView, tape: Tape, index: number): Uint8Array {
  return view.bytes.subarray(tape.starts[index], tokenEnd(tape, index));
}

function tokenEnd(tape: Tape, index: number): number {
  const kind = tape.kinds[index];
  const end = tape.ends[index] ?? 0;
  return kind === objectStart || kind === arrayStart ? (tape.ends[end] ?? 0) : end;
}

/** The most whole numbers of which all combinations are tried with `.0`. */
const maxWholeNumbers = 6;

export function numberChoices(view: BodyView): BodyChange[] {
  const tape = view.tape();
  if (!tape) {
    return [];
  }
  let count = 0;
  for (let index = 0; index < tape.size; index++) {
    if (tape.kinds[index] !== numberToken) {
      continue;
    }
    if (/^-?\d+$/.test(view.bytes.toString('latin1', tape.starts[index], tape.ends[index]))) {
      count++;
    }
    if (count > maxWholeNumbers) {
      return [];
    }
  }
  return subsets(count).flatMap((positions) =>
    [keptLayout, layoutStyles[0] ?? keptLayout].map(
      (layout): BodyChange => ({
        ...writingChange({ ...original, layout, numbers: decimalAt(positions) }),
        // It counts positions while writing, so each serialization needs its own.
        make: (of) => {
          const tokens = of.tape();
          return tokens && writeJson(tokens, { ...original, layout, numbers: decimalAt(positions) });
        },
      }),
    ),
  );
}
