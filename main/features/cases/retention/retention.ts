import { isoTime } from '../../../common/iso-time.ts';
import type { Act } from '../index/case-list.ts';
import { type IndexConnection, maintenanceMs } from '../index/index-connection.ts';

/** The delay before the first sweep and between sweeps, in milliseconds. */
const firstAfterMs = 10_000;
const everyMs = 3_600_000;
/** The time after the last forgetting when large files are rewritten, in milliseconds: that holds the list for seconds. */
const rewriteAfterMs = 15_000;

/** Cases deleted per request, so that other requests are answered in between. */
const sweptAtOnce = 500;

export interface RetentionDeps {
  index: IndexConnection;
  dataDir: string;
  environmentIds(): readonly string[];
  /** Returns the current time and user. */
  act(): Act;
  /** Called with the cases that were deleted, or of which only the decision is left. */
  onForgotten(environmentId: string, conversationIds: readonly string[]): void;
  report(error: unknown): void;
}

/** Forgets old cases shortly after the start and then every hour, in slices, copies the list once a day, and rewrites files, until closed. */
export class Retention {
  readonly #deps: RetentionDeps;
  #timer: NodeJS.Timeout;
  #rewriteTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The time before which nothing is forgotten by age, since the clock jumped ahead. */
  #heldUntil: number | undefined;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
    this.#timer = this.#later(firstAfterMs);
  }

  /** Removes forgotten bytes from large files when nothing more was forgotten for a while. */
  rewriteSoon(): void {
    clearTimeout(this.#rewriteTimer);
    if (!this.#isClosed) {
      this.#rewriteTimer = setTimeout(() => void this.#rewrite(), rewriteAfterMs).unref();
    }
  }

  notices(): string[] {
    return this.#heldUntil === undefined
      ? []
      : [
          `By this computer’s clock the console was last used more than 7 days ago. If the clock is wrong, set it: cases are not removed by age before ${isoTime(this.#heldUntil)}.`,
        ];
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#rewriteTimer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#run(), ms).unref();
  }

  /** Forgets some of the cases older than their environment keeps them. Returns true if there are more. */
  async #sweep(): Promise<boolean> {
    const { index, dataDir: directory, act, environmentIds, onForgotten } = this.#deps;
    await index.ready();
    if (!index.isOpen) {
      return false;
    }
    const input = { environmentIds: environmentIds(), max: sweptAtOnce, ...act() };
    const { cases, more, heldUntil } = await index.request('sweep', input, { timeoutMs: maintenanceMs });
    this.#heldUntil = heldUntil;
    for (const { environmentId, conversationIds } of cases) {
      onForgotten(environmentId, conversationIds);
    }
    if (!more && index.indexId !== undefined) {
      await index.request('copyDaily', { directory, at: act().at }, { timeoutMs: maintenanceMs });
    }
    return more;
  }

  /** Removes the bytes of forgotten cases from large files. */
  async #rewrite(): Promise<void> {
    const { index } = this.#deps;
    try {
      await index.ready();
      if (index.isOpen && (await index.request('rewrite', {}, { timeoutMs: maintenanceMs }))) {
        this.rewriteSoon();
      }
    } catch (error) {
      this.#deps.report(error);
    }
  }

  async #run(): Promise<void> {
    let more = false;
    try {
      more = await this.#sweep();
    } catch (error) {
      this.#deps.report(error);
    }
    if (!more) {
      // Includes bytes that an earlier session left.
      this.rewriteSoon();
    }
    if (!this.#isClosed) {
      this.#timer = this.#later(more ? 0 : everyMs);
    }
  }
}
