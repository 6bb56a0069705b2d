import { Failure } from '../../failure.ts';
import type { DraftEntry } from '../../journal/entry.ts';
import { copiesOf, copyFile, removeCopy } from '../../store/file-copies.ts';
import { bringsItsCase, recordCallback } from '../callback-cases.ts';
import { importRecents } from '../import-recents.ts';
import { markForgottenIn } from '../retention/forgetting.ts';
import { Sweep } from '../retention/sweep.ts';
import { casesPath, checkCopy, copiedByHand, copyOf, indexIdIn, openIndex, storageIn } from './index-file.ts';
import type { IndexRequests, OpenIndex } from './index-requests.ts';
import { mergeIndex } from './merge.ts';
import type { OpenedIndex } from './opened-index.ts';
import { prepareCopy, replaceByPrepared } from './restore.ts';

type Input<N extends keyof IndexRequests> = Parameters<IndexRequests[N]>[0];

/** The most entries of a case's history to return. */
const maxHistory = 500;
const dayMs = 86_400_000;
/** The most entries in one action. An action is all or nothing, and more would not fit into the worker's memory. */
const maxEntries = 250_000;

/** The part that runs in the worker: the open index and its requests. */
export class IndexService implements IndexRequests {
  #opened: OpenedIndex | undefined;
  #sweep: Sweep | undefined;
  /** How the index was opened last. */
  #request: OpenIndex | undefined;

  identify({ directory }: Input<'identify'>) {
    return { indexId: indexIdIn(directory) };
  }

