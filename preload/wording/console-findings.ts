import type { CaseRow, Finding, FindingSource, SeenBefore, SinceDecided } from '../contract/cases.ts';
import type { MrzComparison } from '../contract/mrz.ts';
import { omitUndefined } from '../contract/objects.ts';
import type { OwnCheckChoices, PlausibilityFinding } from '../contract/plausibility.ts';
import { reweighed, weighed } from './finding-weights.ts';

/** The most other cases that a finding names. */
const maxOthers = 10;
/** The own check of what is read from pictures; the others are of the record alone. */
export const mrzRule = 'mrz-differs';

/** Returns the results of the own checks with the weights that an environment gives them, without those that it turned off. */
export function withOwnWeights(
  checks: readonly PlausibilityFinding[],
  choices: OwnCheckChoices = {},
): PlausibilityFinding[] {
  return checks.flatMap((check) => {
    const choice = choices[check.rule];
    return choice === 'off' ? [] : [omitUndefined({ ...check, weight: choice })];
  });
}

/** Results of the console's own checks as findings. Notes are left out: they may be correct, and cases without issues have them. */
export function ownCheckFindings(checks: readonly PlausibilityFinding[] = []): Finding[] {
  return checks
    .filter(({ severity, weight = severity }) => weight !== 'note')
    .map((check) => weighed({ kind: 'own-check', code: check.rule, check }));
}

/** Returns the values that differ from the machine-readable zone, as one own check each. */
export function mrzFindings(comparisons: readonly MrzComparison[] = []): PlausibilityFinding[] {
  return comparisons
    .filter(({ is }) => is === 'differs')
    .map(({ path }) => ({ rule: mrzRule, severity: 'differs', fields: [path] }));
}

/**
 * Returns a finding where another case with the same user key, document number or national id was rejected. Cases that were not rejected are shown
 * beside the record and are none: people verify again, and accounts of one person are common in tests.
 */
export function seenBeforeFindings(
  seen: readonly Pick<SeenBefore, 'by' | 'conversationId' | 'decision' | 'otherUser'>[],
): Finding[] {
  const rejected = seen.filter(({ decision }) => decision?.kind === 'reject');
  if (rejected.length === 0) {
    return [];
  }
  const isOtherUser = rejected.some(({ otherUser }) => otherUser);
  const by = [...new Set(rejected.flatMap((one) => one.by))].sort();
  const others = rejected.slice(0, maxOthers).map(({ conversationId }) => conversationId);
  return [
    weighed({ kind: 'seen-before', code: isOtherUser ? 'REJECTED_OTHER_USER' : 'REJECTED', by, others }),
  ];
}

/** The finding that a response is about another conversation than the one asked for. */
export const otherConversationFinding = weighed({ kind: 'reply', code: 'OTHER_CONVERSATION' });

/** Returns whether a response names another conversation. Ids that differ in case only are the same; a missing id says nothing. */
export function isAboutAnother(conversationId: string, replied: string | undefined): boolean {
  return replied !== undefined && replied !== '' && replied.toLowerCase() !== conversationId.toLowerCase();
}

/** Returns the source of a finding. */
export function findingSource(kind: Finding['kind']): FindingSource {
  switch (kind) {
    case 'own-check':
    case 'file':
    case 'reply':
      return 'console';
    case 'seen-before':
      return 'seen-before';
    default:
      return 'service';
  }
}

/** Results that a decision was made on. */
export interface DecidedOn {
  findings: readonly Finding[];
  products: CaseRow['products'];
}

/**
 * Returns the changes after a decision that need a new one: findings that are new or weigh more, and products that ended. Undefined without any.
 *
 * @param kind the decision: to a rejected case, other cases that are rejected later add nothing
 */
export function changesSince(
  decided: DecidedOn,
  present: DecidedOn,
  kind: string | undefined,
): SinceDecided | undefined {
  const earlier = decided.findings.map((finding) => ({
    key: keyOf(finding),
    weight: reweighed(finding).weight,
  }));
  const findings = present.findings.filter((finding) => {
    const key = keyOf(finding);
    const at = earlier.findIndex((one) => one.key === key && one.weight >= reweighed(finding).weight);
    if (at >= 0) {
      earlier.splice(at, 1);
      return false;
    }
    const isResult = finding.code !== 'ANSWERS_NOT_READ';
    return isResult && !(finding.kind === 'seen-before' && kind === 'reject');
  });
  const products = present.products.filter(
    ({ name, status }) =>
      status !== 'IN_PROGRESS' &&
      !decided.products.some((one) => one.name === name && one.status !== 'IN_PROGRESS'),
  );
  return findings.length === 0 && products.length === 0
    ? undefined
    : {
        findings,
        products: products.map(({ name, status }) => ({ name, ...omitUndefined({ status }) })),
      };
}

function keyOf({ kind, product, code, field, files, check }: Finding): string {
  return JSON.stringify([kind, product, code, field, files, check?.fields]);
}
