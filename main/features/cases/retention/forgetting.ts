import { DatabaseSync } from 'node:sqlite';
import { forgetInCopies, removeBytesInCopies } from '../../../store/file-copies.ts';
import { Meta } from '../../../store/meta.ts';
import type { SealedMeta } from '../../../store/sealed-meta.ts';
import { inTransaction, removeDeletedBytes } from '../../../store/sqlite-file.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import type { JournalStore } from '../../records/journal/journal-store.ts';
import type { ErasureRequests } from '../erasure-requests.ts';
import type { CaseIndex } from '../index/case-index.ts';
import type { KeptCallbacks } from '../kept-callbacks.ts';
import type { KeptMessages } from '../kept-messages.ts';
import type { KeptTestCases } from '../kept-test-cases.ts';
import type { Queues } from '../queues.ts';
import type { SentCreations } from '../sent-creations.ts';
import type { CaseSettingsStore } from '../settings.ts';

/**
 * Marks cases that are being deleted. No environment id begins like this, so a deletion interrupted by a crash is finished at the next
 * start.
 */
const forgottenPrefix = '#forgotten/';
/** The first text that sorts after everything with the prefix. */
const forgottenEnd = '#forgotten0';
/** Prefix of `meta` names of environments that are being deleted completely. */
const environmentPrefix = 'forgetting/';
/** Name of the sealed names of the cases that are being deleted: a mark of another program deletes nothing. */
const casesKey = 'forgetting_cases';
const rewriteDue = 'rewrite_due';
/** Conversations deleted per step. */
const forgottenAtOnce = 500;

interface BegunForgetting {
  environmentId: string;
  conversationIds: string[];
}

interface ForgettingDeps {
  database: DatabaseSync;
  journalDatabase: DatabaseSync;
  journal: JournalStore;
  index: CaseIndex;
  queues: Queues;
  callbacks: KeptCallbacks;
  messages: KeptMessages;
  testCases: KeptTestCases;
  sentCreations: SentCreations;
  erasureRequests: ErasureRequests;
  settings: CaseSettingsStore;
  meta: Meta;
  sealedMeta: SealedMeta;
  /** Applies journal entries that the index does not have yet. */
  catchUp(): void;
  /** Records that the index agrees with the journal. */
  saveApplied(): void;
}

/** Marks an environment in a file that needs its key: its data is deleted when the file is opened. */
export function markForgottenIn(path: string, environmentId: string): void {
  const database = new DatabaseSync(path, { timeout: 2000 });
  try {
    new Meta(database).set(environmentPrefix + environmentId, 1);
  } finally {
    database.close();
  }
}

/** Deletes every trace of cases: from the index, the journal's content, the backups, and the bytes of all files. */
export class Forgetting {
  readonly #deps: ForgettingDeps;

  constructor(deps: ForgettingDeps) {
    this.#deps = deps;
  }

  /** Returns whether bytes of deleted rows are still to be removed from the files. */
  get isRewriteDue(): boolean {
    return this.#deps.meta.number(rewriteDue) !== undefined;
  }

