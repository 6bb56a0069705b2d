import type { ItemOutcome } from '../../../../../preload/contract/deletion-runs.ts';
import { isOfArea } from '../../../../../preload/contract/envelope.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { assertFailure, cancelledFailure, Failure } from '../../../../common/failure.ts';
import { absenceOf, classifyFailure } from '../../../../service/classify-failure.ts';
import { type Answer, answerOf } from '../../answer.ts';
import { outdated } from '../../failures.ts';
import { holdsData } from '../../rules.ts';
import type { RunDeps } from '../deps.ts';
import { receiptDraftOf } from '../run-receipt.ts';
import type { ItemRecord, StoredItem, StoredRun } from '../store/records.ts';
import type { RunStore } from '../store/run-store.ts';
import type { CallSlot, CallSlots } from './call-slots.ts';
import { type hindrance, itemAfter, type LastRead, meaningOf, stepOf } from './states.ts';

export interface StepDeps
  extends Pick<
    RunDeps,
    | 'client'
    | 'checkSendable'
    | 'checkApproved'
    | 'absent'
    | 'early'
    | 'logins'
    | 'sentRequests'
    | 'previewedAt'
    | 'newId'
    | 'now'
    | 'log'
  > {
  run(): StoredRun;
  store: Pick<RunStore, 'apply'>;
  /** Called when the first byte of an item's call is sent. */
  sent(item: StoredItem): void;
  /** Returns why the next call may not be sent now; undefined if it may be. */
  hindrance(read?: LastRead): ReturnType<typeof hindrance>;
  /** Returns whether the run was cancelled: no call is ever sent again. */
  isCancelled(): boolean;
  /** Makes all requests of the run wait from now on, before the result of this one is on disk. */
  waitFor(wait: { afterMs: number | undefined; failure: Failure }): void;
  /** The slots for requests to the service; that of a failed one is held until its result was counted. */
  slots: Pick<CallSlots, 'acquire'>;
  /** Aborted when the console closes: ends reads. */
  signal: AbortSignal;
  /** Aborted when nothing is sent any more: ends calls of which nothing was sent yet. */
  stopping: AbortSignal;
  /** For how long a call may rely on a read, in milliseconds. */
  readLifeMs: number;
}

/**
 * The result of a step, on disk already. `answered`: the service gave its answer, which may be a refusal (409); the failures in a row begin
 * again at zero. `failed`: one more failure in a row, and the run pauses after as many as its pace allows. `blocked`: the run pauses, since
 * nothing can succeed before a user has changed something. `neutral`: counts as none of them. `delayMs`: continue after this time.
 */
export interface StepResult {
  item: StoredItem;
  kind: 'answered' | 'failed' | 'blocked' | 'neutral';
  failure?: Failure | undefined;
  delayMs?: number | undefined;
  /** The slot of a failed request, released once the result was counted, so that no other begins before a pause that it causes. */
  slot?: CallSlot | undefined;
}

/** The pause before the first repetition of a step, in milliseconds; it doubles with each further one. */
export const firstDelayMs = 500;

