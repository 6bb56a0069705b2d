import { missedAfterMs } from '../../../../preload/contract/deletion-runs.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { RunsDeps } from './deps.ts';
import type { Run } from './running/run.ts';
import { itemAfter } from './running/states.ts';
import { deletedBy, type NewItem, type StoredItem, type StoredRun } from './store/records.ts';

export interface PlansDeps extends Pick<RunsDeps, 'store' | 'early' | 'now' | 'later' | 'log'> {
  /** The runs of which some may be planned. */
  runs(): Iterable<Run>;
  changed(): void;
}

/** The longest time between two looks at the clock, which may be set or stand still while the computer sleeps. */
const lookEveryMs = 20_000;
const itemsAtOnce = 1000;

/** Begins planned runs at their time. One whose time has passed by more than a moment waits for a user. */
export class Plans {
  readonly #deps: PlansDeps;
  readonly #beginning = new Set<Run>();
  #stopTimer: () => void = () => undefined;

  constructor(deps: PlansDeps) {
    this.#deps = deps;
  }

  /**
   * Enters in the journal why data is deleted that must be kept, and for when it is planned. Returns the items, with which of them have such a reason.
   * @throws Failure confirmation-mismatch if a reason is needed and missing
   */
  async enter(run: StoredRun, items: readonly NewItem[], reason: string | undefined): Promise<NewItem[]> {
    const { early } = this.#deps;
    const { runId, environmentId, mode, startsAt } = run;
    const found = new Set(
      mode === 'DELETE_DATA' ? await early.confirm(environmentId, deletedBy(items), reason) : [],
    );
    if (startsAt !== undefined) {
      await early.enterPlan(environmentId, {
        run: runId,
        conversations: items.length,
        startsAt: isoTime(startsAt),
      });
    }
    return items.map((item) =>
      found.has(item.conversationId) ? { ...item, record: { ...item.record, isEarly: true } } : item,
    );
  }

  /** Looks at the clock, now and until no run is planned. */
  watch(): void {
    this.#stopTimer();
    const { runs, now, later, log, changed } = this.#deps;
    const left: number[] = [];
    for (const run of runs()) {
      const { state, startsAt } = run.stored;
      if (state !== 'planned' || startsAt === undefined) {
        continue;
      }
      const ms = startsAt - now();
      if (ms > 0) {
        left.push(ms);
      } else if (ms >= -missedAfterMs && !this.#beginning.has(run)) {
        left.push(lookEveryMs);
        this.begin(run).catch(log);
      } else if (ms < -missedAfterMs) {
        changed();
      }
    }
    if (left.length > 0) {
      this.#stopTimer = later(Math.min(...left, lookEveryMs), () => this.watch());
    }
  }

  /**
   * Begins a planned run. Conversations that since then are kept on purpose or must still be kept are left out: their confirmation did not cover that.
   * All others are read again before their call.
   */
  async begin(run: Run): Promise<void> {
    if (this.#beginning.has(run)) {
      return;
    }
    this.#beginning.add(run);
    try {
      await this.#leaveOut(run);
      if (run.stored.state === 'planned') {
        await run.resume();
      }
    } finally {
      this.#beginning.delete(run);
    }
  }

  close(): void {
    this.#stopTimer();
  }

  async #leaveOut(run: Run): Promise<void> {
    const { store, early } = this.#deps;
    const { runId, environmentId } = run.stored;
    for (let after = 0; ; ) {
      const items = await store.request('next', { runId, state: 'waiting', after, count: itemsAtOnce });
      const last = items.at(-1);
      if (last === undefined) {
        return;
      }
      after = last.itemId;
      const ids = items.filter(isUncovered).map(({ conversationId }) => conversationId);
      const found = new Set(await early.needingReason(environmentId, ids));
      const left = items.filter((item) => isUncovered(item) && found.has(item.conversationId));
      await store.apply(
        left.map((item) => ({
          item: itemAfter(item, 'ended', {
            outcome: 'changed',
            record: { ...item.record, detail: 'kept-since' },
          }),
        })),
      );
    }
  }
}

/** Returns whether data would be deleted for which no reason was given. */
const isUncovered = ({ plan, record }: StoredItem) => plan.includes('DELETE_DATA') && record.isEarly !== true;
