import type { Finding, Verdict } from '../contract/cases.ts';
import type { Conversation } from '../contract/service/conversation.ts';
import type { DatabaseSources } from './database-clause.ts';
import { mismatchFinding, productFindings, type Result } from './findings.ts';
import type { HeadlineNotes } from './headline.ts';

/** A verdict and the findings behind it, the weightiest first. */
export interface Assessment {
  verdict: Verdict;
  findings: Finding[];
}

/** From this weight on a finding needs a person's review, whatever the statuses say. */
const needsReviewFrom = 80;

/**
 * The one place where a conversation becomes a verdict. FINISHED is not passed (interface 3.1): `clear` takes every product
 * finished, every check accepted, no cause, no hit, and a reply in which nothing was unreadable.
 *
 * @param notes members of the reply that may not be relied on
 * @param sources what database verification's own reply (4.8) says, where it was read
 * @param today ISO date, to know which documents have expired
 * @param hasMismatch a file was opened that is not what it claims to be
 */
export function assess(
  conversation: Conversation,
  {
    notes = {},
    sources,
    today,
    hasMismatch = false,
  }: { notes?: HeadlineNotes; sources?: DatabaseSources; today: string; hasMismatch?: boolean },
): Assessment {
  const findings = [
    ...(hasMismatch ? [mismatchFinding] : []),
    ...productFindings(conversation.result, { notes, sources, today }),
  ].sort((one, other) => other.weight - one.weight);
  return { verdict: verdictOf(conversation, findings), findings };
}

/** True if the conversation was read and is no longer in progress: watching ends there. */
export function isFinalVerdict(verdict: Verdict): boolean {
  return verdict !== 'in-progress' && verdict !== 'unread';
}

function verdictOf({ status, result }: Conversation, findings: readonly Finding[]): Verdict {
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
  const statuses = statusesOf(result);
  if (statuses.includes('FAILED')) {
    return 'failed';
  }
  if (statuses.includes('IN_PROGRESS')) {
    return 'in-progress';
  }
  const isClear = findings.length === 0 && statuses.length > 0 && statuses.every((one) => one === 'FINISHED');
  return isClear ? 'clear' : 'review';
}

function statusesOf(result: Result): (string | undefined)[] {
  return Object.values(result ?? {})
    .filter((product) => product !== undefined)
    .map((product) => (product as { status?: unknown } | null)?.status)
    .map((status) => (typeof status === 'string' ? status : undefined));
}