  /** Finishes what a crash interrupted. */
  recover(draft: DraftEntry): void {
    const { database } = this.#deps;
    const names = database
      .prepare(
        'SELECT environment_id, conversation_id FROM conversation WHERE environment_id >= ? AND environment_id < ?',
      )
      .all(forgottenPrefix, forgottenEnd);
    for (const [markedId, rows] of Map.groupBy(names, (row) => String(row.environment_id))) {
      const environmentId = markedId.slice(forgottenPrefix.length);
      const conversationIds = this.#pendingIds(
        environmentId,
        rows.map((row) => String(row.conversation_id)),
      );
      if (conversationIds.length > 0) {
        this.#complete(environmentId, conversationIds, { ...draft, environmentId });
      }
    }
    const environments = database
      .prepare(`SELECT name FROM meta WHERE name LIKE '${environmentPrefix}%'`)
      .all()
      .map(({ name }) => String(name).slice(environmentPrefix.length));
    for (const environmentId of environments) {
      while (this.environment(environmentId, draft)) {
        // Repeated until nothing is left.
      }
    }
    if (names.length > 0) {
      this.removeBytes(false);
    }
  }

  /** Returns those of marked cases that the console began to delete. The others get their environment back. */
  #pendingIds(environmentId: string, conversationIds: readonly string[]): string[] {
    const { database, sealedMeta } = this.#deps;
    const mark = sealedMeta.readable(casesKey) as BegunForgetting | undefined;
    const own = new Set(mark?.environmentId === environmentId ? mark.conversationIds : []);
    const unmark = database.prepare(
      'UPDATE OR REPLACE conversation SET environment_id = ? WHERE environment_id = ? AND conversation_id = ?',
    );
    inTransaction(database, () => {
      for (const conversationId of conversationIds.filter((one) => !own.has(one))) {
        unmark.run(environmentId, forgottenPrefix + environmentId, conversationId);
      }
    });
    return conversationIds.filter((one) => own.has(one));
  }

  /**
   * Deletes conversations; returns the number the index knew.
   * @param hasMore true if others follow at once: the bytes are removed with the last of them
   */
  cases(
    environmentId: string,
    conversationIds: readonly string[],
    draft: DraftEntry,
    hasMore: boolean,
  ): number {
    const { database, sealedMeta, erasureRequests } = this.#deps;
    const mark = database.prepare(
      'UPDATE conversation SET environment_id = ? WHERE environment_id = ? AND conversation_id = ?',
    );
    const markKey = forgottenPrefix + environmentId;
    // Marked first, so that the next start finishes after a crash.
    const ids = inTransaction(database, () => {
      erasureRequests.keepAbsent(environmentId, conversationIds);
      this.#dropRows(['reading_item'], environmentId, conversationIds);
      const inList = conversationIds.filter(
        (conversationId) => Number(mark.run(markKey, environmentId, conversationId).changes) > 0,
      );
      sealedMeta.write(casesKey, { environmentId, conversationIds: inList });
      return inList;
    });
    this.#complete(environmentId, conversationIds, {
      ...draft,
      environmentId,
      details: { ...draft.details, cases: ids.length },
    });
    if (!hasMore) {
      this.removeBytes(false);
    }
    return ids.length;
  }

  /**
   * Deletes everything of conversations but their decisions, which the journal repeats without the comments. A crash in between is made
   * up for by the next sweep. The bytes are removed later, by `removeBytes`.
   */
  reduce(
    environmentId: string,
    conversationIds: readonly string[],
    draft: DraftEntry,
    decisions: readonly DraftEntry[],
  ): void {
    const { database, journal, index, meta, erasureRequests } = this.#deps;
    this.#deps.catchUp();
    for (const path of this.#paths()) {
      forgetInCopies(path, { environmentId, conversationIds });
    }
    inTransaction(database, () => {
      erasureRequests.keepAbsent(environmentId, conversationIds);
      this.#dropBeside(environmentId, conversationIds);
      meta.set(rewriteDue, 1);
    });
    const details = { ...draft.details, cases: conversationIds.length, decisionsKept: true };
    journal.forget(environmentId, conversationIds, { ...draft, environmentId, details }, decisions);
    this.#deps.catchUp();
    inTransaction(database, () => index.dropUnusedLabels(environmentId));
  }

  /**
   * Deletes some conversations of an environment, including those only in the journal, and its views, settings and runs. Returns true if
   * there are more. After an interruption it continues when the index is opened again.
   */
  environment(environmentId: string, draft: DraftEntry): boolean {
    const { database, journal, settings, meta } = this.#deps;
    inTransaction(database, () => {
      meta.set(environmentPrefix + environmentId, 1);
      settings.forget(environmentId);
      this.#dropRows(['view', 'reading_run', 'retained', 'erasure_request'], environmentId);
      this.#dropBeside(environmentId);
    });
    const names = database
      .prepare('SELECT conversation_id FROM conversation WHERE environment_id = ? LIMIT ?')
      .all(environmentId, forgottenAtOnce)
      .map((row) => String(row.conversation_id));
    const some = names.length > 0 ? names : journal.conversationsOf(environmentId, forgottenAtOnce);
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

  /**
   * Removes the bytes of deleted rows from the files and backups.
   * @param atOnce includes large files, which takes seconds
   */
  removeBytes(atOnce: boolean): void {
    const { database, journalDatabase, meta } = this.#deps;
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
    const { database, journal, index, meta } = this.#deps;
    this.#deps.catchUp();
    for (const path of this.#paths()) {
      forgetInCopies(path, { environmentId, conversationIds });
    }
    journal.forget(environmentId, conversationIds, draft);
    inTransaction(database, () => {
      index.drop(forgottenPrefix + environmentId, conversationIds);
      index.drop(environmentId, conversationIds);
      index.dropUnusedLabels(environmentId);
      this.#dropRows(['retained'], environmentId, conversationIds);
      this.#dropBeside(environmentId, conversationIds);
      this.#deps.saveApplied();
      meta.delete(casesKey);
      meta.set(rewriteDue, 1);
    });
  }

  /** Deletes what refers to conversations beside the list; all of the environment without ids. The caller opens the transaction. */
  #dropBeside(environmentId: string, conversationIds?: readonly string[]): void {
    const { queues, callbacks, sentCreations, messages, testCases } = this.#deps;
    this.#dropRows(['reading_item', 'callback', 'call'], environmentId, conversationIds);
    for (const beside of [queues, callbacks, sentCreations, messages, testCases]) {
      beside.drop(environmentId, conversationIds);
    }
  }

  /** Deletes the rows of tables about conversations; all of the environment without ids. */
  #dropRows(tables: readonly string[], environmentId: string, conversationIds?: readonly string[]): void {
    for (const table of tables) {
      const drop = `DELETE FROM ${table} WHERE environment_id = ?`;
      const { database } = this.#deps;
      if (conversationIds === undefined) {
        database.prepare(drop).run(environmentId);
      } else {
        database
          .prepare(`${drop} AND conversation_id IN (SELECT value FROM json_each(?))`)
          .run(environmentId, JSON.stringify(conversationIds));
      }
    }
  }

  /** Returns the paths of the databases that are files. */
  #paths(): string[] {
    const { database, journalDatabase } = this.#deps;
    return [database, journalDatabase].flatMap((one) => one.location() ?? []);
  }
}
