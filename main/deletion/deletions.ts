import type { DeletionList, DeletionView } from '../../preload/contract/deletion.ts';
import { errorCode } from '../../preload/contract/envelope.ts';
import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { cancelledFailure, Failure } from '../failure.ts';
import { isoTime } from '../iso-time.ts';
import type { ServiceClient, Services } from '../service/port.ts';
import type { DeletionFile } from './deletion-file.ts';
import { type Job, viewOf } from './job.ts';
import { type KeptPreview, outdated } from './previews.ts';
import { type DeletionRecord, isSettled } from './record.ts';
import { expect, failureProves, holdsData, needsPerson, proofOf, subscriptionIsActive } from './rules.ts';

/** Pauses before each read that looks for the effect, in milliseconds: ten minutes in all, since a service may take its time. */
export const checkPausesMs: readonly number[] = [
  0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 120_000, 120_000, 180_000,
];
/** The most deletions that may be unsettled at once, and the most settled ones kept in the list of a session. */
const maxUnsettled = 200;
const maxSettled = 50;

export interface DeletionsDeps {
  services: Services;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /** @throws Failure environment-switched unless this environment is the selected one */
  checkSelected(environmentId: string): void;
  file: Pick<DeletionFile, 'read' | 'write' | 'idle'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  newId(): string;
  /** Takes secrets out of what the service answered: it is kept on disk and goes to every window. */
  redact<T>(value: T): T;
  /** Hears the whole list at each change. */
  publish(list: DeletionList): void;
  /** Hears of defects. */
  report(error: unknown): void;
}

/**
 * The deletions that were sent (interface 4.3): each is recorded on disk, sent once, and its conversation read until it is
 * proved what became of it. They belong to main and to the environment in which they were begun, not to a view.
 */
export class Deletions {
  readonly #deps: DeletionsDeps;
  readonly #jobs = new Map<string, Job>();
  /** Conversations whose deletion is being started, by environment and id. */
  readonly #starting = new Set<string>();
  /** Recorded, or being recorded, and not sent yet. */
  readonly #recorded = new Set<DeletionRecord>();
  readonly #closed = new AbortController();
  #problem: Failure | undefined;

  constructor(deps: DeletionsDeps) {
    this.#deps = deps;
  }

