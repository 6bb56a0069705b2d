import type { Conversation } from '../conversation.ts';
import type { JsonObject } from '../json.ts';
import type { Medium } from '../media/medium.ts';

/** What seeds are planted with: where the sandbox stands, and where its files are. */
export interface SeedContext {
  baseUrl: string;
  assetsDir: string;
}

/** A conversation to be planted: what makes it worth looking at. Whatever is not said is ordinary. */
export interface Plan extends Partial<Omit<Conversation, 'id' | 'title' | 'media'>> {
  /** Names the conversation for ever: its id comes from this and the seed. */
  slug: string;
  title: string;
  /** The conversation's media; they are given its id. */
  collected?: (conversationId: string, ground: SeedContext) => Medium[];
  /** Makes `result` anew for each reading, for one too large to keep. */
  generate?: () => Conversation['result'];
}

/** The moment that seeded data speak of. */
export const seededAt = '2026-01-15T09:30:00.000Z';

/** A query for exactly these products. */
export function queryFor(...products: readonly string[]): JsonObject {
  const asked: Record<string, JsonObject> = {
    identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] },
    aml: { checks: ['PEP', 'SANCTIONS'] },
    bankTransactions: { type: 'all' },
    verify: { user: {} },
    affordability: { user: { country: 'EE', email: 'user@specimen.example' } },
  };
  return Object.fromEntries(products.map((product) => [product, asked[product] ?? {}]));
}
