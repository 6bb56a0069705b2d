import type { DatabaseSync } from 'node:sqlite';
import type { JournalHead } from '../../../../preload/contract/journal.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import type { Target } from '../../../common/target.ts';
import { saveHead } from '../../../store/keys/journal-head.ts';
import { Meta } from '../../../store/meta.ts';
import { SealedMeta } from '../../../store/sealed-meta.ts';
import type { Sealer } from '../../../store/sealing.ts';
import { storeFaultOf } from '../../../store/sqlite-errors.ts';
import { inQuickTransaction, inTransaction } from '../../../store/sqlite-file.ts';
import type { DraftEntry, JournalEntry } from '../../records/journal/entry.ts';
import type { OpenedJournal } from '../../records/journal/journal-file.ts';
import { JournalSearch } from '../../records/journal/journal-search.ts';
import type { JournalStore } from '../../records/journal/journal-store.ts';
import type { Choose, TeamReading, WentBack } from '../../records/journal/team-log.ts';
import type { KeptTeam } from '../../records/journal/team-marks.ts';
import type { RecordEffect, RecordedReading } from '../case-recorder.ts';
import { type AbsentConversation, ErasureRequests } from '../erasure-requests.ts';
import { KeptCallbacks } from '../kept-callbacks.ts';
import { KeptCalls } from '../kept-calls.ts';
import { KeptMessages } from '../kept-messages.ts';
import { KeptTestCases } from '../kept-test-cases.ts';
import { Queues } from '../queues.ts';
import { type ReadingOutcome, ReadingQueue } from '../reading/reading-queue.ts';
import { Reports } from '../reports/reports.ts';
import { Forgetting } from '../retention/forgetting.ts';
import { SentCreations } from '../sent-creations.ts';
import { CaseSettingsStore } from '../settings.ts';
import { Views } from '../views.ts';
import { Attachments } from './attachments.ts';
import { changeKinds } from './case-change.ts';
import { CaseIndex } from './case-index.ts';
import { CaseIntegrity } from './case-integrity.ts';
import type { StoredCase } from './case-table.ts';
import { JournalCheck } from './journal-check.ts';
import { ListOrder } from './list-order.ts';

/** Entries applied per transaction at the start. */
const appliedAtOnce = 1000;

/** The user and the time of an action. */
export interface Act {
  /** Milliseconds since the epoch. */
  at: number;
  /** The system user. */
  actor: string;
}

/**
 * The open index and journal. Each action is written to the journal first and then applied to the index, which stores the number of
 * the last entry applied. Entries that a crash kept from being applied are applied at the next start.
 */
export class CaseList {
  readonly database: DatabaseSync;
  readonly journalDatabase: DatabaseSync;
  readonly journal: JournalStore;
  readonly index: CaseIndex;
  readonly views: Views;
  readonly queue: ReadingQueue;
  readonly settings: CaseSettingsStore;
  readonly meta: Meta;
  readonly sealedMeta: SealedMeta;
  readonly queues: Queues;
  readonly erasureRequests: ErasureRequests;
  readonly sentCreations: SentCreations;
  readonly callbacks: KeptCallbacks;
  readonly calls: KeptCalls;
  readonly messages: KeptMessages;
  readonly testCases: KeptTestCases;
  readonly attachments: Attachments;
  readonly reports: Reports;
  readonly journalSearch: JournalSearch;
  readonly #lookupKey: Uint8Array;
  readonly sealer: Sealer;
  readonly forgetting: Forgetting;
  readonly integrity: CaseIntegrity;
  readonly journalCheck: JournalCheck;
  readonly #order: ListOrder;
  readonly #now: () => number;
  /** The user who opened the index. */
  #actor = '';

  constructor(
    database: DatabaseSync,
    sealer: Sealer,
    lookupKey: Uint8Array,
    files: OpenedJournal,
    now: () => number,
  ) {
    // The same day throughout a statement.
    database.function('today', { deterministic: true }, () => localDay(now()));
    this.#now = now;
    this.database = database;
    this.journal = files.journal;
    this.journalDatabase = files.database;
    this.#lookupKey = lookupKey;
    this.sealer = sealer;
    this.meta = new Meta(database);
    this.sealedMeta = new SealedMeta(this.meta, sealer);
    this.settings = new CaseSettingsStore(this.meta, this.sealedMeta, (environmentId) =>
      this.journal.lastSettings(environmentId),
    );
    const me = () => {
      const { team, role } = this.journal.team;
      return team === undefined ? [] : [team.me, role ?? ''];
    };
    const teamKey = () => this.journal.team.findingKey;
    this.index = new CaseIndex(database, sealer, lookupKey, this.settings, me, teamKey, now);
    this.views = new Views(database, sealer);
    this.queue = new ReadingQueue(database);
    this.queues = new Queues(this.sealedMeta);
    this.erasureRequests = new ErasureRequests(database, sealer);
    this.sentCreations = new SentCreations(this.sealedMeta, lookupKey);
    this.callbacks = new KeptCallbacks(database, sealer);
    this.calls = new KeptCalls(database, sealer);
    this.messages = new KeptMessages(this.sealedMeta);
    this.testCases = new KeptTestCases(this.sealedMeta);
    this.attachments = new Attachments(database, sealer, this.journal);
    this.reports = new Reports(database, this.journal, this.index.table, this.testCases);
    this.journalSearch = new JournalSearch(files.database, this.journal, (environmentId, userKey, max) =>
      this.index.search.withUserKey(environmentId, userKey, max),
    );
    this.#order = new ListOrder(database, this.journal, this.index);
    this.forgetting = new Forgetting(this);
    this.integrity = new CaseIntegrity(this);
    this.journalCheck = new JournalCheck(this, lookupKey);
  }

