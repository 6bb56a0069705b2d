import type { ItemOutcome } from '../../../../../preload/contract/deletion-runs.ts';
import { Failure } from '../../../../common/failure.ts';
import { classifyFailure } from '../../../../service/classify-failure.ts';
import { checkPausesMs } from '../../effect-checker.ts';
import { readEffect } from '../../read-effect.ts';
import { forecastOutcome, monitoringEnded, subscriptionIsActive } from '../../rules.ts';
import type { StoredItem } from '../store/records.ts';
import type { CallSlot } from './call-slots.ts';
import type { ItemProgress } from './item-progress.ts';
import { firstDelayMs, modeOf, type StepDeps, type StepResult, stepOf } from './step.ts';

/** Calls of one step with an unknown outcome, each followed by a read. */
const maxAttempts = 3;
/** Reads that show no effect of a call without a usable reply, once nothing is sent any more. */
const readsOnceCancelled = 3;

type ReadAfterDeps = Pick<
  StepDeps,
  | 'client'
  | 'signal'
  | 'slots'
  | 'isWaiting'
  | 'isCancelled'
  | 'isReadingStopped'
  | 'waitFor'
  | 'logins'
  | 'store'
  | 'now'
>;

/** Reads a conversation after its call until the effect is proved, or the reads are used up. */
export class ReadAfterCall {
  readonly #deps: ReadAfterDeps;
  readonly #progress: ItemProgress;

  constructor(deps: ReadAfterDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /**
   * Reads an item after its call and finishes it if the result is a proof.
   * @throws Failure deletion-not-recorded; errors that are no Failure
   */
  async read(item: StoredItem): Promise<StepResult> {
    if (this.#deps.isReadingStopped()) {
      return this.#progress.settle(item, unproved(item));
    }
    const slot = await this.#deps.slots.acquire(() => !this.#deps.isWaiting());
    try {
      const result =
        !slot.isPermitted || this.#deps.isWaiting()
          ? ({ item, kind: 'neutral' } as const)
          : await this.#readAndJudge(item, slot);
      return { ...result, slot };
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  async #readAndJudge(item: StoredItem, slot: CallSlot): Promise<StepResult> {
    const { signal, logins, now } = this.#deps;
    const step = stepOf(item);
    const { record } = item;
    let effect: Awaited<ReturnType<typeof readEffect>>;
    try {
      const sent = {
        mode: modeOf(step),
        hadData: record.hadData ?? false,
        conversationId: item.conversationId,
        isSender: async (login: string | undefined) =>
          record.loginDigest !== undefined &&
          login !== undefined &&
          (await logins.matches(record.loginDigest, login)),
      };
      const options = { signal, withoutRetry: true, beforeSend: () => slot.started() };
      effect = await readEffect(this.#deps.client(), sent, options);
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      return { item, kind: 'blocked', failure: error };
    }
    if (effect.failure === undefined) {
      // The next request need not wait until the result is on disk.
      slot.release();
    }
    if (effect.failure?.code === 'cancelled') {
      return { item, kind: 'neutral', delayMs: 1000 };
    }
    const read: StoredItem = { ...item, record: { ...record, found: effect.found, foundAt: now() } };
    const value = effect.reading?.value;
    if (step === 'END_MONITORING') {
      if (value !== undefined) {
        return monitoringEnded(value, effect.isWhole)
          ? this.#progress.endStep(read, 'confirmed', value)
          : this.#unchanged(read);
      }
      // A conversation that is gone shows nothing about its monitoring, now or later.
      return effect.failure === undefined
        ? this.#progress.settle(read, unproved(read), { detail: effect.found })
        : this.#unread(read, effect.failure);
    }
    if (effect.proof === 'finished' && record.answer === 'refused') {
      return this.#progress.settle(read, 'refused');
    }
    if (effect.proof !== 'none') {
      return this.#progress.endStep(read, effect.proof, value);
    }
    if (effect.failure !== undefined) {
      return this.#unread(read, effect.failure);
    }
    const status = value?.status;
    return this.#unchanged({
      ...read,
      record: { ...read.record, status, ...(value && { subscriptionActive: subscriptionIsActive(value) }) },
    });
  }

  /** Handles a read after the call that shows no effect. */
  async #unchanged(item: StoredItem): Promise<StepResult> {
    const { answer } = item.record;
    if (answer === 'accepted') {
      return this.#readLater(item);
    }
    if (answer === 'refused') {
      return this.#progress.settle(item, 'refused');
    }
    if (this.#deps.isCancelled()) {
      // The call may still be carried out, but the run no longer waits for it.
      return this.#progress.reads(item) + 1 < readsOnceCancelled
        ? this.#readLater(item)
        : this.#progress.settle(item, 'unknown');
    }
    // A call interrupted by closing the console reveals nothing about the service.
    if (answer === 'unknown' && item.record.attempts >= maxAttempts) {
      return this.#progress.settle(item, 'unknown');
    }
    const expected = this.#expectation(item);
    if (expected !== 'accepted' && item.record.unclear !== true && item.step === 0) {
      return this.#progress.settle(item, 'unknown', { detail: 'changed' });
    }
    // The call had no usable reply and a read shows no effect, so it may be sent again. It is read again first, since the service may
    // still be working on it.
    const { readAt: _readAt, ...record } = item.record;
    const again: StoredItem = { ...item, state: 'waiting', record: { ...record, uncertain: true } };
    await this.#deps.store.apply([{ item: again }]);
    return { item: again, kind: 'neutral', delayMs: firstDelayMs * 2 ** (item.record.attempts - 1) };
  }

  #expectation(item: StoredItem): string {
    const step = stepOf(item);
    return step === 'END_MONITORING'
      ? 'accepted'
      : forecastOutcome(step, item.record.status, item.record.subscriptionActive ?? false).expectation;
  }

  /** Handles a failed read after the call. */
  async #unread(item: StoredItem, failure: Failure): Promise<StepResult> {
    const failureKind = classifyFailure(failure);
    switch (failureKind.kind) {
      case 'pause':
        return { item, kind: 'blocked', failure };
      case 'wait':
        // No read of the run succeeds now, so that this one says nothing about its conversation.
        this.#deps.waitFor(failureKind);
        return { item, kind: 'neutral' };
      case 'gone':
        // No later read can show another result.
        return this.#progress.settle(item, unproved(item), { detail: failure.code });
      default: {
        // Only this conversation is concerned: the others go on.
        const isOtherLogin = failure.request?.otherLogin === true;
        const detail = isOtherLogin ? 'other-login' : failure.code;
        return this.#readLater({ ...item, record: { ...item.record, detail } });
      }
    }
  }

  async #readLater(item: StoredItem): Promise<StepResult> {
    const reads = this.#progress.reads(item) + 1;
    const delayMs = checkPausesMs[reads];
    if (delayMs === undefined) {
      return this.#progress.settle(item, unproved(item));
    }
    this.#progress.countRead(item);
    // For the receipt, should this be the last read.
    await this.#deps.store.apply([{ item }]);
    return { item, kind: 'neutral', delayMs };
  }
}

/** Returns the outcome of a call whose effect no read has shown. */
function unproved({ record }: StoredItem): ItemOutcome {
  return record.answer === 'accepted' ? 'accepted' : 'unknown';
}
