import type { CaseFilter, CaseRow, CaseView } from '../../../../preload/contract/cases.ts';
import type { JournalHead, JournalProblem } from '../../../../preload/contract/journal.ts';
import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import type { NewCallback } from '../../../common/new-callback.ts';
import type { Target } from '../../../common/target.ts';
import { forward } from '../../../common/workers/serve-requests.ts';
import { makeDailyCopy } from '../../../store/file-copies.ts';
import { whyUnwritable } from '../../../store/memory-copy.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import type { TeamSnapshot } from '../../records/journal/team-snapshot.ts';
import { bringsItsCase, recordCallback } from '../callback-cases.ts';
import type { RecordedReading } from '../case-recorder.ts';
import { findStarts, type StartsSource } from '../due/due-starts.ts';
import { exportedCopies } from '../exported-copies.ts';
import { markForgottenIn } from '../retention/forgetting.ts';
import { previewRetention, type RetentionToPreview } from '../retention/preview.ts';
import { Sweep, type SweepRequest, type SweepResult } from '../retention/sweep.ts';
import { recentlySwept } from '../retention/swept.ts';
import {
  actOnCases,
  attachToCase,
  type CaseAct,
  type CaseMarks,
  type CaseUndo,
  type NoteWithFile,
  undoOnCases,
} from './case-acts.ts';
import { detailsOf } from './case-details.ts';
import { casesPath } from './case-file.ts';
import type { Act, CaseList } from './case-list.ts';
import { filesIn, indexIdIn, type OpenIndex, openIndex, openIndexCopy } from './index-file.ts';
import { prepareCopy, replaceByPrepared } from './list-copies.ts';
import type { InEnvironment, ResultPage, SelectedCases } from './results.ts';
import { tryReviews } from './review-draw.ts';
import { type SettingsToSave, saveSettings } from './save-settings.ts';
import { withReviewer } from './seen-before.ts';

/** The time in which a request for a list may compare cases with the journal first, in milliseconds: enough for some thousands. */
const comparedWithinMs = 1500;
/** The same for a request that only compares: others wait for it. */
const comparedInTurnMs = 20;
/** The most unsent entries that are counted. */
const maxCounted = 1000;

interface Conversations extends InEnvironment {
  conversationIds: readonly string[];
}
interface InDirectory {
  directory: string;
}

/** The progress of comparing the list with the journal. */
export interface Comparison {
  /** True if all cases and entries are compared. */
  isDone: boolean;
  /** The environments in which some cases were corrected. */
  corrected: string[];
  /** Problems of entries. */
  entries: JournalProblem[];
}

/**
 * Returns the part that runs in the worker: the open index and its requests, a function for each with one input. A response means that all writes
 * are on disk. Requests about a `selection` or `resultId` throw Failure result-expired.
 */
