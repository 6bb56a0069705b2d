import type { ItemOutcome } from '../../../../../preload/contract/deletion-runs.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { holdsData } from '../../rules.ts';
import { receiptDraftOf } from '../run-receipt.ts';
import type { ItemRecord, StoredItem } from '../store/records.ts';
import { type StepDeps, type StepResult, stepOf } from './step.ts';

type ProgressDeps = Pick<StepDeps, 'run' | 'store' | 'newId' | 'now' | 'isCancelled'>;

/** Ends an item or moves it to its next step, and counts the reads of its current step that showed nothing. */
export class ItemProgress {
  readonly #deps: ProgressDeps;
  readonly #reads = new Map<number, number>();

  constructor(deps: ProgressDeps) {
    this.#deps = deps;
  }

  /** Inconclusive reads of the item's current step. */
  reads({ itemId }: StoredItem): number {
    return this.#reads.get(itemId) ?? 0;
  }

  countRead(item: StoredItem): void {
    this.#reads.set(item.itemId, this.reads(item) + 1);
  }

  resetReads({ itemId }: StoredItem): void {
    this.#reads.delete(itemId);
  }

  /**
   * Ends the current step: the next one follows, or the item ends with it. In a cancelled run no step follows.
   * @param proof the result of the read; undefined if none of our calls caused it, so that it has no receipt
   * @param value the conversation as read, where it could be
   */
  async endStep(
    item: StoredItem,
    proof: 'confirmed' | 'finished' | undefined,
    value: Conversation | undefined,
  ): Promise<StepResult> {
    if (item.step >= item.plan.length - 1) {
      return this.settle(item, proof ?? 'confirmed');
    }
    const { done = [], status, subscriptionActive, hadData, unclear, userKeyHash, loginDigest } = item.record;
    const record: ItemRecord = {
      done: proof === 'confirmed' ? [...done, stepOf(item)] : done,
      attempts: 0,
      status: value?.status ?? status,
      hadData: value === undefined ? hadData : holdsData(value),
      subscriptionActive,
      unclear,
      userKeyHash,
      loginDigest,
    };
    const step = item.step + 1;
    const next: StoredItem = this.#deps.isCancelled()
      ? { ...item, step, state: 'done', outcome: record.done?.length ? 'incomplete' : 'withdrawn', record }
      : { ...item, step, state: 'waiting', record };
    this.resetReads(item);
    const receipts = proof === undefined ? [] : this.#receipts(item, proof);
    await this.#deps.store.apply([{ item: next }], receipts);
    return { item: next, kind: 'answered' };
  }

  /** Records the outcome, with a receipt where a call of the current step was or may have been carried out. */
  async settle(
    item: StoredItem,
    ended: ItemOutcome,
    { detail, answer }: { detail?: string | undefined; answer?: string | undefined } = {},
  ): Promise<StepResult> {
    const outcome = outcomeOf(item, ended);
    // The detail of an earlier read or reply does not belong to a confirmed result.
    const kept = outcome === 'confirmed' ? { ...item.record, detail: undefined } : item.record;
    const record = detail === undefined ? kept : { ...item.record, detail };
    const settled: StoredItem = { ...item, state: 'done', outcome, record };
    const call =
      answer === undefined
        ? undefined
        : ({ kind: 'answer', at: this.#deps.now(), answer, sentAt: record.askedAt } as const);
    await this.#deps.store.apply([{ item: settled, call }], this.#receipts(settled, outcome));
    this.resetReads(item);
    return {
      item: settled,
      kind: outcome === 'confirmed' || outcome === 'finished' ? 'answered' : 'neutral',
    };
  }

  #receipts(item: StoredItem, outcome: ItemOutcome) {
    const given = { receiptId: this.#deps.newId(), now: this.#deps.now(), outcome };
    const receipt = receiptDraftOf(this.#deps.run(), item, given);
    return receipt === undefined ? [] : [receipt];
  }
}

/** Returns an outcome that says that nothing was done only where that is certain. */
function outcomeOf({ record }: StoredItem, ended: ItemOutcome): ItemOutcome {
  if (ended !== 'failed' && ended !== 'changed') {
    return ended;
  }
  if (record.uncertain === true) {
    return 'unknown';
  }
  return (record.done?.length ?? 0) > 0 ? 'incomplete' : ended;
}
