import type { ItemOutcome } from '../../../../preload/contract/deletion-runs.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { RunReceiptDraft } from '../../records/receipts/receipt.ts';
import { stepOf } from './running/states.ts';
import { environmentOf, type StoredItem, type StoredRun } from './store/records.ts';

/** The outcomes with a receipt: a call was sent and not refused. */
const withReceipt: ReadonlySet<ItemOutcome> = new Set(['confirmed', 'accepted', 'finished', 'unknown']);

/**
 * Returns the receipt of an item's current step; undefined if no call was sent for it or the service refused. Each step has a receipt of its own,
 * so that what was carried out is proved however the next step ends.
 */
export function receiptDraftOf(
  run: StoredRun,
  item: StoredItem,
  { receiptId, now, outcome }: { receiptId: string; now: number; outcome: ItemOutcome },
): RunReceiptDraft | undefined {
  const { record } = item;
  if (!withReceipt.has(outcome) || record.attempts === 0 || record.askedAt === undefined) {
    return undefined;
  }
  const step = stepOf(item);
  const isAccepted = record.answer === 'accepted' && record.answeredAt !== undefined;
  return {
    itemId: item.itemId,
    at: now,
    receiptId,
    environment: environmentOf(run),
    conversationId: item.conversationId,
    userKeyHash: record.userKeyHash ?? null,
    mode: step,
    steps: [step],
    reason: run.reason,
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
  };
}
