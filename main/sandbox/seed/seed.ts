import { createHash } from 'node:crypto';
import type { Conversation, Product } from '../conversation.ts';
import type { Json } from '../json.ts';
import { type SpecimenKind, specimens } from '../media/specimens.ts';
import { inventedPeople, type Person, reviewPeople } from '../people.ts';
import { brokenStrategy, defaultStrategy, exhaustedStrategy, forbiddenStrategy } from '../strategy.ts';
import { userData } from '../user-data.ts';
import { causePlans } from './causes.ts';
import { collectionPlans } from './collections.ts';
import { contradictionPlans } from './contradictions.ts';
import { outcome } from './outcome.ts';
import { type Plan, queryFor, type SeedContext } from './plan.ts';
import { productPlans } from './products.ts';
import { shapePlans } from './shapes.ts';

/** AML hits with and without monitoring; monitoring that is on keeps the data from being deleted (interface 3.3). */
const monitoringPlans: readonly Plan[] = [
  {
    slug: 'aml-clear',
    title: 'On no list, not monitored',
    ...amlPlan(inventedPeople.icelandic, [], undefined),
  },
  {
    slug: 'aml-pep-monitored',
    title: 'On a PEP list, monitoring on: may not be deleted',
    ...amlPlan(inventedPeople.greek, ['PEP'], { active: true, lastChanged: '2026-03-02T04:15:00.000Z' }),
  },
  {
    slug: 'aml-monitoring-ended',
    title: 'On a sanctions list, monitoring ended: may be deleted',
    ...amlPlan(inventedPeople.ukrainian, ['SANCTIONS'], {
      active: false,
      lastChanged: '2025-11-20T22:00:00Z',
    }),
  },
  {
    slug: 'aml-every-list',
    title: 'On every list, not monitored',
    ...amlPlan(inventedPeople.turkish, ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP', 'OTHER'], undefined),
  },
  {
    slug: 'aml-clear-monitored',
    title: 'On no list, monitoring on',
    ...amlPlan(inventedPeople.vietnamese, [], { active: true, lastChanged: '2026-01-15T09:30:00+02:00' }),
  },
  {
    slug: 'aml-new-list',
    title: 'On an undocumented list',
    ...amlPlan(inventedPeople.polish, ['PEP', 'LOCAL_WATCHLIST_7'], {
      active: true,
      lastChanged: '2026-02-28T23:59:59.999Z',
    }),
  },
];

function amlPlan(person: Person, lists: string[], subscription: Json | undefined) {
  const conversation = outcome(
    person,
    { identity: 'FINISHED', aml: 'FINISHED' },
    {
      found: lists,
      requested: {
        aml: { checks: ['PEP', 'SANCTIONS'], ...(subscription === undefined ? {} : { subscription: {} }) },
      },
    },
  );
  const aml = { status: 'FINISHED', found: lists, ...(subscription === undefined ? {} : { subscription }) };
  return { ...conversation, result: { ...conversation.result, aml } };
}

const { kowalska, nowak, dvorak, lindqvist } = reviewPeople;
const kinds: readonly SpecimenKind[] = ['idCardFront', 'idCardBack', 'face'];

/** Twelve cases for a first review, as a service would return them in a morning. Two must not pass: a sanctions hit, and the face of someone else. */
const reviewPlans: readonly Plan[] = [
  planOf('u-10490', reviewPeople.mueller),
  planOf('u-22181', kowalska, { found: ['SANCTIONS', 'PEP'] }),
  planOf('u-00922', reviewPeople.nguyen),
  planOf('u-17306', reviewPeople.tamm),
  planOf('u-30514', nowak, { anotherFace: dvorak }),
  planOf('u-11875', reviewPeople.korhonen),
  planOf('u-28840', reviewPeople.fernandez),
  planOf('u-19927', reviewPeople.kazlauskas),
  planOf('u-04663', lindqvist, { cause: 'SCAN_DOCUMENT_DATA_INCONSISTENCY' }),
  planOf('u-25118', reviewPeople.jansen),
  planOf('u-13052', dvorak),
  planOf('u-21739', reviewPeople.ozolina),
];

interface Special {
  found?: readonly string[];
  /** The person whose face was shown to the camera in place of the holder's. */
  anotherFace?: Person;
  /** Why the record is complete in part only. */
  cause?: string;
}

function planOf(userKey: string, person: Person, { found = [], anotherFace, cause }: Special = {}): Plan {
  const conversation = outcome(person, { identity: 'FINISHED', aml: 'FINISHED' }, { found });
  const { identity } = conversation.result;
  const code = anotherFace === undefined ? cause : 'SCAN_FACE_MISMATCH';
  const failed = code !== undefined && { status: anotherFace ? 'FAILED' : 'PARTIAL', errors: [code] };
  return {
    slug: `review-${userKey}`,
    title: `${person.firstName} ${person.lastName}`,
    userKey,
    toReview: true,
    ...conversation,
    result: { ...conversation.result, ...(identity && { identity: { ...identity, ...failed } }) },
    collected: (id, { assetsDir }) => [
      ...specimens(id, person, assetsDir, anotherFace ? kinds.slice(0, 2) : kinds),
      ...(anotherFace ? specimens(id, anotherFace, assetsDir, ['face']) : []),
    ],
  };
}

const bulkChecks = 71_000;
const bulkTransactions = 71_000;

/** A result of some 20 MB, built for each request, so that it uses no memory until it is read. */
const bulkPlans: readonly Plan[] = [
  {
    slug: 'bulk',
    title: 'A result of 20 MB',
    ...outcome(inventedPeople.finnish, { identity: 'FINISHED', bankTransactions: 'FINISHED' }),
    generate: bulkResult,
  },
];

function bulkResult(): Record<string, Product> {
  const checks = Array.from({ length: bulkChecks }, (_, index): Json => {
    const result = index % 997 === 0 ? 'ERROR' : index % 101 === 0 ? 'FAILED' : 'ACCEPTED';
    return {
      name: 'CONSISTENCY_CHECK',
      result,
      details: { field: 'PERSON_IDS_NATIONAL_ID', run: index, note: 'Repeated by the nightly batch' },
    };
  });
  // Transactions are no documented member: a large unknown one.
  const transactions = Array.from({ length: bulkTransactions }, (_, index): Json => {
    const day = String((index % 28) + 1).padStart(2, '0');
    const amount = ((index * 7919) % 100_000) / 100;
    return {
      id: `SPECIMEN-${index}`,
      date: `2025-11-${day}`,
      amount,
      currency: 'EUR',
      counterparty: 'Specimen Trading Oy',
      description: 'Invented for the sandbox',
    };
  });
  return {
    identity: { status: 'FINISHED', user: userData(inventedPeople.finnish, 'full'), errors: [], checks },
    bankTransactions: { status: 'FINISHED', transactions },
  };
}

/** Every conversation status (interface 3.1), and what can be done in each (3.3). */
const statusPlans: readonly Plan[] = [
  {
    slug: 'finished',
    title: 'Finished: identity confirmed, may be deleted',
    ...outcome(inventedPeople.estonian, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) =>
      specimens(id, inventedPeople.estonian, assetsDir, ['idCardFront', 'idCardBack', 'face', 'report']),
  },
  {
    slug: 'created',
    title: 'Created: the user has not come yet',
    status: 'CREATED',
    ...outcome(inventedPeople.latvian, { identity: 'IN_PROGRESS' }),
    info: [],
  },
  {
    slug: 'in-progress',
    title: 'In progress: may be expired',
    status: 'IN_PROGRESS',
    ...outcome(inventedPeople.lithuanian, { identity: 'IN_PROGRESS', aml: 'IN_PROGRESS' }),
  },
  {
    slug: 'canceled',
    title: 'Canceled: the user gave up',
    status: 'CANCELED',
    ...outcome(inventedPeople.finnish, { identity: 'FAILED', aml: 'FAILED' }, { causes: ['ABANDONED'] }),
  },
  {
    slug: 'expired',
    title: 'Expired: the user did not come in time',
    status: 'EXPIRED',
    ...outcome(inventedPeople.german, { identity: 'IN_PROGRESS' }),
    info: [],
  },
];

/** Names, places and addresses in many scripts. */
const scriptPlans: readonly Plan[] = [
  namePlan('polish', 'Latin with many diacritics'),
  namePlan('vietnamese', 'Vietnamese, letters with two marks'),
  namePlan('turkish', 'Turkish, dotted and dotless i'),
  namePlan('russianLetters', 'Cyrillic'),
  namePlan('ukrainian', 'Ukrainian Cyrillic'),
  namePlan('greek', 'Greek'),
  namePlan('arabic', 'Arabic, right to left'),
  namePlan('hebrew', 'Hebrew, right to left'),
  namePlan('mixed', 'Latin and Arabic in one name'),
  namePlan('chinese', 'Han'),
  namePlan('japanese', 'Japanese'),
  namePlan('korean', 'Hangul'),
  namePlan('thai', 'Thai'),
  namePlan('hindi', 'Devanagari'),
  namePlan('georgian', 'Georgian'),
  namePlan('ethiopian', 'Ethiopic'),
  namePlan('oneName', 'a person with one name'),
  namePlan('longName', 'a very long one'),
];

function namePlan(key: keyof typeof inventedPeople, writing: string): Plan {
  const person: Person = inventedPeople[key];
  return {
    slug: `script-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title: `A name in writing: ${writing}`,
    ...outcome(person, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) => specimens(id, person, assetsDir, ['idCardFront', 'face']),
  };
}

const finishedOutcome = outcome(inventedPeople.estonian, { identity: 'FINISHED' });

/** Conversations that cannot be opened, one for each reason the service gives (interface 7.1). */
const refusalPlans: readonly Plan[] = [
  { slug: 'gone', title: 'Gone by retention (410)', ...finishedOutcome, result: {}, info: [], gone: true },
  {
    slug: 'forbidden',
    title: 'Strategy no longer permitted (403)',
    ...finishedOutcome,
    strategy: forbiddenStrategy,
  },
  { slug: 'exhausted', title: 'Plan exhausted (402)', ...finishedOutcome, strategy: exhaustedStrategy },
  { slug: 'broken', title: 'The service fails on it (500)', ...finishedOutcome, strategy: brokenStrategy },
];

const plans: readonly Plan[] = [
  ...statusPlans,
  ...collectionPlans,
  ...productPlans,
  ...monitoringPlans,
  ...causePlans,
  ...shapePlans,
  ...contradictionPlans,
  ...scriptPlans,
  ...refusalPlans,
  ...bulkPlans,
  ...reviewPlans,
];

/** Returns the seeded conversations: the same ids and contents for the same seed, whenever the sandbox is started. */
export function seedConversations(seed: number, ground: SeedContext): Conversation[] {
  return plans.map(({ slug, ...plan }) =>
    plant(seededId(seed, slug), ground, { userKey: `seed-${slug}`, ...plan }),
  );
}

/** Returns the conversation of a plan. */
export function plant(id: string, ground: SeedContext, plan: Omit<Plan, 'slug'>): Conversation {
  const { collected, generate, ...given } = plan;
  const conversation: Conversation = {
    userKey: '',
    strategy: defaultStrategy,
    returnUrl: `${ground.baseUrl}/returned/{conversationId}`,
    callbackUrl: undefined,
    query: queryFor('identity'),
    shapes: { metadata: 'media', headlessArgs: 'array' },
    status: 'FINISHED',
    result: {},
    info: [],
    sources: [],
    unknown: {},
    headless: { step: 0, entered: {} },
    gone: false,
    // Copied: a conversation changes while it is used, and the plan must not.
    ...structuredClone(given),
    id,
    media: collected === undefined ? [] : collected(id, ground),
  };
  if (generate !== undefined) {
    Object.defineProperty(conversation, 'result', { get: generate, set: () => undefined });
  }
  return conversation;
}

/** Returns a version 4 UUID that is the same for the same seed and name. */
function seededId(seed: number, slug: string): string {
  const bytes = createHash('sha256').update(`${seed} ${slug}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