export function indexService(now: () => number = Date.now) {
  let list: CaseList | undefined;
  let sweep: Sweep | undefined;
  /** The last request to open the index. */
  let request: OpenIndex | undefined;

  function use(): CaseList {
    if (list === undefined) {
      throw new Error('The index is not open.');
    }
    return list;
  }

  /** Returns the index, for what filters, counts or selects cases: after all were compared with the journal, as far as that takes not too long. */
  function comparedIndex(): CaseList {
    const index = use();
    index.integrity.check(comparedWithinMs);
    return index;
  }

  /** Returns the index after some cases were compared with the journal. */
  function comparedCases(environmentId: string, conversationIds: readonly string[]): CaseList {
    const index = use();
    index.integrity.checkCases(environmentId, conversationIds);
    return index;
  }

  const change = <T>(write: () => T): T => use().change(write);

  /**
   * Opens the index in place of the one that is open. Returns notices for the user. Where the files cannot be written, opens copies
   * of them in memory and says why; `cut` is set while the journal does not end where it should and no person has confirmed that.
   * @throws Failure settings-newer
   */
  function open(target: OpenIndex) {
    const { next, ...result } = openAndRecover(target, now);
    const nextSweep = new Sweep(next);
    nextSweep.observeClock(target.at);
    close();
    list = next;
    sweep = nextSweep;
    request = target;
    return { ...result, cut: next.journalCheck.cut?.message };
  }

  /** Closes the files, which also removes SQLite's log files. */
  function close(): void {
    list?.close();
    list = undefined;
  }

  /** Writes entries to the journal and applies them. */
  function append({ drafts }: { drafts: readonly DraftEntry[] }): void {
    if (drafts.length > 0) {
      use().append(drafts);
    }
  }

  /** Goes on comparing the list with the journal, for a moment. */
  function compare(): Comparison {
    const { integrity } = use();
    const isDone = integrity.check(comparedInTurnMs) && integrity.entries.step(comparedInTurnMs);
    return {
      isDone,
      corrected: integrity.takeCorrected(),
      entries: isDone ? integrity.entries.unconfirmedProblems() : [],
    };
  }

  /** Returns entries that the team does not have yet; none about a test case. */
  const unsent = (max: number) => {
    const { journal, testCases } = use();
    return journal.team.unsent.next(max, (target) => testCases.has(target));
  };

  const views = ({ environmentId }: InEnvironment): CaseView[] => use().views.list(environmentId);

  return {
    /** The id of the index in a directory; undefined if there is none yet. @throws Failure settings-newer */
    identify: ({ directory }: InDirectory) => ({ indexId: indexIdIn(directory) }),
    open,
    close,
    append,
    views,
    ...forward(() => use(), ['finishReadings']),
    ...forward(
      () => use().index,
      ['findingKey', 'lastReading', 'position', 'reading', 'recent', 'recognise'],
    ),
    ...forward(() => comparedIndex().index, ['labels', 'selected', 'watched']),
    /** Returns the selected cases that may leave the console: all but test cases. */
    selectedAtService: (cases: SelectedCases) =>
      comparedIndex()
        .index.selected(cases)
        .filter((conversationId) => !use().testCases.has({ ...cases, conversationId })),
    ...forward(() => comparedIndex().index.queries, ['query']),
    ...forward(() => comparedIndex().index.search, ['search']),
    /** Goes on preparing the search of people, for a moment. Returns true when all is done. */
    prepareSearch: () => use().index.search.prepare(comparedInTurnMs),
    ...forward(() => use().index.assessor, ['recordSources', 'recordFiles', 'recordMrz'], change),
    ...forward(() => use(), ['markAbsent'], change),
    ...forward(() => use().queue, ['readingRuns', 'nextReadings', 'failedReadings']),
    ...forward(() => use().queue, ['addReadings', 'changeRun'], change),
    ...forward(
      () => use().callbacks,
      ['callbacks', 'callbackTimeline', 'callback', 'missedCallbacks', 'genuineSince'],
    ),
    ...forward(() => use().callbacks, ['deleteCallbacks'], change),
    ...forward(() => use().messages, ['messages']),
    ...forward(() => use().messages, ['replaceMessage', 'saveMessages'], change),
    ...forward(() => use().testCases, ['testCases']),
    ...forward(() => use().testCases, ['saveTestCase'], change),
    ...forward(() => use().calls, ['earlierCalls']),
    ...forward(() => use().calls, ['keepCalls'], change),
    forgetCalls: ({ environmentId }: InEnvironment) => change(() => use().calls.drop(environmentId)),
    ...forward(
      () => comparedIndex().index.due,
      ['dueSummary', 'dueCounts', 'dueIds', 'dueRows', 'early', 'heldOf'],
    ),
    ...forward(() => use().index.due, ['setDueRule'], change),
    ...forward(() => comparedIndex().reports, ['decisionReport', 'openReport', 'reportedDecisions']),
    ...forward(() => use().journalSearch, ['findEntries', 'entryRows']),
    ...forward(() => use().erasureRequests, ['erasureRequests']),
    ...forward(() => use().erasureRequests, ['saveErasureRequest', 'removeErasureRequest'], change),
    ...forward(() => use(), ['saveTeam', 'leaveTeam', 'keepTeam', 'goBack', 'keepWaiting']),
    team: () => use().journal.team.team,
    teamView: () => {
      const { team } = use().journal;
      return {
        kept: team.team,
        notices: team.notices(),
        waiting: team.waiting(),
        unsent: team.team === undefined ? 0 : unsent(maxCounted).length,
      };
    },
    casesOfTeam: () => use().journal.team.cases(),
    earlierEntries: () => use().journal.team.unsent.earlier(),
    bringEntries: ({ environmentIds }: { environmentIds: readonly string[] }) =>
      use().journal.team.unsent.bring(environmentIds),
    /** Returns whether the last decision on a case is another member's of the team, made since a time, and asks this one nothing. */
    isDecidedByOther({ environmentId, conversationId, since }: Target & { since: number }): boolean {
      const { index, journal } = use();
      if (index.table.find(environmentId, conversationId)?.question === 'mine') {
        return false;
      }
      const last = journal.decisions(environmentId, conversationId).at(-1);
      const { decision, member } = last?.content?.details ?? {};
      const isOthers = decision !== undefined && member !== undefined;
      return last !== undefined && isOthers && journal.team.order.timeOf(last) >= since;
    },
    tryReviews: (input: Parameters<typeof tryReviews>[1]) => tryReviews(comparedIndex(), input),
    teamDigests: ({ after, max }: { after: number; max: number }) => use().journal.team.digests(after, max),
    heldPlaces: ({ seqs }: { seqs: readonly number[] }) => use().journal.team.held(seqs),
    snapshotPart: (input: Parameters<TeamSnapshot['part']>[0]) => use().journal.team.snapshot.part(input),
    unsentEntries: ({ max }: { max: number }) => unsent(max),
    /** Writes entries about each of some cases, which need not be in the list yet. */
    mark: ({ environmentId, marks, at, actor }: CaseMarks) =>
      append({
        drafts: marks.flatMap(({ conversationId, entries }) =>
          entries.map((entry) => ({ ...entry, environmentId, conversationId, at, actor })),
        ),
      }),
    /** Returns the files that this console exported, by conversation. */
    copiesOf: ({ environmentId, conversationIds }: Conversations) =>
      Object.fromEntries(
        conversationIds.map((id) => [
          id,
          exportedCopies(
            use().journal,
            environmentId,
            id,
            use().index.table.find(environmentId, id)?.first_seen_at ?? 0,
          ),
        ]),
      ),
    findStarts: (input: StartsSource) => findStarts(comparedIndex().index, input),
    ...forward(() => use().sentCreations, ['sentCreation', 'unsettledCreations']),
    ...forward(() => use().sentCreations, ['saveSentCreation', 'settleCreation'], change),
    ...forward(() => use().queues, ['queue']),
    ...forward(() => use().queues, ['saveQueue', 'moveQueue', 'reviewInQueue'], change),
    ...forward(() => use().journal, ['head', 'journaledReceipts', 'lastJournaledReceipt', 'journalPage']),

    count: ({ environmentId }: InEnvironment) => use().index.queries.count(environmentId, {}),
    rows(page: ResultPage): (CaseRow | null)[] {
      const { index, integrity, journal } = use();
      integrity.checkCases(page.environmentId, index.namesIn(page));
      return index.rows(page).map((row) => row && withReviewer(row, journal, page.environmentId));
    },
    get: (target: Target) => detailsOf(comparedCases(target.environmentId, [target.conversationId]), target),
    /** Returns whether something was read of a conversation since a time, also that the service has no data of it. */
    isReadSince({ environmentId, conversationId, since }: Target & { since: number }): boolean {
      const row = use().index.table.find(environmentId, conversationId);
      return row?.verdict === 'gone' || Math.max(row?.read_at ?? 0, row?.missing_at ?? 0) > since;
    },
    /** Returns the rows of the given ids with all their findings, or with those that a list shows; unknown ids are left out. */
    rowsOf({ environmentId, conversationIds, everyFinding }: Conversations & { everyFinding?: boolean }) {
      const max = everyFinding ? Number.POSITIVE_INFINITY : undefined;
      return comparedCases(environmentId, conversationIds).index.rowsOf(environmentId, conversationIds, max);
    },
    /** Adds cases by their ids alone. Returns the number of new ones. */
    add: ({ conversationIds, ...where }: Conversations & { at: number }) =>
      change(() => {
        const { index } = use();
        return conversationIds.filter((id) => index.add(where.environmentId, id, where.at)).length;
      }),
    /** Updates a case with a new reading. `touched`: the cases whose details may be different now; undefined for many. */
    record(reading: RecordedReading & { actor: string }) {
      const { environmentId, conversationId } = reading;
      const effect = use().record(reading);
      return { ...effect, touched: use().index.touchedBy(environmentId, [conversationId]) };
    },
    act: (act: CaseAct) => actOnCases(comparedIndex(), act),
    attach: (note: NoteWithFile) =>
      attachToCase(comparedCases(note.environmentId, [note.conversationId]), note),
    /** @throws Failure file-unreadable */
    attachment: ({ environmentId, conversationId, note }: Target & { note: number }) =>
      use().attachments.read(use().index.table.find(environmentId, conversationId), note),
    undo: (undo: CaseUndo) => undoOnCases(comparedCases(undo.environmentId, undo.conversationIds), undo),
    /** Removes all data of cases; `hasMore`: others follow at once, and the bytes are removed with the last. Returns the number of cases. */
    forget({
      environmentId,
      selection,
      hasMore = false,
      at,
      actor,
    }: SelectedCases & Act & { hasMore?: boolean }): number {
      const ids =
        'ids' in selection ? selection.ids : comparedIndex().index.selected({ environmentId, selection });
      const draft = { kind: 'forgotten', at, actor } as const;
      return use().forgetting.cases(environmentId, ids, draft, hasMore);
    },
    /** Like `forget`, for some conversations of an environment, known or not, and all else of it. True where there are more. */
    forgetEnvironment: ({ environmentId, at, actor }: InEnvironment & Act) =>
      use().forgetting.environment(environmentId, { kind: 'forgotten', at, actor }),
    /** Marks an environment in the list on disk while that cannot be opened: it is forgotten once it is. */
    markForgotten: ({ directory, environmentId }: InEnvironment & InDirectory) =>
      markForgottenIn(casesPath(directory), environmentId),
    /** Removes the bytes of deleted rows from large files, too. True where that is still to be done, since another process reads them. */
    rewrite(): boolean {
      const { forgetting } = use();
      if (forgetting.isRewriteDue) {
        forgetting.removeBytes(true);
      }
      return forgetting.isRewriteDue;
    },
    isRewriteDue: () => use().forgetting.isRewriteDue,
    /** Forgets cases older than their environment keeps them, up to a limit. */
    sweep(input: SweepRequest): SweepResult {
      if (sweep === undefined) {
        throw new Error('The index is not open.');
      }
      // Changes by another program do not cause deletions.
      return use().integrity.check(comparedWithinMs) ? sweep.run(input) : { cases: [], more: true };
    },
    /** Returns what the next sweep would delete with these periods, and how many older cases it would leave. */
    retentionPreview: (input: RetentionToPreview) => previewRetention(comparedIndex(), input),
    /** Returns how many bytes the files take, and the copies of the list that can be restored, newest first. */
    files: ({ directory }: InDirectory) => filesIn(directory),
    /** Copies the list unless it was copied on the same day. */
    copyDaily: ({ directory, at }: InDirectory & { at: number }) =>
      makeDailyCopy(use().database, casesPath(directory), new Date(at)),
    /**
     * Replaces the list by a copy and opens it. Returns the environments that had cases before or have cases now.
     * @throws Failure file-unreadable
     */
    restore({ directory, name, at }: InDirectory & { name: string; at: number }) {
      prepareCopy(directory, name, use().sealer);
      const before = use().index.environments();
      close();
      try {
        replaceByPrepared(directory, new Date(at));
      } finally {
        // Within this request: others that wait are answered from the list again.
        if (request !== undefined) {
          open({ ...request, at });
        }
      }
      return { environmentIds: [...new Set([...before, ...use().index.environments()])] };
    },
    compare,
    /** Returns how many cases an environment has, which of them retention deleted in the last days, and goes on comparing. */
    status: ({ environmentId, at }: InEnvironment & { at: number }) => ({
      total: use().index.queries.count(environmentId, {}),
      swept: recentlySwept(use().meta, environmentId, at),
      comparison: compare(),
    }),
    /** @param input.kept the end of the journal as the keychain has it */
    verifyJournal({ keychainHead }: { keychainHead?: JournalHead | undefined } = {}) {
      use().integrity.check();
      return use().journalCheck.verify(keychainHead);
    },
    /** @throws Failure changed-outside if something was found after the entry with this number */
    confirmJournal: ({ seq, at, actor }: Act & { seq: number }) =>
      comparedIndex().confirm(seq, { at, actor }),
    /** Returns why nothing may be signed: the journal does not end where it should, or entries were changed or removed. */
    unsignable(): string | undefined {
      const { integrity, journalCheck } = use();
      integrity.entries.step();
      return journalCheck.cut?.message ?? integrity.entries.unconfirmedProblems()[0]?.message;
    },
    counts: ({ environmentId, filters }: InEnvironment & { filters: readonly CaseFilter[] }) =>
      filters.map((filter) => comparedIndex().index.queries.count(environmentId, filter)),
    /**
     * Keeps received callbacks and brings the cases of the genuine ones into the list, but none that it does not have and whose data was deleted:
     * of such a case, only what a user added is kept.
     */
    keepCallbacks: ({
      environmentId,
      callbacks,
      deletedIds = [],
    }: InEnvironment & { callbacks: readonly NewCallback[]; deletedIds?: readonly string[] }) =>
      change(() => {
        const rows = use().callbacks.keep(environmentId, callbacks);
        for (const [index, row] of rows.entries()) {
          const callback = callbacks[index];
          const { conversationId = '' } = row;
          const isDeleted =
            deletedIds.includes(conversationId) &&
            use().index.table.find(environmentId, conversationId) === undefined;
          if (isDeleted && row.source === 'listener') {
            use().callbacks.deleteCallbacks({ environmentId, ids: [row.id] });
          }
          if (callback !== undefined && bringsItsCase(callback) && !isDeleted) {
            recordCallback(use().index, environmentId, callback, row);
          }
        }
        return rows;
      }),
    /** @throws Failure limit-exceeded, invalid-input */
    saveView(input: ParsedInput<'cases.saveView'>): CaseView[] {
      change(() => use().views.save(input));
      return views(input);
    },
    deleteView(input: InEnvironment & { viewId: string }): CaseView[] {
      change(() => use().views.delete(input));
      return views(input);
    },
    settings: ({ environmentId }: InEnvironment) => use().settings.read(environmentId),
    saveSettings: (input: InEnvironment & Act & SettingsToSave) => saveSettings(use(), input, change),
  };
}

/** The requests to the worker that holds the index. */
export type IndexRequests = ReturnType<typeof indexService>;

/** Opens an index and completes what a crash interrupted; where the files cannot be written, copies of them in memory. */
function openAndRecover(
  target: OpenIndex,
  now: () => number,
): { next: CaseList; notices: string[]; unwritable?: string } {
  const act = { at: target.at, actor: target.actor };
  let next: CaseList | undefined;
  try {
    const index = openIndex(target, now);
    next = index.list;
    if (target.storage === 'memory') {
      next.recover(act);
    } else {
      next.recover(act, target.keychainHead);
    }
    return { next, notices: index.notices };
  } catch (error) {
    next?.close();
    const unwritable = whyUnwritable(error);
    if (unwritable === undefined || target.storage === 'memory') {
      throw error;
    }
    const copy = openIndexCopy(target, false, now);
    copy.recover(act);
    return { next: copy, notices: [], unwritable };
  }
}
