import type { Finding } from '../contract/cases.ts';
import { isObject } from '../contract/objects.ts';
import type { Conversation } from '../contract/service/conversation.ts';
import { knownProducts } from '../contract/service/products.ts';
import { findingText } from './cases.ts';
import { type Clause, joinedClauses } from './clauses.ts';
import type { DatabaseSources } from './database-clause.ts';
import { headlineClauses } from './headline-clauses.ts';
import { productTerm } from './products.ts';
import { counted, literalTerm } from './terms.ts';

/** The most products beyond the seven that are named; the others are counted. */
const maxOthers = 3;

/** The notes on members that may be unreliable. */
export interface HeadlineNotes {
  flags?: readonly { path: string }[];
  duplicates?: readonly { path: string }[];
}

/**
 * Returns a short summary of a conversation from its products' results, such as "Finished. Identity confirmed in part;
 * found on a PEP list; monitoring is on." FINISHED does not mean passed (interface 3.1), and nothing is stated that the
 * reply does not contain. It contains no personal data and no internal-only cause.
 *
 * @param notes members with invalid types or duplicates: a product with one of them is not called confirmed
 * @param sources the reply of database verification (4.8), when it was read
 * @param findings those of the console itself are named first
 */
export function headline(
  conversation: Conversation,
  notes: HeadlineNotes = {},
  sources: DatabaseSources = undefined,
  findings: readonly Finding[] = [],
): string {
  const own = ownClause(findings);
  return own === undefined
    ? serviceHeadline(conversation, notes, sources)
    : `${own}. ${serviceHeadline(conversation, notes, sources)}`;
}

/** Returns the console's own findings in a few words, such as “Seen before, rejected; 3 own checks failed”. */
function ownClause(findings: readonly Finding[]): string | undefined {
  const named = findings.filter(({ kind }) => kind === 'reply' || kind === 'seen-before').map(findingText);
  const checks = findings.filter(({ kind }) => kind === 'own-check').length;
  const clauses = [...named, ...(checks === 0 ? [] : [`${counted(checks, 'own check')} failed`])];
  return clauses.length === 0 ? undefined : clauses.join('; ');
}

function serviceHeadline(conversation: Conversation, notes: HeadlineNotes, sources: DatabaseSources): string {
  const { flags = [], duplicates = [] } = notes;
  const flagged = (path: string) => flags.some((flag) => isWithin(flag.path, path));
  const twice = (path: string) =>
    duplicates.some((member) => isWithin(member.path, path) || isWithin(path, member.path));
  const doubt = (path: string) =>
    [flagged(path) && 'partly unreadable', twice(path) && 'duplicate members'].filter(Boolean).join(', ') ||
    undefined;
  const lead =
    conversation.status === undefined && flagged('status')
      ? 'The status is not in the documented form'
      : twice('status')
        ? `The status is given twice, last as “${literalTerm(conversation.status ?? '')}”`
        : statusClause(conversation.status);
  const result = conversation.result;
  if (result === undefined) {
    return flagged('result')
      ? `${lead}. The result is not in the documented form.`
      : `${lead}. The reply contains no result.`;
  }
  const clauses: Clause[] = [];
  for (const name of knownProducts) {
    const product = result[name];
    const path = `result.${name}`;
    if (isObject(product)) {
      clauses.push(...headlineClauses(name, product, doubt(path), sources));
    } else if (product !== undefined || flagged(path)) {
      clauses.push(`${productTerm(name).label} in an undocumented form`);
    }
  }
  const others = Object.keys(result).filter((name) => !isKnown(name) && result[name] !== undefined);
  for (const name of others.slice(0, maxOthers)) {
    clauses.push(...headlineClauses(name, result[name], doubt(`result.${name}`)));
  }
  if (others.length > maxOthers) {
    clauses.push(`${counted(others.length - maxOthers, 'more product')} below`);
  }
  if (clauses.length === 0) {
    return `${lead}. The result contains no product.`;
  }
  const sentence = joinedClauses(clauses);
  return `${lead}. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Returns whether `path` is `whole` or inside it. */
export function isWithin(path: string, whole: string): boolean {
  return path.startsWith(whole) && ['', '.', '['].includes(path.charAt(whole.length));
}

function statusClause(status: string | undefined): string {
  if (status === undefined) {
    return 'The reply gives no status';
  }
  switch (status) {
    case 'CREATED':
      return 'Created';
    case 'IN_PROGRESS':
      return 'In progress';
    case 'FINISHED':
      return 'Finished';
    case 'CANCELED':
      return 'Cancelled by the user';
    case 'EXPIRED':
      return 'Expired';
    default:
      return `Status “${literalTerm(status)}”, which the console does not know`;
  }
}

function isKnown(name: string): boolean {
  return knownProducts.some((known) => known === name);
}
