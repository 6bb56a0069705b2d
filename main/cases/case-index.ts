import type { DatabaseSync } from 'node:sqlite';
import type {
  CaseDetails,
  CaseFilter,
  CaseQueryResult,
  CaseRow,
  CaseSort,
  DayStarts,
  Finding,
} from '../../preload/contract/cases.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { Sealer } from '../store/sealing.ts';
import { inTransaction } from '../store/sqlite-file.ts';
import { CaseQueries } from './case-queries.ts';
import { CaseRecorder, type Recorded, type RecordedReading } from './case-recorder.ts';
import { CaseRows } from './case-rows.ts';
import { Labels } from './labels.ts';
import { Readings } from './readings.ts';
import { Results } from './results.ts';

/** The console's index of conversations, over one open database. */
export class CaseIndex {
  readonly #database: DatabaseSync;
  readonly #results = new Results();
  readonly #labels: Labels;
  readonly #rows: CaseRows;
  readonly #readings: Readings;
  readonly #recorder: CaseRecorder;
  readonly #queries: CaseQueries;

  /** @param lookupKey the key of the hashes by which sealed values are found */
  constructor(database: DatabaseSync, sealer: Sealer, lookupKey: Uint8Array) {
    this.#database = database;
    this.#labels = new Labels(database, sealer, lookupKey);
    this.#rows = new CaseRows(database, sealer, this.#labels);
    this.#readings = new Readings(database, sealer, lookupKey);
    this.#recorder = new CaseRecorder(database, sealer, lookupKey, this.#rows, this.#readings);
    this.#queries = new CaseQueries(database, lookupKey, this.#rows, this.#labels, this.#results);
  }

  record(reading: RecordedReading): Recorded {
    return inTransaction(this.#database, () => this.#recorder.record(reading));
  }

  count(environmentId: string): number {
    return this.#queries.count(environmentId, {});
  }

  query(environmentId: string, filter: CaseFilter, sort: CaseSort, dayStarts: DayStarts): CaseQueryResult {
    return this.#queries.query(environmentId, filter, sort, dayStarts);
  }

  /** @throws Failure result-expired */
  rows(environmentId: string, resultId: string, from: number, count: number): (CaseRow | null)[] {
    const ids = this.#results.ids(environmentId, resultId).subarray(from, from + count);
    return Array.from(ids, (id) => {
      const stored = this.#rows.findById(id);
      return stored === undefined ? null : this.#rows.view(stored);
    });
  }

  /** @throws Failure result-expired */
  position(environmentId: string, resultId: string, conversationId: string): number | undefined {
    const ids = this.#results.ids(environmentId, resultId);
    const stored = this.#rows.find(environmentId, conversationId);
    const index = stored === undefined ? -1 : ids.indexOf(stored.id);
    return index < 0 ? undefined : index;
  }

  get(environmentId: string, conversationId: string): CaseDetails | undefined {
    const stored = this.#rows.find(environmentId, conversationId);
    if (stored === undefined) {
      return undefined;
    }
    const comment = this.#rows.commentOf(stored);
    return {
      row: this.#rows.view(stored),
      findings: JSON.parse(stored.findings) as Finding[],
      ...(comment === undefined ? {} : { comment }),
      notes: [],
      history: [],
      seenBefore: this.#queries.seenBefore(stored),
      reads: this.#readings.list(stored.id),
    };
  }

  reading(
    environmentId: string,
    conversationId: string,
    readId: number,
  ): { at: number; conversation: Conversation } | undefined {
    const stored = this.#rows.find(environmentId, conversationId);
    return stored && this.#readings.read(stored.id, { environmentId, conversationId }, readId);
  }
}
