import type { FileMismatch, Finding, Verdict } from '../contract/cases.ts';
import type { PlausibilityFinding } from '../contract/plausibility.ts';
import type { Conversation } from '../contract/service/conversation.ts';
import type { DatabaseSources } from '../contract/service/database-verification.ts';
import { otherConversationFinding, ownCheckFindings } from './console-findings.ts';
import { needsReviewFrom, weighed } from './finding-weights.ts';
import { databaseFindings, mismatchFindings, productFindings, type Result, safeCode } from './findings.ts';
import type { ResponseNotes } from './response-notes.ts';
import { conversationStatusNames } from './statuses.ts';

/** A verdict and the findings behind it, the weightiest first. */
export interface Assessment {
  verdict: Verdict;
  findings: Finding[];
}

/**
 * Returns the verdict on a conversation. FINISHED is not passed (interface 3.1): `clear` requires every product finished,
 * every check accepted, no cause, no hit, and a response in which nothing was unreadable.
 *
 * @param notes members of the response that may not be relied on
 * @param sources database verification's own response (4.8), where it was read
 * @param today ISO date, to know which documents have expired
 * @param mismatches files that are not what they claim to be
 * @param checks the findings of the console's own checks
 * @param seenBefore the findings that other cases gave (`seenBeforeFindings`)
 * @param isOther true if the response is about another conversation than the requested one
 */
export function assess(
  conversation: Conversation,
  {
    notes = {},
    sources,
    today,
    mismatches,
    checks,
    seenBefore = [],
    isOther = false,
  }: {
    notes?: ResponseNotes;
    sources?: DatabaseSources;
    today: string;
    mismatches?: readonly FileMismatch[] | undefined;
    checks?: readonly PlausibilityFinding[] | undefined;
    seenBefore?: readonly Finding[] | undefined;
    isOther?: boolean;
  },
): Assessment {
  const findings = ranked([
    ...(isOther ? [otherConversationFinding] : []),
    ...mismatchFindings(mismatches),
    ...seenBefore,
    ...ownCheckFindings(checks),
    ...productFindings(conversation.result, { notes, sources, today }),
    ...withoutResults(conversation),
  ]);
  const verdict = isOther
    ? 'review'
    : verdictOf(conversation.status, statusesOf(conversation.result), findings);
  return { verdict, findings };
}

/** The part of an assessed conversation that a list keeps. */
export interface Assessed {
  status: string | undefined;
  products: readonly { name: string; status?: string | undefined }[];
  findings: readonly Finding[];
}

/**
 * Returns the assessment after the results of the databases were read (4.8), as `assess` gives it for the whole conversation.
 *
 * @param before the results that `assessed` was made with
 */
export function assessWithSources(
  { status, products, findings }: Assessed,
  before: DatabaseSources,
  sources: DatabaseSources,
): Assessment {
  const database = products.find(({ name }) => name === 'databaseVerification');
  const replaced = databaseFindings(database?.status, before);
  const rest = [...findings];
  for (const { code } of replaced) {
    const index = rest.findIndex(
      (one) => one.kind === 'product' && one.product === 'databaseVerification' && one.code === code,
    );
    if (index >= 0) {
      rest.splice(index, 1);
    }
  }
  // Findings of equal weight are in the order of the products, as `assess` returns them.
  const rank = ({ product }: Finding) => products.findIndex(({ name }) => name === product);
  const all = [...rest, ...databaseFindings(database?.status, sources)].sort(
    (one, other) => other.weight - one.weight || rank(one) - rank(other),
  );
  const statuses = products.map((product) => product.status);
  return { verdict: verdictOf(status, statuses, all), findings: all };
}

/** Returns the assessment after the files were checked, as `assess` gives it for the whole conversation. */
export function assessWithFiles(assessed: Assessed, mismatches: readonly FileMismatch[]): Assessment {
  return withFindings(assessed, 'file', mismatchFindings(mismatches));
}

/** Returns the assessment with other results of the own checks, as `assess` gives it for the whole conversation. */
export function assessWithChecks(assessed: Assessed, checks: readonly PlausibilityFinding[]): Assessment {
  return withFindings(assessed, 'own-check', ownCheckFindings(checks));
}

/** Returns the assessment after other cases changed. @param seenBefore as `seenBeforeFindings` gives them */
export function assessWithSeen(assessed: Assessed, seenBefore: readonly Finding[]): Assessment {
  return withFindings(assessed, 'seen-before', seenBefore);
}

function withFindings(
  { status, products, findings }: Assessed,
  kind: Finding['kind'],
  replacing: readonly Finding[],
): Assessment {
  const all = ranked([...replacing, ...findings.filter((finding) => finding.kind !== kind)]);
  const statuses = products.map((product) => product.status);
  return { verdict: verdictOf(status, statuses, all), findings: all };
}

/** Sorts findings by weight; those of equal weight keep their order. */
function ranked(findings: Finding[]): Finding[] {
  return findings.sort((one, other) => other.weight - one.weight);
}

/** Returns whether nothing that was requested is still in progress, so that a decision rests on all results. */
export function hasFinalResults({
  verdict,
  products,
}: {
  verdict: Verdict;
  products: Assessed['products'];
}): boolean {
  return (
    verdict === 'gone' ||
    (isFinalVerdict(verdict) && products.every(({ status }) => status !== 'IN_PROGRESS'))
  );
}

/** Returns whether the conversation was read and is no longer in progress: watching ends there. */
export function isFinalVerdict(verdict: Verdict): boolean {
  return verdict !== 'in-progress' && verdict !== 'unread';
}

function verdictOf(
  status: string | undefined,
  statuses: readonly (string | undefined)[],
  findings: readonly Finding[],
): Verdict {
  const worst = findings[0]?.weight ?? 0;
  if (status === 'CREATED' || status === 'IN_PROGRESS') {
    return 'in-progress';
  }
  if (worst >= needsReviewFrom) {
    return 'review';
  }
  if (status === 'CANCELED' || status === 'EXPIRED') {
    return 'ended';
  }
  if (status !== 'FINISHED') {
    return 'review';
  }
  if (statuses.includes('FAILED')) {
    return 'failed';
  }
  if (statuses.includes('IN_PROGRESS')) {
    return 'in-progress';
  }
  const isClear = findings.length === 0 && statuses.length > 0 && statuses.every((one) => one === 'FINISHED');
  return isClear ? 'clear' : 'review';
}

/** Returns the finding that a response has no status that the interface names, or is finished without any product. */
function withoutResults({ status, result }: Conversation): Finding[] {
  if (!conversationStatusNames.some((name) => name === status)) {
    return [weighed({ kind: 'product', code: status === undefined ? 'NO_STATUS' : safeCode(status) })];
  }
  return status === 'FINISHED' && statusesOf(result).length === 0
    ? [weighed({ kind: 'product', code: 'NO_RESULT' })]
    : [];
}

function statusesOf(result: Result): (string | undefined)[] {
  return Object.values(result ?? {})
    .filter((product) => product !== undefined)
    .map((product) => (product as { status?: unknown } | null)?.status)
    .map((status) => (typeof status === 'string' ? status : undefined));
}
