import type { DeletionList, DeletionView } from '../../../preload/contract/deletion.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { SendOptions, ServiceClient } from '../../service/port.ts';
import { readTarget } from '../../service/read-target.ts';
import { userKeyHash } from '../records/receipts/receipt.ts';
import { DeletionSender, type DeletionsDeps, type Why } from './deletion-sender.ts';
import { EffectChecker } from './effect-checker.ts';
import { notReadBefore, outdated, runningFailure, tooManyUnsettled, unsettledFailure } from './failures.ts';
import { isRunning, viewOf } from './job.ts';
import { JobList } from './job-list.ts';
import { loginDigest } from './login-digest.ts';
import { identityOf, type KeptPreview, refuseChanged } from './previews.ts';
import { type DeletionRecord, isSettled } from './record.ts';
import { holdsData, subscriptionIsActive } from './rules.ts';
import type { SentRequests } from './sent-requests.ts';
import { unreadable } from './unreadable.ts';

/** The most deletions that may be unsettled at once. */
const maxUnsettled = 200;

/**
 * The deletions that were sent (interface 4.3): each is recorded on disk, sent once, and verified by reading its
 * conversation. They belong to main and to the environment in which they were started, not to a view.
 */
export class Deletions {
  readonly #deps: DeletionsDeps;
  readonly #jobs: JobList;
  readonly #checker: EffectChecker;
  /** Conversations whose deletion is being started, by base URL and id. */
  readonly #starting = new Set<string>();
  readonly #sentRequests: SentRequests;
  readonly #sender: DeletionSender;

  constructor(deps: DeletionsDeps) {
    this.#deps = deps;
    this.#sentRequests = deps.sentRequests;
    this.#jobs = new JobList(deps);
    this.#checker = new EffectChecker(deps, this.#jobs);
    this.#sender = new DeletionSender(deps, this.#jobs, this.#checker, this.#sentRequests);
  }

