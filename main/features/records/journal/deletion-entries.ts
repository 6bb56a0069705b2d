import type { NewEntry } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { KeptReceipt } from '../receipts/receipt.ts';

const receiptKinds: Readonly<Record<string, NewEntry['kind']>> = {
  EXPIRE: 'expired',
  END_MONITORING: 'monitoring-ended',
  DELETE_DATA: 'data-deleted',
};

/** Enters a receipt: its number and digest bind it to the journal. */
export function receiptEntry(receipt: KeptReceipt): NewEntry {
  const { seq, mode, environmentId, conversationId, outcome, receiptId, digest, runId } = receipt;
  return {
    kind: receiptKinds[mode] ?? 'data-deleted',
    environmentId,
    conversationId,
    details: { outcome, receiptId, number: seq, digest, ...omitUndefined({ runId }) },
  };
}
