import type { ItemOutcome } from '../../../preload/contract/deletion-runs.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { holdsData } from '../rules.ts';
import { receiptDraftOf } from './run-receipt.ts';
import type { StoredItem } from './run-requests.ts';
import type { StepDeps, StepResult } from './step.ts';

/** Ends an item or moves it to its next step, and counts the reads of its current step that showed nothing. */
export class ItemProgress {
  readonly #deps: Pick<StepDeps, 'run' | 'store' | 'newId' | 'now'>;
  readonly #reads = new Map<number, number>();

  constructor(deps: Pick<StepDeps, 'run' | 'store' | 'newId' | 'now'>) {
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

  /** The step is done; the next one starts with this reading. */
  async nextStep(item: StoredItem, reading: { value: Conversation } | undefined): Promise<StepResult> {
    if (item.step >= item.plan.length - 1) {
      return this.settle(item, 'confirmed');
    }
    const { loginDigest: _loginDigest, answer: _answer, readAt: _readAt, ...kept } = item.record;
    const next: StoredItem = {
      ...item,
      step: item.step + 1,
      state: 'waiting',
      record: {
        ...kept,
        attempts: 0,
        ...(reading && { hadData: holdsData(reading.value), status: reading.value.status }),
      },
    };
    this.resetReads(item);
    await this.#deps.store.apply([{ item: next }]);
    return { item: next, kind: 'succeeded' };
  }

  /** Records the outcome, with a receipt where the outcome has one. */
  async settle(
    item: StoredItem,
    outcome: ItemOutcome,
    { detail, answer }: { detail?: string | undefined; answer?: string | undefined } = {},
  ): Promise<StepResult> {
    const now = this.#deps.now();
    const record = detail === undefined ? item.record : { ...item.record, detail };
    const settled: StoredItem = { ...item, state: 'done', outcome, record };
    const receipt = receiptDraftOf(this.#deps.run(), settled, { receiptId: this.#deps.newId(), now });
    const call = answer === undefined ? undefined : ({ kind: 'answer', at: now, answer } as const);
    await this.#deps.store.apply([{ item: settled, call }], receipt === undefined ? [] : [receipt]);
    this.resetReads(item);
    return {
      item: settled,
      kind: outcome === 'confirmed' || outcome === 'finished' ? 'succeeded' : 'neutral',
    };
  }
}
