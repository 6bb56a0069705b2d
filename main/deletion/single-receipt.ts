import { isoTime } from '../iso-time.ts';
import type { ReceiptDraft } from '../receipts/receipt.ts';
import type { DeletionRecord } from './record.ts';

/** The receipt of a deletion that is no part of a run. It has the id of the deletion, so that there is one of each. */
export function singleReceiptDraft(
  record: DeletionRecord,
  { found, user, now }: { found: string; user: string; now: number },
): ReceiptDraft {
  return {
    itemId: undefined,
    at: now,
    receiptId: record.deletionId,
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
    read: { at: record.settledAt ?? isoTime(now), found },
    user,
  };
}
