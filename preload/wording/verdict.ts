import type { FileMismatch, Finding, Verdict } from '../contract/cases.ts';
import type { Conversation } from '../contract/service/conversation.ts';
import type { DatabaseSources } from './database-clause.ts';
import { databaseFindings, mismatchFindings, productFindings, type Result } from './findings.ts';
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
 * @param mismatches files that are not what they claim to be
 */
export function assess(
  conversation: Conversation,
  {
    notes = {},
    sources,
    today,
    mismatches,
  }: {
    notes?: HeadlineNotes;
    sources?: DatabaseSources;
    today: string;
    mismatches?: readonly FileMismatch[] | undefined;
  },
): Assessment {
  const findings = [
    ...mismatchFindings(mismatches),
    ...productFindings(conversation.result, { notes, sources, today }),
  ].sort((one, other) => other.weight - one.weight);
  const verdict = verdictOf(conversation.status, statusesOf(conversation.result), findings);
  return { verdict, findings };
}

/** What a list keeps of a conversation that was assessed. */
export interface Assessed {
  status: string | undefined;
  products: readonly { name: string; status?: string | undefined }[];
  findings: readonly Finding[];
}

/**
 * The assessment after the results of the databases were read (4.8), as `assess` gives it for the whole conversation.
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
  const kept = [...findings];
  for (const { code, weight } of replaced) {
    const index = kept.findIndex(
      (one) =>
        one.kind === 'product' &&
        one.product === 'databaseVerification' &&
        one.code === code &&
        one.weight === weight,
    );
    if (index >= 0) {
      kept.splice(index, 1);
    }
  }
  // Findings of equal weight are in the order of the products, as `assess` returns them.
  const rank = ({ product }: Finding) => products.findIndex(({ name }) => name === product);
  const all = [...kept, ...databaseFindings(database?.status, sources)].sort(
    (one, other) => other.weight - one.weight || rank(one) - rank(other),
  );
  const statuses = products.map((product) => product.status);
  return { verdict: verdictOf(status, statuses, all), findings: all };
}

/** The assessment after the files were checked, as `assess` gives it for the whole conversation. */
export function assessWithFiles(
  { status, products, findings }: Assessed,
  mismatches: readonly FileMismatch[],
): Assessment {
  const others = findings.filter(({ kind }) => kind !== 'file');
  const all = [...mismatchFindings(mismatches), ...others].sort((one, other) => other.weight - one.weight);
  const statuses = products.map((product) => product.status);
  return { verdict: verdictOf(status, statuses, all), findings: all };
}

/** True if the conversation was read and is no longer in progress: watching ends there. */
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

function statusesOf(result: Result): (string | undefined)[] {
  return Object.values(result ?? {})
    .filter((product) => product !== undefined)
    .map((product) => (product as { status?: unknown } | null)?.status)
    .map((status) => (typeof status === 'string' ? status : undefined));
}
