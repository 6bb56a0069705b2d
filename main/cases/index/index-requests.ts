import type { CallbackRow } from '../../../preload/contract/callbacks.ts';
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
  RetentionPeriods,
} from '../../../preload/contract/cases.ts';
import type { JournalHead, JournalProblem, JournalReport } from '../../../preload/contract/journal.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import type { ReadingPace } from '../../../preload/contract/reading.ts';
import type { DatabaseVerificationInfo } from '../../../preload/contract/service/database-verification.ts';
import type { DraftEntry, EntryDetails, EntryKind } from '../../journal/entry.ts';
import type { ExportedEntry, JournaledReceipt } from '../../journal/journal-store.ts';
import type { CallbackContent, NewCallback } from '../../new-callback.ts';
import type { FileCopy } from '../../store/file-copies.ts';
import type { SealingKey } from '../../store/sealing.ts';
import type { CheckedFiles, Recorded, RecordedReading } from '../case-recorder.ts';
import type { CallbackQuery } from '../kept-callbacks.ts';
import type { QueuedReading, ReadingOutcome, RunChange, StoredRun } from '../reading/reading-queue.ts';
import type { KeptReading } from '../readings.ts';
import type { SweepRequest, SweepResult } from '../retention/sweep.ts';
import type { SweptCases } from '../retention/swept.ts';
import type { SentCreation } from '../sent-creations.ts';
import type { ViewContent } from '../views.ts';
import type { RecognisedText, Selection, WatchedCase } from './case-index.ts';
import type { Act } from './opened-index.ts';

interface InEnvironment {
  environmentId: string;
}
interface Target extends InEnvironment {
  conversationId: string;
}
interface Selected extends InEnvironment {
  selection: Selection;
}

/** How to open the index. */
export type OpenIndex = Act &
  (
    | { storage: 'memory' }
    | {
        storage: 'disk';
        directory: string;
        /** Names the index in the keychain. */
        indexId: string;
        /** The first key seals; all of them decrypt. */
        keys: [SealingKey, ...SealingKey[]];
        /** Set after a read error: check the files completely. */
        check?: boolean;
        /** The end of the journal as the keychain has it. */
        kept?: JournalHead | undefined;
      }
  );

/** The requests to the worker that holds the index. A response means that all writes are on disk. */
export interface IndexRequests {
  /**
   * The id of the index in a directory; undefined if there is none yet.
   * @throws Failure settings-newer
   */
  identify(input: { directory: string }): { indexId: string | undefined };
  /**
   * Opens the index in place of the one that is open. Returns notices for the user. Where the files cannot be written, opens copies
   * of them in memory and says why.
   * @throws Failure settings-newer
   */
  open(input: OpenIndex): {
    notices: string[];
    /** Set while the journal does not end where it should and no person has confirmed that. */
    cut?: string | undefined;
    /** Why the files cannot be written. */
    unwritable?: string;
  };
  /** Closes the files, which also removes SQLite's log files. */
  close(input?: Record<string, never>): void;

  count(input: InEnvironment): number;
  query(input: InEnvironment & { filter: CaseFilter; sort: CaseSort; dayStarts: DayStarts }): CaseQueryResult;
  /** @throws Failure result-expired */
  rows(input: InEnvironment & { resultId: string; from: number; count: number }): (CaseRow | null)[];
  /** @throws Failure result-expired */
  position(input: Target & { resultId: string }): number | undefined;
  get(input: Target): CaseDetails | undefined;
  reading(input: Target & { readId: number }): KeptReading | undefined;
  /** The most recently opened conversations, newest first. */
  recent(
    input: InEnvironment & { max: number },
  ): { conversationId: string; openedAt: number; status?: string }[];
  search(input: InEnvironment & { text: string; max: number }): CaseMatch[];
  /**
   * What texts are that the environment has no conversation of: user keys with their conversations, or conversations of one of the `other`
   * environments. The rest is left out.
   */
  recognise(input: InEnvironment & { texts: readonly string[]; others: readonly string[] }): RecognisedText[];
  labels(input: InEnvironment): { name: string; count: number }[];
  /**
   * The known conversation ids of a selection.
   * @throws Failure result-expired
   */
  selected(input: Selected): string[];
  /**
   * The number of cases of a selection that have no final results.
   * @throws Failure result-expired
   */
  countUnfinal(input: Selected): number;
  /** The rows of the given ids; unknown ids are left out. */
  rowsOf(
    input: InEnvironment & {
      conversationIds: readonly string[];
      /** All findings that are kept instead of the ones a list shows. */
      everyFinding?: boolean;
    },
  ): CaseRow[];

