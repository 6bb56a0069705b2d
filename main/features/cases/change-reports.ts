/** The shortest time between two reports of the same environment, in milliseconds. */
const everyMs = 250;

/** Reports changes immediately, then at intervals, so that a run over thousands of cases does not flood the windows. */
export class ChangeReports {
  readonly #report: (environmentId: string) => void;
  /** Per environment reported recently: the timer, and whether it changed again since. */
  readonly #recent = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(report: (environmentId: string) => void) {
    this.#report = report;
  }

  changed(environmentId: string): void {
    const recent = this.#recent.get(environmentId);
    if (recent !== undefined) {
      recent.again = true;
      return;
    }
    this.#report(environmentId);
    const timer = setTimeout(() => this.#elapsed(environmentId), everyMs);
    timer.unref();
    this.#recent.set(environmentId, { timer, again: false });
  }

  close(): void {
    for (const { timer } of this.#recent.values()) {
      clearTimeout(timer);
    }
    this.#recent.clear();
  }

  #elapsed(environmentId: string): void {
    const again = this.#recent.get(environmentId)?.again ?? false;
    this.#recent.delete(environmentId);
    if (again) {
      this.changed(environmentId);
    }
  }
}
