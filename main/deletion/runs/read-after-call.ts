import type { ItemOutcome } from '../../../preload/contract/deletion-runs.ts';
import { Failure } from '../../failure.ts';
import { classifyFailure } from '../../service/classify-failure.ts';
import { checkPausesMs } from '../effect-checker.ts';
import { readEffect } from '../read-effect.ts';
import { forecastOutcome, subscriptionIsActive } from '../rules.ts';
import type { CallSlot } from './call-slots.ts';
import type { ItemProgress } from './item-progress.ts';
import type { StoredItem } from './run-requests.ts';
import { firstDelayMs, type StepDeps, type StepResult, stepOf } from './step.ts';

/** Calls of one step with an unknown outcome, each followed by a read. */
const maxAttempts = 3;

/** Reads a conversation after its call until the effect is proved, or the reads are used up. */
export class ReadAfterCall {
  readonly #deps: Pick<
    StepDeps,
    'client' | 'signal' | 'slots' | 'isWaiting' | 'waitFor' | 'logins' | 'store' | 'now'
  >;
  readonly #progress: ItemProgress;

  constructor(
    deps: Pick<
      StepDeps,
      'client' | 'signal' | 'slots' | 'isWaiting' | 'waitFor' | 'logins' | 'store' | 'now'
    >,
    progress: ItemProgress,
  ) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /**
   * Reads an item after its call and finishes it if the result is a proof.
   * @throws Failure deletion-not-recorded; errors that are no Failure
   */
  async read(item: StoredItem): Promise<StepResult> {
    const slot = await this.#deps.slots.acquire();
    try {
      const result = this.#deps.isWaiting()
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
        mode: step === 'EXPIRE' ? ('EXPIRE' as const) : ('DELETE_DATA' as const),
        hadData: record.hadData ?? false,
        conversationId: item.conversationId,
        isSender: async (login: string | undefined) =>
          record.loginDigest !== undefined &&
          login !== undefined &&
          (await logins.matches(record.loginDigest, login)),
      };
      effect = await readEffect(this.#deps.client(), sent, { signal, once: true });
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
      return value === undefined
        ? this.#unread(read, effect.failure)
        : subscriptionIsActive(value)
          ? this.#unchanged(read)
          : this.#progress.nextStep(read, effect.reading);
    }
    if (effect.proof === 'confirmed' || effect.proof === 'finished') {
      const isLast = item.step === item.plan.length - 1;
      return isLast
        ? this.#progress.settle(read, effect.proof)
        : this.#progress.nextStep(read, effect.reading);
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

  /** The read after the call shows no effect. */
  async #unchanged(item: StoredItem): Promise<StepResult> {
    if (item.record.answer === 'accepted') {
      return this.#readLater(item, 'accepted');
    }
    // A call interrupted by closing the console reveals nothing about the service.
    if (item.record.answer === 'unknown' && item.record.attempts >= maxAttempts) {
      return this.#progress.settle(item, 'unknown');
    }
    const expected = this.#expectation(item);
    if (expected !== 'accepted' && item.record.unclear !== true && item.step === 0) {
      return this.#progress.settle(item, 'unknown', { detail: 'changed' });
    }
    // The call had no usable reply and a read shows no effect, so it may be sent again. It is read again first, since the service may
    // still be working on it.
    const { readAt: _readAt, ...record } = item.record;
    const again: StoredItem = { ...item, state: 'waiting', record };
    await this.#deps.store.apply([{ item: again }]);
    return { item: again, kind: 'neutral', delayMs: firstDelayMs * 2 ** (item.record.attempts - 1) };
  }

  #expectation(item: StoredItem): string {
    const step = stepOf(item);
    return step === 'END_MONITORING'
      ? 'accepted'
      : forecastOutcome(step, item.record.status, item.record.subscriptionActive ?? false).expectation;
  }

  /** The read after the call failed. */
  async #unread(item: StoredItem, failure: Failure | undefined): Promise<StepResult> {
    const failureKind = classifyFailure(failure);
    if (failureKind.kind === 'pause' || failure?.details?.otherLogin === true) {
      return { item, kind: 'blocked', failure };
    }
    const fallback = item.record.answer === 'accepted' ? 'accepted' : 'unknown';
    if (failureKind.kind === 'wait') {
      this.#deps.waitFor(failureKind);
    }
    return this.#readLater(item, fallback);
  }

  async #readLater(item: StoredItem, atLast: ItemOutcome): Promise<StepResult> {
    const reads = this.#progress.reads(item) + 1;
    const delayMs = checkPausesMs[reads];
    if (delayMs === undefined) {
      return this.#progress.settle(item, atLast);
    }
    this.#progress.countRead(item);
    return { item, kind: 'neutral', delayMs };
  }
}
