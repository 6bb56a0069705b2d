import type { ItemOutcome } from '../../../preload/contract/deletion-runs.ts';
import { isoTime } from '../../iso-time.ts';
import type { ReceiptDraft } from '../../receipts/receipt.ts';
import type { StoredItem, StoredRun } from './run-requests.ts';

/** The outcomes with a receipt: a call was sent and not refused. */
const withReceipt: ReadonlySet<ItemOutcome> = new Set(['confirmed', 'accepted', 'finished', 'unknown']);

/** The receipt of a finished item; undefined if nothing was sent or the service refused. */
export function receiptDraftOf(
  run: StoredRun,
  item: StoredItem,
  { receiptId, now }: { receiptId: string; now: number },
): ReceiptDraft | undefined {
  const { record, outcome } = item;
  if (outcome === undefined || !withReceipt.has(outcome) || record.askedAt === undefined) {
    return undefined;
  }
  const isAccepted = record.answer === 'accepted' && record.answeredAt !== undefined;
  return {
    itemId: item.itemId,
    at: now,
    receiptId,
    environment: {
      id: run.environmentId,
      name: run.environmentName,
      kind: run.environmentKind,
      baseUrl: run.baseUrl,
    },
    conversationId: item.conversationId,
    userKeyHash: record.userKeyHash ?? null,
    mode: run.mode,
    steps: item.plan.slice(0, item.step + 1),
    reason: run.reason,
    ticket: run.ticket ?? null,
    runId: run.runId,
    askedAt: isoTime(record.askedAt),
    acceptedAt: isAccepted ? isoTime(record.answeredAt ?? 0) : null,
    httpStatus: record.httpStatus ?? null,
    requestId: record.requestId ?? null,
    outcome,
    read:
      record.found === undefined || record.foundAt === undefined
        ? null
        : { at: isoTime(record.foundAt), found: record.found },
    user: run.actor,
  };
}
