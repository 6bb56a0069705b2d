import type { DeletionList, DeletionReason, DeletionView } from '../../../preload/contract/deletion.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { cancelledFailure, Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Services } from '../../service/port.ts';
import type { ConversationOwners } from './conversation-owners.ts';
import { DeletionEntries, type Entry } from './deletion-entries.ts';
import {
  addressChanged,
  beforeSending,
  outdated,
  runningFailure,
  settingsChanged,
  singleNotRecorded,
  unsettledFailure,
} from './failures.ts';
import { takeOverFile } from './former-file.ts';
import { itemToSend } from './item-to-send.ts';
import { isRunning, newJob, recordOf, viewOf } from './job.ts';
import type { LoginDigests } from './login-digests.ts';
import type { KeptPreview } from './previews.ts';
import { isSettled } from './record.ts';
import type { Run } from './runs/running/run.ts';
import { itemAfter } from './runs/running/states.ts';
import type { Runs } from './runs/runs.ts';
import type { NewItem, StoredItem, StoredRun } from './runs/store/records.ts';
import type { RunStore } from './runs/store/run-store.ts';
import type { SentRequests } from './sent-requests.ts';

/** The reason that the user gave. */
export interface Why {
  reason?: DeletionReason | undefined;
  ticket?: string | undefined;
}

export interface DeletionsDeps {
  runs: Runs;
  store: Pick<RunStore, 'request' | 'apply'>;
  services: Services;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /** @throws Failure environment-switched unless this environment is the selected one */
  checkSelected(environmentId: string): void;
  owners: Pick<ConversationOwners, 'has'>;
  logins: LoginDigests;
  sentRequests: SentRequests;
  /** `deletions.json`, where former versions kept single deletions. */
  formerFile: string;
  /** The system user. */
  actor: string;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Receives the whole list at each change. */
  publish(list: DeletionList): void;
  /** Receives defects. */
  report(error: unknown): void;
}

/**
 * The deletions of one conversation (interface 4.3): runs of one item that begin at once, are sent once, and are shown step by step. They belong
 * to main and to the environment in which they were started, not to a view.
 */
export class Deletions {
  readonly #deps: DeletionsDeps;
  readonly #entries: DeletionEntries;
  /** Conversations whose deletion is being started, by base URL and id. */
  readonly #starting = new Set<string>();
  readonly #closing = new AbortController();
  #problem: Failure | undefined;

