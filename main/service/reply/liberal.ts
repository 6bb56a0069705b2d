import type { z } from 'zod';
import type { Cut, Flag } from '../../../preload/contract/service/reading.ts';
import { problems } from './problems.ts';
import { prune } from './prune.ts';
import { takeOut } from './take-out.ts';

export interface LiberalReading<T> {
  value: T;
  flags: Flag[];
  cuts: Cut[];
}

/** More notes than these say nothing more. */
const mostNotes = 200;
/** Each round takes out all that the schema objects to; a schema of this contract is at rest after two or three. */
const mostRounds = 100;

/**
 * Reads a JSON object by a schema without ever refusing it. A known member of the wrong type is left out and flagged with its
 * path, one that is null counts as absent, unknown members stay, and what is too long to show is cut and noted.
 */
export function readLiberally<S extends z.ZodType>(
  schema: S,
  json: Record<string, unknown>,
): LiberalReading<z.output<S>> {
  const { value, cuts, flags } = prune(json);
  const takeOutOf = takeOut(value);
  for (let round = 0; round < mostRounds; round++) {
    const reading = schema.safeParse(value);
    if (reading.success) return { value: reading.data, flags: limited(flags), cuts: limited(cuts) };
    flags.push(...takeOutOf(problems(reading.error.issues)));
  }
  // Not reached by any schema of the contract; a schema that is never content must still not take the view away.
  return { value: schema.parse({}), flags: limited(flags), cuts: limited(cuts) };
}

function limited<T>(notes: T[]): T[] {
  return notes.length > mostNotes ? notes.slice(0, mostNotes) : notes;
}
