import type { Finding } from '../../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import type { PolicyEffect, SecondReviewRule } from '../../../../preload/contract/policy.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import { isNotHeld } from '../../records/journal/second-review.ts';
import type { CaseList } from './case-list.ts';
import type { InEnvironment, Target } from './results.ts';

/** Returns whether a decision is drawn for a second review: of the rules that it meets the largest share counts. */
export function draws(
  { index, journal }: CaseList,
  { environmentId, conversationId }: Target,
  { kind, details }: Pick<DraftEntry, 'kind'> & { details: EntryDetails },
  rules: readonly SecondReviewRule[],
): boolean {
  const { reviews } = journal.team;
  const decision = kind === 'decided' ? reviewedDecisions[String(details.decision)] : undefined;
  const part = rules.length === 0 ? undefined : reviews.partIn({ environmentId, conversationId });
  if (decision === undefined || rules.length === 0 || part === 'second' || part === 'third') {
    return false;
  }
  return reviews.draws(
    conversationId,
    reviewedShare(index, { environmentId, conversationId }, decision, rules),
  );
}

/** Returns the share of decisions like one on a case that a second person reviews, from 0 to 1. */
function reviewedShare(
  index: CaseList['index'],
  { environmentId, conversationId }: Target,
  decision: SecondReviewRule['decision'],
  rules: readonly SecondReviewRule[],
): number {
  const { findings = '[]' } = index.table.find(environmentId, conversationId) ?? {};
  const heaviest = Math.max(0, ...(JSON.parse(findings) as Finding[]).map(({ weight }) => weight));
  const percents = rules.flatMap(({ percent, findingsFrom = 0, ...rule }) =>
    (rule.decision ?? decision) === decision && heaviest >= findingsFrom ? [percent] : [],
  );
  return Math.max(0, ...percents) / 100;
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
    const decision = reviewedDecisions[String(content?.details?.decision)];
    const of = rules.get(content?.environmentId ?? '');
    if (content !== undefined && decision !== undefined && of !== undefined) {
      effect.total += 1;
      effect.inForce += reviewedShare(index, content, decision, of.inForce);
      effect.tried += reviewedShare(index, content, decision, of.tried);
    }
  }
  return effect;
}

/** The decisions that can have a second review, as a policy names them: others end nothing. */
const reviewedDecisions: Readonly<Record<string, SecondReviewRule['decision']>> = {
  clear: 'approve',
  reject: 'reject',
};
