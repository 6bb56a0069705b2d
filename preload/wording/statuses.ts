import type { KnownProduct } from '../contract/service/products.ts';
import { findTerm, knownExtension, type Term } from './terms.ts';

/** The statuses of a conversation (interface 3.1). FINISHED means that the query is complete, not that anything passed. */
const conversationStatuses: Readonly<Record<string, Term>> = {
  CREATED: {
    label: 'Created',
    tone: 'neutral',
    sentence: 'The conversation is ready. Nothing has been obtained yet.',
    section: 'interface 3.1',
  },
  IN_PROGRESS: {
    label: 'In progress',
    tone: 'progress',
    sentence: 'The query data is being specified. These values may still change.',
    section: 'interface 3.1',
  },
  FINISHED: {
    label: 'Finished',
    tone: 'neutral',
    sentence:
      'The query is complete, whatever the outcome. Finished does not mean passed: see the result of each product.',
    section: 'interface 3.1',
  },
  CANCELED: {
    label: 'Cancelled',
    tone: 'warn',
    sentence: 'The user cancelled the process.',
    section: 'interface 3.1',
  },
  EXPIRED: {
    label: 'Expired',
    tone: 'warn',
    sentence: 'The conversation has expired and can no longer be used for verification.',
    section: 'interface 3.1',
  },
};

export const conversationStatusNames = Object.keys(conversationStatuses);

/** Returns the texts of a conversation's status; an unknown one is shown as it is (interface 3.1). */
export function conversationStatusTerm(status: string | undefined): Term {
  return findTerm(conversationStatuses, status, 'conversation status', 'interface 3.1');
}

/** Returns whether a conversation has reached a final status (interface 3.1). */
export function conversationEnded(status: string | undefined): boolean {
  return status === 'FINISHED' || status === 'CANCELED' || status === 'EXPIRED';
}

type Sentences = Partial<Record<'IN_PROGRESS' | 'FINISHED' | 'PARTIAL' | 'FAILED', string>>;

// interface 3.2; auth and affordability have no PARTIAL.
const sentences: Readonly<Record<KnownProduct, Sentences>> = {
  identity: {
    IN_PROGRESS: 'The identity checks are in progress.',
    FINISHED: 'The identity checks are complete.',
    PARTIAL: 'The identity checks are complete, but only part of the data could be determined.',
    FAILED: 'The identity checks are complete, but no data could be determined.',
  },
  aml: {
    IN_PROGRESS: 'The AML checks are in progress.',
    FINISHED: 'The AML checks are complete. See the lists below.',
    PARTIAL: 'The AML checks ended with only part of a result. This does not clear the user.',
    FAILED: 'The AML checks ended without a result. This does not clear the user.',
  },
  verify: {
    IN_PROGRESS: 'The comparison of the user’s data is in progress.',
    FINISHED: 'The comparison is complete. Reliability shows how similar the data is.',
    PARTIAL: 'The comparison is complete, but only part of the data could be determined.',
    FAILED: 'The comparison is complete, but no data could be determined.',
  },
  auth: {
    IN_PROGRESS: 'The authentication is in progress.',
    FINISHED: 'The authentication is complete.',
    FAILED: 'The authentication failed.',
  },
  bankTransactions: {
    IN_PROGRESS: 'The retrieval of transactions is in progress.',
    FINISHED: 'The retrieval of transactions is complete.',
    PARTIAL: 'The retrieval is complete, but only part of the data could be determined.',
    FAILED: 'The retrieval is complete, but no data could be determined.',
  },
  affordability: {
    IN_PROGRESS: 'The affordability assessment is in progress.',
    FINISHED: 'The affordability assessment is complete.',
    FAILED: 'The affordability assessment failed.',
  },
  databaseVerification: {
    IN_PROGRESS: 'The databases are being queried.',
    FINISHED: 'The databases were queried. See the result of each below.',
    PARTIAL: 'The databases were queried, but only part of the data could be determined.',
    FAILED: 'The databases were queried, but none could verify the data.',
  },
};

const statusStyles = {
  IN_PROGRESS: { label: 'In progress', tone: 'progress' },
  FINISHED: { label: 'Finished', tone: 'good' },
  PARTIAL: { label: 'Partial', tone: 'warn' },
  FAILED: { label: 'Failed', tone: 'bad' },
} as const;

/** Products whose FINISHED does not include a verdict, which other members give. */
const verdictElsewhere: ReadonlySet<string> = new Set([
  'aml',
  'verify',
  'databaseVerification',
  'bankTransactions',
  'affordability',
]);

/**
 * Returns the texts of a product's status (interface 3.2). A status that the interface does not give for this product is shown
 * as it is; for unknown products the usual statuses have their usual meaning.
 */
export function productStatusTerm(product: string, status: string | undefined): Term {
  if (status !== undefined && Object.hasOwn(statusStyles, status)) {
    const name = status as keyof typeof statusStyles;
    const own = Object.hasOwn(sentences, product) ? sentences[product as KnownProduct] : undefined;
    const style = statusStyles[name];
    if (own === undefined) {
      return {
        ...style,
        tone: name === 'FINISHED' ? 'neutral' : style.tone,
        sentence: general[name],
        section: knownExtension,
      };
    }
    const sentence = own[name];
    if (sentence !== undefined) {
      const tone = name === 'FINISHED' && verdictElsewhere.has(product) ? 'neutral' : style.tone;
      return { ...style, tone, sentence, section: 'interface 3.2' };
    }
  }
  return findTerm({}, status, 'status for this product', 'interface 3.2');
}

const general: Readonly<Record<keyof typeof statusStyles, string>> = {
  IN_PROGRESS: 'Still in progress. (This product is not documented.)',
  FINISHED: 'Complete. (This product is not documented.)',
  PARTIAL: 'Complete, but only part of the data could be determined. (This product is not documented.)',
  FAILED: 'Complete, but without a result. (This product is not documented.)',
};
