import { z } from 'zod';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import type { Meta } from '../../../store/meta.ts';
import { retentionNameOf } from '../../../store/retention-names.ts';

const hourMs = 3_600_000;
/** The time for which users are informed, in milliseconds. */
const shownMs = 7 * 24 * hourMs;

const sweptCases = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Cases of which only the decision is left. */
  reduced: z.number(),
  removed: z.number(),
});
/** The last deletion by retention in an environment. */
export type SweptCases = z.infer<typeof sweptCases>;

/** Adds the deletions of a sweep. Sweeps that follow each other within two hours are counted together. */
export function addSwept(meta: Meta, environmentId: string, counts: SweptCases): void {
  const before = lastSwept(meta, environmentId);
  const isSame = before !== undefined && counts.at - before.at <= 2 * hourMs;
  const sum = {
    at: counts.at,
    reduced: counts.reduced + (isSame ? before.reduced : 0),
    removed: counts.removed + (isSame ? before.removed : 0),
  };
  meta.set(retentionNameOf.swept(environmentId), JSON.stringify(sum));
}

/** Returns the deletions by retention in the last days, if any. */
export function recentlySwept(meta: Meta, environmentId: string, at: number): SweptCases | undefined {
  const last = lastSwept(meta, environmentId);
  return last !== undefined && at - last.at <= shownMs ? last : undefined;
}

/** Returns a sentence about the deletions by retention. */
export function sweptText({ at, reduced, removed }: SweptCases): string {
  const cases = (count: number) => (count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`);
  const parts = [
    ...(reduced === 0 ? [] : [`the data of ${cases(reduced)} (the decisions are kept)`]),
    ...(removed === 0 ? [] : [`${cases(removed)} with everything`]),
  ];
  return `Retention deleted ${parts.join(' and ')} on ${localDay(at)}.`;
}

function lastSwept(meta: Meta, environmentId: string): SweptCases | undefined {
  const text = meta.text(retentionNameOf.swept(environmentId));
  if (text === undefined) {
    return undefined;
  }
  return attempt(() => sweptCases.parse(JSON.parse(text)));
}
