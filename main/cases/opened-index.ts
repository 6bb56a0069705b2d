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

/** How many entries are applied in one transaction at start. */
const appliedAtOnce = 1000;

/** Cases that are being forgotten belong to an environment that no id can name; a crash in between is completed from there. */
const forgottenPrefix = '#forgotten/';
/** The first text behind all that begin with the prefix. */
const forgottenEnd = '#forgotten0';

/** Who did it and when. */
export interface Act {
  /** Milliseconds since the epoch. */
  at: number;
  /** The system user. */
  actor: string;
}

/**
 * The index and the journal while both are open. What people do is entered in the journal first, then applied to the index, which
 * remembers how far: what a crash kept from being applied is applied when they are opened again.
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

  /** Completes what a crash interrupted. To be called once, before anything else. */
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
    // What is lost with the power is read again; the entry that it was opened is not lost.
    return inQuickTransaction(this.database, () => this.index.record(reading));
  }

  /** Records what a run has read, and takes it out of the run. What is lost with the power is read again. */
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

  /** Enters and applies. Everything is on disk when this returns. */
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

  /** Writes to the index alone. */
  change<T>(act: () => T): T {
    return inTransaction(this.database, act);
  }

  /**
   * Removes every trace of conversations: from the index, from what the journal says, and from the bytes of both files. Answers how
   * many the index knew.
   */
  forget(environmentId: string, conversationIds: readonly string[], draft: DraftEntry): number {
    const mark = this.database.prepare(
      'UPDATE conversation SET environment_id = ? WHERE environment_id = ? AND conversation_id = ?',
    );
    const marked = forgottenPrefix + environmentId;
    // Marked first: after a crash the rest is done at the next start.
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

  /** As `forget`, for everything of an environment: also what the journal says of conversations that the index does not know. */
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
   * Seals values with the current key, at most so many; false when all are. Then only the current key is needed any more. The
   * index must be opened again before the journal uses its new key.
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
    // Nothing sealed with the old key stays behind in free pages.
    for (const database of [this.database, this.journalDatabase]) {
      removeDeletedBytes(database);
    }
    return false;
  }

  /** Whether this is the index of this id, on disk, and this is the key that seals it. */
  isSealedBy(indexId: string, keyId: string): boolean {
    return (
      this.database.location() !== null &&
      this.meta.text('index_id') === indexId &&
      this.#sealer.currentKeyId === keyId
    );
  }

  /** Checks the journal, its end too. */
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

  /** Compares the end of the journal with what is remembered of it, before that is overwritten. */
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

  /** Applies what was entered and not yet applied. An entry that cannot be applied must not keep the others from it. */
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

  /** Up to here the index agrees with the journal; the journal's end is remembered with it. */
  #saveApplied(seq?: number): void {
    const head = this.journal.head();
    if (head === undefined) {
      return;
    }
    this.meta.set('journal_applied', seq ?? head.seq);
    saveHead(this.meta, this.#lookupKey, head);
  }
}

/** The paths of those that are files. */
function filesOf(databases: readonly DatabaseSync[]): string[] {
  return databases.flatMap((database) => database.location() ?? []);
}
