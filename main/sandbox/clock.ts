/** Milliseconds since the epoch. */
export type Millis = number;

/**
 * The sandbox's time: the system's, plus the time it was moved forward. A scheduled task runs when its time comes by
 * itself, or while the clock is moved past it.
 */
export type Clock = ReturnType<typeof movableClock>;

interface Entry {
  at: Millis;
  owner: object;
  task: () => Promise<void>;
}

const maxTimer = 2 ** 31 - 1;

/** Returns a clock that can be moved forward. `wall` is the system's clock. */
export function movableClock(wall: () => Millis = Date.now) {
  let offset = 0;
  let entries: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let moving = false;
  let turn: Promise<unknown> = Promise.resolve();
  const running = new Set<Promise<void>>();

  const now = () => wall() + offset;

  const take = (until: Millis): Entry | undefined => {
    const [first] = entries;
    if (first === undefined || first.at > until) {
      return undefined;
    }
    entries = entries.slice(1);
    return first;
  };

  const runDue = () => {
    if (moving) {
      return;
    }
    for (let entry = take(now()); entry !== undefined; entry = take(now())) {
      const run: Promise<void> = entry.task().finally(() => running.delete(run));
      running.add(run);
    }
    arm();
  };

  const arm = () => {
    clearTimeout(timer);
    const [next] = entries;
    if (moving || next === undefined) {
      return;
    }
    timer = setTimeout(runDue, Math.min(Math.max(next.at - now(), 0), maxTimer)).unref();
  };

  const settle = async () => {
    runDue();
    while (running.size > 0) {
      await Promise.all(running);
      runDue();
    }
  };

  const move = async (by: Millis): Promise<number> => {
    await settle();
    const target = now() + by;
    let ran = 0;
    moving = true;
    try {
      for (let entry = take(target); entry !== undefined; entry = take(target)) {
        offset += Math.max(0, entry.at - now());
        await entry.task();
        ran += 1;
      }
      offset += Math.max(0, target - now());
    } finally {
      moving = false;
      arm();
    }
    return ran;
  };

  return {
    now,
    /** Runs `task` at the given time, or at once when that is past. `owner` is what `cancel` is given. */
    schedule(at: Millis, owner: object, task: () => Promise<void>): void {
      const index = entries.findIndex((entry) => entry.at > at);
      entries = entries.toSpliced(index < 0 ? entries.length : index, 0, { at, owner, task });
      arm();
    },
    /** Cancels what is still scheduled for `owner`. */
    cancel(owner: object): void {
      entries = entries.filter((entry) => entry.owner !== owner);
      arm();
    },
    /** Moves forward, running every task due until then in order and waiting for each. Returns how many ran. */
    advance(by: Millis): Promise<number> {
      const end = turn.then(() => move(by));
      turn = end.catch(() => undefined);
      return end;
    },
    /** Resolves when nothing that is due is still running. */
    settled: settle,
    /** Returns to the system's time, with nothing scheduled. */
    reset(): void {
      offset = 0;
      entries = [];
      arm();
    },
  };
}
