import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import { type Job, recordOf } from './job.ts';
import { isSettled } from './record.ts';
import type { RunWatch } from './runs/run-deps.ts';
import type { Run } from './runs/running/run.ts';
import type { Runs } from './runs/runs.ts';
import type { StoredItem } from './runs/store/records.ts';
import type { RunStore } from './runs/store/run-store.ts';

/** The most settled deletions kept in the list of a session. */
const maxSettled = 50;

/** A single deletion in this session. */
export interface Entry {
  job: Job;
  run: Run;
  item: StoredItem;
  /** Ends the reads before anything else is done with it. */
  stopping?: Promise<void>;
  /** True from a user's request to read again until that has begun. */
  isCheckAsked?: boolean;
}

export interface EntriesDeps {
  runs: Pick<Runs, 'remove'>;
  store: Pick<RunStore, 'request'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called at each change of the list. */
  publish(): void;
  /** Receives defects. */
  report(error: unknown): void;
}

/** The single deletions of this session, and those of earlier ones that are not settled or were not shown. */
export class DeletionEntries {
  readonly #deps: EntriesDeps;
  readonly #byId = new Map<string, Entry>();

  constructor(deps: EntriesDeps) {
    this.#deps = deps;
  }

  all(): Entry[] {
    return [...this.#byId.values()];
  }

  add(runId: string, entry: Entry): void {
    this.#byId.set(runId, entry);
  }

  /** Follows the steps of a run, for its view. */
  watch(runId: string): RunWatch {
    return {
      notSent: (error) => {
        const job = this.#byId.get(runId)?.job;
        if (job !== undefined) {
          job.isChecking = false;
          job.failure = error instanceof Failure ? error.view() : undefined;
          this.changed();
        }
      },
      stepped: (before, { item, failure, delayMs }, isBlocked) => {
        const entry = this.#byId.get(runId);
        if (entry === undefined) {
          return;
        }
        const { job } = entry;
        entry.item = item;
        job.record = recordOf(entry.run.stored, item);
        const isReply = before.state === 'waiting';
        if (!isReply && (item.record.foundAt !== before.record.foundAt || failure !== undefined)) {
          job.reads += 1;
          job.lastReadAt = isoTime(this.#deps.now());
        }
        const isShown = failure !== undefined && (!isReply || job.record.outcome === 'not-done');
        job.failure = isShown ? failure.view() : undefined;
        job.nextReadAt = delayMs === undefined ? undefined : isoTime(this.#deps.now() + delayMs);
        const isRead = item.state === 'sent' && !isBlocked && job.stoppedAt === undefined;
        job.isChecking = entry.isCheckAsked === true || isRead;
        this.changed();
      },
    };
  }

  /** Reads for the effect again. */
  async checkAgain(entry: Entry): Promise<void> {
    await entry.stopping?.catch(() => undefined);
    entry.isCheckAsked = false;
    if (entry.item.state === 'done') {
      await entry.run.check(entry.item);
    } else {
      await entry.run.resume();
    }
  }

  /** Ends the reads of a deletion that was sent: its receipt says what is known. */
  endReading(entry: Entry): Promise<void> {
    const { run } = entry;
    entry.stopping = (async () => {
      await entry.stopping?.catch(() => undefined);
      if (entry.item.state !== 'done') {
        await run.cancel({ withoutReads: true });
      }
    })();
    return entry.stopping;
  }

  /** An unsettled one of the other mode stays: it may still be carried out, and is proved by something else. */
  replaceEarlier({ record }: Job): void {
    for (const { job } of this.of(record.baseUrl, record.conversationId)) {
      const { record: earlier } = job;
      const isEarlier =
        earlier.deletionId !== record.deletionId && earlier.environmentId === record.environmentId;
      if (isEarlier && (isSettled(earlier) || earlier.mode === record.mode)) {
        this.remove(earlier.deletionId).catch((error: unknown) => this.#deps.report(error));
      }
    }
  }

  /** Removes a deletion from the list, also for the next start. */
  async remove(runId: string): Promise<void> {
    this.#byId.delete(runId);
    this.#deps.runs.remove(runId);
    await this.#deps.store.request('dismiss', { runId });
  }

  /** Returns the deletions of a conversation, identified by the service's base URL and its id. */
  of(baseUrl: string, conversationId: string): Entry[] {
    return [...this.#byId.values()].filter(
      ({ job: { record } }) => record.baseUrl === baseUrl && record.conversationId === conversationId,
    );
  }

  /** @throws Failure invalid-input */
  find(deletionId: string): Entry {
    const entry = this.#byId.get(deletionId);
    if (entry === undefined) {
      throw new Failure({ code: 'invalid-input', message: 'This deletion is no longer in the list.' });
    }
    return entry;
  }

  /** Publishes the list. */
  changed(): void {
    const settled = [...this.#byId.values()].filter(({ job }) => isSettled(job.record));
    for (const { job } of settled.slice(0, -maxSettled)) {
      this.remove(job.record.deletionId).catch((error: unknown) => this.#deps.report(error));
    }
    this.#deps.publish();
  }
}
