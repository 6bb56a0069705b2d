import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { ServiceClient, Services } from '../../service/port.ts';
import { addressChanged } from './failures.ts';
import type { Job } from './job.ts';
import type { JobList } from './job-list.ts';
import { isDigestOf } from './login-digest.ts';
import { readEffect } from './read-effect.ts';
import { type DeletionRecord, isSettled } from './record.ts';
import { endsReading, type Proof } from './rules.ts';

/** Pauses before each read that checks the effect, in milliseconds; ten minutes in all. */
export const checkPausesMs: readonly number[] = [
  0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 120_000, 120_000, 180_000,
];

export interface EffectCheckerDeps {
  services: Services;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after this many milliseconds; rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Removes secrets from the service's response, which is stored and sent to every window. */
  redact<T>(value: T): T;
  /**
   * Called when a deletion is settled by a read, before that is recorded; so it is called again if the console is closed between the
   * two. Also called when no further read follows and nothing is proved. `read` is the result of the last one (the status, or the code
   * of the failure) and its time (ISO 8601); undefined if there was none.
   */
  ended?(record: DeletionRecord, read: { found: string; at: string } | undefined): Promise<void>;
  /** Receives defects. */
  report(error: unknown): void;
}

/** Reads the conversations of sent deletions until their effect is proved. */
export class EffectChecker {
  readonly #deps: EffectCheckerDeps;
  readonly #jobs: JobList;

  constructor(deps: EffectCheckerDeps, jobs: JobList) {
    this.#deps = deps;
    this.#jobs = jobs;
  }

  /** Returns the client of the service that the deletion was started at. @throws Failure environment-not-found */
  client(environmentId: string, baseUrl: string): ServiceClient {
    if (this.#deps.settings(environmentId).baseUrl !== baseUrl) {
      throw addressChanged();
    }
    return this.#deps.services.client(environmentId);
  }

  /** Checks now, then at growing intervals; does nothing where it is settled, not answered yet, or already being checked. */
  start(job: Job): void {
    if (job.checking || isSettled(job.record) || job.record.outcome === undefined) {
      return;
    }
    const checking = new AbortController();
    job.checking = checking;
    delete job.stoppedAt;
    this.#jobs.changed();
    this.#check(job, checking.signal)
      .catch((error: unknown) => {
        if (!checking.signal.aborted) {
          this.#deps.report(error);
        }
      })
      .finally(() => {
        if (job.checking !== checking) {
          return;
        }
        job.checking = undefined;
        delete job.nextReadAt;
        this.#jobs.changed();
      });
  }

  /** Stops the check at the user's request. */
  stop(job: Job): void {
    if (!job.checking) {
      return;
    }
    job.stoppedAt = isoTime(this.#deps.now());
    job.checking.abort();
    job.checking = undefined;
    this.#jobs.changed();
  }

  async #check(job: Job, signal: AbortSignal): Promise<void> {
    for (const ms of checkPausesMs) {
      if (ms > 0) {
        job.nextReadAt = isoTime(this.#deps.now() + ms);
        this.#jobs.changed();
        await this.#deps.sleep(ms, signal);
      }
      const failure = await this.#readOnce(job, signal);
      if (isSettled(job.record)) {
        return this.#jobs.write();
      }
      if (failure && endsReading(failure)) {
        return;
      }
    }
    await this.giveUp(job).catch((error: unknown) => this.#deps.report(error));
  }

  /**
   * Records the known facts when no further read follows, although they prove nothing.
   * @throws Failure if it cannot be recorded
   */
  async giveUp({ record, found, lastReadAt }: Job): Promise<void> {
    if (record.outcome !== 'accepted' && record.outcome !== 'unknown') {
      return;
    }
    const read = found && lastReadAt ? { found, at: lastReadAt } : undefined;
    await this.#deps.ended?.(record, read);
  }

  /** Reads once and records what it proves; returns the failure when it cannot be read. */
  async #readOnce(job: Job, signal: AbortSignal): Promise<Failure | undefined> {
    const { environmentId, baseUrl } = job.record;
    let proof: Proof = 'none';
    let failed: Failure | undefined;
    let found = '';
    try {
      const client = this.client(environmentId, baseUrl);
      const sent = { ...job.record, isSender: (login: string | undefined) => isSender(job, login) };
      const effect = await readEffect(client, sent, { signal });
      proof = effect.proof;
      failed = effect.failure;
      found = effect.found;
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      failed = error;
    }
    signal.throwIfAborted();
    job.reads += 1;
    job.lastReadAt = isoTime(this.#deps.now());
    job.found = found;
    delete job.failure;
    if (proof !== 'none') {
      const settled: DeletionRecord = { ...job.record, outcome: proof, settledAt: job.lastReadAt };
      try {
        await this.#deps.ended?.(settled, { found, at: job.lastReadAt });
        job.record = settled;
      } catch (error) {
        // A deletion that has no receipt is not settled: it is checked again.
        if (!(error instanceof Failure)) {
          throw error;
        }
        failed = error;
      }
    }
    if (failed) {
      job.failure = this.#deps.redact(failed.view());
    }
    return failed;
  }
}

/** Returns whether the DELETE was sent with this login. */
async function isSender({ record }: Job, login: string | undefined): Promise<boolean> {
  return (
    record.loginDigest !== undefined && login !== undefined && (await isDigestOf(record.loginDigest, login))
  );
}