  open(request: OpenIndex) {
    const { opened, notices } = openIndex(request);
    const kept = request.storage === 'disk' ? request.kept : undefined;
    const wasCut = opened.cut !== undefined;
    opened.recover({ at: request.at, actor: request.actor }, kept);
    const { cut } = opened;
    if (cut !== undefined && !wasCut) {
      notices.push(`The journal does not end with the saved entry. ${cut.message}`);
    }
    const sweep = new Sweep(opened);
    sweep.observeClock(request.at);
    if (request.storage === 'disk') {
      importRecents(request.directory, opened);
    }
    if (
      this.#opened !== undefined &&
      this.#opened.database.location() === null &&
      request.storage === 'disk'
    ) {
      mergeIndex(this.#opened, opened);
    }
    this.close();
    this.#opened = opened;
    this.#sweep = sweep;
    this.#request = request;
    return { notices };
  }

  close(): void {
    this.#opened?.close();
    this.#opened = undefined;
  }

  count({ environmentId }: Input<'count'>) {
    return this.#index.count(environmentId);
  }

  query({ environmentId, filter, sort, dayStarts }: Input<'query'>) {
    return this.#index.query(environmentId, filter, sort, dayStarts);
  }

  rows({ environmentId, resultId, from, count }: Input<'rows'>) {
    return this.#index.rows(environmentId, resultId, from, count);
  }

  position({ environmentId, resultId, conversationId }: Input<'position'>) {
    return this.#index.position(environmentId, resultId, conversationId);
  }

  get({ environmentId, conversationId }: Input<'get'>) {
    const found = this.#index.get(environmentId, conversationId);
    if (found === undefined) {
      return undefined;
    }
    const entries = this.#use.journal.about(environmentId, conversationId, maxHistory);
    const history = entries.map(({ seq, at, actor, kind, content }) => ({
      seq,
      at,
      actor,
      kind,
      details: content?.details ?? {},
    }));
    return { ...found, history };
  }

  reading({ environmentId, conversationId, readId }: Input<'reading'>) {
    return this.#index.reading(environmentId, conversationId, readId);
  }

  recent({ environmentId, max }: Input<'recent'>) {
    return this.#index.recent(environmentId, max);
  }

  search({ environmentId, text, max }: Input<'search'>) {
    return this.#index.search(environmentId, text, max);
  }

  recognise({ environmentId, texts, others }: Input<'recognise'>) {
    return this.#index.recognise(environmentId, texts, others);
  }

  labels({ environmentId }: Input<'labels'>) {
    return this.#index.labels(environmentId);
  }

  selected({ environmentId, selection }: Input<'selected'>) {
    return this.#index.selected(environmentId, selection);
  }

  rowsOf({ environmentId, conversationIds }: Input<'rowsOf'>) {
    return this.#index.rowsOf(environmentId, conversationIds);
  }

  record({ actor, ...reading }: Input<'record'>) {
    return this.#use.record(reading, actor);
  }

  recordSources({ environmentId, conversationId, info }: Input<'recordSources'>) {
    return this.#use.change(() => this.#index.recordSources(environmentId, conversationId, info));
  }

  recordFiles({ environmentId, conversationId, checked }: Input<'recordFiles'>) {
    return this.#use.change(() => this.#index.recordFiles(environmentId, conversationId, checked));
  }

  add({ environmentId, conversationIds, at }: Input<'add'>) {
    return this.#use.change(
      () =>
        conversationIds.filter((conversationId) => this.#index.add(environmentId, conversationId, at)).length,
    );
  }

  markGone({ environmentId, conversationId, at }: Input<'markGone'>) {
    return this.#use.change(() => this.#index.markGone(environmentId, conversationId, at));
  }

  act({ environmentId, selection, entries, at, actor }: Input<'act'>) {
    const selected = this.#index.selected(environmentId, selection);
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
    this.append({ drafts });
    return selected.length;
  }

  append({ drafts }: Input<'append'>): void {
    if (drafts.length > 0) {
      this.#use.append(drafts);
    }
  }

  forget({ environmentId, selection, hasMore = false, at, actor }: Input<'forget'>) {
    const selected = 'ids' in selection ? selection.ids : this.#index.selected(environmentId, selection);
    const draft = { kind: 'forgotten', at, actor } as const;
    return this.#use.forgetting.cases(environmentId, selected, draft, hasMore);
  }

  forgetEnvironment({ environmentId, at, actor }: Input<'forgetEnvironment'>) {
    return this.#use.forgetting.environment(environmentId, { kind: 'forgotten', at, actor });
  }

  markForgotten({ directory, environmentId }: Input<'markForgotten'>): void {
    markForgottenIn(casesPath(directory), environmentId);
  }

  rewrite() {
    const { forgetting } = this.#use;
    if (forgetting.isRewriteDue) {
      forgetting.removeBytes(true);
    }
    return forgetting.isRewriteDue;
  }

  isRewriteDue() {
    return this.#use.forgetting.isRewriteDue;
  }

  sweep(input: Input<'sweep'>) {
    if (this.#sweep === undefined) {
      throw new Error('The index is not open.');
    }
    return this.#sweep.run(input);
  }

  retentionPreview({ environmentId, days, at }: Input<'retentionPreview'>) {
    const { old, unfinished } = this.#index.countUntouched(environmentId, at - days * dayMs);
    return { forgotten: old - unfinished, kept: unfinished };
  }

  addReadings({ environmentId, conversationIds, pace, at }: Input<'addReadings'>) {
    return this.#use.change(() => this.#use.queue.add(environmentId, conversationIds, pace, at));
  }

  readingRuns() {
    return this.#use.queue.runs();
  }

  nextReadings({ environmentId, after, count }: Input<'nextReadings'>) {
    return this.#use.queue.next(environmentId, after, count);
  }

  failedReadings({ environmentId, from, count }: Input<'failedReadings'>) {
    return this.#use.queue.failed(environmentId, from, count);
  }

  finishReadings({ environmentId, outcomes, at }: Input<'finishReadings'>) {
    return this.#use.finishReadings(environmentId, outcomes, at);
  }

  changeRun({ environmentId, change }: Input<'changeRun'>) {
    this.#use.change(() => this.#use.queue.change(environmentId, change));
  }

  watched() {
    return this.#index.watched();
  }

  copies({ directory }: Input<'copies'>) {
    return copiesOf(casesPath(directory)).map(({ path: _path, ...copy }) => copy);
  }

  backUp({ directory, at }: Input<'backUp'>) {
    return copyFile(this.#use.database, casesPath(directory), copiedByHand, new Date(at));
  }

  removeCopy({ directory, name }: Input<'removeCopy'>): void {
    removeCopy(copyOf(directory, name).path);
  }

  storage({ directory }: Input<'storage'>) {
    return storageIn(directory);
  }

  restore({ directory, name, at }: Input<'restore'>) {
    checkCopy(directory, name, this.#use.sealer);
    prepareCopy(directory, name);
    const before = this.#index.environments();
    this.close();
    try {
      replaceByPrepared(directory, new Date(at));
    } finally {
      // Within this request: others that wait are answered from the list again.
      if (this.#request !== undefined) {
        this.open({ ...this.#request, at });
      }
    }
    return { environmentIds: [...new Set([...before, ...this.#index.environments()])] };
  }

  reseal({ max, indexId, keyId }: Input<'reseal'>) {
    if (!this.#use.isSealedBy(indexId, keyId)) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'The key was not replaced completely because the list of cases was reopened meanwhile.',
        hint: 'It continues when the list is opened again. Nothing is lost.',
      });
    }
    return this.#use.reseal(max);
  }

  rotation() {
    return this.#use.rotation;
  }

  head() {
    return this.#use.journal.head();
  }

  verifyJournal({ kept }: Input<'verifyJournal'> = {}) {
    return this.#use.verifyJournal(kept);
  }

  journalPage({ after, max }: Input<'journalPage'>) {
    return this.#use.journal.exported(after, max);
  }

  counts({ environmentId, filters }: Input<'counts'>) {
    return filters.map((filter) => this.#index.count(environmentId, filter));
  }

  queue({ environmentId }: Input<'queue'>) {
    return this.#use.queues.read(environmentId);
  }

  saveQueue({ environmentId, queue }: Input<'saveQueue'>): void {
    this.#use.change(() => this.#use.queues.save(environmentId, queue));
  }

  keepCallbacks({ environmentId, callbacks }: Input<'keepCallbacks'>) {
    return this.#use.change(() => {
      const rows = this.#use.callbacks.keep(environmentId, callbacks);
      for (const [index, row] of rows.entries()) {
        const callback = callbacks[index];
        if (callback !== undefined && bringsItsCase(callback)) {
          recordCallback(this.#index, environmentId, callback, row);
        }
      }
      return rows;
    });
  }

  callbacks({ environmentId, query, from, count }: Input<'callbacks'>) {
    return this.#use.callbacks.list(environmentId, query, from, count);
  }

  callbackTimeline({ environmentId, conversationId, max }: Input<'callbackTimeline'>) {
    return this.#use.callbacks.timeline(environmentId, conversationId, max);
  }

  callback({ environmentId, id }: Input<'callback'>) {
    return this.#use.callbacks.get(environmentId, id);
  }

  deleteCallbacks({ environmentId, ids }: Input<'deleteCallbacks'>) {
    return this.#use.change(() => this.#use.callbacks.delete(environmentId, ids));
  }

  sentCreation({ environmentId, content }: Input<'sentCreation'>) {
    return this.#use.sentCreations.find(environmentId, content);
  }

  saveSentCreation({ environmentId, content, sent, at }: Input<'saveSentCreation'>): void {
    this.#use.change(() => this.#use.sentCreations.save(environmentId, content, sent, at));
  }

  unsettledCreations({ environmentId }: Input<'unsettledCreations'>) {
    return this.#use.sentCreations.unsettled(environmentId);
  }

  settleCreation({ environmentId, id }: Input<'settleCreation'>): void {
    this.#use.change(() => this.#use.sentCreations.settle(environmentId, id));
  }

  views({ environmentId }: Input<'views'>) {
    return this.#use.views
      .list(environmentId)
      .map((view) => ({ ...view, count: this.#index.count(environmentId, view.filter) }));
  }

  saveView({ environmentId, view, before }: Input<'saveView'>) {
    this.#use.change(() => this.#use.views.save(environmentId, view, before));
    return this.views({ environmentId });
  }

  deleteView({ environmentId, viewId }: Input<'deleteView'>) {
    this.#use.change(() => this.#use.views.delete(environmentId, viewId));
    return this.views({ environmentId });
  }

  settings({ environmentId }: Input<'settings'>) {
    return this.#use.settings.read(environmentId);
  }

  saveSettings({ environmentId, retentionDays, reasons, at, actor }: Input<'saveSettings'>) {
    const { settings } = this.#use;
    this.#use.change(() => {
      if (retentionDays !== undefined) {
        settings.setRetention(environmentId, retentionDays);
      }
      if (reasons !== undefined) {
        settings.setReasons(reasons);
      }
    });
    if (retentionDays !== undefined) {
      const details = { retentionDays: retentionDays ?? 'off' };
      this.append({ drafts: [{ kind: 'settings-changed', at, actor, environmentId, details }] });
    }
    return settings.read(environmentId);
  }

  get #use() {
    if (this.#opened === undefined) {
      throw new Error('The index is not open.');
    }
    return this.#opened;
  }

  get #index() {
    return this.#use.index;
  }
}
