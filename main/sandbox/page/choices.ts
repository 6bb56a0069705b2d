import type { Ending } from '../endings.ts';

/** Causes to choose from on the page: at least one of every group (field notes, "Cause codes"). */
export const causes = [
  'SCAN_DOCUMENT_TOO_BLURRY',
  'SCAN_FACE_NOT_DETECTED',
  'SCAN_DOCUMENT_MRZ_READ_FAILED',
  'SCAN_DOCUMENT_EXPIRED',
  'SCAN_DOCUMENT_PROBABLY_FAKE',
  'SCAN_FACE_MISMATCH',
  'ABANDONED',
  'TOO_MANY_ATTEMPTS',
  'INSUFFICIENT_AGE',
  'NO_IDENTITY_FOUND',
  'PROVIDER_UNAVAILABLE',
  'MANUAL_OPERATION_REQUIRED',
  'FRAUD_SUSPICION',
] as const;

const lists = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP', 'OTHER'];

/** Reads the ending that the page's form asks for; anything unknown cancels, as closing the page would. */
export function readEnding(form: URLSearchParams): Ending {
  const kind = form.get('ending');
  const cause = causes.find((one) => one === form.get('cause')) ?? causes[0];
  if (kind === 'well') {
    return { kind };
  }
  if (kind === 'part' || kind === 'failed') {
    return { kind, cause };
  }
  if (kind === 'hit') {
    const matchingLists = lists.filter((list) => form.getAll('found').includes(list));
    return { kind, found: matchingLists.length > 0 ? matchingLists : ['PEP'] };
  }
  return { kind: 'canceled' };
}
