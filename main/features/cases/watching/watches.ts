import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { isFinalVerdict } from '../../../../preload/wording/verdict.ts';
import { Failure } from '../../../common/failure.ts';
import { noticeOf } from '../../../common/notice.ts';
import { keyOf, type Target } from '../../../common/target.ts';
import { absenceOf, classifyFailure, isRefusal } from '../../../service/classify-failure.ts';
import type { Services } from '../../../service/port.ts';
import { readTarget } from '../../../service/read-target.ts';
import type { CaseStore } from '../case-store.ts';
import type { WatchedCase } from '../index/case-index.ts';

export interface WatchesDeps {
  cases: Pick<CaseStore, 'request' | 'write' | 'record' | 'act'>;
  services: Services;
  /** Milliseconds on a clock that never goes back. */
  elapsed(): number;
  /** Called with the number of watched cases that became final. */
  onFinal(count: number): void;
  /** Called with the number of watched cases that changed after they were decided. */
  onChanged(count: number): void;
  /** Called when watching a case ended because the service has no such conversation. */
  onNotFound(): void;
  /** Called when reading the watched cases of an environment was paused or goes on. */
  onPause(environmentId: string): void;
  log(error: unknown): void;
  /** Milliseconds between two reads of a case: the first time, and at most. */
  pauses?: { first: number; max: number };
}

const usualPauses = { first: 2000, max: 600_000 };
/** The factor by which the pause grows after a read without changes. */
const growth = 1.6;
/** Concurrent reads over all environments. */
const concurrency = 4;
/** Cases that become final or change within this many milliseconds share one notification. */
const noticeWithin = 1000;

interface Watch extends Target {
  dueAt: number;
  pauseMs: number;
  isRunning: boolean;
  /** True if it changed since it was decided, and that was recorded. */
  sinceDecided: boolean;
}

interface Hold {
  until: number;
  pauseMs: number;
  /** The reason, where a user has to change something first. */
  reason?: string;
}

/** Reads watched cases at growing intervals until they are final. The index stores which cases are watched. */
export class Watches {
  readonly #deps: WatchesDeps;
  readonly #pauses: { first: number; max: number };
  readonly #watches = new Map<string, Watch>();
  /** Environments whose service cannot be read for now: until when, and the length of the pause. */
  readonly #holds = new Map<string, Hold>();
  readonly #end = new AbortController();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #notice = noticeOf(() => this.#notify(), noticeWithin);
  #becameFinal = 0;
  #changed = 0;
  #syncing: Promise<void> | undefined;
  #isStale = false;

  constructor(deps: WatchesDeps) {
    this.#deps = deps;
    this.#pauses = deps.pauses ?? usualPauses;
  }

  /** Called when cases of an environment changed: those named, or any. */
  async changed(environmentId: string, conversationIds: readonly string[] | undefined): Promise<void> {
    if (
      conversationIds?.some((conversationId) =>
        this.#watches.has(keyOf({ environmentId, conversationId })),
      ) ??
      true
    ) {
      await this.sync();
    }
  }

