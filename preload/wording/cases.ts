import type {
  CaseState,
  DecisionKind,
  FileMismatch,
  Finding,
  FindingSource,
  IdentifierKind,
  SinceDecided,
} from '../contract/cases.ts';
import { causeTerm } from './causes.ts';
import { findingSource } from './console-findings.ts';
import { mediaTitle } from './media.ts';
import { plausibilityText } from './plausibility.ts';
import { productTerm } from './products.ts';
import { documentTitle, fieldLabel } from './record.ts';
import { amlListTerm, checkNameTerm } from './results.ts';
import { counted, listed, literalTerm, plainNumber, type Tone } from './terms.ts';

/** The labels of decisions in a row and in the history. */
export const decisionLabels: Readonly<Record<DecisionKind, string>> = {
  clear: 'Approved',
  escalate: 'Escalated',
  reject: 'Rejected',
  'ask-again': 'Resubmission requested',
};

/** The identifiers by which cases are of the same person, within a sentence. */
export const identifierNames: Readonly<Record<IdentifierKind, string>> = {
  'user-key': 'user key',
  'document-number': 'document number',
  'national-id': 'national id',
};

export const caseStateLabels: Readonly<Record<CaseState, string>> = {
  open: 'Open',
  'in-review': 'In review',
  waiting: 'Waiting',
  done: 'Done',
};

const productFindings: Readonly<Record<string, string>> = {
  FAILED: 'failed',
  PARTIAL: 'only in part',
  UNREADABLE: 'partly unreadable',
  NO_RESULT: 'missing from the response',
  NO_STATUS: 'without a status',
  NO_USER_DATA: 'no data about the user',
  NO_LISTS: 'lists not stated',
  NO_RELIABILITY: 'similarity not stated',
  ANSWERS_NOT_READ: 'answers not read yet',
  NO_SOURCES: 'no sources named',
  NO_MATCH: 'no match',
  PARTIAL_MATCH: 'partial match',
  NO_ANSWER: 'a source gave no answer',
  NEGATIVE_RESULT: 'negative result',
  UNKNOWN_RESULT: 'a result with an unknown meaning',
};

const seenBeforeTexts: Readonly<Record<string, string>> = {
  REJECTED: 'Seen before, rejected',
  REJECTED_OTHER_USER: 'Seen before under another user, rejected',
};

/** The most changes that are named. */
const maxChanges = 3;

const sources: Readonly<Record<FindingSource, string>> = {
  service: 'Service',
  console: 'Own check',
  'seen-before': 'Seen before',
};

export function findingSourceLabel(source: FindingSource): string {
  return sources[source];
}

/** Returns the origin of a finding: the product, or this console itself. */
export function findingOrigin(finding: Finding): string {
  const source = findingSource(finding.kind);
  return source === 'service' && finding.product !== undefined
    ? productTerm(finding.product).label
    : finding.kind === 'file'
      ? 'Files'
      : findingSourceLabel(source);
}

/** Returns the tone of a finding by its weight: bad if it needs a review, a warning if it may be settled later. */
export function findingTone({ weight }: Finding): Tone {
  return weight >= 65 ? 'bad' : weight >= 40 ? 'warn' : 'neutral';
}

function checkText(code: string, field: string | undefined): string {
  const name = code === 'OTHER' ? 'unnamed' : checkNameTerm(code).label;
  const about = field === undefined ? '' : `, ${fieldLabel(field).toLowerCase()}`;
  return `Check not passed: ${name}${about}`;
}

function mismatchText(files: readonly FileMismatch[]): string {
  const [first] = files;
  if (first === undefined) {
    return 'A file is not what it claims to be';
  }
  const title = first.type === undefined && first.subtype === undefined ? 'A file' : mediaTitle(first);
  return files.length === 1
    ? `${title} is not what it claims to be: declared as ${first.claimed}, but is ${first.found}`
    : `${files.length} files are not what they claim to be: ${[...new Set(files.map(mediaTitle))].join('; ')}`;
}

/** Returns the changes of a case since it was decided, in a few words, such as “PEP hit; Identity ended”. */
export function sinceDecidedText({ findings, products }: SinceDecided): string {
  const some = findings.slice(0, maxChanges);
  const texts = findingTexts(some);
  const more = findings.length - some.length;
  const ended = products.map(({ name }) => productTerm(name).label);
  return [
    ...texts,
    ...(more > 0 ? [counted(more, 'more finding')] : []),
    ...(ended.length > maxChanges ? [`${ended.length} products ended`] : []),
    ...(ended.length > 0 && ended.length <= maxChanges ? [`${listed(ended)} ended`] : []),
  ].join('; ');
}

/** Returns findings in a few words each; equal ones are counted, such as “Document blurred ×2”. */
export function findingTexts(findings: readonly Finding[]): string[] {
  const counts = new Map<string, number>();
  for (const text of findings.map(findingText)) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text} ×${count}` : text));
}

/** Returns a finding in a few words, such as “Face does not match” or “Last name 0.35”. It never names a person. */
export function findingText({ kind, product, code, field, value, files, check, by }: Finding): string {
  switch (kind) {
    case 'own-check':
      return check === undefined ? 'Own check failed' : plausibilityText(check).title;
    case 'seen-before': {
      const term =
        (Object.hasOwn(seenBeforeTexts, code) ? seenBeforeTexts[code] : undefined) ?? 'Seen before';
      return by === undefined ? term : `${term}: same ${listed(by.map((kind) => identifierNames[kind]))}`;
    }
    case 'reply':
      return 'The response is about another conversation';
    case 'cause':
      return causeTerm(code).label;
    case 'aml':
      return `${amlListTerm(code).label} hit`;
    case 'check':
      return checkText(code, field);
    case 'similarity': {
      const field = code === 'RELIABILITY' ? 'Similarity' : fieldLabel(code);
      return value === undefined ? `${field} differs` : `${field} ${plainNumber(value)}`;
    }
    case 'document':
      if (field?.endsWith('_DOCUMENT_STATUS')) {
        return `${documentTitle(code)} not reported as valid`;
      }
      // Another field means that the document's date of expiry could not be read.
      if (field !== undefined) {
        return `${fieldLabel(field)} cannot be read`;
      }
      return `${documentTitle(code)} expired`;
    case 'file':
      return mismatchText(files ?? []);
    case 'product': {
      const term = Object.hasOwn(productFindings, code) ? productFindings[code] : literalTerm(code);
      return `${product === undefined ? 'Result' : productTerm(product).label}: ${term}`;
    }
  }
}
