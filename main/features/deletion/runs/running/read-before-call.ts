import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { Failure } from '../../../../common/failure.ts';
import { absenceOf, classifyFailure } from '../../../../service/classify-failure.ts';
import type { Reading } from '../../../../service/port.ts';
import { readTarget } from '../../../../service/read-target.ts';
import { isUserKeyHash, userKeyHash } from '../../../records/receipts/receipt.ts';
import { otherLogin } from '../../failures.ts';
import { forecastOutcome, holdsData, monitoringEnded, proofOf, subscriptionIsActive } from '../../rules.ts';
import type { StoredItem } from '../store/records.ts';
import type { CallSlot } from './call-slots.ts';
import type { ItemProgress } from './item-progress.ts';
import { firstDelayMs, modeOf, type StepDeps, type StepResult, stepOf } from './step.ts';

/** The time for which a read before a call is valid, in milliseconds. */
const readLifeMs = 10 * 60_000;
/** Failed reads before a call. */
const maxReads = 4;

/** `send`: the call may be sent. `end`: the read has decided the step. */
export type ReadBefore = { kind: 'send'; item: StoredItem } | { kind: 'end'; result: StepResult };

/** Returns whether a call may rely on a read; false if the clock was set back. `readAt` and `now` in milliseconds since the epoch. */
export function isRecent(readAt: number, now: number): boolean {
  return readAt <= now && now - readAt < readLifeMs;
}

/** Returns whether the conversation has another user key than the preview showed. */
function isOtherUserKey(expected: string | undefined, { userKey }: Conversation): boolean {
  const isGiven = typeof userKey === 'string' && userKey.trim() !== '';
  return expected !== undefined && isGiven && !isUserKeyHash(expected, userKey);
}

type ReadBeforeDeps = Pick<
  StepDeps,
  | 'client'
  | 'run'
  | 'signal'
  | 'slots'
  | 'maySend'
  | 'isWaiting'
  | 'waitFor'
  | 'logins'
  | 'sentRequests'
  | 'previewedAt'
  | 'now'
>;

/** Reads a conversation before its call, so that the call is sent only if the conversation is still as confirmed. */
export class ReadBeforeCall {
  readonly #deps: ReadBeforeDeps;
  readonly #progress: ItemProgress;
  /** The position in `sentRequests` before each item's last read in this session, where that was not the preview's. */
  readonly #readAt = new Map<number, number>();

  constructor(deps: ReadBeforeDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /** Reads before the call if the last read is too old, or if this console has sent a call since, for this run or another. */
  async read(item: StoredItem): Promise<ReadBefore> {
    const { record } = item;
    const { signal, now, slots } = this.#deps;
    if (record.readAt !== undefined && isRecent(record.readAt, now()) && this.#isLatest(item)) {
      this.#readAt.delete(item.itemId);
      return { kind: 'send', item };
    }
    const slot = await slots.acquire(() => this.#deps.maySend() && !this.#deps.isWaiting());
    if (!slot.isPermitted || this.#deps.isWaiting()) {
      return { kind: 'end', result: { item, kind: 'neutral', slot } };
    }
    let login: string | undefined;
    let reading: Reading<Conversation>;
    const moment = this.#deps.sentRequests.now();
    try {
      const options = {
        signal,
        withoutRetry: true,
        beforeSend: (used: string | undefined) => {
          slot.started();
          login = used;
        },
      };
      reading = await readTarget(this.#deps.client(), item.conversationId, options);
    } catch (error) {
      try {
        if (error instanceof Failure) {
          return await this.#notReadBefore(item, error, login, slot);
        }
        throw error;
      } catch (unexpected) {
        slot.release();
        throw unexpected;
      }
    }
    slot.release();
    this.#readAt.set(item.itemId, moment);
    const { value, notes } = reading;
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
    if (record.uncertain === true) {
      const doubts = [...notes.flags, ...notes.cuts, ...notes.duplicates];
      const sent = {
        mode: modeOf(stepOf(item)),
        hadData: record.hadData ?? false,
        conversationId: item.conversationId,
      };
      const isEnded = stepOf(item) === 'END_MONITORING' && monitoringEnded(value, doubts.length === 0);
      const proof = isEnded ? 'confirmed' : proofOf(sent, value, doubts.length === 0);
      if (proof !== 'none' && (isEnded || stepOf(item) !== 'END_MONITORING')) {
        const found = { ...read, record: { ...read.record, found: value.status, foundAt: now() } };
        return { kind: 'end', result: await this.#progress.endStep(found, proof, value) };
      }
    }
    if (item.step === 0 && record.confirmedUnread === true) {
      // The user must see first whose data it is.
      const outcome = record.uncertain === true ? 'unknown' : 'changed';
      return { kind: 'end', result: await this.#progress.settle(read, outcome, { detail: 'readable-now' }) };
    }
    if (isOtherUserKey(record.userKeyHash, value)) {
      const detail = 'other-user-key';
      return { kind: 'end', result: await this.#progress.settle(read, 'changed', { detail }) };
    }
    return this.#compare(read, value, subscriptionActive);
  }

  /** Returns whether no call for the conversation was sent since it was last read, by any run or single deletion of this console. */
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
    const detail = expected.statusDetail ?? 'not-documented';
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
    const absence = absenceOf(failure);
    const isMissing = absence === 'not-found';
    if (isMissing && !(await this.#isReader(record.loginDigest, login))) {
      // Under another API key than that of the preview this does not prove that it is gone.
      const failed = await this.#progress.settle(item, 'failed', { detail: 'other-login' });
      return end({ ...failed, kind: 'failed', failure: otherLogin() });
    }
    if (absence !== undefined) {
      const isOurs = record.uncertain === true;
      const ours = stepOf(item) === 'DELETE_DATA' ? 'confirmed' : 'unknown';
      const outcome = isOurs ? ours : isMissing ? 'missing' : 'gone';
      const found = { ...item, record: { ...record, found: failure.code, foundAt: this.#deps.now() } };
      return end(await this.#progress.settle(found, outcome, { detail: failure.code }));
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
