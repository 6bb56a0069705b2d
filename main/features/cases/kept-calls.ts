import type { DatabaseSync } from 'node:sqlite';
import { prepareAll } from '../../store/prepare-all.ts';
import { readableText, type SealedPlace, type Sealer } from '../../store/sealing.ts';
import type { InEnvironment } from './index/results.ts';

/** The most calls kept of an environment. The oldest are deleted first. */
const maxCalls = 10_000;

/** A request to the service that has ended, as JSON. */
export interface EndedCall {
  conversationId: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
  content: string;
}

/** Binds a sealed call to its row. */
function callPlace(environmentId: string, id: number): SealedPlace {
  return { table: 'call', column: 'content', environmentId, row: String(id) };
}

/** Calls of this and earlier sessions, sealed. Methods that write expect the caller to open the transaction. */
export class KeptCalls {
  readonly #sealer: Sealer;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#sealer = sealer;
    this.#sql = prepareAll(database, {
      insert:
        'INSERT INTO call (id, environment_id, conversation_id, session, at, content) VALUES (?, ?, ?, ?, ?, ?)',
      lastId: "SELECT seq FROM sqlite_sequence WHERE name = 'call'",
      old: 'DELETE FROM call WHERE at < ?',
      beyond: `DELETE FROM call WHERE environment_id = ?1 AND id <=
         (SELECT id FROM call WHERE environment_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${maxCalls})`,
      earlier: 'SELECT * FROM call WHERE environment_id = ? AND session <> ? AND at >= ? ORDER BY at, id',
      drop: 'DELETE FROM call WHERE environment_id = ?',
    });
  }

  /** Keeps calls of a session, and deletes those of all environments that were made before a time. */
  keepCalls({
    environmentId,
    session,
    calls,
    before,
  }: InEnvironment & { session: string; calls: readonly EndedCall[]; before: number }): void {
    this.#sql.old.run(before);
    // Known before the rows are inserted, because each seal is bound to its row.
    let id = Number(this.#sql.lastId.get()?.seq ?? 0);
    for (const { conversationId, at, content } of calls) {
      id += 1;
      const sealedContent = this.#sealer.seal(content, callPlace(environmentId, id));
      this.#sql.insert.run(id, environmentId, conversationId ?? null, session, at, sealedContent);
    }
    this.#sql.beyond.run(environmentId);
  }

  /** Returns the calls of other sessions since a time, oldest first; those that do not open are left out. */
  earlierCalls({
    environmentId,
    session,
    since,
  }: InEnvironment & { session: string; since: number }): string[] {
    return this.#sql.earlier.all(environmentId, session, since).flatMap((row) => {
      const place = callPlace(environmentId, Number(row.id));
      return readableText(this.#sealer, row.content as Uint8Array, place) ?? [];
    });
  }

  /** Deletes all of an environment. */
  drop(environmentId: string): void {
    this.#sql.drop.run(environmentId);
  }
}
