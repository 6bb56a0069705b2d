import { existsSync } from 'node:fs';
import type { CasesStatus } from '../../../preload/contract/cases.ts';
import type { JournalReport } from '../../../preload/contract/journal.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PlausibilityFinding } from '../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { NewCallback } from '../../common/new-callback.ts';
import type { Target } from '../../common/target.ts';
import type { Send } from '../../common/workers/request-worker.ts';
import type { Absence } from '../../service/classify-failure.ts';
import type { DraftEntry } from '../records/journal/entry.ts';
import { conversationOfCallback } from './callback-cases.ts';
import type { RecordEffect } from './case-recorder.ts';
import { ChangeReports, changedCases, type ReportChange } from './change-reports.ts';
import { type ForgetOptions, HeldForgettings } from './held-forgettings.ts';
import {
  type ActResult,
  type CaseAct,
  type CaseEntry,
  inSteps,
  type ReportProgress,
  unknownOf,
} from './index/case-acts.ts';
import { casesPath } from './index/case-file.ts';
import type { Act } from './index/case-list.ts';
import { type ConnectionDeps, IndexConnection, maintenanceMs } from './index/index-connection.ts';
import type { IndexRequests } from './index/index-service.ts';
import type { Selection } from './index/results.ts';
import { JournalComparison } from './journal-comparison.ts';
import { OpenedConversations, type RecordableReading } from './opened-conversations.ts';
import type { LazyPlausibility } from './plausibility/lazy.ts';
import type { ReadingOutcome } from './reading/reading-queue.ts';
import { Retention } from './retention/retention.ts';
import { sweptText } from './retention/swept.ts';

export interface CaseStoreDeps extends Omit<ConnectionDeps, 'act' | 'onOpened'> {
  /** Returns whether an environment exists: nothing is recorded in one that was deleted. */
  isEnvironment(environmentId: string): boolean;
  /** The console's own checks of a record. */
  plausibility: Pick<LazyPlausibility, 'check' | 'compareMrz'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The system user, recorded in the journal. */
  actor: string;
  /** Called when cases of an environment changed, at most four times a second. */
  onChange: ReportChange;
  /** Called when cases are watched, or no longer. */
  onWatched?(): void;
  /** @throws Failure if one of the cases must not be deleted from this console yet */
  checkForget(environmentId: string, conversationIds: readonly string[]): void | Promise<void>;
  /** Called before cases are deleted by a user, so that none of their calls is written to disk afterwards. */
  forgetCalls(environmentId: string, conversationIds: readonly string[]): void;
  /** Called with the cases that were deleted, by a user or by the retention period. */
  onForgotten(environmentId: string, conversationIds: readonly string[]): void;
  /** Receipts that the register lacks, as sentences. */
  missingReceipts?(): Promise<string[]>;
}

/** The requests that change cases of one environment. */
type WriteName = {
  [N in keyof IndexRequests]: Parameters<IndexRequests[N]>[0] extends { environmentId: string } ? N : never;
}[keyof IndexRequests];

/** The input of such a request; the time and the user are those of now unless it says others. */
type WriteInput<N extends WriteName> = Omit<Parameters<IndexRequests[N]>[0], keyof Act> & Partial<Act>;

/** The list of cases for the rest of main. */
export class CaseStore {
  readonly #deps: CaseStoreDeps;
  readonly index: IndexConnection;
  /** Sends a request to the index. @throws Failure as the index does */
  readonly request: Send<IndexRequests>;
  readonly #changes: ChangeReports;
  readonly openedConversations: OpenedConversations;
  readonly forgettings = new HeldForgettings();
  #retention: Retention | undefined;
  readonly #comparison: JournalComparison;

