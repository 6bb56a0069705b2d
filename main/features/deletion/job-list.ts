import type { DeletionList } from '../../../preload/contract/deletion.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import type { DeletionFile } from './deletion-file.ts';
import { runningFailure } from './failures.ts';
import { isRunning, type Job, viewOf } from './job.ts';
import { type DeletionRecord, isSettled } from './record.ts';

/** The most settled deletions kept in the list of a session. */
const maxSettled = 50;

export interface JobListDeps {
  file: Pick<DeletionFile, 'read' | 'write' | 'idle'>;
  /** Receives the whole list at each change. */
  publish(list: DeletionList): void;
  /** Receives defects, and errors of writing the list. */
  report(error: unknown): void;
}

/** The deletions of this session and unsettled ones of earlier sessions: in memory, on disk and published to the windows. */
export class JobList {
  readonly #deps: JobListDeps;
  readonly #jobs = new Map<string, Job>();
  /** Recorded (or being recorded) but not sent yet. */
  readonly #recorded = new Set<DeletionRecord>();
  #problem: Failure | undefined;
  #isClosed = false;

  constructor(deps: JobListDeps) {
    this.#deps = deps;
  }

  /** Reads the deletions of earlier sessions; called once. */
  async read(): Promise<Job[]> {
    const { records, problem } = await this.#deps.file.read();
    this.#problem = problem;
    return records.map((record) => this.add(record));
  }

  view(): DeletionList {
    const deletions = this.all().map(viewOf).reverse();
    return { deletions, ...omitUndefined({ problem: this.#problem?.view() }) };
  }

  all(): Job[] {
    return [...this.#jobs.values()];
  }

  /** @throws Failure invalid-input */
  find(deletionId: string): Job {
    const job = this.#jobs.get(deletionId);
    if (job) {
      return job;
    }
    throw new Failure({ code: 'invalid-input', message: 'This deletion is no longer in the list.' });
  }

  /** Returns the deletions of a conversation, identified by the service's base URL and its id. */
  of(baseUrl: string, conversationId: string): Job[] {
    return this.all().filter(
      ({ record }) => record.baseUrl === baseUrl && record.conversationId === conversationId,
    );
  }

  /** On disk when it resolves; not in the list yet. @throws Failure deletion-not-recorded */
  async record(record: DeletionRecord): Promise<void> {
    this.#recorded.add(record);
    await this.#deps.file.write(this.#kept());
  }

  /** Removes a record whose deletion was not sent. */
  async withdraw(record: DeletionRecord): Promise<void> {
    this.#recorded.delete(record);
    await this.write();
  }

  /**
   * Adds a deletion to the list and removes earlier ones of its conversation. An unsettled one of the other mode stays:
   * it may still be carried out, and is proved by something else.
   */
  add(record: DeletionRecord): Job {
    for (const { record: earlier } of this.of(record.baseUrl, record.conversationId)) {
      const isOfSameEnvironment = earlier.environmentId === record.environmentId;
      if (isOfSameEnvironment && (isSettled(earlier) || earlier.mode === record.mode)) {
        this.#jobs.delete(earlier.deletionId);
      }
    }
    this.#recorded.delete(record);
    const job: Job = { record, checking: undefined, reads: 0, acknowledged: false };
    this.#jobs.set(record.deletionId, job);
    return job;
  }

  /** @throws Failure invalid-input, deletion-running while it is being sent or checked */
  async dismiss(deletionId: string): Promise<void> {
    if (isRunning(this.find(deletionId))) {
      throw runningFailure();
    }
    this.#jobs.delete(deletionId);
    this.changed();
    await this.write();
  }

  /** Removes the settled deletions of conversations. */
  async removeSettled(environmentId: string, conversationIds: ReadonlySet<string>): Promise<void> {
    const removed = this.all().filter(
      ({ record }) =>
        isSettled(record) &&
        record.environmentId === environmentId &&
        conversationIds.has(record.conversationId),
    );
    if (removed.length === 0) {
      return;
    }
    for (const { record } of removed) {
      this.#jobs.delete(record.deletionId);
    }
    this.changed();
    await this.write();
  }

  /** @throws Failure invalid-input */
  async acknowledge(deletionId: string): Promise<void> {
    const job = this.find(deletionId);
    if (!isSettled(job.record) || job.acknowledged) {
      return;
    }
    job.acknowledged = true;
    this.changed();
    await this.write();
  }

  changed(): void {
    const settled = this.all().filter(({ record }) => isSettled(record));
    for (const { record } of settled.slice(0, -maxSettled)) {
      this.#jobs.delete(record.deletionId);
    }
    if (!this.#isClosed) {
      this.#deps.publish(this.view());
    }
  }

  /** Writes the deletions. They are on disk already; a failed write of an outcome is reported and the outcome still shown. */
  async write(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    await this.#deps.file.write(this.#kept()).catch((error: unknown) => this.#deps.report(error));
  }

  /** Closes the list; the file stays unchanged for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#deps.file.idle();
  }

  /** Returns the records kept on disk: everything unsettled, and everything settled but not acknowledged. */
  #kept(): DeletionRecord[] {
    const sent = this.all().filter(({ acknowledged }) => !acknowledged);
    return [...sent.map(({ record }) => record), ...this.#recorded];
  }
}