  /** Loads the watched cases from the index. Call it at the start, and when other cases are watched. */
  async sync(): Promise<void> {
    this.#isStale = true;
    this.#syncing ??= this.#syncAll().finally(() => {
      this.#syncing = undefined;
    });
    await this.#syncing;
  }

  /** Called when the settings or keys of one or all environments changed: their cases are read again when due. */
  release(environmentId?: string): void {
    for (const heldId of environmentId === undefined ? [...this.#holds.keys()] : [environmentId]) {
      this.#resume(heldId);
    }
    this.#next();
  }

  /** Returns notices about watching in an environment. */
  notices(environmentId: string): string[] {
    const reason = this.#holds.get(environmentId)?.reason;
    return reason === undefined
      ? []
      : [
          `Watched cases are not being read. ${reason} They are tried again every 10 minutes, and when the settings or keys change.`,
        ];
  }

  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
    this.#notice.close();
    this.#watches.clear();
  }

  async #syncAll(): Promise<void> {
    while (this.#isStale && !this.#end.signal.aborted) {
      this.#isStale = false;
      const cases = await this.#deps.cases.request('watched', {});
      const present = new Set<string>();
      for (const one of cases) {
        const key = keyOf(one);
        const watch = this.#watches.get(key);
        const isChange = watch !== undefined && one.sinceDecided && !watch.sinceDecided;
        if (watch !== undefined) {
          watch.sinceDecided = one.sinceDecided;
        }
        if (isChange) {
          this.#changed++;
          this.#notice.soon();
        }
        if (isFinalVerdict(one.verdict)) {
          await this.#finish(one, watch !== undefined && !isChange);
          continue;
        }
        present.add(key);
        if (watch === undefined) {
          this.#watches.set(key, {
            environmentId: one.environmentId,
            conversationId: one.conversationId,
            dueAt: this.#deps.elapsed() + this.#pauses.first,
            pauseMs: this.#pauses.first,
            isRunning: false,
            sinceDecided: one.sinceDecided,
          });
        }
      }
      for (const key of this.#watches.keys()) {
        if (!present.has(key)) {
          this.#watches.delete(key);
        }
      }
    }
    this.#next();
  }

  /** Ends the watch of a case that is final. */
  async #finish({ environmentId, conversationId }: WatchedCase, wasWaitedFor: boolean): Promise<void> {
    this.#watches.delete(keyOf({ environmentId, conversationId }));
    try {
      await this.#deps.cases.act(environmentId, { ids: [conversationId] }, [
        { kind: 'watched', details: { watched: false, final: true } },
      ]);
    } catch (error) {
      // It was forgotten meanwhile.
      if (error instanceof Failure && error.code === 'invalid-input') {
        return;
      }
      throw error;
    }
    if (wasWaitedFor) {
      this.#becameFinal++;
      this.#notice.soon();
    }
  }

  #notify(): void {
    const final = this.#becameFinal;
    const changes = this.#changed;
    this.#becameFinal = 0;
    this.#changed = 0;
    if (changes > 0) {
      this.#deps.onChanged(changes);
    }
    if (final > 0) {
      this.#deps.onFinal(final);
    }
  }

  /** Starts the reads that are due and sets a timer for the next one. */
  #next(): void {
    clearTimeout(this.#timer);
    if (this.#end.signal.aborted) {
      return;
    }
    const now = this.#deps.elapsed();
    let earliest = Number.POSITIVE_INFINITY;
    for (const watch of this.#watches.values()) {
      if (watch.isRunning) {
        continue;
      }
      const dueAt = Math.max(watch.dueAt, this.#holds.get(watch.environmentId)?.until ?? 0);
      if (dueAt <= now && this.#running < concurrency) {
        void this.#readCase(watch);
      } else {
        earliest = Math.min(earliest, dueAt);
      }
    }
    if (earliest < Number.POSITIVE_INFINITY && this.#running < concurrency) {
      this.#timer = setTimeout(() => this.#next(), Math.max(1, Math.ceil(earliest - now)));
      this.#timer.unref();
    }
  }

  async #readCase(watch: Watch): Promise<void> {
    const { environmentId, conversationId } = watch;
    watch.isRunning = true;
    this.#running++;
    try {
      const isChanged = await this.#readOnce(environmentId, conversationId);
      this.#resume(environmentId);
      watch.pauseMs = isChanged ? this.#pauses.first : this.#longer(watch.pauseMs);
      if (isChanged) {
        await this.sync();
      }
    } catch (error) {
      this.#handleFailure(watch, error);
    } finally {
      watch.isRunning = false;
      watch.dueAt = this.#deps.elapsed() + watch.pauseMs;
      this.#running--;
      this.#next();
    }
  }

  async #readOnce(environmentId: string, conversationId: string): Promise<boolean> {
    const { cases, services } = this.#deps;
    const { signal } = this.#end;
    const options = { signal, withoutRetry: true };
    const { value, notes } = await readTarget(services.client(environmentId), conversationId, options);
    // The watch was ended, or the case deleted, during the read.
    if (!this.#watches.has(keyOf({ environmentId, conversationId }))) {
      return false;
    }
    const reading = { readingId: '', environmentId, conversation: value, notes };
    const effect = await cases.record(reading, conversationId, false);
    return effect.changed || effect.isNew;
  }

  #handleFailure(watch: Watch, error: unknown): void {
    const failureKind = classifyFailure(error);
    const { environmentId, conversationId } = watch;
    if (failureKind.kind === 'gone') {
      this.#deps.cases
        .write('markAbsent', { environmentId, conversationId, absence: 'gone' })
        .then(() => this.sync())
        .catch(this.#deps.log);
    } else if (failureKind.kind === 'failed' && failureKind.code === 'not-found') {
      this.#endNotFound(watch);
      const absence = absenceOf(error);
      if (absence !== undefined) {
        this.#deps.cases
          .write('markAbsent', { environmentId, conversationId, absence })
          .catch(this.#deps.log);
      }
    } else if (failureKind.kind === 'wait' || failureKind.kind === 'pause' || isRefusal(error)) {
      // If a user has to change something first, such as a key, more reads could lock the account.
      const requestedMs = failureKind.kind === 'wait' ? failureKind.afterMs : this.#pauses.max;
      const before = this.#holds.get(environmentId);
      const pauseMs =
        requestedMs ?? (before === undefined ? this.#pauses.first : this.#longer(before.pauseMs));
      const reason = failureKind.kind !== 'wait' && error instanceof Failure ? error.message : undefined;
      this.#holds.set(environmentId, {
        until: this.#deps.elapsed() + pauseMs,
        pauseMs,
        ...omitUndefined({ reason }),
      });
      if (reason !== before?.reason) {
        this.#deps.onPause(environmentId);
      }
      // It was not read, so its own pause stays.
      return;
    } else if (failureKind.kind === 'failed' && failureKind.code === 'internal') {
      this.#deps.log(error);
    }
    watch.pauseMs = this.#longer(watch.pauseMs);
  }

  /** Ends the watch of a conversation that the service does not know, and records the reason in the history. */
  #endNotFound({ environmentId, conversationId }: Watch): void {
    this.#watches.delete(keyOf({ environmentId, conversationId }));
    this.#deps.cases
      .act(environmentId, { ids: [conversationId] }, [
        { kind: 'watched', details: { watched: false, reason: 'not-found' } },
      ])
      .then(() => this.#deps.onNotFound())
      .catch(this.#deps.log);
  }

  #resume(environmentId: string): void {
    const reason = this.#holds.get(environmentId)?.reason;
    this.#holds.delete(environmentId);
    if (reason !== undefined) {
      this.#deps.onPause(environmentId);
    }
  }

  #longer(pauseMs: number): number {
    return Math.min(this.#pauses.max, pauseMs * growth);
  }
}
