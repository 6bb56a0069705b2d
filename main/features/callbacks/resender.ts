import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  maxUnanswered,
  type ResentList,
  type ResentMessage,
  type ResentOutcome,
} from '../../../preload/contract/callback-resending.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { CallbackSender, SendRequest } from './callback-sender.ts';

interface ResenderDeps {
  sender: CallbackSender;
  cases: CaseStore;
  /** Milliseconds since the epoch. */
  now(): number;
}

interface ResendRequest extends Pick<SendRequest, 'url' | 'confirmedIp'> {
  keyId: string;
  perSecond: number;
}

/** Sends messages again, at a pace. The messages sent are remembered, so that the rest can be sent after a stop or a restart. */
export class Resender {
  readonly #deps: ResenderDeps;
  readonly #running = new Map<string, AbortController>();

  constructor(deps: ResenderDeps) {
    this.#deps = deps;
  }

  async list(environmentId: string): Promise<ResentList> {
    const kept = await this.#deps.cases.request('messages', { environmentId, list: 'resent' });
    const messages = kept as unknown as ResentMessage[];
    return { messages, isRunning: this.#running.has(environmentId) };
  }

  /** Chooses the messages, oldest first, in place of those before. A case keeps its callback id, by which a receiver drops what it had. */
  async choose(
    environmentId: string,
    { since, inbox, missed }: { since: number; inbox: boolean; missed: boolean },
  ): Promise<ResentList & { isCut: boolean }> {
    this.#refuseRunning(environmentId);
    const { cases } = this.#deps;
    const asked = { environmentId, since };
    const genuine = inbox ? await cases.request('genuineSince', asked) : undefined;
    const ended = missed ? await cases.request('missedCallbacks', asked) : undefined;
    const { messages: before } = await this.list(environmentId);
    const ids = new Map(before.map((one) => [`${one.conversationId} ${one.event}`, one.callbackId]));
    const messages: ResentMessage[] = [
      ...(genuine?.callbacks ?? []).map(({ id, conversationId, target, event, receivedAt }) => ({
        callback: id,
        ...omitUndefined({ conversationId, target, event }),
        occurredAt: receivedAt,
      })),
      ...(ended?.missed ?? []).map(({ conversationId, event, seenAt }) => ({
        callbackId: ids.get(`${conversationId} ${event}`) ?? randomUUID(),
        conversationId,
        target: 'CONVERSATION',
        event,
        occurredAt: isoTime(seenAt),
      })),
    ].sort((left, right) => left.occurredAt.localeCompare(right.occurredAt));
    await cases.write('saveMessages', { environmentId, list: 'resent', messages });
    const isCut = genuine?.isCut === true || ended?.isCut === true;
    return { ...(await this.list(environmentId)), isCut };
  }

  /** Sends those that were not accepted yet. @throws Failure as `CallbackSender.send`, before the first is sent */
  async send(
    environmentId: string,
    request: ResendRequest,
    userSignal: AbortSignal,
    onOutcome: (result: { place: number; outcome: ResentOutcome }) => void,
  ): Promise<ResentList> {
    const { sender, cases } = this.#deps;
    this.#refuseRunning(environmentId);
    const stop = new AbortController();
    const signal = AbortSignal.any([userSignal, stop.signal]);
    this.#running.set(environmentId, stop);
    try {
      await sender.permit(environmentId, request);
      const { messages } = await this.list(environmentId);
      let silences = 0;
      for (const [place, message] of messages.entries()) {
        const startedAt = performance.now();
        if (message.outcome?.isAccepted || !(await this.#isListed(environmentId, message))) {
          continue;
        }
        const outcome = await this.#sendOne(environmentId, message, request, signal);
        // A message that was under way when it was stopped may have been received: its outcome is kept too.
        const after = { ...message, outcome };
        await cases.write('replaceMessage', { environmentId, list: 'resent', before: message, after });
        onOutcome({ place, outcome });
        silences = outcome.answer.kind === 'none' ? silences + 1 : 0;
        if (signal.aborted || silences === maxUnanswered) {
          break;
        }
        const pause = 1000 / request.perSecond - (performance.now() - startedAt);
        await delay(Math.max(0, pause), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) {
          break;
        }
      }
    } finally {
      this.#running.delete(environmentId);
    }
    return this.list(environmentId);
  }

  stop(environmentId: string): void {
    this.#running.get(environmentId)?.abort();
  }

  /** Returns whether a message is still to be sent: its case may have been forgotten meanwhile. */
  async #isListed(environmentId: string, message: ResentMessage): Promise<boolean> {
    const { messages } = await this.list(environmentId);
    return messages.some((one) => JSON.stringify(one) === JSON.stringify(message));
  }

  async #sendOne(
    environmentId: string,
    message: ResentMessage,
    { url, confirmedIp, keyId }: ResendRequest,
    signal: AbortSignal,
  ): Promise<ResentOutcome> {
    const { sender, now } = this.#deps;
    const at = isoTime(now());
    try {
      const what = await this.#contentOf(environmentId, message);
      const { attempts } = await sender.send(
        environmentId,
        {
          url,
          confirmedIp,
          keyId,
          what,
          encoding: 'compact',
          unknownMembers: false,
          bytes: 0,
          duplicates: 0,
        },
        signal,
        () => undefined,
      );
      const { answer, isAccepted = false } = attempts[0] ?? {};
      return {
        url,
        at,
        isAccepted,
        answer:
          answer?.kind === 'answered'
            ? { kind: 'answered', status: answer.status }
            : { kind: 'none', reason: answer?.reason ?? 'other' },
      };
    } catch (error) {
      assertFailure(error);
      return { url, at, isAccepted: false, answer: { kind: 'not-sent', problem: error.message } };
    }
  }

  async #contentOf(
    environmentId: string,
    { callback, callbackId, conversationId = '', target = '', event = '' }: ResentMessage,
  ): Promise<SendRequest['what']> {
    if (callback === undefined) {
      return { kind: 'case', conversationId, target, event, callbackId };
    }
    const record = await this.#deps.cases.request('callback', { environmentId, id: callback });
    if (record === undefined) {
      throw new Failure({ code: 'reading-expired', message: 'It is no longer in the inbox.' });
    }
    return { kind: 'message', body: record.body, conversationId, target, event };
  }

  #refuseRunning(environmentId: string): void {
    if (this.#running.has(environmentId)) {
      throw new Failure({ code: 'invalid-input', message: 'Messages are being sent again already.' });
    }
  }
}
