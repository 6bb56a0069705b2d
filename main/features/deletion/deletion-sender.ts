import type { DeletionReason } from '../../../preload/contract/deletion.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { cancelledFailure, Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { ServiceClient } from '../../service/port.ts';
import { type Answer, answerOf } from './answer.ts';
import type { ConversationOwners } from './conversation-owners.ts';
import type { EffectChecker, EffectCheckerDeps } from './effect-checker.ts';
import { beforeSending, outdated, settingsChanged } from './failures.ts';
import type { Job } from './job.ts';
import type { JobList, JobListDeps } from './job-list.ts';
import type { KeptPreview } from './previews.ts';
import { type DeletionRecord, isSettled } from './record.ts';
import type { SentRequests } from './sent-requests.ts';

/** The reason that the user gave. */
export interface Why {
  reason?: DeletionReason | undefined;
  ticket?: string | undefined;
}

export interface DeletionsDeps extends JobListDeps, EffectCheckerDeps {
  /** @throws Failure environment-switched unless this environment is the selected one */
  checkSelected(environmentId: string): void;
  newId(): string;
  /** Shared with the runs. */
  sentRequests: SentRequests;
  /** The conversations of runs; shared with them. */
  owners: Pick<ConversationOwners, 'has'>;
  /** Enters a deletion that was not sent, and why (`UnsentLine`), in the register. */
  notSent?(preview: KeptPreview, why: Why, reason: string): void;
}

/** Sends deletions (interface 4.3), each once, and records what the service answered. */
export class DeletionSender {
  readonly #deps: DeletionsDeps;
  readonly #jobs: JobList;
  readonly #checker: EffectChecker;
  readonly #sentRequests: SentRequests;
  #isClosed = false;

  constructor(deps: DeletionsDeps, jobs: JobList, checker: EffectChecker, sentRequests: SentRequests) {
    this.#deps = deps;
    this.#jobs = jobs;
    this.#checker = checker;
    this.#sentRequests = sentRequests;
  }

  /** Sends nothing from now on and starts no check of later responses. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Sends the request. Resolves when the connection is open and the first byte is written; only then the deletion is in
   * the list.
   * @throws Failure when it was not sent
   */
  send(
    record: DeletionRecord,
    login: string | undefined,
    preview: KeptPreview,
    signal: AbortSignal,
  ): Promise<Job> {
    const { conversationId, mode } = record;
    const client = this.#checkedClient(preview, signal);
    const sent = Promise.withResolvers<Job>();
    // Used only until the request is sent: after that its response must be received.
    const untilSent = new AbortController();
    const cancel = () => {
      untilSent.abort();
      sent.reject(cancelledFailure());
    };
    signal.addEventListener('abort', cancel, { once: true });
    let job: Job | undefined;
    const beforeSend = (used: string | undefined) => {
      // The record names the login it is sent with.
      if (used !== login) {
        throw outdated('the API key was changed');
      }
      // Called again when the request is repeated with a new token after a 401.
      if (job) {
        return;
      }
      this.#checkedClient(preview, signal);
      signal.removeEventListener('abort', cancel);
      record.sentAt = this.#time();
      this.#sentRequests.add(record.baseUrl, conversationId);
      job = this.#jobs.add(record);
      sent.resolve(job);
    };
    const answer = client.deleteConversation(conversationId, mode, { signal: untilSent.signal, beforeSend });
    answer.catch((error: unknown) => {
      // Has no effect once the request was sent.
      sent.reject(beforeSending(error));
    });
    sent.promise
      .then(
        (started) => this.#await(started, answer),
        () => undefined,
      )
      .finally(() => signal.removeEventListener('abort', cancel));
    return sent.promise;
  }

  /** Checks again everything that may have changed meanwhile. @throws Failure: nothing may be sent */
  #checkedClient({ environmentId, settings }: KeptPreview, signal: AbortSignal): ServiceClient {
    if (signal.aborted || this.#isClosed) {
      throw cancelledFailure();
    }
    this.#deps.checkSelected(environmentId);
    const client = this.#checker.client(environmentId, settings.baseUrl);
    const { name, kind } = this.#deps.settings(environmentId);
    if (name !== settings.name || kind !== settings.kind) {
      throw settingsChanged();
    }
    return client;
  }

  /** Handles the response to the DELETE. */
  async #await(job: Job, sent: ReturnType<ServiceClient['deleteConversation']>): Promise<void> {
    try {
      const { status, requestId } = await sent;
      this.#answered(job, { outcome: 'accepted', httpStatus: status, requestId });
    } catch (error) {
      const answer = answerOf(error);
      if (!(error instanceof Failure)) {
        this.#deps.report(error);
      } else if (answer.outcome === 'not-done') {
        job.failure = this.#deps.redact(error.view());
      }
      this.#answered(job, answer);
    }
    if (this.#isClosed) {
      return;
    }
    this.#checker.start(job);
    this.#jobs.changed();
    await this.#jobs.write();
  }

  #answered(job: Job, answer: Answer): void {
    const at = this.#time();
    this.#sentRequests.add(job.record.baseUrl, job.record.conversationId);
    job.record = { ...job.record, answeredAt: at, ...omitUndefined(this.#deps.redact(answer)) };
    if (isSettled(job.record)) {
      job.record.settledAt = at;
    }
  }

  #time(): string {
    return isoTime(this.#deps.now());
  }
}
