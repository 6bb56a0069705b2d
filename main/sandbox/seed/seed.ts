import { createHash } from 'node:crypto';
import type { Conversation } from '../conversation.ts';
import { specimens } from '../media/specimens.ts';
import { inventedPeople, type Person } from '../people.ts';
import { brokenStrategy, defaultStrategy, exhaustedStrategy, forbiddenStrategy } from '../strategy.ts';
import { bulkPlans } from './bulk.ts';
import { causePlans } from './causes.ts';
import { collectionPlans } from './collections.ts';
import { contradictionPlans } from './contradictions.ts';
import { monitoringPlans } from './monitoring.ts';
import { outcome } from './outcome.ts';
import { type Plan, queryFor, type SeedContext } from './plan.ts';
import { productPlans } from './products.ts';
import { reviewPlans } from './review.ts';
import { shapePlans } from './shapes.ts';

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
  named('polish', 'Latin with many diacritics'),
  named('vietnamese', 'Vietnamese, letters with two marks'),
  named('turkish', 'Turkish, dotted and dotless i'),
  named('russianLetters', 'Cyrillic'),
  named('ukrainian', 'Ukrainian Cyrillic'),
  named('greek', 'Greek'),
  named('arabic', 'Arabic, right to left'),
  named('hebrew', 'Hebrew, right to left'),
  named('mixed', 'Latin and Arabic in one name'),
  named('chinese', 'Han'),
  named('japanese', 'Japanese'),
  named('korean', 'Hangul'),
  named('thai', 'Thai'),
  named('hindi', 'Devanagari'),
  named('georgian', 'Georgian'),
  named('ethiopian', 'Ethiopic'),
  named('oneName', 'a person with one name'),
  named('longName', 'a very long one'),
];

function named(key: keyof typeof inventedPeople, writing: string): Plan {
  const person: Person = inventedPeople[key];
  return {
    slug: `script-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title: `A name in writing: ${writing}`,
    ...outcome(person, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) => specimens(id, person, assetsDir, ['idCardFront', 'face']),
  };
}

const finished = outcome(inventedPeople.estonian, { identity: 'FINISHED' });

/** Conversations that cannot be opened, one for each reason the service gives (interface 7.1). */
const refusalPlans: readonly Plan[] = [
  { slug: 'gone', title: 'Gone by retention (410)', ...finished, result: {}, info: [], gone: true },
  {
    slug: 'forbidden',
    title: 'Strategy no longer permitted (403)',
    ...finished,
    strategy: forbiddenStrategy,
  },
  { slug: 'exhausted', title: 'Plan exhausted (402)', ...finished, strategy: exhaustedStrategy },
  { slug: 'broken', title: 'The service fails on it (500)', ...finished, strategy: brokenStrategy },
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
  return plans.map((plan) => planted(plan, seed, ground));
}

function planted(plan: Plan, seed: number, ground: SeedContext): Conversation {
  const { slug, collected, generate, ...given } = plan;
  const id = seededId(seed, slug);
  const conversation: Conversation = {
    userKey: `seed-${slug}`,
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
