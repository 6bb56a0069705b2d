import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { caseSelection } from '../../../../preload/contract/cases.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { Failure } from '../../../common/failure.ts';

export type Selection = z.output<typeof caseSelection>;

export interface InEnvironment {
  environmentId: string;
}

export interface SelectedCases extends InEnvironment {
  selection: Selection;
}

export type ResultPage = OperationInput<'cases.rows'>;

/** The results kept: each window shows one list, and going back needs the previous one. */
const maxResults = 12;

interface Result {
  environmentId: string;
  /** Row ids in order. */
  ids: Int32Array;
}

/** The row order of the last few queries, so that the pages of one query are consistent. */
export class Results {
  readonly #results = new LRUCache<string, Result>({ max: maxResults });

  keep(environmentId: string, ids: Int32Array): string {
    const resultId = randomUUID();
    this.#results.set(resultId, { environmentId, ids });
    return resultId;
  }

  /** @throws Failure result-expired */
  ids(environmentId: string, resultId: string): Int32Array {
    const result = this.#results.get(resultId);
    if (result === undefined || result.environmentId !== environmentId) {
      throw new Failure({
        code: 'result-expired',
        message: 'This list is no longer available: only the last few are kept.',
        hint: 'Filter or sort again.',
        retryable: true,
      });
    }
    return result.ids;
  }
}
