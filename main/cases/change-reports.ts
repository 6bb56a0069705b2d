/** How often the same environment is reported, in milliseconds. */
const everyMs = 250;

/** Reports changes at once, then at most once in a while, so that a run over thousands of cases does not flood the windows. */
export class ChangeReports {
  readonly #report: (environmentId: string) => void;
  /** The timer of each environment reported a short while ago, and whether it changed since. */
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
