import type { ItemOutcome, PlanStep } from '../../../preload/contract/deletion-runs.ts';
import { Failure } from '../../failure.ts';
import { userKeyHash } from '../../receipts/receipt.ts';
import { classifyFailure } from '../../service/classify-failure.ts';
import type { ServiceClient } from '../../service/port.ts';
import { answerOf } from '../answer.ts';
import { checkPausesMs } from '../effect-checker.ts';
import { outdated } from '../failures.ts';
import type { LoginDigests } from '../login-digests.ts';
import { readEffect } from '../read-effect.ts';
import { forecastOutcome, holdsData, subscriptionIsActive } from '../rules.ts';
import type { SentRequests } from '../sent-requests.ts';
import { receiptDraftOf } from './run-receipt.ts';
import type { ItemRecord, StoredItem, StoredRun } from './run-requests.ts';
import type { RunStore } from './run-store.ts';

export interface ItemStepsDeps {
  run(): StoredRun;
  store: Pick<RunStore, 'apply'>;
  /**
   * The client of the run's environment.
   * @throws Failure if its settings changed since the run began
   */
  client(): ServiceClient;
  /** True if a call may be sent now. */
  maySend(): boolean;
  signal: AbortSignal;
  logins: LoginDigests;
  sentRequests: SentRequests;
  /** True if another deletion of this conversation is in progress. */
  isUnderWay(conversationId: string): boolean;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  holdMs: number;
  redact<T>(value: T): T;
}

/**
 * The result of a step. `blocked`: nothing can succeed before a person has changed something. `delayMs`: continue after this time.
 * `waitMs`: all calls of the run wait.
 */
export interface StepResult {
  item: StoredItem;
  kind: 'succeeded' | 'failed' | 'blocked' | 'neutral';
  failure?: Failure | undefined;
  delayMs?: number | undefined;
  waitMs?: number | 'growing' | undefined;
}

/** How long a read before a call is valid, in milliseconds. */
export const readLifeMs = 10 * 60_000;
/** Calls of one step with an unknown outcome, each followed by a read. */
const maxAttempts = 3;
/** Failed reads before a call. */
const maxReads = 4;
const firstDelayMs = 500;

/** The steps of one item of a run: read, call, read. Every change is on disk when they resolve. */
export class ItemSteps {
  readonly #deps: ItemStepsDeps;
  /** Inconclusive reads per item. */
  readonly #reads = new Map<number, number>();

  constructor(deps: ItemStepsDeps) {
    this.#deps = deps;
  }

  /**
   * Sends the call of the current step.
   * @throws Failure deletion-not-recorded; errors that are no Failure
   */
  async send(item: StoredItem): Promise<StepResult> {
    if (this.#deps.isUnderWay(item.conversationId)) {
      return { item, kind: 'neutral', delayMs: 1000 };
    }
    const checked = await this.#readBefore(item);
    if (checked.kind !== 'send') {
      return checked.result;
    }
    return this.#call(checked.item);
  }

