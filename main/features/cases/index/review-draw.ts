import type { Finding } from '../../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import type { PolicyEffect, SecondReviewRule } from '../../../../preload/contract/policy.ts';
import type { Target } from '../../../common/target.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import { isNotHeld, isReviewed, reviewedShare } from '../../records/journal/second-review.ts';
import type { CaseList } from './case-list.ts';
import type { InEnvironment } from './results.ts';

/** Returns whether a decision is drawn for a second review: of the rules that it meets the largest share counts. */
export function draws(
  { index, journal }: CaseList,
  target: Target,
  { kind, details }: Pick<DraftEntry, 'kind'> & { details: EntryDetails },
  rules: readonly SecondReviewRule[],
): boolean {
  const { reviews } = journal.team;
  const share = kind === 'decided' ? reviewedShare(rules, details.decision, heaviestOf(index, target)) : 0;
  const part = share === 0 ? undefined : reviews.partIn(target);
  return part !== 'second' && part !== 'third' && reviews.draws(target.conversationId, share);
}

/** Returns the weight of the heaviest finding of a case; 0 without one. */
function heaviestOf(index: CaseList['index'], { environmentId, conversationId }: Target): number {
  const { findings = '[]' } = index.table.find(environmentId, conversationId) ?? {};
  return Math.max(0, ...(JSON.parse(findings) as Finding[]).map(({ weight }) => weight));
}

/** The rules of an environment in force, and those that are tried. */
export interface TriedRules extends InEnvironment {
  inForce: readonly SecondReviewRule[];
  tried: readonly SecondReviewRule[];
}

/** Returns how many of the last approvals and rejections a second person is expected to review, under each of two lists of rules. */
export function tryReviews(
  { index, journal }: CaseList,
  { environments, max }: { environments: readonly TriedRules[]; max: number },
): PolicyEffect {
  const rules = new Map(environments.map((one) => [one.environmentId, one]));
  const effect = { total: 0, inForce: 0, tried: 0 };
  const decisions = journal.where(`kind = 'decided' AND ${isNotHeld} ORDER BY seq DESC LIMIT ${max}`);
  for (const { content } of decisions) {
    const of = rules.get(content?.environmentId ?? '');
    const decision = content?.details?.decision;
    if (content !== undefined && of !== undefined && isReviewed(decision)) {
      const heaviest = heaviestOf(index, content);
      effect.total += 1;
      effect.inForce += reviewedShare(of.inForce, decision, heaviest);
      effect.tried += reviewedShare(of.tried, decision, heaviest);
    }
  }
  return effect;
}