  /** Updates a case with a new reading. */
  record(input: RecordedReading & { actor: string }): Recorded;
  /** Updates a case with what the databases returned (interface 4.8); only codes are stored. True if the case is now different. */
  recordSources(input: Target & { info: DatabaseVerificationInfo }): boolean;
  /** Stores which files of a case are not what they claim to be. True if the case is now different. */
  recordFiles(input: Target & { checked: CheckedFiles }): boolean;
  /** Adds cases by their ids alone. Returns the number of new ones. */
  add(input: InEnvironment & { conversationIds: readonly string[]; at: number }): number;
  /** Marks a conversation that the service no longer has (410). Returns true if the case is known and was not marked before. */
  markGone(input: Target & { at: number }): boolean;
  /**
   * Writes entries about each selected case to the journal and applies them. Returns the number of cases.
   * @throws Failure limit-exceeded
   */
  act(input: Selected & Act & { entries: readonly { kind: EntryKind; details: EntryDetails }[] }): number;
  /** Writes entries to the journal and applies them. */
  append(input: { drafts: readonly DraftEntry[] }): void;
  /** Removes every trace; `hasMore`: others follow at once, and the bytes are removed with the last. Returns the number of cases. */
  forget(input: Selected & Act & { hasMore?: boolean }): number;
  /** Like `forget`, for some conversations of an environment, known or not, and all else of it. True where there are more. */
  forgetEnvironment(input: InEnvironment & Act): boolean;
  /** Marks an environment in the list on disk while that cannot be opened: it is forgotten once it is. */
  markForgotten(input: InEnvironment & { directory: string }): void;
  /** Removes the bytes of deleted rows from large files, too. True where that is still to be done, since another process reads them. */
  rewrite(input?: Record<string, never>): boolean;
  isRewriteDue(input?: Record<string, never>): boolean;
  /** Forgets cases older than their environment keeps them, up to a limit. */
  sweep(input: SweepRequest): SweepResult;
  /** What the next sweep would delete with these periods, and how many older cases it would leave. */
  retentionPreview(
    input: InEnvironment & { retentionDays: number; decisionDays: number | null; at: number },
  ): OperationOutput<'cases.retentionPreview'>;
  /** Cases that retention deleted in the last days. */
  recentlySwept(input: InEnvironment & { at: number }): SweptCases | undefined;

  /** Adds conversations to the reading run of an environment. Returns the number that were not queued before. */
  addReadings(
    input: InEnvironment & { conversationIds: readonly string[]; pace: ReadingPace; at: number },
  ): number;
  readingRuns(input?: Record<string, never>): StoredRun[];
  nextReadings(input: InEnvironment & { after: number; count: number }): QueuedReading[];
  failedReadings(
    input: InEnvironment & { from: number; count: number },
  ): { conversationId: string; code: string }[];
  /** Records readings and removes them from the run, in one transaction. */
  finishReadings(input: InEnvironment & Act & { outcomes: readonly ReadingOutcome[] }): {
    added: number;
    changed: number;
    gone: number;
  };
  changeRun(input: InEnvironment & { change: RunChange }): void;
  /** The watched cases of all environments. */
  watched(input?: Record<string, never>): WatchedCase[];