  /**
   * Reads an item after its call and finishes it if the result is a proof.
   * @throws as `send`
   */
  async read(item: StoredItem): Promise<StepResult> {
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
          : this.#nextStep(read, effect.reading);
    }
    if (effect.proof === 'confirmed' || effect.proof === 'finished') {
      const isLast = item.step === item.plan.length - 1;
      return isLast ? this.#settle(read, effect.proof) : this.#nextStep(read, effect.reading);
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

  /** Reads before the call if the last read is too old or a call was sent since. */
  async #readBefore(
    item: StoredItem,
  ): Promise<{ kind: 'send'; item: StoredItem } | { kind: 'end'; result: StepResult }> {
    const { record } = item;
    const age = this.#deps.now() - (record.readAt ?? Number.NEGATIVE_INFINITY);
    // A login of an earlier session cannot be derived from its digest.
    const isKnownLogin =
      record.loginDigest === undefined || this.#deps.logins.loginOf(record.loginDigest) !== undefined;
    if (age >= 0 && age < readLifeMs && isKnownLogin) {
      return { kind: 'send', item };
    }
    const { signal, now } = this.#deps;
    let login: string | undefined;
    try {
      const { value } = await this.#deps.client().readConversation(item.conversationId, {
        signal,
        once: true,
        beforeSend: (used) => {
          login = used;
        },
      });
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
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      return this.#notReadBefore(item, error);
    }
  }

  /** Sends only if the conversation is still as confirmed. */
  async #compare(
    item: StoredItem,
    status: string | undefined,
    subscriptionActive: boolean,
  ): Promise<{ kind: 'send'; item: StoredItem } | { kind: 'end'; result: StepResult }> {
    const step = stepOf(item);
    const { record } = item;
    if (step === 'END_MONITORING') {
      return subscriptionActive
        ? { kind: 'send', item }
        : { kind: 'end', result: await this.#nextStep(item, undefined) };
    }
    if (step === 'EXPIRE' && status === 'EXPIRED' && (record.attempts > 0 || item.plan.length > 1)) {
      const isLast = item.step === item.plan.length - 1;
      const found = { ...item, record: { ...record, found: status, foundAt: this.#deps.now() } };
      const result = isLast ? this.#settle(found, 'confirmed') : this.#nextStep(found, undefined);
      return { kind: 'end', result: await result };
    }
    if (step === 'EXPIRE' && status === 'FINISHED' && item.plan.length > 1) {
      return { kind: 'end', result: await this.#nextStep(item, undefined) };
    }
    const expected = forecastOutcome(step, status, subscriptionActive);
    const isAsConfirmed = expected.expectation === 'accepted' || record.unclear === true || item.step > 0;
    if (isAsConfirmed) {
      return { kind: 'send', item };
    }
    const detail = expected.statusDetail ?? 'not-documented';
    return { kind: 'end', result: await this.#settle(item, 'changed', { detail }) };
  }

  async #notReadBefore(
    item: StoredItem,
    failure: Failure,
  ): Promise<{ kind: 'send'; item: StoredItem } | { kind: 'end'; result: StepResult }> {
    const end = (result: StepResult) => ({ kind: 'end' as const, result });
    const { record } = item;
    const isMissing = failure.code === 'not-found' && failure.details?.errorObject === true;
    if (failure.code === 'gone' || isMissing) {
      const isOurs = record.attempts > 0 && stepOf(item) === 'DELETE_DATA';
      const found = { ...item, record: { ...record, found: failure.code, foundAt: this.#deps.now() } };
      return end(await this.#settle(found, isOurs ? 'confirmed' : 'gone', { detail: failure.code }));
    }
    const failureKind = classifyFailure(failure);
    switch (failureKind.kind) {
      case 'cancelled':
        return end({ item, kind: 'neutral', delayMs: 1000 });
      case 'pause':
        return end({ item, kind: 'blocked', failure });
      case 'wait':
        return end({ item, kind: 'failed', failure, delayMs: 0, waitMs: failureKind.afterMs ?? 'growing' });
      default: {
        const reads = (this.#reads.get(item.itemId) ?? 0) + 1;
        if (record.unclear === true && record.attempts === 0) {
          // Confirmed although it could not be read.
          return { kind: 'send', item };
        }
        if (failureKind.kind === 'again' && reads < maxReads) {
          this.#reads.set(item.itemId, reads);
          return end({ item, kind: 'neutral', delayMs: firstDelayMs * 2 ** (reads - 1) });
        }
        const outcome = record.attempts > 0 ? 'unknown' : 'failed';
        return end({
          ...(await this.#settle(item, outcome, { detail: failure.code })),
          kind: 'failed',
          failure,
        });
      }
    }
  }

  /** Records the intent, sends the call, records the reply. */
  async #call(item: StoredItem): Promise<StepResult> {
    const { store, now, sentRequests, run } = this.#deps;
    const step = stepOf(item);
    const { record } = item;
    const {
      answer: _answer,
      answeredAt: _answeredAt,
      httpStatus: _httpStatus,
      requestId: _requestId,
      detail: _detail,
      ...kept
    } = record;
    const intended: StoredItem = {
      ...item,
      state: 'sending',
      record: { ...kept, attempts: record.attempts + 1, askedAt: now() },
    };
    await store.apply([{ item: intended, call: { kind: 'intent', step, at: now() } }]);
    const { baseUrl } = run();
    let isSent = false;
    let login: string | undefined;
    const { loginDigest } = record;
    const beforeSend = (used: string | undefined) => {
      // The call must use the same login as the read before it.
      if (loginDigest !== undefined && used !== this.#deps.logins.loginOf(loginDigest)) {
        throw outdated('the API key was changed');
      }
      if (!isSent && !this.#deps.maySend()) {
        throw outdated('the run was stopped');
      }
      isSent = true;
      login = used;
      sentRequests.add(baseUrl, item.conversationId);
    };
    try {
      const client = this.#deps.client();
      const { status, requestId } =
        step === 'END_MONITORING'
          ? await client.endMonitoring(item.conversationId, { beforeSend })
          : await client.deleteConversation(item.conversationId, step, { beforeSend });
      sentRequests.add(baseUrl, item.conversationId);
      return await this.#answered(intended, login, {
        answer: 'accepted',
        httpStatus: status,
        requestId,
      });
    } catch (error) {
      if (!isSent) {
        return this.#notSent(item, error);
      }
      sentRequests.add(baseUrl, item.conversationId);
      return this.#failed(intended, login, error);
    }
  }

  /** Nothing was sent: the item is unchanged, and read again if the reason requires it. */
  async #notSent(item: StoredItem, error: unknown): Promise<StepResult> {
    const isOutdated = error instanceof Failure && error.code === 'preview-outdated';
    const { readAt: _readAt, loginDigest: _loginDigest, ...unread } = item.record;
    const back: StoredItem = isOutdated ? { ...item, record: unread } : item;
    await this.#deps.store.apply([
      { item: back, call: { kind: 'answer', at: this.#deps.now(), answer: 'not sent' } },
    ]);
    if (isOutdated) {
      return { item: back, kind: 'neutral' };
    }
    if (!(error instanceof Failure)) {
      throw error;
    }
    const failureKind = classifyFailure(error);
    if (failureKind.kind === 'wait') {
      return { item: back, kind: 'failed', failure: error, waitMs: failureKind.afterMs ?? 'growing' };
    }
    if (failureKind.kind === 'pause' || error.code.startsWith('environment-')) {
      return { item: back, kind: 'blocked', failure: error };
    }
    if (failureKind.kind === 'again') {
      return { item: back, kind: 'failed', failure: error, delayMs: firstDelayMs };
    }
    return {
      ...(await this.#settle(back, 'failed', { detail: error.code })),
      kind: 'failed',
      failure: error,
    };
  }

  /** The call was sent but not accepted (interface 4.3, 7.1). */
  async #failed(item: StoredItem, login: string | undefined, error: unknown): Promise<StepResult> {
    const answer = this.#deps.redact(answerOf(error));
    const failure = error instanceof Failure ? error : undefined;
    const { httpStatus, requestId, statusDetail, failedBy } = answer;
    const facts = { httpStatus, requestId, detail: statusDetail ?? failedBy };
    if (answer.outcome === 'refused') {
      const refused = { ...item, record: { ...item.record, ...facts, answeredAt: this.#deps.now() } };
      return {
        ...(await this.#settle(refused, 'refused', { detail: statusDetail, answer: 'refused' })),
        kind: 'succeeded',
      };
    }
    const failureKind = failure === undefined ? undefined : classifyFailure(failure);
    const waitMs = failureKind?.kind === 'wait' ? (failureKind.afterMs ?? 'growing') : undefined;
    if (answer.outcome === 'unknown') {
      const result = await this.#answered(item, login, { ...facts, answer: 'unknown' });
      return { ...result, kind: 'failed', failure: failure ?? internalFailure(), waitMs };
    }
    // Nothing was done. Another call is preceded by a read in any case.
    const { readAt: _readAt, ...unread } = item.record;
    const record: ItemRecord = { ...unread, ...facts, answeredAt: this.#deps.now() };
    const isMissing = failure?.code === 'not-found' && failure.details?.errorObject === true;
    if (failure?.code === 'gone' || isMissing) {
      return this.#settle({ ...item, record }, 'gone', { detail: failure?.code, answer: 'gone' });
    }
    const back: StoredItem = { ...item, state: 'waiting', record };
    const call = { kind: 'answer', at: this.#deps.now(), answer: failedBy ?? 'not done' } as const;
    if (failureKind?.kind === 'wait' || failureKind?.kind === 'pause') {
      await this.#deps.store.apply([{ item: back, call }]);
      return failureKind.kind === 'wait'
        ? { item: back, kind: 'failed', failure, waitMs }
        : { item: back, kind: 'blocked', failure };
    }
    const settled = await this.#settle(back, 'failed', { detail: failedBy, answer: failedBy });
    return { ...settled, kind: 'failed', failure };
  }

  async #answered(
    item: StoredItem,
    login: string | undefined,
    facts: Pick<ItemRecord, 'answer' | 'httpStatus' | 'requestId' | 'detail'>,
  ): Promise<StepResult> {
    const at = this.#deps.now();
    const loginDigest =
      item.record.loginDigest ?? (login === undefined ? undefined : await this.#deps.logins.of(login));
    const { readAt: _readAt, ...unread } = item.record;
    const sent: StoredItem = {
      ...item,
      state: 'sent',
      record: { ...unread, ...facts, loginDigest, answeredAt: at },
    };
    this.#reads.delete(item.itemId);
    await this.#deps.store.apply([
      { item: sent, call: { kind: 'answer', at, answer: facts.answer ?? 'unknown' } },
    ]);
    return { item: sent, kind: 'succeeded' };
  }

  /** The step is done; the next one starts with this reading. */
  async #nextStep(
    item: StoredItem,
    reading: Awaited<ReturnType<typeof readEffect>>['reading'],
  ): Promise<StepResult> {
    if (item.step >= item.plan.length - 1) {
      return this.#settle(item, 'confirmed');
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
    this.#reads.delete(item.itemId);
    await this.#deps.store.apply([{ item: next }]);
    return { item: next, kind: 'succeeded' };
  }

  /** The read after the call shows no effect. */
  async #unchanged(item: StoredItem): Promise<StepResult> {
    if (item.record.answer === 'accepted') {
      return this.#readLater(item, 'accepted');
    }
    // A call interrupted by closing the console reveals nothing about the service.
    if (item.record.answer === 'unknown' && item.record.attempts >= maxAttempts) {
      return this.#settle(item, 'unknown');
    }
    const expected = this.#expectation(item);
    if (expected !== 'accepted' && item.record.unclear !== true && item.step === 0) {
      return this.#settle(item, 'unknown', { detail: 'changed' });
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
      return {
        ...(await this.#readLater(item, fallback)),
        waitMs: failureKind.afterMs ?? 'growing',
        failure,
      };
    }
    return this.#readLater(item, fallback);
  }

  async #readLater(item: StoredItem, atLast: ItemOutcome): Promise<StepResult> {
    const reads = (this.#reads.get(item.itemId) ?? 0) + 1;
    const delayMs = checkPausesMs[reads];
    if (delayMs === undefined) {
      return this.#settle(item, atLast);
    }
    this.#reads.set(item.itemId, reads);
    return { item, kind: 'neutral', delayMs };
  }

  async #settle(
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
    this.#reads.delete(item.itemId);
    return {
      item: settled,
      kind: outcome === 'confirmed' || outcome === 'finished' ? 'succeeded' : 'neutral',
    };
  }
}

function stepOf(item: StoredItem): PlanStep {
  const step = item.plan[item.step];
  if (step === undefined) {
    throw new Error('An item has no step left.');
  }
  return step;
}

function internalFailure(): Failure {
  return new Failure({ code: 'internal', message: 'Assay failed while it waited for the answer.' });
}
