import { inventedPeople, type Person } from '../people.ts';
import type { ProductStatus } from '../products.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

/** The groups of cause codes (field notes, "Cause codes"), every code of each. */
export const causeGroups = {
  'capture quality': [
    'SCAN_DOCUMENT_NOT_DETECTED',
    'SCAN_DOCUMENT_TOO_BLURRY',
    'SCAN_DOCUMENT_NOT_FULLY_VISIBLE',
    'SCAN_DOCUMENT_LOW_QUALITY',
    'SCAN_DOCUMENT_SIDE_MISMATCH',
    'SCAN_FACE_NOT_DETECTED',
    'SCAN_FACE_TOO_BLURRY',
    'SCAN_FACE_TOO_MANY_PEOPLE',
  ],
  reading: [
    ...[
      'ID',
      'NATIONAL_ID',
      'FIRSTNAME',
      'LASTNAME',
      'FULLNAME',
      'ADDRESS',
      'ISSUE_DATE',
      'EXPIRY_DATE',
      'BIRTHDATE',
    ].map((what) => `SCAN_DOCUMENT_READ_FAILED_${what}`),
    'SCAN_DOCUMENT_MRZ_NOT_DETECTED',
    'SCAN_DOCUMENT_MRZ_READ_FAILED',
    'SCAN_GENERIC_ERROR',
  ],
  'document validity': [
    'EXPIRED',
    'DAMAGED',
    'NOT_SUPPORTED',
    'TYPE_MISMATCH',
    'COUNTRY_MISMATCH',
    'DATA_INCONSISTENCY',
    'DATA_MISMATCH',
    'WRONG_ADDRESS',
    'UNIQUE_DOCUMENT',
    'PROBABLY_FAKE',
  ].map((what) => `SCAN_DOCUMENT_${what}`),
  'face match': ['SCAN_FACE_MISMATCH', 'SCAN_FACE_UNCERTAIN', 'SCAN_FACE_PROBABLY_FAKE'],
  'the user': [
    'ABANDONED',
    'ABANDONED_AFTER_PROCESSED',
    'NO_DATA_SHARED',
    'ENQUIRY_FORM_NOT_FILLED',
    'BANK_NO_ACCOUNTS_SHARED',
    'USER_NOT_AUTHORIZED',
    'TOO_MANY_ATTEMPTS',
  ],
  'eligibility and access': [
    'INSUFFICIENT_AGE',
    'INSUFFICIENT_PRIVILEGES',
    'NO_IDENTITY_FOUND',
    'NO_USER_FOUND',
    'ELECTRONIC_DOCUMENT_ACCESS_ERROR',
    'E_IDENTITY_ACCESS_ERROR',
  ],
  provider: [
    'PROVIDER_SERVER_ERROR',
    'PROVIDER_UNAVAILABLE',
    'SOURCE_UNAVAILABLE',
    'MANUAL_OPERATION_REQUIRED',
  ],
  'internal only': ['FRAUD_SUSPICION', 'PROVIDER_BLACKLIST'],
} as const satisfies Record<string, readonly string[]>;

/** A conversation for each group, and one with codes of no group. */
export const causePlans: readonly Plan[] = [
  causePlan('capture quality', inventedPeople.german, { identity: 'FAILED' }),
  causePlan('reading', inventedPeople.icelandic, { identity: 'PARTIAL' }),
  causePlan('document validity', inventedPeople.turkish, { identity: 'FAILED' }),
  causePlan('face match', inventedPeople.finnish, { identity: 'PARTIAL' }),
  causePlan('the user', inventedPeople.polish, { identity: 'FAILED', bankTransactions: 'FAILED' }),
  causePlan('eligibility and access', inventedPeople.latvian, { identity: 'FAILED' }),
  causePlan('provider', inventedPeople.estonian, { identity: 'FAILED', affordability: 'FAILED' }),
  causePlan('internal only', inventedPeople.lithuanian, { identity: 'FAILED' }),
  {
    slug: 'causes-unknown',
    title: 'Failed with codes that are not documented',
    ...outcome(
      inventedPeople.greek,
      { identity: 'FAILED' },
      { causes: ['HOLOGRAM_MISSING', 'SCAN_DOCUMENT_EXPIRED', 'x-17'] },
    ),
  },
];

function causePlan(
  group: keyof typeof causeGroups,
  person: Person,
  products: Record<string, ProductStatus>,
): Plan {
  return {
    slug: `causes-${group.replaceAll(' ', '-')}`,
    title: `Not confirmed, because of: ${group}`,
    ...outcome(person, products, { causes: causeGroups[group] }),
  };
}
