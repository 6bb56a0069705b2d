import type { JsonBounds } from '../../../../preload/contract/json-bounds.ts';

/** What the engine and the importers read: enough for a file of 64 MiB, parsed in about a second. */
export const jsonBounds: JsonBounds = { tokens: 2_000_000, depth: 500 };

/** The bound that was exceeded, for people: "more than 2,000,000 values". */
export function boundInWords(exceeded: keyof JsonBounds, bounds = jsonBounds): string {
  return exceeded === 'tokens'
    ? `more than ${bounds.tokens.toLocaleString('en')} values and member names`
    : `more than ${bounds.depth.toLocaleString('en')} brackets inside one another`;
}
