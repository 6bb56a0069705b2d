import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { Failure } from '../../failure.ts';
import { userKeyHash } from '../../receipts/receipt.ts';
import { classifyFailure } from '../../service/classify-failure.ts';
import { forecastOutcome, holdsData, subscriptionIsActive } from '../rules.ts';
import type { CallSlot } from './call-slots.ts';
import type { ItemProgress } from './item-progress.ts';
import type { StoredItem } from './run-requests.ts';
import { firstDelayMs, type StepDeps, type StepResult, stepOf } from './step.ts';

/** How long a read before a call is valid, in milliseconds. */
const readLifeMs = 10 * 60_000;
/** Failed reads before a call. */
const maxReads = 4;

/** `send`: the call may be sent. `end`: the read has decided the step. */
export type ReadBefore = { kind: 'send'; item: StoredItem } | { kind: 'end'; result: StepResult };

/** True while a call may rely on a read. `readAt` and `now` in milliseconds since the epoch; a clock that was set back makes it false. */
export function isRecent(readAt: number, now: number): boolean {
  return readAt <= now && now - readAt < readLifeMs;
}

type ReadBeforeDeps = Pick<
  StepDeps,
  'client' | 'signal' | 'slots' | 'isWaiting' | 'waitFor' | 'logins' | 'now'
>;

/** Reads a conversation before its call, so that the call is sent only if the conversation is still as confirmed. */
export class ReadBeforeCall {
  readonly #deps: ReadBeforeDeps;
  readonly #progress: ItemProgress;

  constructor(deps: ReadBeforeDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /** Reads before the call if the last read is too old or a call was sent since. */
  async read(item: StoredItem): Promise<ReadBefore> {
    const { record } = item;
    // A login of an earlier session cannot be derived from its digest.
    const isKnownLogin =
      record.loginDigest === undefined || this.#deps.logins.loginOf(record.loginDigest) !== undefined;
    if (record.readAt !== undefined && isRecent(record.readAt, this.#deps.now()) && isKnownLogin) {
      return { kind: 'send', item };
    }
    const { signal, now, slots } = this.#deps;
    const slot = await slots.acquire();
    if (this.#deps.isWaiting()) {
      return { kind: 'end', result: { item, kind: 'neutral', slot } };
    }
    let login: string | undefined;
    let value: Conversation;
    try {
      const options = {
        signal,
        once: true,
        beforeSend: (used: string | undefined) => {
          login = used;
        },
      };
      ({ value } = await this.#deps.client().readConversation(item.conversationId, options));
    } catch (error) {
      try {
        if (error instanceof Failure) {
          return await this.#notReadBefore(item, error, slot);
        }
        throw error;
      } catch (unexpected) {
        slot.release();
        throw unexpected;
      }
    }
    slot.release();
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
    return this.#compare(read, value.status, subscriptionActive);
  }

  /** Sends only if the conversation is still as confirmed. */
  async #compare(
    item: StoredItem,
    status: string | undefined,
    subscriptionActive: boolean,
  ): Promise<ReadBefore> {
    const step = stepOf(item);
    const { record } = item;
    if (step === 'END_MONITORING') {
      return subscriptionActive
        ? { kind: 'send', item }
        : { kind: 'end', result: await this.#progress.nextStep(item, undefined) };
    }
    if (step === 'EXPIRE' && status === 'EXPIRED' && (record.attempts > 0 || item.plan.length > 1)) {
      const isLast = item.step === item.plan.length - 1;
      const found = { ...item, record: { ...record, found: status, foundAt: this.#deps.now() } };
      const result = isLast
        ? this.#progress.settle(found, 'confirmed')
        : this.#progress.nextStep(found, undefined);
      return { kind: 'end', result: await result };
    }
    if (step === 'EXPIRE' && status === 'FINISHED' && item.plan.length > 1) {
      return { kind: 'end', result: await this.#progress.nextStep(item, undefined) };
    }
    const expected = forecastOutcome(step, status, subscriptionActive);
    const isAsConfirmed = expected.expectation === 'accepted' || record.unclear === true || item.step > 0;
    if (isAsConfirmed) {
      return { kind: 'send', item };
    }
    const detail = expected.statusDetail ?? 'not-documented';
    return { kind: 'end', result: await this.#progress.settle(item, 'changed', { detail }) };
  }

  async #notReadBefore(item: StoredItem, failure: Failure, slot: CallSlot): Promise<ReadBefore> {
    const end = (result: StepResult) => ({ kind: 'end' as const, result: { ...result, slot } });
    const { record } = item;
    const isMissing = failure.code === 'not-found' && failure.details?.errorObject === true;
    if (failure.code === 'gone' || isMissing) {
      const isOurs = record.attempts > 0 && stepOf(item) === 'DELETE_DATA';
      const found = { ...item, record: { ...record, found: failure.code, foundAt: this.#deps.now() } };
      return end(await this.#progress.settle(found, isOurs ? 'confirmed' : 'gone', { detail: failure.code }));
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
        if (record.unclear === true && record.attempts === 0 && record.readAt === undefined) {
          // Confirmed although it could not be read.
          slot.release();
          return { kind: 'send', item };
        }
        if (failureKind.kind === 'again' && reads < maxReads) {
          this.#progress.countRead(item);
          return end({ item, kind: 'neutral', delayMs: firstDelayMs * 2 ** (reads - 1) });
        }
        const outcome = record.attempts > 0 ? 'unknown' : 'failed';
        return end({
          ...(await this.#progress.settle(item, outcome, { detail: failure.code })),
          kind: 'failed',
          failure,
        });
      }
    }
  }
}