  /** The backups of the list, newest first. */
  copies(input: { directory: string }): Omit<FileCopy, 'path'>[];
  /** Copies the list; returns the name of the copy. */
  backUp(input: { directory: string; at: number }): string;
  /** @throws Failure file-unreadable where there is no such copy */
  removeCopy(input: { directory: string; name: string }): void;
  /** How many bytes the files take. */
  storage(input: { directory: string }): { cases: number; journal: number; copies: number };
  /**
   * Replaces the list by a backup and opens it. Returns the environments that had cases before or have cases now.
   * @throws Failure file-unreadable
   */
  restore(input: { directory: string; name: string; at: number }): { environmentIds: string[] };

  /** The last entry of the journal. */
  head(input?: Record<string, never>): JournalHead | undefined;
  /**
   * Goes on comparing the list with the journal, for a moment.
   * @returns whether all cases and entries are compared, the environments in which some cases were corrected, and what is wrong with entries
   */
  compare(input?: Record<string, never>): { isDone: boolean; corrected: string[]; entries: JournalProblem[] };
  /** @param input.kept the end of the journal as the keychain has it */
  verifyJournal(input?: { kept?: JournalHead | undefined }): JournalReport;
  /** @throws Failure changed-outside if something was found after the entry with this number */
  confirmJournal(input: Act & { seq: number }): void;
  /** Why nothing may be signed: the journal does not end where it should, or entries were changed or removed. */
  unsignable(input?: Record<string, never>): string | undefined;
  /** The receipts in the journal after an entry and after the last confirmation, in order. */
  journaledReceipts(input: { after: number; max: number }): JournaledReceipt[];
  lastJournaledReceipt(input?: Record<string, never>): JournaledReceipt | undefined;
  /** A page of entries after a given one, in order, with their hashes. */
  journalPage(input: { after: number; max: number }): ExportedEntry[];

  counts(input: InEnvironment & { filters: readonly CaseFilter[] }): number[];
  queue(input: InEnvironment): CaseQueue | undefined;
  /** Undefined ends the queue. */
  saveQueue(input: InEnvironment & { queue: CaseQueue | undefined }): void;

  /** What is known of a request for a new conversation; `content` is the request as canonical JSON. */
  sentCreation(input: InEnvironment & { content: string }): SentCreation | undefined;
  saveSentCreation(
    input: InEnvironment & { content: string; sent: SentCreation | undefined; at: number },
  ): void;
  /** Those whose outcome is not known, oldest first. */
  unsettledCreations(input: InEnvironment): { id: string; sentAt: number }[];
  settleCreation(input: InEnvironment & { id: string }): void;

  /** Keeps received callbacks and brings the cases of the genuine ones into the list. */
  keepCallbacks(input: InEnvironment & { callbacks: readonly NewCallback[] }): CallbackRow[];
  callbacks(input: InEnvironment & { query: CallbackQuery; from: number; count: number }): {
    total: number;
    rows: CallbackRow[];
  };
  callbackTimeline(input: Target & { max: number }): CallbackRow[];
  callback(
    input: InEnvironment & { id: number },
  ): { row: CallbackRow; content: CallbackContent; body: Uint8Array } | undefined;
  /** Without ids all of the environment. Returns how many. */
  deleteCallbacks(input: InEnvironment & { ids?: readonly number[] | undefined }): number;

  views(input: InEnvironment): CaseView[];
  /** @throws Failure limit-exceeded, invalid-input */
  saveView(
    input: InEnvironment & { view: ViewContent & { id?: string | undefined }; before?: string | undefined },
  ): CaseView[];
  deleteView(input: InEnvironment & { viewId: string }): CaseView[];
  settings(input: InEnvironment): CaseSettings;
  saveSettings(
    input: InEnvironment &
      Act & { retention?: RetentionPeriods | undefined; reasons?: OwnReason[] | undefined },
  ): CaseSettings;
}
