import { changedOutside } from '../../../preload/wording/history.ts';
import { Failure } from '../../failure.ts';
import type { DraftEntry } from '../../journal/entry.ts';
import { copiesOf, copyFile, removeCopy } from '../../store/file-copies.ts';
import { whyUnwritable } from '../../store/memory-copy.ts';
import { bringsItsCase, recordCallback } from '../callback-cases.ts';
import { importRecents } from '../import-recents.ts';
import { markForgottenIn } from '../retention/forgetting.ts';
import { previewRetention } from '../retention/preview.ts';
import { Sweep } from '../retention/sweep.ts';
import { recentlySwept } from '../retention/swept.ts';
import {
  casesPath,
  checkCopy,
  copiedByHand,
  copyOf,
  indexIdIn,
  openIndex,
  openIndexCopy,
  storageIn,
} from './index-file.ts';
import type { IndexRequests, OpenIndex } from './index-requests.ts';
import type { OpenedIndex } from './opened-index.ts';
import { prepareCopy, replaceByPrepared } from './restore.ts';

/** The most entries of a case's history to return. */
const maxHistory = 500;
/** How long a request for a list may compare cases with the journal first, in milliseconds: enough for some thousands. */
const comparedWithinMs = 1500;
/** The same for a request that only compares, between others. */
const comparedInTurnMs = 100;
/** The most entries in one action. An action is all or nothing, and more would not fit into the worker's memory. */
const maxEntries = 250_000;

