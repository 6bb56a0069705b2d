import type { ReceiptDraft } from '../records/receipts/receipt.ts';
import type { DeletionRecord } from './record.ts';

/** Returns the receipt of a single deletion. `read` is the last read after it, if there was one. */
export function singleReceiptDraft(
  record: DeletionRecord,
  given: { receiptId: string; read: ReceiptDraft['read']; user: string; now: number },
): ReceiptDraft {
  return {
    itemId: undefined,
    at: given.now,
    receiptId: given.receiptId,
    environment: {
      id: record.environmentId,
      name: record.environmentName ?? record.environmentId,
      kind: record.environmentKind ?? 'unknown',
      baseUrl: record.baseUrl,
    },
    conversationId: record.conversationId,
    userKeyHash: record.userKeyHash ?? null,
    mode: record.mode,
    steps: [record.mode],
    reason: record.reason ?? 'other',
    ticket: record.ticket ?? null,
    runId: null,
    askedAt: record.sentAt,
    acceptedAt: record.httpStatus === 202 ? (record.answeredAt ?? null) : null,
    httpStatus: record.httpStatus ?? null,
    requestId: record.requestId ?? null,
    outcome: record.outcome ?? 'unknown',
    read: given.read,
    user: given.user,
  };
}

/**
 * Returns the id of the receipt to write about a deletion as it is now: that of the deletion, and another one where its effect was proved only after
 * the first receipt said that it was not; undefined where the receipt exists.
 * @param find the receipt with an id, if there is one
 */
export async function receiptIdFor(
  { deletionId, outcome }: DeletionRecord,
  find: (receiptId: string) => Promise<{ outcome: string } | undefined>,
): Promise<string | undefined> {
  const first = await find(deletionId);
  if (first === undefined) {
    return deletionId;
  }
  const later = `${deletionId}-${outcome}`;
  const exists = first.outcome === outcome || (await find(later)) !== undefined;
  return exists ? undefined : later;
}
