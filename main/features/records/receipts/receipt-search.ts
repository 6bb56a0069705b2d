import { isUserKeyHash, type KeptReceipt, type ReceiptContent } from './receipt.ts';

export interface ReceiptSearch {
  /** The system user, exactly. */
  user?: string | undefined;
  /** A person by the whole user key, or a part of an id, a request id or the ticket. */
  text?: string | undefined;
}

/** Returns whether some of the values have a text in them. */
export function hasText(values: readonly (string | null | undefined)[], text: string): boolean {
  const words = text.toLowerCase();
  return values.some((value) => value?.toLowerCase().includes(words));
}

/** What a receipt is found by. `words`: its ids and ticket in small letters, one in a line. */
export interface SearchedReceipt {
  user: string | undefined;
  words: string;
  userKeyHash: string | undefined;
}

export function searchedOf({ content, conversationId, receiptId }: KeptReceipt): SearchedReceipt {
  const { userKeyHash, ticket, requestId, user } = JSON.parse(content ?? '{}') as Partial<ReceiptContent>;
  return {
    user,
    words: [conversationId, receiptId, ticket, requestId].join('\n').toLowerCase(),
    userKeyHash: typeof userKeyHash === 'string' ? userKeyHash : undefined,
  };
}

/** Returns whether a receipt is found. The user key is compared with its salted digest, since a receipt names no person. */
export function isFound(receipt: SearchedReceipt, { user, text }: ReceiptSearch): boolean {
  const { words, userKeyHash } = receipt;
  return (
    (user === undefined || receipt.user === user) &&
    (text === undefined ||
      words.includes(text.toLowerCase()) ||
      (userKeyHash !== undefined && isUserKeyHash(userKeyHash, text)))
  );
}