  /** Continues the unsettled deletions of earlier sessions; called once. */
  async resume(): Promise<void> {
    for (const job of await this.#jobs.read()) {
      if (job.record.outcome === undefined) {
        job.record = {
          ...job.record,
          outcome: 'unknown',
          failedBy: 'closed',
          answeredAt: isoTime(this.#deps.now()),
        };
      }
      this.#checker.start(job);
    }
    this.#jobs.changed();
  }

  list(): DeletionList {
    return this.#jobs.view();
  }

  /** Returns the current position in the order of requests; taken before the read on which a preview is based. */
  moment(): number {
    return this.#sentRequests.now();
  }

  /**
   * Reads the conversation again, records the deletion and sends it. Resolves when the request has been sent; until then
   * `signal` and a switch of the environment stop it, afterwards nothing does.
   * @throws Failure deletion-running, preview-outdated, environment-switched, deletion-not-recorded, or why the
   * conversation cannot be read; in all cases nothing was sent
   */
  async start(preview: KeptPreview, signal: AbortSignal, why: Why = {}): Promise<DeletionView> {
    const { conversationId, settings } = preview;
    const key = JSON.stringify([settings.baseUrl, conversationId]);
    const isOfRun = this.#deps.owners.has(settings.baseUrl, conversationId);
    if (isOfRun || this.isUnderWay(settings.baseUrl, conversationId)) {
      throw runningFailure();
    }
    if (this.#sentRequests.hasAnyAfter(preview.moment, settings.baseUrl, conversationId)) {
      throw outdated('another request to delete or expire this conversation was sent since the preview');
    }
    this.#starting.add(key);
    try {
      const { record, login } = await this.#recordOf(preview, signal, why);
      try {
        await this.#jobs.record(record);
        const job = await this.#sender.send(record, login, preview, signal);
        this.#jobs.changed();
        return viewOf(job);
      } catch (error) {
        await this.#jobs.withdraw(record);
        throw error;
      }
    } catch (error) {
      this.#deps.notSent?.(preview, why, reasonOf(error));
      throw error;
    } finally {
      this.#starting.delete(key);
    }
  }

  /** Returns whether a deletion of this conversation is being started, sent or checked. */
  isUnderWay(baseUrl: string, conversationId: string): boolean {
    return (
      this.#jobs.of(baseUrl, conversationId).some(isRunning) ||
      this.#starting.has(JSON.stringify([baseUrl, conversationId]))
    );
  }

  /** Checks an unsettled deletion now, then at growing intervals. @throws Failure invalid-input */
  check(deletionId: string): DeletionView {
    const job = this.#jobs.find(deletionId);
    this.#checker.start(job);
    return viewOf(job);
  }

  /** @throws Failure invalid-input */
  stopChecking(deletionId: string): DeletionView {
    const job = this.#jobs.find(deletionId);
    this.#checker.stop(job);
    return viewOf(job);
  }

  /** @throws Failure invalid-input */
  async acknowledge(deletionId: string): Promise<DeletionList> {
    await this.#jobs.acknowledge(deletionId);
    return this.list();
  }

  /**
   * Removes a deletion from the list once it has a receipt.
   * @throws Failure invalid-input, deletion-running while it is being sent or checked, deletion-not-recorded without a receipt
   */
  async dismiss(deletionId: string): Promise<DeletionList> {
    const job = this.#jobs.find(deletionId);
    if (!isRunning(job)) {
      await this.#checker.giveUp(job);
    }
    await this.#jobs.dismiss(deletionId);
    return this.list();
  }

  /** @throws Failure deletion-running while the outcome of a deletion of one of these conversations is not known */
  checkForget(environmentId: string, conversationIds: readonly string[]): void {
    const ids = new Set(conversationIds);
    const isUnsettled = this.#jobs
      .all()
      .some(
        ({ record }) =>
          record.environmentId === environmentId && ids.has(record.conversationId) && !isSettled(record),
      );
    if (isUnsettled) {
      throw unsettledFailure();
    }
  }

  /** Removes the settled deletions of conversations that users forget; the others are still needed to find their outcome. */
  async forget(environmentId: string, conversationIds: readonly string[]): Promise<void> {
    await this.#jobs.removeSettled(environmentId, new Set(conversationIds));
  }

  /** Called when an environment's settings or key changed: checks that were blocked may succeed now. */
  environmentChanged(environmentId: string): void {
    for (const job of this.#jobs.all()) {
      const isBlocked = job.failure !== undefined && job.stoppedAt === undefined;
      if (isBlocked && job.record.environmentId === environmentId) {
        this.#checker.start(job);
      }
    }
  }

  /** Stops all checks; the file stays as it is for the next start. */
  async close(): Promise<void> {
    this.#sender.close();
    for (const { checking } of this.#jobs.all()) {
      checking?.abort();
    }
    await this.#jobs.close();
  }

  /** Reads the conversation again and returns the record and the login it was read with. */
  async #recordOf(
    preview: KeptPreview,
    signal: AbortSignal,
    { reason, ticket }: Why,
  ): Promise<{ record: DeletionRecord; login: string | undefined }> {
    const { environmentId, conversationId, mode, settings } = preview;
    const unsettled = this.#jobs.all().filter(({ record }) => !isSettled(record));
    if (unsettled.length >= maxUnsettled) {
      throw tooManyUnsettled(maxUnsettled);
    }
    const client = this.#checker.client(environmentId, settings.baseUrl);
    let login: string | undefined;
    const beforeSend = (used: string | undefined) => {
      login = used;
    };
    const value = await this.#readAgain(client, preview, { signal, beforeSend });
    const userKey = value?.userKey;
    const record: DeletionRecord = {
      deletionId: this.#deps.newId(),
      environmentId,
      baseUrl: settings.baseUrl,
      conversationId,
      mode,
      // If it could not be read, missing data proves nothing.
      hadData: value !== undefined && holdsData(value),
      sentAt: isoTime(this.#deps.now()),
      environmentName: settings.name,
      environmentKind: settings.kind,
      ...omitUndefined({
        loginDigest: login === undefined ? undefined : await loginDigest(login),
        reason,
        ticket,
        userKeyHash: typeof userKey === 'string' && userKey !== '' ? userKeyHash(userKey) : undefined,
      }),
    };
    return { record, login };
  }

  /**
   * Reads the conversation again just before its deletion; undefined if it was previewed without being readable and still is not.
   * @throws Failure preview-outdated if it differs from the preview; why it cannot be read
   */
  async #readAgain(
    client: ServiceClient,
    preview: KeptPreview,
    options: SendOptions,
  ): Promise<Conversation | undefined> {
    let value: Conversation;
    try {
      ({ value } = await readTarget(client, preview.conversationId, options));
    } catch (error) {
      if (preview.isUnreadable && unreadable(error) !== undefined) {
        return undefined;
      }
      throw notReadBefore(error);
    }
    if (preview.isUnreadable) {
      throw outdated('the conversation can be read now, so whose data it is can be checked first');
    }
    refuseChanged(preview, {
      status: value.status,
      subscriptionActive: subscriptionIsActive(value),
      identity: identityOf(value.userKey, preview.conversationId),
    });
    return value;
  }
}

/** Returns the register's reason why a deletion was not sent. */
function reasonOf(error: unknown): string {
  const code = error instanceof Failure ? error.code : undefined;
  if (code === 'not-found' || code === 'gone') {
    return code;
  }
  return code === 'cancelled' || code === 'environment-switched' ? 'withdrawn' : 'failed-before-sending';
}
