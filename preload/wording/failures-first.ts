import type { Tone } from './terms.ts';

const order: Readonly<Record<Tone, number>> = { bad: 0, warn: 1, neutral: 2, progress: 3, good: 4 };

/** Returns the entries with their index in the response, what failed first; those of one tone stay in the order of the response. */
export function failuresFirst<T>(
  entries: readonly T[],
  toneOf: (entry: T) => Tone,
): { entry: T; index: number }[] {
  return entries
    .map((entry, index) => ({ entry, index, rank: order[toneOf(entry)] }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry, index }) => ({ entry, index }));
}
