import type { DatabaseSync } from 'node:sqlite';
import type { JournalReport } from '../../preload/contract/journal.ts';
import type { DraftEntry, JournalEntry } from '../journal/entry.ts';
import { type OpenedJournal, rotateJournalKey } from '../journal/journal-file.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import { verifyJournal } from '../journal/verify.ts';
import { forgetInCopies } from '../store/file-copies.ts';
import { Meta } from '../store/meta.ts';
import { keyIdOf, metaPlace, type Sealer } from '../store/sealing.ts';
import { storeFaultOf } from '../store/sqlite-errors.ts';
import { inQuickTransaction, inTransaction, removeDeletedBytes } from '../store/sqlite-file.ts';
import { CaseIndex } from './case-index.ts';
import type { Recorded, RecordedReading } from './case-recorder.ts';
import { rememberedCut, rememberedHead, saveCut, saveHead } from './journal-head.ts';
import { Queues } from './queues.ts';
import { type ReadingOutcome, ReadingQueue } from './reading/reading-queue.ts';
import { Resealing } from './reseal.ts';
import { CaseSettingsStore } from './settings.ts';
import { Views } from './views.ts';

/** Entries applied per transaction at the start. */
const appliedAtOnce = 1000;

/**
 * Marks cases that are being deleted. No environment id begins like this, so a deletion interrupted by a crash is finished at the next
 * start.
 */
const forgottenPrefix = '#forgotten/';
/** The first text that sorts after everything with the prefix. */
const forgottenEnd = '#forgotten0';

/** Who acted, and when. */
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
export class OpenedIndex {
  readonly database: DatabaseSync;
  readonly journalDatabase: DatabaseSync;
  readonly journal: JournalStore;
  readonly index: CaseIndex;
  readonly views: Views;
  readonly queue: ReadingQueue;
  readonly settings: CaseSettingsStore;
  readonly meta: Meta;
  readonly queues: Queues;
  readonly #lookupKey: Uint8Array;
  readonly #sealer: Sealer;
  readonly #resealing: Resealing;

  constructor(database: DatabaseSync, sealer: Sealer, lookupKey: Uint8Array, opened: OpenedJournal) {
    this.database = database;
    this.journal = opened.journal;
    this.journalDatabase = opened.database;
    this.#lookupKey = lookupKey;
    this.#sealer = sealer;
    this.#resealing = new Resealing(database, sealer);
    this.index = new CaseIndex(database, sealer, lookupKey);
    this.views = new Views(database, sealer);
    this.queue = new ReadingQueue(database);
    this.meta = new Meta(database);
    this.settings = new CaseSettingsStore(this.meta, sealer);
    this.queues = new Queues(this.meta, sealer);
  }

