import type {
  CaseDetails,
  CaseFilter,
  CaseMatch,
  CaseQueryResult,
  CaseQueue,
  CaseRow,
  CaseSettings,
  CaseSort,
  CaseView,
  DayStarts,
  OwnReason,
} from '../../preload/contract/cases.ts';
import type { JournalReport } from '../../preload/contract/journal.ts';
import type { ReadingPace } from '../../preload/contract/reading.ts';
import type { DraftEntry, EntryDetails, EntryKind } from '../journal/entry.ts';
import type { ExportedEntry } from '../journal/journal-store.ts';
import type { FileCopy } from '../store/file-copies.ts';
import type { SealingKey } from '../store/sealing.ts';
import type { Selection, WatchedCase } from './case-index.ts';
import type { Recorded, RecordedReading } from './case-recorder.ts';
import type { Act } from './opened-index.ts';
import type { QueuedReading, ReadingOutcome, RunChange, StoredRun } from './reading/reading-queue.ts';
import type { KeptReading } from './readings.ts';
import type { ViewContent } from './views.ts';

interface InEnvironment {
  environmentId: string;
}
interface Target extends InEnvironment {
  conversationId: string;
}
interface Selected extends InEnvironment {
  selection: Selection;
}

/** How the index is to be opened. */
export type OpenIndex = Act &
  (
    | { storage: 'memory' }
    | {
        storage: 'disk';
        directory: string;
        /** Names the index in the keychain. */
        indexId: string;
        /** The first seals, all open. */
        keys: [SealingKey, ...SealingKey[]];
        /** Something in the files could not be read: read all of them. */
        check?: boolean;
      }
  );

/** What main asks of the worker that holds the index. Answers come when what was written is on disk. */
export interface IndexRequests {
  /** The id of the index kept in a directory; undefined where there is none yet. @throws Failure settings-newer */
  identify(input: { directory: string }): { indexId: string | undefined };
  /** Opens the index; one in memory is then merged into it. Answers what people should know. @throws Failure settings-newer */
  open(input: OpenIndex): { notices: string[] };
  /** Closes the files, so that nothing is left beside them. */
  close(input: Record<string, never>): void;

  count(input: InEnvironment): number;
  query(input: InEnvironment & { filter: CaseFilter; sort: CaseSort; dayStarts: DayStarts }): CaseQueryResult;
  /** @throws Failure result-expired */
  rows(input: InEnvironment & { resultId: string; from: number; count: number }): (CaseRow | null)[];
  /** @throws Failure result-expired */
  position(input: Target & { resultId: string }): number | undefined;
  get(input: Target): CaseDetails | undefined;
  reading(input: Target & { readId: number }): KeptReading | undefined;
  /** The conversations opened last, newest first. */
  recent(
    input: InEnvironment & { most: number },
  ): { conversationId: string; openedAt: number; status?: string }[];
  search(input: InEnvironment & { text: string; most: number }): CaseMatch[];
  labels(input: InEnvironment): { name: string; count: number }[];
  /** The conversation ids of a selection that are known. @throws Failure result-expired */
  selected(input: Selected): string[];
  /** The rows of those that are known. */
  rowsOf(input: InEnvironment & { conversationIds: readonly string[] }): CaseRow[];

  /** Updates a case with what was just read. */
  record(input: RecordedReading & { actor: string }): Recorded;
  /** Adds cases of which only the ids are known. Answers how many were new. */
  add(input: InEnvironment & { conversationIds: readonly string[]; at: number }): number;
  /** The service no longer has it (410). Answers whether the case is known and was not gone before. */
  markGone(input: Target & { at: number }): boolean;
  /** Enters something about each selected case in the journal and applies it. Answers how many cases that were. @throws Failure limit-exceeded */
  act(input: Selected & Act & { entries: readonly { kind: EntryKind; details: EntryDetails }[] }): number;
  /** Enters something in the journal and applies it. */
  append(input: { drafts: readonly DraftEntry[] }): void;
  /** Removes every trace. Answers how many cases that were. */
  forget(input: Selected & Act): number;
  /** As `forget`, for all of an environment, known or not. */
  forgetEnvironment(input: InEnvironment & Act): number;
  /** Forgets cases older than their environment keeps them, at most so many. Answers which, and whether there are more. */
  sweep(input: Act & { environmentIds: readonly string[]; most: number }): {
    cases: { environmentId: string; conversationIds: string[] }[];
    more: boolean;
  };

  /** Adds conversations to the reading run of an environment. Answers how many are to be read that were not before. */
  addReadings(
    input: InEnvironment & { conversationIds: readonly string[]; pace: ReadingPace; at: number },
  ): number;
  readingRuns(input: Record<string, never>): StoredRun[];
  nextReadings(input: InEnvironment & { after: number; count: number }): QueuedReading[];
  failedReadings(
    input: InEnvironment & { from: number; count: number },
  ): { conversationId: string; code: string }[];
  /** Records what was read, and takes it out of the run, in one transaction. */
  finishReadings(input: InEnvironment & Act & { outcomes: readonly ReadingOutcome[] }): {
    added: number;
    changed: number;
    gone: number;
  };
  changeRun(input: InEnvironment & { change: RunChange }): void;
  /** The cases that are watched, of all environments. */
  watched(input: Record<string, never>): WatchedCase[];

  /** Copies of the list beside it, newest first. */
  copies(input: { directory: string }): Omit<FileCopy, 'path'>[];
  /** Puts a copy in place of the list and closes the index. @throws Failure file-unreadable */
  restore(input: { directory: string; name: string; at: number }): void;
  /**
   * Seals values with the current key, at most so many; false when all are. @throws Failure not-supported-here where the open index
   * is another, or its current key is: the other keys must then be kept
   */
  reseal(input: { most: number; indexId: string; keyId: string }): boolean;

  verifyJournal(input: Record<string, never>): JournalReport;
  /** Entries behind one, in their order, with their hashes. */
  journalPage(input: { after: number; most: number }): ExportedEntry[];

  counts(input: InEnvironment & { filters: readonly CaseFilter[] }): number[];
  queue(input: InEnvironment): CaseQueue | undefined;
  /** Undefined ends it. */
  saveQueue(input: InEnvironment & { queue: CaseQueue | undefined }): void;

  views(input: InEnvironment): CaseView[];
  /** @throws Failure limit-exceeded, invalid-input */
  saveView(
    input: InEnvironment & { view: ViewContent & { id?: string | undefined }; before?: string | undefined },
  ): CaseView[];
  deleteView(input: InEnvironment & { viewId: string }): CaseView[];
  settings(input: InEnvironment): CaseSettings;
  saveSettings(
    input: InEnvironment &
      Act & { retentionDays?: number | null | undefined; reasons?: OwnReason[] | undefined },
  ): CaseSettings;
}
