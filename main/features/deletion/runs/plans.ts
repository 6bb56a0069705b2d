import { missedAfterMs } from '../../../../preload/contract/deletion-runs.ts';
import type { RunsDeps } from './deps.ts';
import type { Run } from './running/run.ts';

export interface PlansDeps extends Pick<RunsDeps, 'now' | 'later' | 'log'> {
  /** The runs of which some may be planned. */
  runs(): Iterable<Run>;
  changed(): void;
}

/** The longest time between two looks at the clock, which may be set or stand still while the computer sleeps. */
const lookEveryMs = 20_000;

/** Begins planned runs at their time. One whose time has passed by more than a moment waits for a user. */
export class Plans {
  readonly #deps: PlansDeps;
  #stopTimer: () => void = () => undefined;

  constructor(deps: PlansDeps) {
    this.#deps = deps;
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
      left.push(ms > 0 ? ms : lookEveryMs);
      if (ms <= 0 && ms >= -missedAfterMs) {
        run.resume().catch(log);
      }
    }
    if (left.length > 0) {
      // A run may have become missed, or be planned again after the clock was set.
      changed();
      this.#stopTimer = later(Math.min(...left, lookEveryMs), () => this.watch());
    }
  }

  close(): void {
    this.#stopTimer();
  }
}
