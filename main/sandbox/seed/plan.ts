import type { Conversation } from '../conversation.ts';
import type { JsonObject } from '../json.ts';
import type { Medium } from '../media/medium.ts';

/** The sandbox's address and the folder of its files, for the seeds. */
export interface SeedContext {
  baseUrl: string;
  assetsDir: string;
}

/** A seeded conversation: only what differs from the defaults. */
export interface Plan extends Partial<Omit<Conversation, 'id' | 'title' | 'media'>> {
  /** Must not change: the id is derived from this and the seed. */
  slug: string;
  title: string;
  /** The conversation's media; they are given its id. */
  collected?: (conversationId: string, ground: SeedContext) => Medium[];
  /** Builds `result` for each request, where it is too large to keep. */
  generate?: () => Conversation['result'];
}

/** The time in the seeded data. */
export const seededAt = '2026-01-15T09:30:00.000Z';

/** Returns a query for exactly these products. */
export function queryFor(...products: readonly string[]): JsonObject {
  const requested: Record<string, JsonObject> = {
    identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] },
    aml: { checks: ['PEP', 'SANCTIONS'] },
    bankTransactions: { type: 'all' },
    verify: { user: {} },
    affordability: { user: { country: 'EE', email: 'user@specimen.example' } },
  };
  return Object.fromEntries(products.map((product) => [product, requested[product] ?? {}]));
}