  /** Takes up what earlier sessions left unsettled; called once. */
  async resume(): Promise<void> {
    const { records, problem } = await this.#deps.file.read();
    this.#problem = problem;
    for (const record of records) {
      const job: Job = { record, checking: undefined, reads: 0, acknowledged: false };
      if (record.outcome === undefined) {
        job.record = { ...record, outcome: 'unknown', failedBy: 'closed', answeredAt: this.#time() };
      }
      this.#jobs.set(record.deletionId, job);
      this.#startChecking(job);
    }
    this.#changed();
  }

  list(): DeletionList {
    const deletions = [...this.#jobs.values()].map(viewOf).reverse();
    return { deletions, ...(this.#problem ? { problem: this.#problem.view() } : {}) };
  }

  /**
   * Reads the conversation once more, records the deletion and sends it. Resolves when it is being sent; until then `signal`
   * and a switch of the environment stop it, and afterwards nothing does.
   *
   * @throws Failure deletion-running, preview-outdated, environment-switched, deletion-not-recorded, or why it cannot be read;
   * nothing was sent then
   */
  async start(preview: KeptPreview, signal: AbortSignal): Promise<DeletionView> {
    const { environmentId, conversationId } = preview;
    const key = JSON.stringify([environmentId, conversationId]);
    if (this.#starting.has(key) || this.#running(environmentId, conversationId)) throw runningFailure();
    this.#starting.add(key);
    try {
      const record = await this.#recordOf(preview, signal);
      this.#recorded.add(record);
      try {
        await this.#deps.file.write(this.#kept());
        return viewOf(this.#send(record, preview, signal));
      } catch (error) {
        this.#recorded.delete(record);
        await this.#writeLater();
        throw error;
      }
    } finally {
      this.#starting.delete(key);
    }
  }

  /** Checks one that is not settled, at once and then with growing pauses. @throws Failure invalid-input */
  check(deletionId: string): DeletionView {
    const job = this.#find(deletionId);
    this.#startChecking(job);
    return viewOf(job);
  }

  /** @throws Failure invalid-input */
  stopChecking(deletionId: string): DeletionView {
    const job = this.#find(deletionId);
    if (job.checking) {
      job.stoppedAt = this.#time();
      job.checking.abort();
      job.checking = undefined;
      this.#changed();
    }
    return viewOf(job);
  }

  /** @throws Failure invalid-input */
  async acknowledge(deletionId: string): Promise<DeletionList> {
    const job = this.#find(deletionId);
    if (isSettled(job.record) && !job.acknowledged) {
      job.acknowledged = true;
      this.#changed();
      await this.#writeLater();
    }
    return this.list();
  }

  /** @throws Failure invalid-input, deletion-running while it is being sent or checked */
  async dismiss(deletionId: string): Promise<DeletionList> {
    const job = this.#find(deletionId);
    if (isRunning(job)) throw runningFailure();
    this.#jobs.delete(deletionId);
    this.#changed();
    await this.#writeLater();
    return this.list();
  }

  /** An environment was changed or its key entered: what could not be checked in it may be checkable now. */
  environmentChanged(environmentId: string): void {
    for (const job of this.#jobs.values()) {
      const isBlocked = job.failure !== undefined && job.stoppedAt === undefined;
      if (job.record.environmentId === environmentId && isBlocked && !job.checking) this.#startChecking(job);
    }
  }

  /** Ends all checking; what is on disk stays as it is for the next start. */
  async close(): Promise<void> {
    this.#closed.abort();
    for (const { checking } of this.#jobs.values()) checking?.abort();
    await this.#deps.file.idle();
  }

  async #recordOf(preview: KeptPreview, signal: AbortSignal): Promise<DeletionRecord> {
    const { environmentId, conversationId, mode, settings } = preview;
    const unsettled = [...this.#jobs.values()].filter(({ record }) => !isSettled(record));
    if (unsettled.length >= maxUnsettled) {
      throw new Failure({
        code: 'deletion-running',
        message: `Nothing was sent: ${maxUnsettled} deletions are not settled yet.`,
        hint: 'Check or dismiss some of them first.',
      });
    }
    const { value } = await this.#client(environmentId, settings.baseUrl).readConversation(conversationId, {
      signal,
    });
    refuseChanged(preview, value.status, subscriptionIsActive(value));
    return {
      deletionId: this.#deps.newId(),
      environmentId,
      baseUrl: settings.baseUrl,
      conversationId,
      mode,
      hadData: holdsData(value),
      sentAt: this.#time(),
    };
  }

  /** The last look at everything that may have changed while it was read and recorded; then the one request. */
  #send(record: DeletionRecord, preview: KeptPreview, signal: AbortSignal): Job {
    if (signal.aborted || this.#closed.signal.aborted) throw cancelledFailure();
    this.#deps.checkSelected(record.environmentId);
    const client = this.#client(record.environmentId, record.baseUrl);
    if (this.#deps.settings(record.environmentId).name !== preview.settings.name) throw settingsChanged();
    const job: Job = { record, checking: undefined, reads: 0, acknowledged: false };
    this.#supersede(record);
    this.#recorded.delete(record);
    this.#jobs.set(record.deletionId, job);
    void this.#await(job, client);
    this.#changed();
    return job;
  }

  /** The DELETE and its answer. It is never given a signal: once it was sent, its answer must be heard. */
  async #await(job: Job, client: ServiceClient): Promise<void> {
    try {
      const { status, requestId } = await client.deleteConversation(
        job.record.conversationId,
        job.record.mode,
      );
      this.#answered(job, { outcome: 'accepted', httpStatus: status, requestId });
    } catch (error) {
      if (!(error instanceof Failure)) this.#deps.report(error);
      this.#answered(job, answerOf(error));
      if (error instanceof Failure && job.record.outcome === 'not-done')
        job.failure = this.#deps.redact(error.view());
    }
    if (this.#closed.signal.aborted) return;
    this.#startChecking(job);
    this.#changed();
    await this.#writeLater();
  }

  #answered(job: Job, answer: Answer): void {
    const known = Object.entries(this.#deps.redact(answer)).filter(([, value]) => value !== undefined);
    const at = this.#time();
    job.record = { ...job.record, answeredAt: at, ...Object.fromEntries(known) };
    if (isSettled(job.record)) job.record.settledAt = at;
  }

  #startChecking(job: Job): void {
    if (job.checking || isSettled(job.record) || job.record.outcome === undefined) return;
    const checking = new AbortController();
    job.checking = checking;
    delete job.stoppedAt;
    this.#changed();
    this.#check(job, checking.signal)
      .catch((error: unknown) => {
        if (!checking.signal.aborted) this.#deps.report(error);
      })
      .finally(() => {
        if (job.checking !== checking) return;
        job.checking = undefined;
        delete job.nextReadAt;
        if (!this.#closed.signal.aborted) this.#changed();
      });
  }

  async #check(job: Job, signal: AbortSignal): Promise<void> {
    for (const ms of checkPausesMs) {
      if (ms > 0) {
        job.nextReadAt = isoTime(this.#deps.now() + ms);
        this.#changed();
        await this.#deps.sleep(ms, signal);
      }
      const failure = await this.#readOnce(job, signal);
      signal.throwIfAborted();
      if (isSettled(job.record)) {
        await this.#writeLater();
        return;
      }
      if (failure && needsPerson(failure)) return;
    }
  }

  /** Reads once and notes what it proves; the failure where it could not be read. */
  async #readOnce(job: Job, signal: AbortSignal): Promise<Failure | undefined> {
    const { environmentId, baseUrl, conversationId, mode, hadData } = job.record;
    let proof: ReturnType<typeof proofOf> = 'none';
    let failed: Failure | undefined;
    try {
      const client = this.#client(environmentId, baseUrl);
      const { value, notes } = await client.readConversation(conversationId, { signal });
      const doubts = [...notes.flags, ...notes.cuts, ...notes.duplicates];
      proof = proofOf(mode, hadData, value, doubts.length === 0);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (failureProves(mode, error)) proof = 'confirmed';
      else failed = error;
    }
    signal.throwIfAborted();
    job.reads += 1;
    job.lastReadAt = this.#time();
    delete job.failure;
    if (failed) job.failure = this.#deps.redact(failed.view());
    if (proof !== 'none') job.record = { ...job.record, outcome: proof, settledAt: this.#time() };
    return failed;
  }

  /** The client of the very service the deletion was begun at. @throws Failure environment-not-found */
  #client(environmentId: string, baseUrl: string): ServiceClient {
    if (this.#deps.settings(environmentId).baseUrl !== baseUrl) throw addressChanged();
    return this.#deps.services.client(environmentId);
  }

  #running(environmentId: string, conversationId: string): boolean {
    return this.#of(environmentId, conversationId).some(isRunning);
  }

  /** A new request for the conversation takes the place of earlier ones. */
  #supersede({ environmentId, conversationId }: DeletionRecord): void {
    for (const { record } of this.#of(environmentId, conversationId)) this.#jobs.delete(record.deletionId);
  }

  #of(environmentId: string, conversationId: string): Job[] {
    return [...this.#jobs.values()].filter(
      ({ record }) => record.environmentId === environmentId && record.conversationId === conversationId,
    );
  }

  #find(deletionId: string): Job {
    const job = this.#jobs.get(deletionId);
    if (job) return job;
    throw new Failure({ code: 'invalid-input', message: 'This deletion is not in the list any more.' });
  }

  #changed(): void {
    const settled = [...this.#jobs.values()].filter(({ record }) => isSettled(record));
    for (const { record } of settled.slice(0, -maxSettled)) this.#jobs.delete(record.deletionId);
    if (!this.#closed.signal.aborted) this.#deps.publish(this.list());
  }

  /** What is kept on disk: all that is not settled, and what has settled unseen. */
  #kept(): DeletionRecord[] {
    const sent = [...this.#jobs.values()].filter(({ acknowledged }) => !acknowledged);
    return [...sent.map(({ record }) => record), ...this.#recorded];
  }

  /** What was sent is on disk already; that its answer could not be written is no reason to hide the answer. */
  async #writeLater(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    await this.#deps.file.write(this.#kept()).catch((error: unknown) => this.#deps.report(error));
  }

  #time(): string {
    return isoTime(this.#deps.now());
  }
}

type Answer = Pick<DeletionRecord, 'outcome' | 'httpStatus' | 'failedBy' | 'statusDetail' | 'requestId'> & {
  requestId?: string | undefined;
};

function isRunning({ record, checking }: Job): boolean {
  return record.outcome === undefined || checking !== undefined;
}

/** What a failed DELETE says. Only a failure that proves it says that nothing was done. */
function answerOf(error: unknown): Answer {
  if (!(error instanceof Failure)) return { outcome: 'unknown', failedBy: 'internal' };
  const { httpStatus, statusDetail, behind } = error.details ?? {};
  const facts = {
    requestId: error.requestId,
    ...(typeof httpStatus === 'number' ? { httpStatus } : {}),
    ...(typeof statusDetail === 'string' ? { statusDetail } : {}),
  };
  if (error.code === 'conflict') return { outcome: 'refused', ...facts };
  if (error.code !== 'outcome-unknown') return { outcome: 'not-done', failedBy: error.code, ...facts };
  const code = errorCode.safeParse(behind);
  return { outcome: 'unknown', failedBy: code.success ? code.data : 'outcome-unknown', ...facts };
}

function refuseChanged(preview: KeptPreview, status: string | undefined, subscriptionActive: boolean): void {
  if (status === preview.status && subscriptionActive === preview.subscriptionActive) return;
  const before = expect(preview.mode, preview.status, preview.subscriptionActive);
  const now = expect(preview.mode, status, subscriptionActive);
  if (before.statusDetail !== undefined && before.statusDetail === now.statusDetail) return;
  if (status !== preview.status) throw outdated(`the conversation is ${status ?? 'without a status'} now`);
  throw outdated(`AML monitoring is ${subscriptionActive ? 'active' : 'not active'} now`);
}

function settingsChanged(): Failure {
  return outdated('the settings of the environment were changed');
}

function addressChanged(): Failure {
  return new Failure({
    code: 'environment-not-found',
    message:
      'The environment has another base address than when this was begun, so nothing was read or sent.',
    hint: 'Set the former base address again, or look the conversation up where it was made.',
  });
}

function runningFailure(): Failure {
  return new Failure({
    code: 'deletion-running',
    message: 'A deletion of this conversation is already under way.',
    hint: 'Wait until it is settled, or stop checking it first.',
  });
}