/** The part that runs in the worker: the open index and its requests. */
export function indexService(): IndexRequests {
  let opened: OpenedIndex | undefined;
  let sweep: Sweep | undefined;
  /** How the index was opened last. */
  let request: OpenIndex | undefined;

  function use(): OpenedIndex {
    if (opened === undefined) {
      throw new Error('The index is not open.');
    }
    return opened;
  }

  /** The index, for what filters, counts or selects cases: after all were compared with the journal, as far as that takes not too long. */
  function compared(): OpenedIndex {
    const index = use();
    index.integrity.check(comparedWithinMs);
    return index;
  }

  /** The index after some cases were compared with the journal. */
  function comparedCases(environmentId: string, conversationIds: readonly string[]): OpenedIndex {
    const index = use();
    index.integrity.checkCases(environmentId, conversationIds);
    return index;
  }

  const service: IndexRequests = {
    identify: ({ directory }) => ({ indexId: indexIdIn(directory) }),
    open(wanted) {
      const { next, ...result } = openAndRecover(wanted);
      const nextSweep = new Sweep(next);
      nextSweep.observeClock(wanted.at);
      service.close();
      opened = next;
      sweep = nextSweep;
      request = wanted;
      return { ...result, cut: next.cut?.message };
    },

    close() {
      opened?.close();
      opened = undefined;
    },

    count: ({ environmentId }) => use().index.queries.count(environmentId, {}),
    query: ({ environmentId, filter, sort, dayStarts }) =>
      compared().index.queries.query(environmentId, filter, sort, dayStarts),
    rows({ environmentId, resultId, from, count }) {
      const { index, integrity } = use();
      integrity.checkCases(environmentId, index.namesIn(environmentId, resultId, from, count));
      return index.rows(environmentId, resultId, from, count);
    },
    position: ({ environmentId, resultId, conversationId }) =>
      use().index.position(environmentId, resultId, conversationId),
    get({ environmentId, conversationId }) {
      const found = comparedCases(environmentId, [conversationId]).index.get(environmentId, conversationId);
      if (found === undefined) {
        return undefined;
      }
      const entries = use().journal.checkedAbout(environmentId, conversationId, maxHistory);
      const history = entries.map(({ seq, at, actor, kind, content, isUnchanged }) => ({
        ...{ seq, at, actor },
        ...(isUnchanged ? { kind, details: content.details ?? {} } : { kind: changedOutside, details: {} }),
      }));
      const disagreements = use().integrity.disagreements(environmentId, conversationId);
      return { ...found, history, ...(disagreements.length === 0 ? {} : { disagreements }) };
    },

    reading: ({ environmentId, conversationId, readId }) =>
      use().index.reading(environmentId, conversationId, readId),
    recent: ({ environmentId, max }) => use().index.recent(environmentId, max),
    search: ({ environmentId, text, max }) => compared().index.search(environmentId, text, max),
    recognise: ({ environmentId, texts, others }) => use().index.recognise(environmentId, texts, others),
    labels: ({ environmentId }) => compared().index.labels(environmentId),
    selected: ({ environmentId, selection }) => compared().index.selected(environmentId, selection),
    countUnfinal: ({ environmentId, selection }) => compared().index.countUnfinal(environmentId, selection),
    rowsOf: ({ environmentId, conversationIds, everyFinding }) =>
      comparedCases(environmentId, conversationIds).index.rowsOf(
        environmentId,
        conversationIds,
        everyFinding ? Number.POSITIVE_INFINITY : undefined,
      ),
    record: ({ actor, ...reading }) => use().record(reading, actor),
    recordSources: ({ environmentId, conversationId, info }) =>
      use().change(() => use().index.recorder.recordSources(environmentId, conversationId, info)),
    recordFiles: ({ environmentId, conversationId, checked }) =>
      use().change(() => use().index.recorder.recordFiles(environmentId, conversationId, checked)),
    add: ({ environmentId, conversationIds, at }) =>
      use().change(
        () =>
          conversationIds.filter((conversationId) => use().index.add(environmentId, conversationId, at))
            .length,
      ),
    markGone: ({ environmentId, conversationId, at }) =>
      use().change(() => use().index.recorder.markGone(environmentId, conversationId, at)),
    act({ environmentId, selection, entries, at, actor }) {
      const selected = compared().index.selected(environmentId, selection);
      if (selected.length * entries.length > maxEntries) {
        throw new Failure({
          code: 'limit-exceeded',
          message: 'These are too many changes at once. Nothing was changed.',
          hint: 'Change fewer cases, or fewer labels, at a time.',
        });
      }
      const drafts = selected.flatMap((conversationId) =>
        entries.map((entry): DraftEntry => ({ ...entry, at, actor, environmentId, conversationId })),
      );
      service.append({ drafts });
      return selected.length;
    },

    append({ drafts }) {
      if (drafts.length > 0) {
        use().append(drafts);
      }
    },

    forget({ environmentId, selection, hasMore = false, at, actor }) {
      const selected =
        'ids' in selection ? selection.ids : compared().index.selected(environmentId, selection);
      const draft = { kind: 'forgotten', at, actor } as const;
      return use().forgetting.cases(environmentId, selected, draft, hasMore);
    },

    forgetEnvironment: ({ environmentId, at, actor }) =>
      use().forgetting.environment(environmentId, { kind: 'forgotten', at, actor }),
    markForgotten: ({ directory, environmentId }) => markForgottenIn(casesPath(directory), environmentId),
    rewrite() {
      const { forgetting } = use();
      if (forgetting.isRewriteDue) {
        forgetting.removeBytes(true);
      }
      return forgetting.isRewriteDue;
    },

    isRewriteDue: () => use().forgetting.isRewriteDue,
    sweep(input) {
      if (sweep === undefined) {
        throw new Error('The index is not open.');
      }
      // Nothing is deleted because of what another program wrote.
      return use().integrity.check(comparedWithinMs) ? sweep.run(input) : { cases: [], more: true };
    },

    retentionPreview: (input) => previewRetention(compared().index, input),
    recentlySwept: ({ environmentId, at }) => recentlySwept(use().meta, environmentId, at),

    addReadings: ({ environmentId, conversationIds, pace, at }) =>
      use().change(() => use().queue.add(environmentId, conversationIds, pace, at)),
    readingRuns: () => use().queue.runs(),
    nextReadings: ({ environmentId, after, count }) => use().queue.next(environmentId, after, count),
    failedReadings: ({ environmentId, from, count }) => use().queue.failed(environmentId, from, count),
    finishReadings: ({ environmentId, outcomes, at }) => use().finishReadings(environmentId, outcomes, at),
    changeRun: ({ environmentId, change }) => use().change(() => use().queue.change(environmentId, change)),
    watched: () => compared().index.watched(),
    copies: ({ directory }) => copiesOf(casesPath(directory)).map(({ path: _path, ...copy }) => copy),
    backUp: ({ directory, at }) => copyFile(use().database, casesPath(directory), copiedByHand, new Date(at)),
    removeCopy: ({ directory, name }) => removeCopy(copyOf(directory, name).path),
    storage: ({ directory }) => storageIn(directory),
    restore({ directory, name, at }) {
      checkCopy(directory, name, use().sealer);
      prepareCopy(directory, name);
      const before = use().index.environments();
      service.close();
      try {
        replaceByPrepared(directory, new Date(at));
      } finally {
        // Within this request: others that wait are answered from the list again.
        if (request !== undefined) {
          service.open({ ...request, at });
        }
      }
      return { environmentIds: [...new Set([...before, ...use().index.environments()])] };
    },

    head: () => use().journal.head(),
    compare() {
      const { integrity } = use();
      const isDone = integrity.check(comparedInTurnMs) && integrity.entries.step(comparedInTurnMs);
      return {
        isDone,
        corrected: integrity.takeCorrected(),
        entries: isDone ? integrity.entries.unconfirmed() : [],
      };
    },
    verifyJournal({ kept } = {}) {
      use().integrity.check();
      return use().verifyJournal(kept);
    },
    confirmJournal: ({ seq, at, actor }) => compared().confirm(seq, { at, actor }),
    unsignable() {
      const { integrity, cut } = use();
      integrity.entries.step();
      return cut?.message ?? integrity.entries.unconfirmed()[0]?.message;
    },
    journaledReceipts: ({ after, max }) => use().journal.receipts(after, max),
    lastJournaledReceipt: () => use().journal.lastReceipt(),
    journalPage: ({ after, max }) => use().journal.exported(after, max),
    counts: ({ environmentId, filters }) =>
      filters.map((filter) => compared().index.queries.count(environmentId, filter)),
    queue: ({ environmentId }) => use().queues.read(environmentId),
    saveQueue: ({ environmentId, queue }) => use().change(() => use().queues.save(environmentId, queue)),
    keepCallbacks: ({ environmentId, callbacks }) =>
      use().change(() => {
        const rows = use().callbacks.keep(environmentId, callbacks);
        for (const [index, row] of rows.entries()) {
          const callback = callbacks[index];
          if (callback !== undefined && bringsItsCase(callback)) {
            recordCallback(use().index, environmentId, callback, row);
          }
        }
        return rows;
      }),
    callbacks: ({ environmentId, query, from, count }) =>
      use().callbacks.list(environmentId, query, from, count),
    callbackTimeline: ({ environmentId, conversationId, max }) =>
      use().callbacks.timeline(environmentId, conversationId, max),
    callback: ({ environmentId, id }) => use().callbacks.get(environmentId, id),
    deleteCallbacks: ({ environmentId, ids }) =>
      use().change(() => use().callbacks.delete(environmentId, ids)),
    sentCreation: ({ environmentId, content }) => use().sentCreations.find(environmentId, content),
    saveSentCreation: ({ environmentId, content, sent, at }) =>
      use().change(() => use().sentCreations.save(environmentId, content, sent, at)),
    unsettledCreations: ({ environmentId }) => use().sentCreations.unsettled(environmentId),
    settleCreation: ({ environmentId, id }) =>
      use().change(() => use().sentCreations.settle(environmentId, id)),
    views: ({ environmentId }) =>
      compared()
        .views.list(environmentId)
        .map((view) => ({ ...view, count: use().index.queries.count(environmentId, view.filter) })),
    saveView({ environmentId, view, before }) {
      use().change(() => use().views.save(environmentId, view, before));
      return service.views({ environmentId });
    },

    deleteView({ environmentId, viewId }) {
      use().change(() => use().views.delete(environmentId, viewId));
      return service.views({ environmentId });
    },

    settings: ({ environmentId }) => use().settings.read(environmentId),
    saveSettings({ environmentId, retention, reasons, at, actor }) {
      const { settings } = use();
      use().change(() => {
        if (retention !== undefined) {
          settings.setRetention(environmentId, retention);
        }
        if (reasons !== undefined) {
          settings.setReasons(reasons);
        }
      });
      if (retention !== undefined) {
        const { retentionDays, decisionDays } = retention;
        const details = { retentionDays: retentionDays ?? 'off', decisionDays: decisionDays ?? 'off' };
        service.append({ drafts: [{ kind: 'settings-changed', at, actor, environmentId, details }] });
      }
      return settings.read(environmentId);
    },
  };
  return service;
}

/** Opens an index and completes what a crash interrupted; where the files cannot be written, copies of them in memory. */
function openAndRecover(wanted: OpenIndex): { next: OpenedIndex; notices: string[]; unwritable?: string } {
  const act = { at: wanted.at, actor: wanted.actor };
  let next: OpenedIndex | undefined;
  try {
    const found = openIndex(wanted);
    next = found.opened;
    if (wanted.storage === 'memory') {
      next.recover(act);
    } else {
      next.recover(act, wanted.kept);
      importRecents(wanted.directory, next);
    }
    return { next, notices: found.notices };
  } catch (error) {
    next?.close();
    const unwritable = whyUnwritable(error);
    if (unwritable === undefined || wanted.storage === 'memory') {
      throw error;
    }
    const copy = openIndexCopy(wanted);
    copy.recover(act);
    return { next: copy, notices: [], unwritable };
  }
}
