import { createHash } from 'node:crypto';

/**
 * Returns some of the cases, drawn by a seed: those with the lowest SHA-256 of the seed, a space and the id. Whoever has the seed and the
 * list can draw them again.
 */
export function drawnCases(conversationIds: readonly string[], count: number, seed: string): string[] {
  const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return conversationIds
    .map((id) => [rank(id), id] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, count)
    .map(([, id]) => id);
}