  /** Returns the user who opened the index, and the time. */
  act(): Act {
    return { at: this.#now(), actor: this.#actor };
  }

  /**
   * Completes what a crash interrupted. Call it once, before anything else.
   *
   * @param head the end of the journal as the keychain has it
   */
  recover(act: Act, head?: JournalHead): void {
    this.#actor = act.actor;
    const last = this.journal.head()?.seq ?? 0;
    if (this.#applied > last) {
      this.meta.set('journal_applied', last);
    }
    this.journalCheck.compareEnd(this.#applied, act.at, head);
    this.catchUp();
    this.forgetting.recover({ kind: 'forgotten', ...act });
  }

  /** Updates a case with a new reading. */
  record({ actor, ...reading }: RecordedReading & { actor: string }): RecordEffect {
    const { environmentId, conversationId, at, opened } = reading;
    if (opened) {
      this.append([{ kind: 'opened', at, actor, environmentId, conversationId }]);
    }
    // A reading lost in a power failure is read again; the journal entry about opening it is synced.
    return inQuickTransaction(this.database, () => this.index.recorder.record(reading));
  }

  /** Records readings of a run and removes them from it. Readings lost in a power failure are read again. */
  finishReadings({
    environmentId,
    outcomes,
    at,
  }: { environmentId: string; outcomes: readonly ReadingOutcome[] } & Act) {
    const counts = { added: 0, changed: 0, gone: 0 };
    let doneCount = 0;
    inQuickTransaction(this.database, () => {
      for (const outcome of outcomes) {
        if (outcome.kind === 'failed') {
          this.queue.fail(outcome.itemId, outcome.conversationId, outcome.code);
          if (outcome.isMissing) {
            const { conversationId } = outcome;
            this.markAbsent({ environmentId, conversationId, absence: 'not-found', at });
          }
          continue;
        }
        if (!this.queue.finish(outcome.itemId, outcome.conversationId)) {
          continue;
        }
        doneCount++;
        if (outcome.kind === 'read') {
          const { isNew, changed } = this.index.recorder.record(outcome.reading);
          counts.added += Number(isNew);
          counts.changed += Number(changed);
        } else {
          this.index.add(environmentId, outcome.conversationId, at);
          this.index.recorder.markGone({ environmentId, conversationId: outcome.conversationId, at });
          counts.gone++;
        }
      }
      this.queue.count(environmentId, { done: doneCount, ...counts });
    });
    return counts;
  }

  /**
   * Records that the service has no data of a conversation (404 or 410). Returns true where a case or a request for erasure is about it. The caller
   * opens the transaction.
   */
  markAbsent(absent: AbsentConversation): boolean {
    const isNamed = this.erasureRequests.markAbsent(absent);
    const { recorder } = this.index;
    const isListed = absent.absence === 'gone' ? recorder.markGone(absent) : recorder.markMissing(absent);
    return isListed || isNamed;
  }

  /**
   * Writes entries to the journal and applies them. Everything is on disk when this returns.
   * @throws Failure team-not-allowed: nothing was written
   */
  append(entries: readonly DraftEntry[]): void {
    const drafts = entries.map((entry) => ({ ...entry, actor: this.journal.team.actorName(entry.actor) }));
    this.journal.team.checkAllowed(drafts);
    this.journal.team.reviews.check(drafts);
    const head = this.journal.append(drafts);
    const first = (head?.seq ?? 0) - drafts.length + 1;
    if (this.#applied !== first - 1) {
      this.catchUp();
      return;
    }
    this.#apply(
      drafts.map(({ at, actor, kind, environmentId = '', conversationId = '', details = {} }, index) => ({
        seq: first + index,
        at,
        actor,
        kind,
        content: { environmentId, conversationId, details },
      })),
    );
  }

  /** Writes what others of the team did to the journal and applies it. Returns the cases that may be different now. */
  keepTeam(reading: TeamReading): Target[] {
    const { team } = this.journal;
    const role = team.role;
    const isCaughtUp = this.#applied === (this.journal.head()?.seq ?? 0);
    const {
      changed: changedCases,
      toOrder,
      decided: decidedCases,
      entries,
    } = team.keep(reading, this.#choose);
    if (reading.isEarlier === true) {
      this.#passOver();
    } else {
      // Of most cases what came last counts last.
      this.catchUp(false, isCaughtUp ? entries : undefined);
    }
    // With another role this console may be the second person, or be asked, or no longer.
    const reviewedCases = role === team.role ? [] : this.index.awaiting();
    this.#order.reorder(toOrder, [...decidedCases, ...reviewedCases]);
    return [...changedCases, ...reviewedCases];
  }

  /** Saves the team. Returns the cases that may be different now: none. */
  saveTeam({ team }: { team: KeptTeam }): Target[] {
    this.journal.team.save(team);
    return [];
  }

  /** Ends the membership of this console. Nothing is held back from it any more. Returns the cases that may be different now. */
  leaveTeam(): Target[] {
    this.journal.team.leave();
    const reviewedCases = this.index.awaiting();
    this.#order.reorder([], reviewedCases);
    return reviewedCases;
  }

  /** Takes back what the team's database lost. Returns the cases that may be different now. */
  goBack(loss: WentBack): Target[] {
    const changedCases = this.journal.team.goBack(loss);
    this.catchUp(false);
    this.#order.reorder(changedCases);
    return changedCases;
  }

  /** Like `keepTeam`, for entries whose environment this console did not have. */
  keepWaiting({ environments }: { environments: ReadonlyMap<string, string[]> }): Target[] {
    const changedCases = this.journal.team.keepWaiting(environments, this.#choose);
    this.catchUp();
    return changedCases;
  }

  /** Returns the first environment whose list has a case, otherwise the first. */
  readonly #choose: Choose = (environmentIds, conversationId) =>
    (environmentIds.length > 1
      ? environmentIds.find((one) => this.index.table.find(one, conversationId) !== undefined)
      : undefined) ?? environmentIds[0];

  /** Writes to the index only. */
  change<T>(act: () => T): T {
    return inTransaction(this.database, act);
  }

  /**
   * Records that a user knows what was found up to an entry: the present end of the journal counts from now on.
   * @throws Failure changed-outside if something was found after it
   */
  confirm(seq: number, act: Act): void {
    this.append([{ kind: 'confirmed', ...act, details: this.journalCheck.confirmation(seq) }]);
    this.change(() => this.journalCheck.forgetCut());
  }

  close(): void {
    this.database.close();
    this.journalDatabase.close();
  }

  get #applied(): number {
    return this.meta.number('journal_applied') ?? 0;
  }

  /**
   * Applies the entries not applied yet. One entry that fails must not block the others.
   * @param newEntries the next ones, if they are known
   */
  catchUp(isOrdering = this.journal.team.order.hasPlaces, newEntries?: readonly JournalEntry[]): void {
    for (let next = newEntries; ; next = undefined) {
      const entries = next ?? this.journal.after(this.#applied, appliedAtOnce);
      if (entries.length === 0) {
        return;
      }
      try {
        // Entries of others are read again after a power failure, from the journal.
        this.#apply(entries, isOrdering, next === undefined ? inTransaction : inQuickTransaction);
      } catch {
        const [first] = entries;
        this.#applyOrSkip(first);
      }
    }
  }

  /** Adds cases to the list from entries that do not count last: the values of those in the list come from the order of all entries. */
  #passOver(): void {
    const entries = this.journal.after(this.#applied, Number.MAX_SAFE_INTEGER);
    const isKept = ({ kind, content }: JournalEntry) =>
      changeKinds.some((one) => one === kind) &&
      this.index.table.find(content?.environmentId ?? '', content?.conversationId ?? '') !== undefined;
    this.#apply(entries.filter((entry) => !isKept(entry)));
    this.change(() => this.saveApplied());
  }

  #applyOrSkip(entry: JournalEntry | undefined): void {
    if (entry === undefined) {
      return;
    }
    try {
      this.#apply([entry]);
    } catch (error) {
      if (storeFaultOf(error) !== 'other') {
        throw error;
      }
      inTransaction(this.database, () => this.saveApplied(entry.seq));
    }
  }

  /** @param isOrdering true where entries may have come in another order than they count */
  #apply(entries: readonly JournalEntry[], isOrdering = false, transaction = inTransaction): void {
    // First, so that nothing is applied that a second review holds back.
    const heldCases = this.#order.hold(entries);
    const { reviews } = this.journal.team;
    try {
      transaction(this.database, () => {
        let last: StoredCase | undefined;
        for (const entry of entries) {
          if (entry.content !== undefined && reviews.isHeld(entry.seq)) {
            const { environmentId, conversationId } = entry.content;
            this.index.add(environmentId, conversationId, this.act().at);
          } else {
            last = this.index.applier.apply(entry, last);
          }
        }
        const all = isOrdering ? entries.flatMap(({ content }) => content ?? []) : [];
        this.#order.applied(entries, all, heldCases);
        this.saveApplied(entries.at(-1)?.seq);
      });
    } catch (error) {
      this.index.reload();
      throw error;
    }
  }

  /** Saves how far the index agrees with the journal, and the journal's end. */
  saveApplied(seq?: number): void {
    const head = this.journal.head();
    if (head === undefined) {
      return;
    }
    this.meta.set('journal_applied', seq ?? head.seq);
    saveHead(this.meta, this.#lookupKey, head);
  }
}