  /** Completes what a crash interrupted. Call it once, before anything else. */
  recover(act: Act): void {
    this.#checkEnd(act.at);
    this.#catchUp();
    const names = this.database
      .prepare(
        'SELECT environment_id, conversation_id FROM conversation WHERE environment_id >= ? AND environment_id < ?',
      )
      .all(forgottenPrefix, forgottenEnd);
    for (const [marked, rows] of Map.groupBy(names, (row) => String(row.environment_id))) {
      this.#completeForgetting(
        marked.slice(forgottenPrefix.length),
        rows.map((row) => String(row.conversation_id)),
        { kind: 'forgotten', ...act },
      );
    }
  }

  record(reading: RecordedReading, actor: string): Recorded {
    const { environmentId, conversationId, at, opened } = reading;
    if (opened) {
      this.append([{ kind: 'opened', at, actor, environmentId, conversationId }]);
    }
    // A reading lost in a power failure is read again; the journal entry about opening it is synced.
    return inQuickTransaction(this.database, () => this.index.record(reading));
  }

  /** Records readings of a run and removes them from it. Readings lost in a power failure are read again. */
  finishReadings(environmentId: string, outcomes: readonly ReadingOutcome[], at: number) {
    const counts = { added: 0, changed: 0, gone: 0 };
    let done = 0;
    inQuickTransaction(this.database, () => {
      for (const outcome of outcomes) {
        if (outcome.kind === 'failed') {
          this.queue.fail(outcome.itemId, outcome.conversationId, outcome.code);
          continue;
        }
        if (!this.queue.finish(outcome.itemId, outcome.conversationId)) {
          continue;
        }
        done++;
        if (outcome.kind === 'read') {
          const { isNew, changed } = this.index.record(outcome.reading);
          counts.added += Number(isNew);
          counts.changed += Number(changed);
        } else {
          this.index.add(environmentId, outcome.conversationId, at);
          this.index.markGone(environmentId, outcome.conversationId, at);
          counts.gone++;
        }
      }
      this.queue.count(environmentId, { done, ...counts });
    });
    return counts;
  }

  /** Writes entries to the journal and applies them. Everything is on disk when this returns. */
  append(drafts: readonly DraftEntry[]): void {
    const head = this.journal.append(drafts);
    const first = (head?.seq ?? 0) - drafts.length + 1;
    if (this.#applied !== first - 1) {
      this.#catchUp();
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

  /** Writes to the index only. */
  change<T>(act: () => T): T {
    return inTransaction(this.database, act);
  }

  /**
   * Deletes every trace of conversations: from the index, from the journal's content, and from the bytes of both files. Returns the
   * number of cases the index knew.
   */
  forget(environmentId: string, conversationIds: readonly string[], draft: DraftEntry): number {
    const mark = this.database.prepare(
      'UPDATE conversation SET environment_id = ? WHERE environment_id = ? AND conversation_id = ?',
    );
    const marked = forgottenPrefix + environmentId;
    // Marked first, so that the next start finishes after a crash.
    const known = inTransaction(this.database, () => {
      this.queue.forget(environmentId, conversationIds);
      return conversationIds.filter(
        (conversationId) => Number(mark.run(marked, environmentId, conversationId).changes) > 0,
      );
    });
    this.#completeForgetting(environmentId, conversationIds, {
      ...draft,
      environmentId,
      details: { ...draft.details, cases: known.length },
    });
    return known.length;
  }

  /** Like `forget`, for everything in an environment, including journal content about conversations that the index does not know. */
  forgetEnvironment(environmentId: string, draft: DraftEntry): number {
    const named = this.database
      .prepare('SELECT conversation_id FROM conversation WHERE environment_id = ?')
      .all(environmentId)
      .map((row) => String(row.conversation_id));
    const all = new Set([...named, ...this.journal.conversationsOf(environmentId)]);
    this.change(() => {
      this.database.prepare('DELETE FROM view WHERE environment_id = ?').run(environmentId);
      this.settings.forget(environmentId);
      this.queue.forgetEnvironment(environmentId);
      this.queues.save(environmentId, undefined);
    });
    return this.forget(environmentId, [...all], draft);
  }

  /**
   * Reseals values with the current key, up to a limit; returns false when none is left and only the current key is needed. Open the
   * index again before the journal uses its new key.
   */
  reseal(most: number): boolean {
    if (this.#resealing.slice(most)) {
      return true;
    }
    this.change(() => {
      for (const name of ['lookup_key', 'reasons']) {
        const sealed = this.meta.bytes(name);
        if (sealed !== undefined && keyIdOf(sealed) !== this.#sealer.currentKeyId) {
          this.meta.set(name, this.#sealer.seal(this.#sealer.open(sealed, metaPlace(name)), metaPlace(name)));
        }
      }
    });
    rotateJournalKey(this.journalDatabase, this.#sealer);
    // Overwrites free pages, which may contain values sealed with the old key.
    for (const database of [this.database, this.journalDatabase]) {
      removeDeletedBytes(database);
    }
    return false;
  }

  /** True if this is the index with this id, on disk, sealed with this key. */
  isSealedBy(indexId: string, keyId: string): boolean {
    return (
      this.database.location() !== null &&
      this.meta.text('index_id') === indexId &&
      this.#sealer.currentKeyId === keyId
    );
  }

  /** Checks the journal, including its end. */
  verifyJournal(): JournalReport {
    const cut = rememberedCut(this.meta);
    try {
      const report = verifyJournal(this.journalDatabase, rememberedHead(this.meta, this.#lookupKey));
      return { ...report, problems: [...report.problems, ...cut] };
    } catch (error) {
      if (storeFaultOf(error) !== 'other') {
        throw error;
      }
      const report = verifyJournal(this.journalDatabase);
      const message = 'What the list of cases remembers of the end of the journal was changed.';
      return {
        ...report,
        problems: [...report.problems, { kind: 'end-changed', seq: report.entries, message }],
      };
    }
  }

  close(): void {
    this.database.close();
    this.journalDatabase.close();
  }

  #completeForgetting(environmentId: string, conversationIds: readonly string[], draft: DraftEntry): void {
    this.#catchUp();
    for (const path of filesOf([this.database, this.journalDatabase])) {
      forgetInCopies(path, environmentId, conversationIds);
    }
    this.journal.forget(environmentId, conversationIds, { ...draft, environmentId });
    inTransaction(this.database, () => {
      this.index.drop(forgottenPrefix + environmentId, conversationIds);
      this.index.drop(environmentId, conversationIds);
      this.index.dropUnusedLabels(environmentId);
      this.queues.drop(environmentId, conversationIds);
      this.#saveApplied();
    });
    const isDeferred = [this.database, this.journalDatabase].map((database) => removeDeletedBytes(database));
    if (isDeferred.includes(true)) {
      this.meta.set('rewrite_due', 1);
    }
  }

  get #applied(): number {
    return this.meta.number('journal_applied') ?? 0;
  }

  /** Compares the end of the journal with the saved one, before that is overwritten. */
  #checkEnd(at: number): void {
    const head = this.journal.head();
    if (this.#applied > (head?.seq ?? 0)) {
      this.meta.set('journal_applied', head?.seq ?? 0);
    }
    try {
      const known = rememberedHead(this.meta, this.#lookupKey);
      if (known !== undefined && this.journal.hashOf(known.seq) !== known.hash) {
        saveCut(this.meta, known, at);
      }
    } catch (error) {
      if (storeFaultOf(error) !== 'other') {
        throw error;
      }
      saveCut(this.meta, { seq: this.#applied, hash: '' }, at);
    }
  }

  /** Applies the entries not applied yet. One entry that fails must not block the others. */
  #catchUp(): void {
    for (;;) {
      const entries = this.journal.after(this.#applied, appliedAtOnce);
      if (entries.length === 0) {
        return;
      }
      try {
        this.#apply(entries);
      } catch {
        const [first] = entries;
        this.#applyOrSkip(first);
      }
    }
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
      inTransaction(this.database, () => this.#saveApplied(entry.seq));
    }
  }

  #apply(entries: readonly JournalEntry[]): void {
    try {
      inTransaction(this.database, () => {
        for (const entry of entries) {
          this.index.apply(entry);
        }
        this.#saveApplied(entries.at(-1)?.seq);
      });
    } catch (error) {
      this.index.reload();
      throw error;
    }
  }

  /** Saves how far the index agrees with the journal, and the journal's end. */
  #saveApplied(seq?: number): void {
    const head = this.journal.head();
    if (head === undefined) {
      return;
    }
    this.meta.set('journal_applied', seq ?? head.seq);
    saveHead(this.meta, this.#lookupKey, head);
  }
}

/** The paths of the databases that are files. */
function filesOf(databases: readonly DatabaseSync[]): string[] {
  return databases.flatMap((database) => database.location() ?? []);
}
