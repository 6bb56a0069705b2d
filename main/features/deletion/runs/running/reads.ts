import type { ItemOutcome } from '../../../../../preload/contract/deletion-runs.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { stateDigest } from '../../../../common/approval.ts';
import { Failure } from '../../../../common/failure.ts';
import { classifyFailure } from '../../../../service/classify-failure.ts';
import type { Reading } from '../../../../service/port.ts';
import { readTarget } from '../../../../service/read-target.ts';
import { userKeyHash } from '../../../records/receipts/receipt.ts';
import { otherLogin } from '../../failures.ts';
import {
  forecastOutcome,
  holdsData,
  isOtherUserKey,
  monitoringEnded,
  type Proof,
  proofOf,
  subscriptionIsActive,
} from '../../rules.ts';
import type { StoredItem } from '../store/records.ts';
import { firstDelayMs, type ItemProgress, type StepDeps, type StepResult } from './call-sender.ts';
import type { CallSlot } from './call-slots.ts';
import { isRecent, itemAfter, meaningOfAbsence, stepOf } from './states.ts';

/** Failed reads before a call. */
const maxReads = 4;

/** `send`: the call may be sent. `end`: the read has decided the step. */
export type ReadBefore = { kind: 'send'; item: StoredItem } | { kind: 'end'; result: StepResult };

/** Returns what a read after a call of the current step proves about it. */
function proofIn(item: StoredItem, { value, notes }: Reading<Conversation>): Proof {
  const { conversationId, record } = item;
  const isWhole = notes.flags.length + notes.cuts.length + notes.duplicates.length === 0;
  const step = stepOf(item);
  if (step === 'END_MONITORING') {
    return monitoringEnded(value, isWhole) ? 'confirmed' : 'none';
  }
  return proofOf({ mode: step, hadData: record.hadData ?? false, conversationId }, value, isWhole);
}

/**
 * Reads a conversation once, and frees the place of the request if it succeeded: the next one need not wait until the result is on disk.
 * @throws errors that are no Failure
 */
async function readOnce({ client, signal }: StepDeps, { conversationId }: StoredItem, slot: CallSlot) {
  let login: string | undefined;
  const beforeSend = (used: string | undefined) => {
    slot.started();
    login = used;
  };
  try {
    const reading = await readTarget(client(), conversationId, { signal, withoutRetry: true, beforeSend });
    slot.release();
    return { login, reading };
  } catch (failure) {
    if (!(failure instanceof Failure)) {
      throw failure;
    }
    return { login, failure };
  }
}

/** Reads a conversation before its call, so that the call is sent only if the conversation is still as confirmed. */
export class ReadBeforeCall {
  readonly #deps: StepDeps;
  readonly #progress: ItemProgress;
  /** The position in `sentRequests` before each item's last read in this session, where that was not the preview's. */
  readonly #readAt = new Map<number, number>();

