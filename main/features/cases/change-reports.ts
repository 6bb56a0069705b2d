/** The shortest time between two reports of the same environment, in milliseconds. */
const everyMs = 250;
/** The most cases that a report names. */
const maxNamed = 200;

/** @param conversationIds the cases that may be different now; undefined for any */
export type ReportChange = (environmentId: string, conversationIds: string[] | undefined) => void;

/** The changes since the last report: some cases, or any. */
type Changes = Set<string> | 'any';

/** Reports changes immediately, then at intervals, so that a run over thousands of cases does not flood the windows. */
export class ChangeReports {
  readonly #report: ReportChange;
  /** Per environment reported recently: the timer, and what changed again since. */
  readonly #recent = new Map<string, { timer: NodeJS.Timeout; changes: Changes }>();

  constructor(report: ReportChange) {
    this.#report = report;
  }

  /** @param conversationIds the cases that changed; any without them */
  changed(environmentId: string, conversationIds?: readonly string[]): void {
    if (conversationIds?.length === 0) {
      return;
    }
    const recent = this.#recent.get(environmentId);
    if (recent !== undefined) {
      recent.changes = unionOf(recent.changes, conversationIds);
      return;
    }
    this.#report(environmentId, conversationIds && [...conversationIds]);
    const timer = setTimeout(() => this.#send(environmentId), everyMs);
    timer.unref();
    this.#recent.set(environmentId, { timer, changes: new Set() });
  }

  close(): void {
    for (const { timer } of this.#recent.values()) {
      clearTimeout(timer);
    }
    this.#recent.clear();
  }

  #send(environmentId: string): void {
    const changes = this.#recent.get(environmentId)?.changes ?? new Set();
    this.#recent.delete(environmentId);
    this.changed(environmentId, changes === 'any' ? undefined : [...changes]);
  }
}

function unionOf(changes: Changes, conversationIds: readonly string[] | undefined): Changes {
  if (changes === 'any' || conversationIds === undefined) {
    return 'any';
  }
  const all = new Set([...changes, ...conversationIds]);
  return all.size > maxNamed ? 'any' : all;
}

/** Requests that change no case. */
const withoutCases: ReadonlySet<string> = new Set([
  'addReadings',
  'saveQueue',
  'moveQueue',
  'reviewInQueue',
  'saveSentCreation',
  'saveMessages',
  'replaceMessage',
  'settleCreation',
  'saveErasureRequest',
  'removeErasureRequest',
]);

/** Returns the cases that a request changed, as its reply names them; undefined for any. */
export function changedCases(request: string, output: unknown): readonly string[] | undefined {
  if (withoutCases.has(request)) {
    return [];
  }
  return typeof output === 'object' && output !== null && 'touched' in output
    ? (output.touched as readonly string[] | undefined)
    : undefined;
}