  constructor(deps: DeletionsDeps) {
    this.#deps = deps;
    const publish = () => (this.#closing.signal.aborted ? undefined : deps.publish(this.list()));
    this.#entries = new DeletionEntries({ ...deps, publish });
  }

  /** Continues the unsettled deletions of earlier sessions; called once. */
  async resume(): Promise<void> {
    const { store, formerFile, actor } = this.#deps;
    this.#problem = await takeOverFile(formerFile, store, actor);
    for (const stored of await store.request('runs', {})) {
      const [item] = stored.isSingle ? await store.request('itemsOf', { runId: stored.runId }) : [];
      if (item?.state === 'waiting') {
        // The console was closed before its call: nothing was sent.
        await store.request('withdraw', { runId: stored.runId });
        await store.request('dismiss', { runId: stored.runId });
      } else if (item !== undefined) {
        await this.#reopen(stored, item);
      }
    }
    this.#entries.changed();
  }

  list(): DeletionList {
    const deletions = this.#entries
      .all()
      .map(({ job }) => viewOf(job))
      .reverse();
    return { deletions, ...omitUndefined({ problem: this.#problem?.view() }) };
  }

  /** Returns the current position in the order of requests; taken before the read on which a preview is based. */
  moment(): number {
    return this.#deps.sentRequests.now();
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
    const earlier = this.#entries.of(settings.baseUrl, conversationId);
    if (this.#starting.has(key) || earlier.some(({ job }) => isRunning(job))) {
      throw runningFailure();
    }
    this.#starting.add(key);
    try {
      for (const entry of earlier) {
        await this.#entries.endReading(entry);
      }
      if (this.#deps.owners.has(settings.baseUrl, conversationId)) {
        throw runningFailure();
      }
      if (this.#deps.sentRequests.hasAnyAfter(preview.moment, settings.baseUrl, conversationId)) {
        throw outdated('another request to delete or expire this conversation was sent since the preview');
      }
      const moment = this.moment();
      const item = await itemToSend(preview, signal, this.#deps).catch((error: unknown) => {
        this.#notSent(preview, why, reasonOf(error));
        throw error;
      });
      return await this.#send(preview, item, { moment, signal, why });
    } finally {
      this.#starting.delete(key);
    }
  }

  /** Checks an unsettled deletion now, then at growing intervals. @throws Failure invalid-input */
  check(deletionId: string): DeletionView {
    const entry = this.#entries.find(deletionId);
    const { job } = entry;
    if (!isRunning(job) && !isSettled(job.record)) {
      job.isChecking = true;
      entry.isCheckAsked = true;
      delete job.stoppedAt;
      this.#entries.changed();
      this.#entries.checkAgain(entry).catch((error: unknown) => {
        job.isChecking = false;
        this.#deps.report(error);
        this.#entries.changed();
      });
    }
    return viewOf(job);
  }

  /** @throws Failure invalid-input */
  stopChecking(deletionId: string): DeletionView {
    const entry = this.#entries.find(deletionId);
    const { job } = entry;
    if (job.isChecking) {
      job.stoppedAt = isoTime(this.#deps.now());
      job.isChecking = false;
      this.#entries.endReading(entry).catch((error: unknown) => this.#deps.report(error));
      this.#entries.changed();
    }
    return viewOf(job);
  }

  /** Records that the result was on screen: it is not shown again after a restart. @throws Failure invalid-input */
  async acknowledge(deletionId: string): Promise<DeletionList> {
    const { job } = this.#entries.find(deletionId);
    if (isSettled(job.record) && !job.acknowledged) {
      job.acknowledged = true;
      this.#entries.changed();
      await this.#deps.store.request('dismiss', { runId: deletionId });
    }
    return this.list();
  }

  /**
   * Removes a deletion from the list once it has a receipt.
   * @throws Failure invalid-input, deletion-running while it is being sent or checked, deletion-not-recorded without a receipt
   */
  async dismiss(deletionId: string): Promise<DeletionList> {
    const entry = this.#entries.find(deletionId);
    if (isRunning(entry.job)) {
      throw runningFailure();
    }
    await this.#entries.endReading(entry);
    await this.#entries.remove(deletionId);
    this.#entries.changed();
    return this.list();
  }

  /** @throws Failure deletion-running while the outcome of a deletion of one of these conversations is not known */
  checkForget(environmentId: string, conversationIds: readonly string[]): void {
    const ids = new Set(conversationIds);
    for (const { job } of this.#entries.all()) {
      const { record } = job;
      if (record.environmentId === environmentId && ids.has(record.conversationId) && !isSettled(record)) {
        throw unsettledFailure();
      }
    }
  }

  /** Removes the settled deletions of conversations that users forget; the others are still needed to find their outcome. */
  async forget(environmentId: string, conversationIds: readonly string[]): Promise<void> {
    const ids = new Set(conversationIds);
    for (const { job } of this.#entries.all()) {
      const { record } = job;
      if (record.environmentId === environmentId && ids.has(record.conversationId) && isSettled(record)) {
        await this.#entries.remove(record.deletionId);
      }
    }
    this.#entries.changed();
  }

  /** Called when an environment's settings or key changed: checks that were blocked may succeed now. */
  environmentChanged(environmentId: string): void {
    for (const { job } of this.#entries.all()) {
      const isBlocked = job.failure !== undefined && job.stoppedAt === undefined;
      if (isBlocked && job.record.environmentId === environmentId) {
        this.check(job.record.deletionId);
      }
    }
  }

  /** Sends nothing from now on. The runs end their reads themselves. */
  close(): void {
    this.#closing.abort();
  }

  /** Continues with what an earlier session has sent. */
  async #reopen(stored: StoredRun, found: StoredItem): Promise<void> {
    const { runs, store, now } = this.#deps;
    const { runId } = stored;
    let item = found;
    if (found.state === 'sending') {
      const closed = { answer: 'unknown', failedBy: 'closed', answeredAt: now() } as const;
      item = itemAfter(found, 'answered', { record: { ...found.record, ...closed } });
      await store.apply([{ item }]);
    }
    const job = newJob(recordOf(stored, item));
    const run = await runs.add(stored, { isInterrupted: true, watch: this.#entries.watch(runId) });
    this.#entries.add(runId, { job, run, item });
    job.isChecking = !isSettled(job.record);
    if (item.state === 'done' && job.isChecking) {
      await run.check(item);
    }
  }

  async #send(
    preview: KeptPreview,
    item: NewItem,
    { moment, signal, why }: { moment: number; signal: AbortSignal; why: Why },
  ): Promise<DeletionView> {
    const { store, runs, now, actor } = this.#deps;
    const stored = this.#runOf(preview, why);
    const { runId } = stored;
    const checkSendable = () => this.#checkSendable(preview, signal);
    checkSendable();
    const texts = { actor, ...omitUndefined({ ticket: why.ticket }) };
    await store.request('create', { run: stored, texts, items: [item] }).catch((error: unknown) => {
      throw singleNotRecorded(error);
    });
    const [first] = await store.request('itemsOf', { runId });
    if (first === undefined) {
      throw new Error('The deletion was not recorded.');
    }
    const job = newJob(recordOf(stored, first));
    const sent = Promise.withResolvers<DeletionView>();
    sent.promise.catch(() => undefined);
    let entry: Entry | undefined;
    const followed = this.#entries.watch(runId);
    const watch = {
      ...followed,
      checkSendable,
      sent: () => {
        if (entry === undefined) {
          throw new Error('The deletion has no run yet.');
        }
        job.record = { ...job.record, sentAt: isoTime(now()) };
        this.#entries.add(runId, entry);
        this.#entries.replaceEarlier(job);
        sent.resolve(viewOf(job));
        this.#entries.changed();
      },
      notSent: (error: unknown) => {
        followed.notSent?.(error);
        sent.reject(error ?? cancelledFailure());
      },
    };
    const cancel = () => sent.reject(cancelledFailure());
    const either = AbortSignal.any([signal, this.#closing.signal]);
    either.addEventListener('abort', cancel, { once: true });
    const run = await runs.add(stored, { previewedAt: moment, watch });
    entry = { job, run, item: first };
    try {
      return await sent.promise;
    } catch (error) {
      await this.#withdraw(run);
      throw beforeSending(singleNotRecorded(error));
    } finally {
      either.removeEventListener('abort', cancel);
    }
  }

  /** Ends a run of which nothing was sent. On a full disk that is done at the next start. */
  async #withdraw(run: Run): Promise<void> {
    const { runId } = run.stored;
    try {
      await run.cancel();
      await this.#deps.store.request('dismiss', { runId });
    } catch (error) {
      this.#deps.report(error);
    }
    this.#deps.runs.remove(runId);
  }

  /** Checks everything that may have changed since the preview. @throws Failure: nothing may be sent */
  #checkSendable({ environmentId, settings }: KeptPreview, signal: AbortSignal): void {
    if (signal.aborted || this.#closing.signal.aborted) {
      throw cancelledFailure();
    }
    this.#deps.checkSelected(environmentId);
    const { baseUrl, name, kind } = this.#deps.settings(environmentId);
    if (baseUrl !== settings.baseUrl) {
      throw addressChanged();
    }
    if (name !== settings.name || kind !== settings.kind) {
      throw settingsChanged();
    }
  }

  /** Enters a deletion that was not sent in the register: as a run that ended with its only conversation left out. */
  #notSent(preview: KeptPreview, why: Why, reason: string): void {
    const { store, actor, report } = this.#deps;
    const run: StoredRun = { ...this.#runOf(preview, why), state: 'done' };
    const unsent = [{ conversationId: preview.conversationId, reason }];
    store
      .request('create', {
        run,
        texts: { actor, ...omitUndefined({ ticket: why.ticket }) },
        items: [],
        unsent,
      })
      .then(() => store.request('dismiss', { runId: run.runId }))
      .catch(report);
  }

  #runOf({ environmentId, settings, mode }: KeptPreview, { reason = 'other' }: Why): StoredRun {
    return {
      runId: this.#deps.newId(),
      environmentId,
      environmentName: settings.name,
      environmentKind: settings.kind,
      baseUrl: settings.baseUrl,
      mode,
      reason,
      createdAt: this.#deps.now(),
      state: 'open',
      pace: { concurrency: 1, stopAfter: 1 },
      isSingle: true,
    };
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
