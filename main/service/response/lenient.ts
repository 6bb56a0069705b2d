import type { z } from 'zod';
import {
  type Cut,
  type Flag,
  type InexactNumber,
  maxNotes,
} from '../../../preload/contract/service/reading.ts';
import { type Problem, problems } from './problems.ts';
import { createInvalidRemover, type InvalidRemover } from './remove-invalid.ts';
import { type InexactPlace, truncate } from './truncate.ts';

export interface LenientResult<T> {
  value: T;
  flags: Flag[];
  cuts: Cut[];
  inexactNumbers: InexactNumber[];
}

/** The longest number in a note, in characters. */
const maxNumber = 200;
/** Each round removes what the schema rejects; the contract's schemas accept the rest after two or three. */
const maxRounds = 100;

/**
 * Parses a JSON object by a schema without ever rejecting it. A known member of the wrong type is removed and flagged
 * with its path, null counts as absent, unknown members stay, and what is too long to show is truncated and noted. A
 * number that no double holds is replaced by its text wherever the schema allows a string.
 *
 * @param maxItems the most items of a list; 500 if not given
 */
export function parseLeniently<S extends z.ZodType>(
  schema: S,
  json: Record<string, unknown>,
  maxItems?: number,
): LenientResult<z.output<S>> {
  const { value, cuts, flags, inexact } = truncate(json, maxItems);
  const remover = createInvalidRemover(value, inexact);
  const notes = () => ({
    flags: firstNotes(flags),
    cuts: firstNotes(cuts),
    inexactNumbers: firstNotes(inexact).map(({ path, text }) => ({ path, text: shorten(text) })),
  });
  for (let round = 0; round < maxRounds; round++) {
    const reading = schema.safeParse(value);
    if (reading.success) {
      const exact = inexact.length === 0 ? undefined : withSourceTexts(schema, value, inexact, remover);
      return { value: exact ?? reading.data, ...notes() };
    }
    flags.push(...remover.removeAt(problems(reading.error.issues)));
  }
  // Not reached by any schema of the contract; the view must open even for a schema that never accepts.
  return { value: schema.parse({}), ...notes() };
}

/** Returns the value with number texts where the schema accepts them; undefined where it accepts none. */
function withSourceTexts<S extends z.ZodType>(
  schema: S,
  value: Record<string, unknown>,
  inexact: readonly InexactPlace[],
  remover: InvalidRemover,
): z.output<S> | undefined {
  const numbers = new Map<object, Map<PropertyKey, unknown>>();
  for (const place of inexact) {
    const step = remover.stepNow(place);
    if (step === undefined) {
      continue;
    }
    const container = place.container as Record<PropertyKey, unknown>;
    const before = numbers.get(container) ?? new Map<PropertyKey, unknown>();
    numbers.set(container, before.set(step, container[step]));
    container[step] = place.text;
  }
  for (let round = 0; round < maxRounds; round++) {
    const reading = schema.safeParse(value);
    if (reading.success) {
      return reading.data;
    }
    let isChanged = false;
    for (const problem of problems(reading.error.issues)) {
      const { container, step } = placeOf(value, problem);
      const before = container === undefined ? undefined : numbers.get(container);
      if (container === undefined || before === undefined || !before.has(step)) {
        continue;
      }
      container[step] = before.get(step);
      before.delete(step);
      isChanged = true;
    }
    if (!isChanged) {
      return undefined;
    }
  }
  return undefined;
}

function placeOf(
  root: Record<string, unknown>,
  { path }: Problem,
): { container: Record<PropertyKey, unknown> | undefined; step: PropertyKey } {
  let container: unknown = root;
  for (const step of path.slice(0, -1)) {
    container = (container as Record<PropertyKey, unknown> | undefined)?.[step];
  }
  return { container: container as Record<PropertyKey, unknown> | undefined, step: path.at(-1) ?? '' };
}

function firstNotes<T>(notes: T[]): T[] {
  return notes.length > maxNotes ? notes.slice(0, maxNotes) : notes;
}

function shorten(text: string): string {
  return text.length > maxNumber ? `${text.slice(0, maxNumber)}…` : text;
}
