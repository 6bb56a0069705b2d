import { isUserKeyHash, type KeptReceipt, type ReceiptContent } from './receipt.ts';

export interface ReceiptSearch {
  /** The system user, exactly. */
  user?: string | undefined;
  /** A person by the whole user key, or a part of an id, a request id or the ticket. */
  text?: string | undefined;
}

/** Returns whether some of the values have a text in them. */
export function hasText(values: readonly (string | null | undefined)[], text: string): boolean {
  const wanted = text.toLowerCase();
  return values.some((value) => value?.toLowerCase().includes(wanted));
}

/** Returns whether a receipt is found. The user key is compared with its salted digest, since a receipt names no person. */
export function isFound(
  { content, conversationId, receiptId }: KeptReceipt,
  { user, text }: ReceiptSearch,
): boolean {
  const {
    userKeyHash,
    ticket,
    requestId,
    user: asked,
  } = JSON.parse(content ?? '{}') as Partial<ReceiptContent>;
  return (
    (user === undefined || asked === user) &&
    (text === undefined ||
      hasText([conversationId, receiptId, ticket, requestId], text) ||
      (typeof userKeyHash === 'string' && isUserKeyHash(userKeyHash, text)))
  );
}
