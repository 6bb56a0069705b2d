import { type DeletionList, deletionEntry } from '../../../../preload/contract/deletion.ts';
import type { NewEntry } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';

/** Outcomes that are entered with their receipt. */
const withReceipt: ReadonlySet<string> = new Set(['confirmed', 'finished']);

/** Records the outcome of each deletion once. Constructed with the deletions that had already ended. */
export class DeletionOutcomes {
  readonly #known = new Map<string, string | undefined>();

  constructor({ deletions }: DeletionList) {
    for (const { deletionId, outcome } of deletions) {
      this.#known.set(deletionId, outcome);
    }
  }

  /** Entries for the outcomes that are new in this list. */
  entries({ deletions }: DeletionList): NewEntry[] {
    return deletions.flatMap((deletion) => {
      const { deletionId, outcome } = deletion;
      if (outcome === undefined || this.#known.get(deletionId) === outcome) {
        return [];
      }
      this.#known.set(deletionId, outcome);
      return withReceipt.has(outcome) ? [] : [deletionEntry(deletion, outcome)];
    });
  }
}

const receiptKinds: Readonly<Record<string, NewEntry['kind']>> = {
  EXPIRE: 'expired',
  END_MONITORING: 'monitoring-ended',
  DELETE_DATA: 'data-deleted',
};

/** Enters a receipt: its number and digest bind it to the journal. */
export function receiptEntry(receipt: {
  seq: number;
  mode: string;
  environmentId: string;
  conversationId: string;
  outcome: string;
  receiptId: string;
  digest: string;
  runId: string | undefined;
}): NewEntry {
  const { seq, mode, environmentId, conversationId, outcome, receiptId, digest, runId } = receipt;
  return {
    kind: receiptKinds[mode] ?? 'data-deleted',
    environmentId,
    conversationId,
    details: { outcome, receiptId, number: seq, digest, ...omitUndefined({ runId }) },
  };
}
