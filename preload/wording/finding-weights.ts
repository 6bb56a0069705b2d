import type { Finding } from '../contract/cases.ts';
import { omitUndefined } from '../contract/objects.ts';
import { type CauseGroup, causeTerm } from './causes.ts';

/** The similarity below which a user should compare the two values; the interface gives no limit. */
export const lowSimilarity = 0.8;

/**
 * The order of findings, in the groups of the guide (docs/guide/reviewing.md has the same table): lists, fraud, document, face, contradictions,
 * similarity (59 to 75, between the parts below), and what is formal. No two have the same weight.
 */
export const findingWeights = {
  // The results are not about this case at all.
  otherConversation: 100,
  sanctions: 99,
  pep: 98,
  adverseMedia: 97,
  specialInterest: 96,
  otherList: 95,
  internalCause: 94,
  rejectedOtherUser: 93,
  rejectedBefore: 92,
  fileMismatch: 91,
  documentValidity: 89,
  expired: 88,
  ownHigh: 87,
  face: 86,
  ownDiffers: 82,
  noMatch: 80,
  checkFailed: 79,
  negativeResult: 78,
  ownInvalid: 76,
  failed: 58,
  noUserData: 57,
  eligibility: 56,
  access: 55,
  unknownCause: 54,
  partialMatch: 53,
  noAnswer: 52,
  noSources: 51,
  noLists: 50,
  unknownResult: 49,
  documentStatus: 48,
  noResult: 47,
  noReliability: 46,
  expiryUnreadable: 45,
  unreadable: 44,
  checkError: 43,
  unspecified: 42,
  capture: 41,
  reading: 40,
  ownLow: 39,
  user: 35,
  provider: 30,
  answersNotRead: 20,
} as const;
type Weight = keyof typeof findingWeights;

/** The lightest of the findings that need a user's review, whatever the statuses say. */
export const needsReviewFrom = findingWeights.face;

const causes: Readonly<Record<CauseGroup, Weight>> = {
  internal: 'internalCause',
  validity: 'documentValidity',
  face: 'face',
  eligibility: 'eligibility',
  access: 'access',
  unknown: 'unknownCause',
  unspecified: 'unspecified',
  capture: 'capture',
  reading: 'reading',
  user: 'user',
  provider: 'provider',
};
const lists: Readonly<Record<string, Weight>> = {
  SANCTIONS: 'sanctions',
  PEP: 'pep',
  ADVERSE_MEDIA: 'adverseMedia',
  SIP: 'specialInterest',
};
const products: Readonly<Record<string, Weight>> = {
  FAILED: 'failed',
  NO_USER_DATA: 'noUserData',
  NEGATIVE_RESULT: 'negativeResult',
  UNKNOWN_RESULT: 'unknownResult',
  NO_MATCH: 'noMatch',
  PARTIAL_MATCH: 'partialMatch',
  NO_ANSWER: 'noAnswer',
  NO_SOURCES: 'noSources',
  NO_LISTS: 'noLists',
  NO_RESULT: 'noResult',
  NO_STATUS: 'noResult',
  NO_RELIABILITY: 'noReliability',
  ANSWERS_NOT_READ: 'answersNotRead',
};
/** The lightest failed check, in this and every earlier version. */
const failedCheckFrom = 60;

/**
 * Returns a finding with its weight.
 *
 * @param isError the check could not be made
 */
export function weighed(finding: Omit<Finding, 'weight'>, isError = false): Finding {
  const { kind, code, field, value, check } = finding;
  const weightOf = (): Weight | number => {
    switch (kind) {
      case 'reply':
        return 'otherConversation';
      case 'aml':
        return named(lists, code) ?? 'otherList';
      case 'cause':
        return causes[causeTerm(code).group];
      case 'seen-before':
        return code === 'REJECTED_OTHER_USER' ? 'rejectedOtherUser' : 'rejectedBefore';
      case 'file':
        return 'fileMismatch';
      case 'own-check':
        if (check?.weight === 'high' || check?.weight === 'low') {
          return check.weight === 'high' ? 'ownHigh' : 'ownLow';
        }
        return check?.severity === 'invalid' ? 'ownInvalid' : 'ownDiffers';
      case 'check':
        return isError ? 'checkError' : 'checkFailed';
      case 'similarity':
        return similarityWeight(code, value ?? 0);
      case 'document':
        if (field === undefined) {
          return 'expired';
        }
        return field.endsWith('_DOCUMENT_STATUS') ? 'documentStatus' : 'expiryUnreadable';
      case 'product':
        return named(products, code) ?? 'unreadable';
    }
  };
  const weight = weightOf();
  return { ...finding, weight: typeof weight === 'number' ? weight : findingWeights[weight] };
}

/**
 * Returns a finding that any version of the console recorded with the weight it has in this one, whatever weight an environment gives it, so that
 * both can be compared.
 */
export function reweighed({ check, ...finding }: Finding): Finding {
  return weighed(
    { ...finding, ...(check && { check: omitUndefined({ ...check, weight: undefined }) }) },
    finding.weight < failedCheckFrom,
  );
}

/** The less similar, the more; the similarity of the whole weighs more than that of one field. */
function similarityWeight(code: string, value: number): number {
  const weight = 59 + 15 * (1 - Math.max(0, value) / lowSimilarity);
  return Math.round(weight) + (code === 'RELIABILITY' ? 1 : 0);
}

function named(weights: Readonly<Record<string, Weight>>, code: string): Weight | undefined {
  return Object.hasOwn(weights, code) ? weights[code] : undefined;
}
