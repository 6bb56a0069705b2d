import { randomUUID } from 'node:crypto';
import { Failure } from '../failure.ts';

/** How many results are kept; each window shows one list at a time, and going back needs the one before. */
const maxResults = 12;

interface Result {
  environmentId: string;
  /** Row ids in their order. */
  ids: Int32Array;
}

/** The order of rows that the last few queries gave, so that the pages of one query agree with each other. */
export class Results {
  /** A Map keeps the order of insertion: the first is the oldest. */
  readonly #kept = new Map<string, Result>();

  keep(environmentId: string, ids: Int32Array): string {
    const resultId = randomUUID();
    this.#kept.set(resultId, { environmentId, ids });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxResults) {
        break;
      }
      this.#kept.delete(oldest);
    }
    return resultId;
  }

  /** @throws Failure result-expired */
  ids(environmentId: string, resultId: string): Int32Array {
    const result = this.#kept.get(resultId);
    if (result === undefined || result.environmentId !== environmentId) {
      throw new Failure({
        code: 'result-expired',
        message: 'This list is no longer available: only the last few are kept.',
        hint: 'Filter or sort again.',
        retryable: true,
      });
    }
    // Used again: it counts as new.
    this.#kept.delete(resultId);
    this.#kept.set(resultId, result);
    return result.ids;
  }

  clear(): void {
    this.#kept.clear();
  }
}