type ProgressDeps = Pick<StepDeps, 'run' | 'store' | 'absent' | 'newId' | 'now' | 'isCancelled'>;

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
    const carriedOut = proof === 'confirmed' ? [...done, stepOf(item)] : done;
    const record: ItemRecord = {
      done: carriedOut,
      attempts: 0,
      status: value?.status ?? status,
      hadData: value === undefined ? hadData : holdsData(value),
      subscriptionActive,
      unclear,
      userKeyHash,
      loginDigest,
    };
    const step = item.step + 1;
    const outcome = carriedOut.length > 0 ? 'incomplete' : 'withdrawn';
    const next = this.#deps.isCancelled()
      ? itemAfter(item, 'ended', { step, outcome, record })
      : itemAfter(item, 'advanced', { step, record });
    this.resetReads(item);
    const receipts = proof === undefined ? [] : this.#receipts(item, proof);
    await this.#deps.store.apply([next], receipts);
    return { item: next, kind: 'answered' };
  }

  /**
   * Records the outcome, with a receipt where a call of the current step was or may have been carried out.
   * @param error the failure by which the service has no data of the conversation, which ended the step
   */
  async settle(
    item: StoredItem,
    ended: ItemOutcome,
    { detail, error }: { detail?: string | undefined; error?: unknown } = {},
  ): Promise<StepResult> {
    const ofStep = outcomeOf(item, ended);
    // The receipt says that the first step was accepted; of the item that would read as if its deletion had been.
    const isFirstOnly = ofStep === 'accepted' && item.step < item.plan.length - 1;
    const outcome = isFirstOnly ? 'incomplete' : ofStep;
    const known = isFirstOnly ? 'first-not-confirmed' : item.record.detail;
    const record = { ...item.record, detail: outcome === 'confirmed' ? doubtOf(item) : (detail ?? known) };
    const settled = itemAfter(item, 'ended', { outcome, record });
    // A deletion that a former version recorded may have its receipt already.
    const receipts = record.receipt === ofStep ? [] : this.#receipts(settled, ofStep);
    await this.#deps.store.apply([settled], receipts);
    this.resetReads(item);
    const absence = outcome === 'confirmed' ? undefined : absenceOf(error);
    if (absence !== undefined) {
      this.#deps.absent(this.#deps.run().environmentId, item.conversationId, absence);
    }
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

/** Returns why a confirmed effect may not be that of our call. */
function doubtOf({ record: { answer, attempts } }: StoredItem): string | undefined {
  if (answer === 'accepted') {
    return undefined;
  }
  return attempts === 0 ? 'no-call' : 'no-reply';
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

/** The members of a record that an earlier call of its step may have left. */
const unanswered: Partial<ItemRecord> = {
  answer: undefined,
  answeredAt: undefined,
  httpStatus: undefined,
  requestId: undefined,
  detail: undefined,
  found: undefined,
  foundAt: undefined,
};

/** Sends the call of an item's current step and records the intent before it and the response after it. */
export class CallSender {
  readonly #deps: StepDeps;
  readonly #progress: ItemProgress;

  constructor(deps: StepDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /**
   * Records the intent, sends the call, records the response; unless the data must be kept since it was confirmed.
   * @throws Failure set-by-policy where the approval of a second person is missing; Failure deletion-not-recorded; errors that are no Failure
   */
  async send(item: StoredItem): Promise<StepResult> {
    const { early, run, store, now, slots } = this.#deps;
    await this.#deps.checkApproved(item);
    if (await early.isKept(run().environmentId, item)) {
      return this.#progress.settle(item, 'changed', { detail: 'kept-since' });
    }
    const record = { ...item.record, ...unanswered, attempts: item.record.attempts + 1, askedAt: now() };
    const intended = itemAfter(item, 'intended', { record });
    await store.apply([intended]);
    // Under a rate limit this may take long, and meanwhile the run may be stopped.
    const slot = await slots.acquire(() => this.#deps.hindrance() === undefined);
    try {
      return { ...(await this.#sendIntended(intended, item.record, slot)), slot };
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /** @param before the record before the intent */
  async #sendIntended(intended: StoredItem, before: ItemRecord, slot: CallSlot): Promise<StepResult> {
    const { sentRequests, hindrance, logins, now, readLifeMs: lifeMs } = this.#deps;
    const { readAt, loginDigest } = before;
    if (!slot.isPermitted || hindrance({ at: readAt, now: now(), lifeMs }) !== undefined) {
      return this.#withheld(intended, before, undefined);
    }
    const step = stepOf(intended);
    const { baseUrl } = this.#deps.run();
    const ofRead = loginDigest === undefined ? undefined : logins.loginOf(loginDigest);
    let sentAt: number | undefined;
    let login: string | undefined;
    const beforeSend = (used: string | undefined) => {
      // The call must use the same login as the read before it.
      const isOtherLogin = loginDigest !== undefined && used !== ofRead;
      // A call that was sent is repeated with a new token after a 401, also where the run was stopped meanwhile.
      if (isOtherLogin || (sentAt === undefined && hindrance() !== undefined)) {
        throw outdated(isOtherLogin ? 'the API key was changed' : 'the run was stopped');
      }
      if (sentAt === undefined) {
        this.#deps.checkSendable();
        this.#deps.sent(intended);
      }
      slot.started();
      sentAt = now();
      login = used;
      sentRequests.add(baseUrl, intended.conversationId);
    };
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    stopped.catch(() => undefined);
    const stop = () => (sentAt === undefined ? reject(cancelledFailure()) : undefined);
    this.#deps.stopping.addEventListener('abort', stop);
    // A call without a usable response is followed by a read before anything is sent again, so a persistent connection is safe.
    const options = { beforeSend, keepAlive: true };
    let answer: Answer;
    let failed: unknown;
    try {
      this.#deps.checkSendable();
      const client = this.#deps.client();
      const { status, requestId } = await Promise.race([
        stopped,
        step === 'END_MONITORING'
          ? client.endMonitoring(intended.conversationId, options)
          : client.deleteConversation(intended.conversationId, step, options),
      ]);
      answer = { outcome: 'accepted', httpStatus: status, requestId };
    } catch (error) {
      if (sentAt === undefined) {
        return this.#withheld(intended, before, error);
      }
      failed = error ?? internalFailure();
      answer = answerOf(error);
      if (!(error instanceof Failure)) {
        this.#deps.log(error);
      }
    } finally {
      this.#deps.stopping.removeEventListener('abort', stop);
    }
    sentRequests.add(baseUrl, intended.conversationId);
    const times = { askedAt: sentAt ?? now(), answeredAt: now() };
    const sent = { ...intended, record: { ...intended.record, ...times } };
    if (failed === undefined) {
      // The next call need not wait until this response is on disk: until then the item counts as sent without a response.
      slot.release();
    }
    return this.#replied(sent, login, answer, failed);
  }

  /** Handles a call that was not sent: the item is unchanged, and read again if the reason requires it. */
  async #withheld(intended: StoredItem, before: ItemRecord, error: unknown): Promise<StepResult> {
    const isOutdated = error instanceof Failure && error.code === 'preview-outdated';
    const record = isOutdated ? { ...before, readAt: undefined } : before;
    const back = itemAfter(intended, 'withheld', { record });
    const failureKind = classifyFailure(error);
    if (failureKind.kind === 'wait') {
      this.#deps.waitFor(failureKind);
    }
    await this.#deps.store.apply([back]);
    if (error === undefined || isOutdated || failureKind.kind === 'cancelled') {
      return { item: back, kind: 'neutral' };
    }
    assertFailure(error);
    if (failureKind.kind === 'wait') {
      return { item: back, kind: 'failed', failure: error };
    }
    if (failureKind.kind === 'pause' || isOfArea('environment', error)) {
      return { item: back, kind: 'blocked', failure: error };
    }
    if (failureKind.kind === 'again') {
      return { item: back, kind: 'failed', failure: error, delayMs: firstDelayMs };
    }
    const settled = await this.#progress.settle(back, 'failed', { detail: error.code });
    return { ...settled, kind: 'failed', failure: error };
  }

  /** Records the response to a call, or that there was none (interface 4.3, 7.1). `error`: undefined if it was accepted. */
  async #replied(
    item: StoredItem,
    login: string | undefined,
    response: Answer,
    error: unknown,
  ): Promise<StepResult> {
    const { httpStatus, requestId, statusDetail, failedBy } = response;
    // Made only where it is returned: a stack takes longer than the rest.
    const failure = () => (error instanceof Failure ? error : internalFailure());
    const failureKind = error === undefined ? undefined : classifyFailure(error);
    if (failureKind?.kind === 'wait') {
      this.#deps.waitFor(failureKind);
    }
    const step = stepOf(item);
    const meaning = meaningOf(response, error, { step, isUncertain: item.record.uncertain === true });
    // Another call is preceded by a read in any case.
    const facts = { readAt: undefined, httpStatus, requestId, detail: statusDetail ?? failedBy };
    const record: ItemRecord = { ...item.record, ...facts };
    if (meaning.event === 'ended') {
      const isAbsent = meaning.kind === undefined;
      const found = isAbsent ? { found: failedBy, foundAt: record.answeredAt } : {};
      const ended = await this.#progress.settle(
        { ...item, record: { ...record, ...found } },
        meaning.outcome,
        {
          detail: response.outcome === 'refused' ? statusDetail : failedBy,
          error: isAbsent ? error : undefined,
        },
      );
      return { ...ended, kind: meaning.kind ?? ended.kind, failure: failure() };
    }
    if (meaning.event === 'undone') {
      const back = itemAfter(item, 'undone', { record });
      await this.#deps.store.apply([back]);
      return { item: back, kind: meaning.kind, failure: failure() };
    }
    const { answer } = meaning;
    const loginDigest =
      record.loginDigest ?? (login === undefined ? undefined : await this.#deps.logins.of(login));
    const answered = itemAfter(item, 'answered', { record: { ...record, answer, loginDigest } });
    this.#progress.resetReads(item);
    await this.#deps.store.apply([answered]);
    return {
      item: answered,
      kind: meaning.kind,
      ...(meaning.kind === 'failed' ? { failure: failure() } : {}),
    };
  }
}

function internalFailure(): Failure {
  return new Failure({ code: 'internal', message: 'Assay failed while it waited for the answer.' });
}
