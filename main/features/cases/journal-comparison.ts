import type { JournalProblem } from '../../../preload/contract/journal.ts';
import type { Send } from '../../common/workers/request-worker.ts';
import type { Comparison, IndexRequests } from './index/index-service.ts';

const unfinishedText =
  'The list is still being compared with the journal: until that is done, counts, filters and sorting may use decisions, states and labels that another program changed. A case is compared before it is opened or shown.';

export interface JournalComparisonDeps {
  request: Send<IndexRequests>;
  /** Called with an environment whose cases were corrected, or whose list is no longer being compared. */
  changed(environmentId: string): void;
  log(error: unknown): void;
}

/** Compares the list with the journal, and then prepares its search, in turns with other requests. */
export class JournalComparison {
  readonly #deps: JournalComparisonDeps;
  /** Problems of entries of the journal. */
  entries: readonly JournalProblem[] = [];
  #running = 0;
  /** Environments whose window says that the comparison is not finished. */
  readonly #informedEnvironments = new Set<string>();

  constructor(deps: JournalComparisonDeps) {
    this.#deps = deps;
  }

  /** Resolves when all is compared. */
  async run(): Promise<void> {
    this.#running += 1;
    try {
      while (!this.#isDone(await this.#deps.request('compare', {}))) {
        // In turns, so that others are answered in between.
      }
      for (const environmentId of this.#informedEnvironments) {
        this.#deps.changed(environmentId);
      }
      this.#informedEnvironments.clear();
      while (!(await this.#deps.request('prepareSearch', {}))) {
        // As above.
      }
    } catch (error) {
      this.#deps.log(error);
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Returns notices for as long as not everything is compared. After another program wrote to a file, all is compared again.
   * @param comparison the progress now
   */
  notices(environmentId: string, comparison: Comparison): string[] {
    if (this.#isDone(comparison)) {
      return [];
    }
    this.#informedEnvironments.add(environmentId);
    if (this.#running === 0) {
      void this.run();
    }
    return [unfinishedText];
  }

  #isDone({ isDone, corrected, entries }: Comparison): boolean {
    this.entries = entries;
    for (const environmentId of corrected) {
      this.#deps.changed(environmentId);
    }
    return isDone;
  }
}