  constructor(deps: StepDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /** Reads before the call if the last read is too old, or if this console has sent a call since, for this run or another. */
  async read(item: StoredItem): Promise<ReadBefore> {
    const { record } = item;
    const { now, slots, readLifeMs: lifeMs } = this.#deps;
    const { readAt: at } = record;
    if (at !== undefined && isRecent({ at, now: now(), lifeMs }) && this.#isLatest(item)) {
      this.#readAt.delete(item.itemId);
      return { kind: 'send', item };
    }
    const slot = await slots.acquire(() => this.#deps.hindrance() === undefined);
    if (!slot.isPermitted || this.#deps.hindrance() === 'waits') {
      return { kind: 'end', result: { item, kind: 'neutral', slot } };
    }
    const moment = this.#deps.sentRequests.now();
    let result: Awaited<ReturnType<typeof readOnce>>;
    try {
      result = await readOnce(this.#deps, item, slot);
      if (result.reading === undefined) {
        return await this.#notReadBefore(item, result.failure, result.login, slot);
      }
    } catch (error) {
      slot.release();
      throw error;
    }
    const { login } = result;
    this.#readAt.set(item.itemId, moment);
    const { value } = result.reading;
    const subscriptionActive = subscriptionIsActive(value);
    const read: StoredItem = {
      ...item,
      record: {
        ...record,
        readAt: now(),
        status: value.status,
        subscriptionActive,
        hadData: holdsData(value),
        loginDigest: login === undefined ? undefined : await this.#deps.logins.of(login),
        userKeyHash:
          record.userKeyHash ??
          (typeof value.userKey === 'string' && value.userKey !== ''
            ? userKeyHash(value.userKey)
            : undefined),
      },
    };
    const proof = record.uncertain === true ? proofIn(item, result.reading) : 'none';
    if (proof !== 'none') {
      const found = { ...read, record: { ...read.record, found: value.status, foundAt: now() } };
      return { kind: 'end', result: await this.#progress.endStep(found, proof, value) };
    }
    if (item.step === 0 && record.confirmedUnread === true) {
      // The user must see first whose data it is.
      return this.#changed(read, 'readable-now');
    }
    const isApproved = item.step === 0 && record.attempts === 0 && record.approvedState !== undefined;
    if (isApproved && stateDigest(this.#deps.run().runId, value) !== record.approvedState) {
      return this.#changed(read, 'since-approval');
    }
    if (isOtherUserKey(record.userKeyHash, value)) {
      return this.#changed(read, 'other-user-key');
    }
    return this.#compare(read, value, subscriptionActive);
  }

  /** Returns whether no call for the conversation was sent since it was last read, by any run of this console. */
  #isLatest({ itemId, conversationId, record: { loginDigest } }: StoredItem): boolean {
    const moment = this.#readAt.get(itemId) ?? this.#deps.previewedAt;
    if (moment === undefined) {
      return false;
    }
    // A login of an earlier session cannot be derived from its digest.
    const isKnownLogin = loginDigest === undefined || this.#deps.logins.loginOf(loginDigest) !== undefined;
    return isKnownLogin && !this.#wasCalled(conversationId, moment);
  }

  #wasCalled(conversationId: string, since: number): boolean {
    const { run, sentRequests } = this.#deps;
    return sentRequests.hasAnyAfter(since, run().baseUrl, conversationId);
  }

  /** Sends only if the conversation is still as confirmed. */
  async #compare(item: StoredItem, value: Conversation, subscriptionActive: boolean): Promise<ReadBefore> {
    const step = stepOf(item);
    const { record } = item;
    const { status } = value;
    if (step === 'END_MONITORING' && subscriptionActive) {
      return { kind: 'send', item };
    }
    const isFinal = status === 'EXPIRED' || status === 'FINISHED';
    if (step === 'END_MONITORING' || (step === 'EXPIRE' && isFinal && item.plan.length > 1)) {
      // The next step can follow without a call of ours.
      return { kind: 'end', result: await this.#progress.endStep(item, undefined, value) };
    }
    const expected = forecastOutcome(step, status, subscriptionActive);
    const isAsConfirmed = expected.expectation === 'accepted' || record.unclear === true || item.step > 0;
    if (isAsConfirmed) {
      return { kind: 'send', item };
    }
    return this.#changed(item, expected.statusDetail ?? 'not-documented');
  }

  /** Ends an item that is not as it was confirmed. */
  async #changed(item: StoredItem, detail: string): Promise<ReadBefore> {
    return { kind: 'end', result: await this.#progress.settle(item, 'changed', { detail }) };
  }

  async #notReadBefore(
    item: StoredItem,
    failure: Failure,
    login: string | undefined,
    slot: CallSlot,
  ): Promise<ReadBefore> {
    const end = (result: StepResult) => ({ kind: 'end' as const, result: { ...result, slot } });
    const { record } = item;
    const step = stepOf(item);
    const isOurs = record.uncertain === true;
    const isSameLogin = failure.code !== 'not-found' || (await this.#isReader(record.loginDigest, login));
    const absence = meaningOfAbsence(failure, { step, isOurs, isSameLogin });
    if (absence === 'other-login') {
      // Under another API key than that of the preview this does not prove that it is gone.
      const failed = await this.#progress.settle(item, 'failed', { detail: 'other-login' });
      return end({ ...failed, kind: 'failed', failure: otherLogin() });
    }
    if (absence !== undefined) {
      const found = { ...item, record: { ...record, found: failure.code, foundAt: this.#deps.now() } };
      return end(await this.#progress.settle(found, absence, { detail: failure.code, error: failure }));
    }
    const failureKind = classifyFailure(failure);
    switch (failureKind.kind) {
      case 'cancelled':
        return end({ item, kind: 'neutral', delayMs: 1000 });
      case 'pause':
        return end({ item, kind: 'blocked', failure });
      case 'wait':
        this.#deps.waitFor(failureKind);
        return end({ item, kind: 'failed', failure, delayMs: 0 });
      default: {
        const reads = this.#progress.reads(item) + 1;
        const { previewedAt = 0 } = this.#deps;
        const isUntouched =
          record.attempts === 0 && record.readAt === undefined && record.loginDigest === undefined;
        if (record.unclear === true && isUntouched && !this.#wasCalled(item.conversationId, previewedAt)) {
          // Confirmed although it could not be read.
          slot.release();
          return { kind: 'send', item };
        }
        if (failureKind.kind === 'again' && reads < maxReads) {
          this.#progress.countRead(item);
          return end({ item, kind: 'neutral', delayMs: firstDelayMs * 2 ** (reads - 1) });
        }
        return end({
          ...(await this.#progress.settle(item, 'failed', { detail: failure.code })),
          kind: 'failed',
          failure,
        });
      }
    }
  }

  /** Returns whether the conversation was read with this login before, or never. */
  async #isReader(loginDigest: string | undefined, login: string | undefined): Promise<boolean> {
    return (
      loginDigest === undefined ||
      (login !== undefined && (await this.#deps.logins.matches(loginDigest, login)))
    );
  }
}

/** Pauses before each read that checks the effect, in milliseconds; ten minutes in all. */
export const checkPausesMs: readonly number[] = [
  0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 120_000, 120_000, 180_000,
];

/** Calls of one step with an unknown outcome, each followed by a read. */
const maxAttempts = 3;
/** Reads that show no effect of a call without a usable response, once nothing is sent any more. */
const readsOnceCancelled = 3;

/** Reads a conversation after its call until the effect is proved, or the reads are used up. */
export class ReadAfterCall {
  readonly #deps: StepDeps;
  readonly #progress: ItemProgress;

  constructor(deps: StepDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /** Ends an item whose effect is not read any more; its receipt says what is known. */
  end(item: StoredItem): Promise<StepResult> {
    return this.#progress.settle(item, unproved(item));
  }

  /**
   * Reads an item after its call (interface 4.2) and finishes it if the result is a proof.
   * @throws Failure deletion-not-recorded; errors that are no Failure
   */
  async read(item: StoredItem): Promise<StepResult> {
    const slot = await this.#deps.slots.acquire(() => this.#deps.hindrance() !== 'waits');
    try {
      const result =
        !slot.isPermitted || this.#deps.hindrance() === 'waits'
          ? ({ item, kind: 'neutral' } as const)
          : await this.#readPermitted(item, slot);
      return { ...result, slot };
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  async #readPermitted(item: StoredItem, slot: CallSlot): Promise<StepResult> {
    const { login, reading, failure } = await readOnce(this.#deps, item, slot);
    if (reading !== undefined) {
      return this.#judge(item, reading);
    }
    return failure.code === 'cancelled'
      ? { item, kind: 'neutral', delayMs: 1000 }
      : this.#notRead(this.#found(item, failure.code), failure, slot, login);
  }

  #found(item: StoredItem, found: string): StoredItem {
    return { ...item, record: { ...item.record, found, foundAt: this.#deps.now() } };
  }

  /** Handles a response to a read after the call. */
  #judge(item: StoredItem, reading: Reading<Conversation>): Promise<StepResult> {
    const { value } = reading;
    const read = this.#found(item, value.status ?? 'no status');
    const proof = proofIn(item, reading);
    if (proof === 'finished' && item.record.answer === 'refused') {
      return this.#progress.settle(read, 'refused');
    }
    if (proof !== 'none') {
      return this.#progress.endStep(read, proof, value);
    }
    const { status } = value;
    const seen = { status, subscriptionActive: subscriptionIsActive(value) };
    return this.#unchanged({ ...read, record: { ...read.record, ...seen } });
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
    // The call had no usable response and a read shows no effect, so it may be sent again. It is read again first, since the service may
    // still be working on it.
    const record = { ...item.record, readAt: undefined, uncertain: true };
    const again = itemAfter(item, 'unchanged', { record });
    await this.#deps.store.apply([again]);
    return {
      item: again,
      kind: 'neutral',
      delayMs: firstDelayMs * 2 ** (Math.min(item.record.attempts, maxAttempts) - 1),
    };
  }

  #expectation(item: StoredItem): string {
    const step = stepOf(item);
    return step === 'END_MONITORING'
      ? 'accepted'
      : forecastOutcome(step, item.record.status, item.record.subscriptionActive ?? false).expectation;
  }

  /** Handles a failed read after the call. */
  async #notRead(item: StoredItem, error: Failure, slot: CallSlot, login?: string): Promise<StepResult> {
    const { loginDigest } = item.record;
    const isSameLogin =
      loginDigest !== undefined &&
      login !== undefined &&
      (await this.#deps.logins.matches(loginDigest, login));
    const absence = meaningOfAbsence(error, { step: stepOf(item), isOurs: true, isSameLogin });
    if (absence === 'confirmed') {
      slot.release();
      return this.#progress.endStep(item, absence, undefined);
    }
    const failure = absence === 'other-login' ? otherLogin() : error;
    const failureKind = classifyFailure(failure);
    if (absence === 'unknown') {
      // No later read can show another result.
      const ended = await this.#progress.settle(item, unproved(item), { detail: error.code, error });
      return { ...ended, failure };
    }
    switch (failureKind.kind) {
      case 'pause':
        return { item, kind: 'blocked', failure };
      case 'wait':
        // No read of the run succeeds now, so that this one says nothing about its conversation.
        this.#deps.waitFor(failureKind);
        return { item, kind: 'neutral', failure };
      default: {
        // Only this conversation is concerned: the others go on.
        const detail = absence ?? failure.code;
        return { ...(await this.#readLater({ ...item, record: { ...item.record, detail } })), failure };
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
    await this.#deps.store.apply([item]);
    return { item, kind: 'neutral', delayMs };
  }
}

/** Returns the outcome of a call whose effect no read has shown. */
function unproved({ record }: StoredItem): ItemOutcome {
  return record.answer === 'accepted' ? 'accepted' : 'unknown';
}
