import { createHash } from 'node:crypto';
import type { Product } from './conversation.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import type { Person } from './people.ts';
import { userData } from './user-data.ts';

/** The seven products of interface 1.4. */
export const productNames = [
  'identity',
  'aml',
  'auth',
  'bankTransactions',
  'verify',
  'affordability',
  'databaseVerification',
] as const;

type ProductName = (typeof productNames)[number];
export type ProductStatus = 'IN_PROGRESS' | 'FINISHED' | 'PARTIAL' | 'FAILED';

/** Returns the statuses a product can have (interface 3.2). */
function statusesOf(product: ProductName): readonly ProductStatus[] {
  return product === 'auth' || product === 'affordability'
    ? ['IN_PROGRESS', 'FINISHED', 'FAILED']
    : ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED'];
}

/** The input of a product's result. */
export interface Circumstances {
  person: Person;
  /** Cause codes of a product that did not wholly succeed. */
  causes: readonly string[];
  /** AML lists the user is on. */
  found: readonly string[];
  /** The request for this product (interface 2.1). */
  requested: JsonObject;
  /** ISO 8601. */
  now: string;
}

/** Returns a product's member of `result` in the status given; one it cannot have becomes FAILED. */
export function productResult(name: string, productStatus: ProductStatus, about: Circumstances): Product {
  const productName = productNames.find((product) => product === name);
  if (productName === undefined) {
    return unknownProduct(name, productStatus, about);
  }
  const status = statusesOf(productName).includes(productStatus) ? productStatus : 'FAILED';
  return { status, ...members[productName](status, about) };
}

const members: Record<ProductName, (status: ProductStatus, about: Circumstances) => JsonObject> = {
  identity: (status, { person, causes }) => {
    if (status === 'IN_PROGRESS') {
      return { user: {}, errors: [], checks: [] };
    }
    const depth = status === 'FINISHED' ? 'full' : status === 'PARTIAL' ? 'part' : 'none';
    return {
      user: userData(person, depth),
      errors: status === 'FINISHED' ? [] : [...causes],
      checks: status === 'FAILED' ? [] : checks(status === 'FINISHED'),
    };
  },
  aml: (status, { found, requested, now }) => {
    const isMonitored = isObject(requested.subscription);
    if (status === 'IN_PROGRESS') {
      return { found: [] };
    }
    const lists = status === 'FAILED' ? [] : [...found];
    const active = isMonitored && status !== 'FAILED';
    return { found: lists, ...(isMonitored ? { subscription: { active, lastChanged: now } } : {}) };
  },
  auth: (status, { person }): JsonObject => {
    if (status !== 'FINISHED') {
      return {};
    }
    return {
      token: digest(`token ${person.nationalId}`),
      challenge: digest(`challenge ${person.nationalId}`),
    };
  },
  bankTransactions: (status, { causes }): JsonObject => (status === 'FAILED' ? { errors: [...causes] } : {}),
  verify: (status): JsonObject => {
    if (status === 'IN_PROGRESS' || status === 'FAILED') {
      return {};
    }
    return status === 'FINISHED'
      ? { reliability: 1, details: similarities('field', 'similarity', [1, 1, 1]) }
      : { reliability: 0.62, details: similarities('field', 'similarity', [0.91, 0.35, 0.6]) };
  },
  affordability: (status, { causes }) => ({ errors: status === 'FAILED' ? [...causes] : [] }),
  databaseVerification: () => ({}),
};

/** `verify.details` with the member names of choice (field notes, "Shapes"). */
export function similarities(
  nameMember: 'field' | 'name',
  valueMember: 'similarity' | 'reliability' | 'value',
  values: readonly number[],
): Json[] {
  const fields = [
    'PERSON_NAME_FIRSTNAME',
    'PERSON_NAME_LASTNAME',
    'PERSON_INFO_BIRTHDATE',
    'PERSON_IDS_NATIONAL_ID',
    'PERSON_ADDRESS',
  ];
  return values.map((value, index) => ({
    [nameMember]: fields[index] ?? `PERSON_${index}`,
    [valueMember]: value,
  }));
}

/** `source` of the database verification info for a status (interface 2.5). */
export function sourcesFor(status: string): Json[] {
  if (status === 'IN_PROGRESS') {
    return [];
  }
  const sourceEntry = (sourceName: string, sourceType: string, sourceMatchResult: string) => ({
    name: 'MATCHING',
    status: 'FINISHED',
    sourceName,
    sourceType,
    sourceMatchResult,
    errors: [],
  });
  const failed = (sourceName: string, sourceType: string) => ({
    name: 'MATCHING',
    status: 'FAILED',
    sourceName,
    sourceType,
    errors: ['SOURCE_UNAVAILABLE'],
  });
  if (status === 'FAILED') {
    return [failed('Population register', 'GOVERNMENT'), failed('Consumer file', 'MARKETING')];
  }
  if (status === 'FINISHED') {
    return [
      sourceEntry('Population register', 'GOVERNMENT', 'FULL_MATCH'),
      sourceEntry('Consumer file', 'MARKETING', 'PARTIAL_MATCH'),
    ];
  }
  return [
    sourceEntry('Population register', 'GOVERNMENT', 'NO_MATCH'),
    sourceEntry('Electoral roll', 'GOVERNMENT', 'PARTIAL_MATCH'),
    failed('Consumer file', 'MARKETING'),
  ];
}

function checks(consistent: boolean): Json[] {
  const acceptance = { name: 'DOCUMENT_AUTHENTICITY_CHECK', result: 'ACCEPTED', details: {} };
  const consistency = consistent
    ? { name: 'CONSISTENCY_CHECK', result: 'ACCEPTED', details: { field: 'PERSON_IDS_NATIONAL_ID' } }
    : {
        name: 'CONSISTENCY_CHECK',
        result: 'FAILED',
        details: { field: 'PERSON_IDS_NATIONAL_ID', reason: 'FORMAT_ERROR' },
      };
  return [acceptance, consistency];
}

/** Products beyond the document's seven (field notes, "Shapes"). */
function unknownProduct(name: string, status: ProductStatus, { person }: Circumstances): Product {
  if (status !== 'FINISHED') {
    return { status };
  }
  if (name === 'enquiry') {
    return {
      status,
      formId: 'source-of-funds',
      formData: { occupation: 'Lighthouse keeper', politicallyExposed: false },
    };
  }
  if (name === 'ageVerification') {
    const over = 18;
    return { status, over, result: Number(person.birthDate.slice(0, 4)) <= 2006 };
  }
  return { status };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
