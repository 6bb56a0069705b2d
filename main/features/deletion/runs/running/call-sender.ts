import { isOfArea } from '../../../../../preload/contract/envelope.ts';
import { Failure } from '../../../../common/failure.ts';
import { absenceOf, classifyFailure } from '../../../../service/classify-failure.ts';
import type { ServiceClient } from '../../../../service/port.ts';
import { answerOf } from '../../answer.ts';
import { outdated } from '../../failures.ts';
import type { ItemRecord, StoredItem } from '../store/records.ts';
import type { CallSlot } from './call-slots.ts';
import type { ItemProgress } from './item-progress.ts';
import { isRecent } from './read-before-call.ts';
import { firstDelayMs, type StepDeps, type StepResult, stepOf } from './step.ts';

/** Sends the call of an item's current step and records the intent before it and the reply after it. */
export class CallSender {
  readonly #deps: StepDeps;
  readonly #progress: ItemProgress;

  constructor(deps: StepDeps, progress: ItemProgress) {
    this.#deps = deps;
    this.#progress = progress;
  }

  /** Records the intent, sends the call, records the reply. */
  async send(item: StoredItem): Promise<StepResult> {
    const { store, now, slots } = this.#deps;
    const step = stepOf(item);
    const { record } = item;
    const {
      answer: _answer,
      answeredAt: _answeredAt,
      httpStatus: _httpStatus,
      requestId: _requestId,
      detail: _detail,
      found: _found,
      foundAt: _foundAt,
      ...kept
    } = record;
    const intended: StoredItem = {
      ...item,
      state: 'sending',
      record: { ...kept, attempts: record.attempts + 1, askedAt: now() },
    };
    await store.apply([{ item: intended, call: { kind: 'intent', step, at: now() } }]);
    // Under a rate limit this may take long, and meanwhile the run may be stopped.
    const slot = await slots.acquire(() => this.#deps.maySend() && !this.#deps.isWaiting());
    let result: StepResult;
    try {
      result = await this.#sendIntended(item, intended, slot);
    } catch (error) {
      slot.release();
      throw error;
    }
    return { ...result, slot };
  }

  async #sendIntended(item: StoredItem, intended: StoredItem, slot: CallSlot): Promise<StepResult> {
    const { sentRequests, run } = this.#deps;
    const { readAt } = item.record;
    const isOutdated = readAt !== undefined && !isRecent(readAt, this.#deps.now());
    if (!slot.isPermitted || !this.#deps.maySend() || this.#deps.isWaiting() || isOutdated) {
      return this.#withdraw(item);
    }
    const step = stepOf(item);
    const { baseUrl } = run();
    let sentAt: number | undefined;
    let login: string | undefined;
    const { loginDigest } = item.record;
    const beforeSend = (used: string | undefined) => {
      // The call must use the same login as the read before it.
      if (loginDigest !== undefined && used !== this.#deps.logins.loginOf(loginDigest)) {
        throw outdated('the API key was changed');
      }
      if (sentAt === undefined && !this.#deps.maySend()) {
        throw outdated('the run was stopped');
      }
      slot.started();
      sentAt = this.#deps.now();
      login = used;
      sentRequests.add(baseUrl, item.conversationId);
    };
    // Items without a usable reply are read before anything is sent again, so a persistent connection is safe.
    const options = { beforeSend, keepAlive: true };
    let reply: Awaited<ReturnType<ServiceClient['deleteConversation']>>;
    try {
      const client = this.#deps.client();
      reply =
        step === 'END_MONITORING'
          ? await client.endMonitoring(item.conversationId, options)
          : await client.deleteConversation(item.conversationId, step, options);
    } catch (error) {
      if (sentAt === undefined) {
        return this.#notSent(item, error);
      }
      sentRequests.add(baseUrl, item.conversationId);
      return this.#failed(sentItem(intended, sentAt, this.#deps.now()), login, error);
    }
    const sent = sentItem(intended, sentAt ?? this.#deps.now(), this.#deps.now());
    sentRequests.add(baseUrl, item.conversationId);
    // The next call need not wait until this reply is on disk: until then the item counts as sent without a reply.
    slot.release();
    const { status: httpStatus, requestId } = reply;
    return this.#answered(sent, login, { answer: 'accepted', httpStatus, requestId });
  }

  /** Since the intent was recorded the run was paused, waits, or the read before it became too old: nothing was sent. */
  async #withdraw(item: StoredItem): Promise<StepResult> {
    const call = { kind: 'answer', at: this.#deps.now(), answer: 'not sent' } as const;
    await this.#deps.store.apply([{ item, call }]);
    return { item, kind: 'neutral' };
  }

  /** Handles a call that was not sent: the item is unchanged, and read again if the reason requires it. */
  async #notSent(item: StoredItem, error: unknown): Promise<StepResult> {
    const isOutdated = error instanceof Failure && error.code === 'preview-outdated';
    const { readAt: _readAt, ...unread } = item.record;
    const back: StoredItem = isOutdated ? { ...item, record: unread } : item;
    const failureKind = classifyFailure(error);
    if (failureKind.kind === 'wait') {
      this.#deps.waitFor(failureKind);
    }
    await this.#deps.store.apply([
      { item: back, call: { kind: 'answer', at: this.#deps.now(), answer: 'not sent' } },
    ]);
    if (isOutdated) {
      return { item: back, kind: 'neutral' };
    }
    if (!(error instanceof Failure)) {
      throw error;
    }
    if (failureKind.kind === 'wait') {
      return { item: back, kind: 'failed', failure: error };
    }
    if (failureKind.kind === 'pause' || isOfArea('environment', error)) {
      return { item: back, kind: 'blocked', failure: error };
    }
    if (failureKind.kind === 'again') {
      return { item: back, kind: 'failed', failure: error, delayMs: firstDelayMs };
    }
    return {
      ...(await this.#progress.settle(back, 'failed', { detail: error.code })),
      kind: 'failed',
      failure: error,
    };
  }

  /** Handles a call that was sent but not accepted (interface 4.3, 7.1). */
  async #failed(item: StoredItem, login: string | undefined, error: unknown): Promise<StepResult> {
    const answer = this.#deps.redact(answerOf(error));
    const failure = error instanceof Failure ? error : undefined;
    const { httpStatus, requestId, statusDetail, failedBy } = answer;
    const facts = { httpStatus, requestId, detail: statusDetail ?? failedBy };
    if (answer.outcome === 'refused' && item.record.uncertain === true) {
      // The call before it may have been carried out since it was read: then this one is refused for that reason.
      return this.#answered(item, login, { ...facts, answer: 'refused' });
    }
    if (answer.outcome === 'refused') {
      const refused = { ...item, record: { ...item.record, ...facts } };
      return {
        ...(await this.#progress.settle(refused, 'refused', { detail: statusDetail, answer: 'refused' })),
        kind: 'answered',
      };
    }
    const failureKind = failure === undefined ? undefined : classifyFailure(failure);
    if (failureKind?.kind === 'wait') {
      this.#deps.waitFor(failureKind);
    }
    if (answer.outcome === 'unknown') {
      const result = await this.#answered(item, login, { ...facts, answer: 'unknown' });
      return { ...result, kind: 'failed', failure: failure ?? internalFailure() };
    }
    // Nothing was done. Another call is preceded by a read in any case.
    const { readAt: _readAt, ...unread } = item.record;
    const record: ItemRecord = { ...unread, ...facts };
    const absence = absenceOf(failure);
    if (absence !== undefined) {
      const isOurs = item.record.uncertain === true;
      const isProof = isOurs && stepOf(item) === 'DELETE_DATA';
      const found = { ...record, found: absence, foundAt: record.answeredAt };
      return this.#progress.settle(
        { ...item, record: found },
        isProof ? 'confirmed' : isOurs ? 'unknown' : absence === 'gone' ? 'gone' : 'missing',
        { detail: absence, answer: absence },
      );
    }
    const back: StoredItem = { ...item, state: 'waiting', record };
    const call = {
      kind: 'answer',
      at: this.#deps.now(),
      answer: failedBy ?? 'not done',
      sentAt: record.askedAt,
    } as const;
    if (failureKind?.kind === 'wait' || failureKind?.kind === 'pause') {
      await this.#deps.store.apply([{ item: back, call }]);
      return failureKind.kind === 'wait'
        ? { item: back, kind: 'failed', failure }
        : { item: back, kind: 'blocked', failure };
    }
    const settled = await this.#progress.settle(back, 'failed', { detail: failedBy, answer: failedBy });
    return { ...settled, kind: 'failed', failure };
  }

  async #answered(
    item: StoredItem,
    login: string | undefined,
    facts: Pick<ItemRecord, 'answer' | 'httpStatus' | 'requestId' | 'detail'>,
  ): Promise<StepResult> {
    const loginDigest =
      item.record.loginDigest ?? (login === undefined ? undefined : await this.#deps.logins.of(login));
    const { readAt: _readAt, ...unread } = item.record;
    const sent: StoredItem = {
      ...item,
      state: 'sent',
      record: { ...unread, ...facts, loginDigest },
    };
    this.#progress.resetReads(item);
    const call = {
      kind: 'answer',
      at: item.record.answeredAt ?? this.#deps.now(),
      answer: facts.answer ?? 'unknown',
      sentAt: item.record.askedAt,
    } as const;
    await this.#deps.store.apply([{ item: sent, call }]);
    return { item: sent, kind: 'answered' };
  }
}

/** Returns the item with the times of its call: when it was sent, and when it was answered or failed. */
function sentItem(intended: StoredItem, askedAt: number, answeredAt: number): StoredItem {
  return { ...intended, record: { ...intended.record, askedAt, answeredAt } };
}

function internalFailure(): Failure {
  return new Failure({ code: 'internal', message: 'Assay failed while it waited for the answer.' });
}
