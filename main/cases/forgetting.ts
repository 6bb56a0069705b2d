import { DatabaseSync } from 'node:sqlite';
import type { DraftEntry } from '../journal/entry.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import { forgetInCopies, removeBytesInCopies } from '../store/file-copies.ts';
import { Meta } from '../store/meta.ts';
import { inTransaction, removeDeletedBytes } from '../store/sqlite-file.ts';
import type { CaseIndex } from './case-index.ts';
import type { Queues } from './queues.ts';
import type { ReadingQueue } from './reading/reading-queue.ts';
import type { CaseSettingsStore } from './settings.ts';

/** Cases that are being forgotten belong to an environment that no id can name; a crash in between is completed from there. */
const forgottenPrefix = '#forgotten/';
/** The first text behind all that begin with the prefix. */
const forgottenEnd = '#forgotten0';
/** Names of `meta`: environments of which everything is being forgotten. */
const environmentPrefix = 'forgetting/';
const rewriteDue = 'rewrite_due';
/** How many conversations of an environment are forgotten in one step. */
const forgottenAtOnce = 500;

export interface ForgettingDeps {
  database: DatabaseSync;
  journalDatabase: DatabaseSync;
  journal: JournalStore;
  index: CaseIndex;
  queue: ReadingQueue;
  queues: Queues;
  settings: CaseSettingsStore;
  meta: Meta;
  /** Applies what the journal has and the index does not. */
  catchUp(): void;
  /** Remembers that the index agrees with the journal. */
  saveApplied(): void;
}

/** Marks an environment in a file that cannot be opened without its key: everything of it is forgotten once it is opened. */
export function markForgottenIn(path: string, environmentId: string): void {
  const database = new DatabaseSync(path, { timeout: 2000 });
  try {
    new Meta(database).set(environmentPrefix + environmentId, 1);
  } finally {
    database.close();
  }
}

/** Removes every trace of cases: from the index, from what the journal says, from the copies, and from the bytes of all files. */
export class Forgetting {
  readonly #parts: ForgettingDeps;

  constructor(parts: ForgettingDeps) {
    this.#parts = parts;
  }

  /** Whether bytes of deleted rows are still to be removed from the files. */
  get isRewriteDue(): boolean {
    return this.#parts.meta.number(rewriteDue) !== undefined;
  }

  /** Completes what a crash interrupted. */
  recover(draft: DraftEntry): void {
    const { database } = this.#parts;
    const names = database
      .prepare(
        'SELECT environment_id, conversation_id FROM conversation WHERE environment_id >= ? AND environment_id < ?',
      )
      .all(forgottenPrefix, forgottenEnd);
    for (const [marked, rows] of Map.groupBy(names, (row) => String(row.environment_id))) {
      const conversationIds = rows.map((row) => String(row.conversation_id));
      const environmentId = marked.slice(forgottenPrefix.length);
      this.#complete(environmentId, conversationIds, { ...draft, environmentId });
    }
    const environments = database
      .prepare(`SELECT name FROM meta WHERE name LIKE '${environmentPrefix}%'`)
      .all()
      .map(({ name }) => String(name).slice(environmentPrefix.length));
    for (const environmentId of environments) {
      while (this.environment(environmentId, draft)) {
        // Until nothing is left of it.
      }
    }
    if (names.length > 0) {
      this.removeBytes(false);
    }
  }

  /**
   * Forgets conversations; returns how many the index knew.
   *
   * @param hasMore others follow at once: the bytes are removed with the last of them
   */
  cases(
    environmentId: string,
    conversationIds: readonly string[],
    draft: DraftEntry,
    hasMore: boolean,
  ): number {
    const { database, queue } = this.#parts;
    const mark = database.prepare(
      'UPDATE conversation SET environment_id = ? WHERE environment_id = ? AND conversation_id = ?',
    );
    const marked = forgottenPrefix + environmentId;
    // Marked first: after a crash the rest is done at the next start.
    const known = inTransaction(database, () => {
      queue.forget(environmentId, conversationIds);
      return conversationIds.filter(
        (conversationId) => Number(mark.run(marked, environmentId, conversationId).changes) > 0,
      );
    });
    this.#complete(environmentId, conversationIds, {
      ...draft,
      environmentId,
      details: { ...draft.details, cases: known.length },
    });
    if (!hasMore) {
      this.removeBytes(false);
    }
    return known.length;
  }

  /**
   * Forgets some conversations of an environment, also those that only the journal knows, and its views, settings and runs. True
   * where there are more. Interrupted, it goes on when the index is opened again.
   */
  environment(environmentId: string, draft: DraftEntry): boolean {
    const { database, journal, settings, queue, queues, meta } = this.#parts;
    inTransaction(database, () => {
      meta.set(environmentPrefix + environmentId, 1);
      database.prepare('DELETE FROM view WHERE environment_id = ?').run(environmentId);
      settings.forget(environmentId);
      queue.forgetEnvironment(environmentId);
      queues.save(environmentId, undefined);
    });
    const named = database
      .prepare('SELECT conversation_id FROM conversation WHERE environment_id = ? LIMIT ?')
      .all(environmentId, forgottenAtOnce)
      .map((row) => String(row.conversation_id));
    const some = named.length > 0 ? named : journal.conversationsOf(environmentId, forgottenAtOnce);
    if (some.length > 0) {
      this.cases(environmentId, some, draft, true);
      return true;
    }
    for (const path of this.#paths()) {
      forgetInCopies(path, { environmentId, conversationIds: 'all' });
    }
    this.removeBytes(false);
    meta.delete(environmentPrefix + environmentId);
    return false;
  }

  /** Removes the bytes of deleted rows from the files and their copies. @param atOnce large files, too, which takes seconds */
  removeBytes(atOnce: boolean): void {
    const { database, journalDatabase, meta } = this.#parts;
    for (const path of this.#paths()) {
      removeBytesInCopies(path);
    }
    const isDue = [database, journalDatabase].map((one) => removeDeletedBytes(one, atOnce));
    if (isDue.includes(true)) {
      meta.set(rewriteDue, 1);
    } else {
      meta.delete(rewriteDue);
    }
  }

  #complete(environmentId: string, conversationIds: readonly string[], draft: DraftEntry): void {
    const { database, journal, index, queues, meta, catchUp, saveApplied } = this.#parts;
    catchUp();
    for (const path of this.#paths()) {
      forgetInCopies(path, { environmentId, conversationIds });
    }
    journal.forget(environmentId, conversationIds, draft);
    inTransaction(database, () => {
      index.drop(forgottenPrefix + environmentId, conversationIds);
      index.drop(environmentId, conversationIds);
      index.dropUnusedLabels(environmentId);
      queues.drop(environmentId, conversationIds);
      saveApplied();
      meta.set(rewriteDue, 1);
    });
  }

  /** Of those that are files. */
  #paths(): string[] {
    const { database, journalDatabase } = this.#parts;
    return [database, journalDatabase].flatMap((one) => one.location() ?? []);
  }
}
