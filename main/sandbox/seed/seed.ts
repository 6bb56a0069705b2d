import { createHash } from 'node:crypto';
import type { Conversation } from '../conversation.ts';
import { defaultStrategy } from '../strategy.ts';
import { bulkPlans } from './bulk.ts';
import { causePlans } from './causes.ts';
import { collectionPlans } from './collections.ts';
import { contradictionPlans } from './contradictions.ts';
import { monitoringPlans } from './monitoring.ts';
import type { Plan, SeedContext } from './plan.ts';
import { queryFor } from './plan.ts';
import { productPlans } from './products.ts';
import { refusalPlans } from './refusals.ts';
import { reviewPlans } from './review.ts';
import { scriptPlans } from './scripts.ts';
import { shapePlans } from './shapes.ts';
import { statusPlans } from './statuses.ts';

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