  constructor(deps: CaseStoreDeps) {
    this.#deps = deps;
    this.#changes = new ChangeReports(deps.onChange);
    const act = () => this.#act();
    const index = new IndexConnection({
      ...deps,
      act,
      onOpened: () => setImmediate(() => void this.#comparison.run()),
    });
    this.index = index;
    this.request = index.request;
    this.#comparison = new JournalComparison({
      request: this.request,
      changed: (environmentId) => this.#changed(environmentId),
      log: deps.log,
    });
    this.openedConversations = new OpenedConversations({
      index,
      log: deps.log,
      compareMrz: (...input) => deps.plausibility.compareMrz(...input),
      recordMrz: (comparison, environmentId, conversationId) =>
        this.write('recordMrz', { environmentId, conversationId, ...comparison }),
    });
  }

  async status(environmentId: string): Promise<CasesStatus> {
    const { total, swept, comparison } = await this.request('status', {
      environmentId,
      at: this.#deps.now(),
    });
    const comparing = this.#comparison.notices(environmentId, comparison);
    const { fault } = this.openedConversations;
    const notices = [
      ...this.index.notices,
      ...[
        ...this.index.unconfirmedProblems,
        ...this.#comparison.entries.slice(0, 1).map(({ message }) => message),
        ...((await this.#deps.missingReceipts?.()) ?? []),
      ].map((text) => `${text} Check the journal under Reports.`),
      ...comparing,
      ...(this.#retention?.notices() ?? []),
      ...(swept === undefined ? [] : [sweptText(swept)]),
      ...(fault === undefined ? [] : [fault]),
    ];
    return { storage: this.index.storage, notices, total };
  }

  /**
   * Updates the index with a conversation that was just read. Also used by what reads many.
   *
   * @param opened true if a user opened it
   * @param at when it was read; when the response came where it is not given
   * @throws Failure environment-not-found where the environment was deleted meanwhile
   */
  async record(
    reading: Omit<RecordableReading, 'readingId'>,
    conversationId: string,
    opened: boolean,
    at?: number,
  ): Promise<RecordEffect> {
    const { environmentId, conversation, notes, plausibility } = reading;
    const checks = plausibility?.findings ?? (await this.#checksOf(conversation, notes.receivedAt));
    return this.write('record', {
      environmentId,
      conversationId,
      ...omitUndefined({ at }),
      readAt: at ?? Date.parse(notes.receivedAt),
      opened,
      conversation,
      notes: { flags: notes.flags, duplicates: notes.duplicates },
      checks,
    });
  }

  /** Records that the service has no data of a conversation, where a case or a request for erasure is about it. */
  async markAbsent(target: Target, absence: Absence): Promise<void> {
    await this.index.ready();
    // Nothing in a list that was not begun is about it.
    if (this.index.isOpen) {
      await this.write('markAbsent', { ...target, absence });
    }
  }

  /**
   * Sends a request that changes cases to the index; windows are informed.
   * @throws Failure environment-not-found; as the index does
   */
  async write<N extends WriteName>(name: N, input: WriteInput<N>): Promise<ReturnType<IndexRequests[N]>> {
    await this.index.begin();
    // After waiting: the environment may have been deleted meanwhile, and what is written now would stay.
    if (!this.#deps.isEnvironment(input.environmentId)) {
      throw new Failure({ code: 'environment-not-found', message: 'This environment no longer exists.' });
    }
    // A change of many cases takes longer than any read.
    const options = { timeoutMs: maintenanceMs };
    const act = { ...this.#act(), ...input };
    const output = await (this.request as Send<Pick<IndexRequests, N>>)(name, act as never, options);
    this.#changed(input.environmentId, changedCases(name, output));
    return output as ReturnType<IndexRequests[N]>;
  }

  /**
   * Enters something about each selected case in the journal and applies it. Each step of many cases is on disk before the next begins.
   * @throws Failure invalid-input where the list has none of those named, or a reason is not offered; comment-needed, limit-exceeded, result-expired
   */
  async act(
    environmentId: string,
    selection: Selection,
    entries: readonly CaseEntry[],
    {
      progress,
      ...options
    }: Pick<CaseAct, 'isFinalOnly' | 'secondReview'> & { progress?: ReportProgress } = {},
  ): Promise<ActResult> {
    // A case that was just opened is added to the list first.
    await this.openedConversations.recorded();
    await this.index.begin();
    const act = { environmentId, entries, ...options, ...this.#act() };
    const limit = { timeoutMs: maintenanceMs };
    const { unknown, ...first } = await this.request('act', { ...act, selection }, limit);
    let count = first.done.length;
    this.#changed(environmentId, first.touched);
    await inSteps(first.rest, { done: count, progress }, async (ids) => {
      const next = { ...act, selection: { ids }, isContinued: true };
      const { done, touched } = await this.request('act', next, limit);
      count += done.length;
      this.#changed(environmentId, touched);
    });
    if (entries.some(({ kind }) => kind === 'watched')) {
      this.#deps.onWatched?.();
    }
    return { affected: count, at: act.at, ...omitUndefined({ unknown }) };
  }

  /** Checks every entry of the journal. */
  async verifyJournal(): Promise<JournalReport> {
    await this.index.ready();
    await this.index.head.flush();
    const { indexId } = this.index;
    const head = indexId === undefined ? undefined : await this.index.head.read(indexId);
    const report = await this.request('verifyJournal', { keychainHead: head }, { timeoutMs: maintenanceMs });
    if (report.problems.some(({ kind }) => kind === 'cut')) {
      this.index.head.hold();
      return report;
    }
    const missing = this.index.unconfirmedProblems.map((message) => ({
      kind: 'cut' as const,
      seq: 0,
      message,
    }));
    return { ...report, problems: [...report.problems, ...missing] };
  }

  /**
   * Records that a user knows what a check found up to an entry.
   * @throws Failure changed-outside if something was found after it
   */
  async confirmJournal(seq: number): Promise<void> {
    await this.index.begin();
    await this.request('confirmJournal', { seq, ...this.#act() }, { timeoutMs: maintenanceMs });
    await this.index.confirm();
    await this.#comparison.run();
  }

  /** Enters something in the journal. */
  async append(drafts: readonly Omit<DraftEntry, keyof Act>[], actor = this.#deps.actor): Promise<void> {
    await this.index.begin();
    await this.request('append', { drafts: drafts.map((draft) => ({ ...draft, ...this.#act(), actor })) });
    this.index.head.changed();
    for (const { environmentId, conversationId } of drafts) {
      if (environmentId !== undefined && conversationId !== undefined) {
        this.#changes.changed(environmentId, [conversationId]);
      }
    }
  }

  /**
   * Removes every trace of the cases from this console, after a time in which it can be cancelled.
   *
   * @throws Failure not-supported-here where the list on disk cannot be opened: it would still hold them; as `checkForget`
   */
  async forget(environmentId: string, selection: Selection, options: ForgetOptions = {}): Promise<ActResult> {
    return this.forgettings.run(async (hold) => {
      await this.openedConversations.recorded();
      await this.index.begin();
      const listedIds = await this.request('selected', { environmentId, selection });
      // The journal may contain cases that are not in the list.
      const ids = 'ids' in selection ? [...new Set(selection.ids)] : listedIds;
      await this.#deps.checkForget(environmentId, ids);
      if (this.index.isSealed) {
        throw new Failure({
          code: 'not-supported-here',
          message: 'Nothing was forgotten: the list on disk is encrypted, and its key cannot be read now.',
          hint: 'Unlock the keychain, or turn off “for this session only” in Settings, and try again.',
        });
      }
      if (options.afterMs) {
        await hold(options);
        await this.#deps.checkForget(environmentId, ids);
      }
      let count = 0;
      await inSteps(ids, { done: 0, progress: options.progress }, async (some, hasMore) => {
        const input = { environmentId, selection: { ids: some }, hasMore, ...this.#act() };
        this.#deps.forgetCalls(environmentId, some);
        count += await this.request('forget', input, { timeoutMs: maintenanceMs });
        this.#deps.onForgotten(environmentId, some);
        this.#changed(environmentId);
      });
      this.#retention?.rewriteSoon();
      return { affected: count, ...unknownOf(selection, listedIds) };
    });
  }

  /** Removes every trace of an environment that was deleted. Interrupted, it goes on at the next start. */
  async forgetEnvironment(environmentId: string): Promise<void> {
    await this.index.ready();
    if (this.index.state === 'not-begun') {
      return;
    }
    await this.index.begin();
    if (this.index.isSealed) {
      await this.request('markForgotten', { environmentId, directory: this.#deps.dataDir });
    }
    const input = { environmentId, ...this.#act() };
    while (await this.request('forgetEnvironment', input, { timeoutMs: maintenanceMs })) {
      // In slices, so that others are answered in between.
    }
    this.index.head.changed();
    this.#retention?.rewriteSoon();
  }

  /** Forgets cases older than their environment keeps them and copies the list once a day: soon after the start, then every hour, until this is closed. */
  keepRetention(environmentIds: () => readonly string[]): void {
    this.#retention = new Retention({
      index: this.index,
      dataDir: this.#deps.dataDir,
      environmentIds,
      report: this.#deps.log,
      act: () => this.#act(),
      onForgotten: (environmentId, conversationIds) => {
        this.#deps.onForgotten(environmentId, conversationIds);
        this.#changed(environmentId);
      },
    });
  }

  async attach(input: Omit<Parameters<IndexRequests['attach']>[0], keyof Act>): Promise<ActResult> {
    await this.openedConversations.recorded();
    const act = this.#act();
    const { affected } = await this.write('attach', { ...input, ...act });
    return { affected, at: act.at };
  }

  /** Records what a reading run has read, and removes it from the run. */
  async finishReadings(environmentId: string, readings: readonly ReadingOutcome[]) {
    const outcomes = await Promise.all(
      readings.map(async (outcome) => {
        if (outcome.kind !== 'read') {
          return outcome;
        }
        const { conversation, at } = outcome.reading;
        const checks = await this.#checksOf(conversation, isoTime(at));
        return { ...outcome, reading: { ...outcome.reading, checks } };
      }),
    );
    return this.write('finishReadings', { environmentId, outcomes });
  }

  /** Returns callbacks with the checks of the conversations in them. */
  withChecks(callbacks: readonly NewCallback[]): Promise<NewCallback[]> {
    return Promise.all(
      callbacks.map(async (callback) => {
        const conversation = conversationOfCallback(callback)?.value;
        const checks = conversation && (await this.#checksOf(conversation, isoTime(callback.receivedAt)));
        return { ...callback, ...omitUndefined({ checks }) };
      }),
    );
  }

  /** Sends a request that may change the team of this console, or cases by what others of it did. */
  async changeTeam<N extends 'saveTeam' | 'leaveTeam' | 'keepTeam' | 'goBack' | 'keepWaiting'>(
    name: N,
    input: Omit<Parameters<IndexRequests[N]>[0] & object, keyof Act>,
  ): Promise<void> {
    await this.index.begin();
    try {
      const targets = await this.request(name as 'keepTeam', { ...input, ...this.#act() } as never, {
        timeoutMs: maintenanceMs,
      });
      for (const [environmentId, some] of Map.groupBy(targets, (one) => one.environmentId)) {
        this.#changed(
          environmentId,
          some.map(({ conversationId }) => conversationId),
        );
      }
    } finally {
      this.index.teamChanged();
    }
    this.index.head.changed();
  }

  /** Returns where the list is kept, how many bytes its files take, and its copies. */
  async files() {
    await this.index.ready();
    const { dataDir: directory } = this.#deps;
    const { storage } = this.index;
    const isOnDisk = existsSync(casesPath(directory));
    return { storage, ...(isOnDisk ? await this.request('files', { directory }) : { copies: [] }) };
  }

  /**
   * Replaces the list by a copy, to which later entries of the journal are applied.
   * @throws Failure file-unreadable, not-supported-here if the list is in memory
   */
  async restore(name: string): Promise<void> {
    await this.index.begin();
    if (this.index.indexId === undefined) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'Nothing was restored: cases are kept in memory until the console closes.',
      });
    }
    const input = { directory: this.#deps.dataDir, name, at: this.#deps.now() };
    let environmentIds: string[] = [];
    try {
      ({ environmentIds } = await this.request('restore', input, { timeoutMs: maintenanceMs }));
    } finally {
      // Compares it with the journal.
      await this.index.reopen(false);
    }
    await this.append([{ kind: 'restored', details: { name } }]);
    for (const environmentId of environmentIds) {
      this.#changed(environmentId);
    }
  }

  async close(): Promise<void> {
    this.#retention?.close();
    this.#changes.close();
    await this.index.close(this.openedConversations.recorded());
  }

  async #checksOf(conversation: Conversation, receivedAt: string): Promise<readonly PlausibilityFinding[]> {
    return (await this.#deps.plausibility.check(conversation, receivedAt)).findings;
  }

  /** @param conversationIds the cases that may be different now; all without them */
  #changed(environmentId: string, conversationIds?: readonly string[]): void {
    this.#changes.changed(environmentId, conversationIds);
    this.index.head.changed();
  }

  #act(): Act {
    return { at: this.#deps.now(), actor: this.#deps.actor };
  }
}
