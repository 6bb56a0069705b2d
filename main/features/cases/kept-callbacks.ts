import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { maxResent } from '../../../preload/contract/callback-resending.ts';
import {
  type CallbackQuery,
  type CallbackRow,
  type MissedCallback,
  type MissedCallbacks,
  maxEnded,
  maxMissed,
} from '../../../preload/contract/callbacks.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { CallbackContent, NewCallback } from '../../common/new-callback.ts';
import type { Target } from '../../common/target.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import { readableText, type SealedPlace, type Sealer } from '../../store/sealing.ts';
import { resultAt } from './index/query.ts';
import type { InEnvironment } from './index/results.ts';

/** The most callbacks kept of an environment, and their size in bytes. The oldest are deleted first. */
const genuineLimits = { callbacks: 100_000, bytes: 1024 ** 3 };
/** The same for callbacks without a valid signature, which anyone who reaches the listener can send. */
const otherLimits = { callbacks: 2000, bytes: 64 * 1024 ** 2 };

/** The most repetitions kept of one callback, beside its first delivery and one that was accepted: anyone who has a genuine callback can send it again and again. */
const maxRepeats = 100;
const acceptedStatuses = '(200, 201, 202, 204)';

/** A receiver refuses a genuine message outside the time (interface 6.4), so that the first delivery that counts may be a retry. */
const isInTime = (row: string) => `${row}.is_genuine = 1 AND ${row}.state <> 'outside-time'`;
const isFirstInTime = `${isInTime('callback')} AND NOT EXISTS (SELECT 1 FROM callback AS earlier INDEXED BY callback_by_id
  WHERE earlier.environment_id = callback.environment_id AND earlier.callback_id = callback.callback_id AND earlier.id < callback.id
  AND ${isInTime('earlier')})`;

interface CallbackPage {
  environmentId: string;
  query: CallbackQuery;
  from: number;
  count: number;
}

const conditionOf: Record<CallbackQuery['show'], string> = {
  all: 'true',
  problems: "state <> 'valid'",
  repeated: "relation <> 'first'",
  unknown: 'is_known = 0 AND is_genuine = 1',
};

/** Binds a sealed value to its row. */
function callbackPlace(column: 'content' | 'body', environmentId: string, id: number): SealedPlace {
  return { table: 'callback', column, environmentId, row: String(id) };
}

/** Received callbacks, sealed. Methods that write expect the caller to open the transaction. */
export class KeptCallbacks {
  readonly #database: DatabaseSync;
  readonly #sealer: Sealer;
  readonly #sql;
  readonly #sizes = new Map<string, { callbacks: number; bytes: number }>();

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
    const kind = 'FROM callback WHERE environment_id = ?1 AND is_genuine = ?2';
    this.#sql = prepareAll(database, {
      insert: `INSERT INTO callback (id, environment_id, conversation_id, callback_id, received_at, state, is_genuine, is_known, relation,
         attempt, answered, bytes, content, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      lastId: "SELECT seq FROM sqlite_sequence WHERE name = 'callback'",
      before: `SELECT coalesce(max(attempt), 0) AS attempts, coalesce(sum(answered IN ${acceptedStatuses}), 0) AS accepted FROM callback
       INDEXED BY callback_by_id WHERE environment_id = ? AND callback_id = ? AND is_genuine = 1`,
      beyondRepeats: `DELETE FROM callback WHERE id IN (SELECT id FROM callback INDEXED BY callback_by_id
         WHERE environment_id = ?1 AND callback_id IS ?2 AND is_genuine = 1
         AND (?2 IS NULL OR relation = 'duplicate' OR (relation = 'retry' AND coalesce(answered, 0) NOT IN ${acceptedStatuses}))
         ORDER BY id DESC LIMIT -1 OFFSET ?3)`,
      beyond: `DELETE ${kind} AND id <= (SELECT id ${kind} ORDER BY id DESC LIMIT 1 OFFSET ?3)`,
      total: `SELECT count(*) AS callbacks, coalesce(sum(bytes), 0) AS bytes ${kind}`,
      beyondBytes: `DELETE ${kind} AND id IN (SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total ${kind}) WHERE total > ?3)`,
      ended: `SELECT conversation_id, status, ${resultAt} AS seen_at FROM conversation AS c
       WHERE environment_id = ? AND status IN ('FINISHED', 'EXPIRED') AND verdict IS NOT 'gone' AND ${resultAt} >= ? ORDER BY seen_at DESC, id DESC LIMIT ${maxEnded + 1}`,
      since: `SELECT * FROM callback WHERE environment_id = ? AND received_at >= ? AND ${isFirstInTime} ORDER BY id LIMIT ${maxResent + 1}`,
      about: `SELECT * FROM callback WHERE environment_id = ? AND conversation_id = ? AND (state = 'not-verified' OR ${isFirstInTime})`,
      unassigned: 'SELECT * FROM callback WHERE environment_id = ? AND conversation_id IS NULL',
      old: `DELETE FROM callback WHERE environment_id = ?1 AND received_at < ?2 AND NOT EXISTS (SELECT 1 FROM conversation
         WHERE conversation.environment_id = ?1 AND conversation.conversation_id = callback.conversation_id)`,
    });
  }

  /** Keeps callbacks in their order and deletes the oldest beyond the limits. Returns their rows. */
  keep(environmentId: string, callbacks: readonly NewCallback[]): CallbackRow[] {
    const sizes = [1, 0].map((isGenuine) => this.#sizeOf(environmentId, isGenuine));
    const rows = callbacks.map((callback) => this.#keepOne(environmentId, callback));
    for (const { isGenuine, body } of callbacks) {
      const size = sizes[isGenuine ? 0 : 1];
      if (size !== undefined) {
        size.callbacks += 1;
        size.bytes += body.byteLength;
      }
    }
    for (const [index, limits] of [genuineLimits, otherLimits].entries()) {
      const size = sizes[index];
      if (size !== undefined && (size.callbacks > limits.callbacks || size.bytes > limits.bytes)) {
        this.#sql.beyond.run(environmentId, 1 - index, limits.callbacks);
        this.#sql.beyondBytes.run(environmentId, 1 - index, limits.bytes);
        this.#sizes.clear();
      }
    }
    return rows;
  }

  /** Returns how much is kept of an environment: counted once, then added up. Too high a number only makes the next callback count again. */
  #sizeOf(environmentId: string, isGenuine: number): { callbacks: number; bytes: number } {
    const name = `${environmentId} ${isGenuine}`;
    const total = this.#sizes.get(name);
    if (total !== undefined) {
      return total;
    }
    const row = this.#sql.total.get(environmentId, isGenuine);
    const size = { callbacks: Number(row?.callbacks), bytes: Number(row?.bytes) };
    this.#sizes.set(name, size);
    return size;
  }

  #keepOne(environmentId: string, callback: NewCallback): CallbackRow {
    const { receivedAt, state, isGenuine, isKnown, answered, callbackId, conversationId, content, body } =
      callback;
    const before =
      isGenuine && callbackId !== undefined ? this.#sql.before.get(environmentId, callbackId) : undefined;
    const attempt = Number(before?.attempts ?? 0) + 1;
    const relation = attempt === 1 ? 'first' : Number(before?.accepted) > 0 ? 'duplicate' : 'retry';
    // Known before the row is inserted, because the seals are bound to it.
    const id = Number(this.#sql.lastId.get()?.seq ?? 0) + 1;
    this.#sql.insert.run(
      id,
      environmentId,
      conversationId ?? null,
      callbackId ?? null,
      receivedAt,
      state,
      Number(isGenuine),
      Number(isKnown),
      relation,
      attempt,
      answered ?? null,
      body.byteLength,
      this.#sealer.seal(JSON.stringify(content), callbackPlace('content', environmentId, id)),
      this.#sealer.seal(body, callbackPlace('body', environmentId, id)),
    );
    if (isGenuine && (callbackId === undefined || attempt > maxRepeats)) {
      this.#sql.beyondRepeats.run(environmentId, callbackId ?? null, maxRepeats);
    }
    const { source, target, event, created } = content;
    return {
      id,
      receivedAt: isoTime(receivedAt),
      source,
      state,
      relation,
      attempt,
      isKnown,
      answered,
      bytes: body.byteLength,
      callbackId,
      conversationId,
      target,
      event,
      created,
    };
  }

  /** Newest first. */
  callbacks({ environmentId, query, from, count }: CallbackPage): { total: number; rows: CallbackRow[] } {
    const conditions = ['environment_id = ?', conditionOf[query.show]];
    const values: SQLInputValue[] = [environmentId];
    if (query.conversationId !== undefined) {
      conditions.push('conversation_id = ?');
      values.push(query.conversationId);
    }
    if (query.id !== undefined) {
      conditions.push('(conversation_id = ? OR callback_id = ?)');
      values.push(query.id, query.id);
    }
    const where = `FROM callback WHERE ${conditions.join(' AND ')}`;
    const total = Number(this.#database.prepare(`SELECT count(*) AS total ${where}`).get(...values)?.total);
    const rows = this.#database
      .prepare(`SELECT * ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
      .all(...values, count, from);
    return { total, rows: rows.map((row) => this.#row(row)) };
  }

  /** Oldest first; the last ones where there are more. */
  callbackTimeline({ environmentId, conversationId, max }: Target & { max: number }): CallbackRow[] {
    const query = { conversationId, show: 'all' } as const;
    return this.callbacks({ environmentId, query, from: 0, count: max }).rows.reverse();
  }

  /**
   * Returns the cases that ended since a time and that the service still has, newest first, without a callback about it: a genuine one in time,
   * or one of a receiver's log that was added and has no signature. The listener receives such messages from anyone.
   */
  missedCallbacks({ environmentId, since }: InEnvironment & { since: number }): MissedCallbacks {
    const missed: MissedCallback[] = [];
    let lookedThrough = 0;
    for (const row of this.#sql.ended.iterate(environmentId, since)) {
      if (lookedThrough === maxEnded) {
        return { missed, isCut: true };
      }
      lookedThrough += 1;
      const conversationId = String(row.conversation_id);
      const isAccounted = this.#sql.about.all(environmentId, conversationId).some((one) => {
        const { source, target, event } = this.#content(one);
        const isTrusted = one.is_genuine === 1 || source !== 'listener';
        return isTrusted && target === 'CONVERSATION' && event === row.status;
      });
      if (!isAccounted && missed.length === maxMissed) {
        return { missed, isCut: true };
      }
      if (!isAccounted) {
        missed.push({
          conversationId,
          event: row.status as MissedCallback['event'],
          seenAt: Number(row.seen_at),
        });
      }
    }
    return { missed, isCut: false };
  }

  /** Returns the first deliveries in time of genuine callbacks that were received since a time, oldest first. */
  genuineSince({ environmentId, since }: InEnvironment & { since: number }) {
    const rows = this.#sql.since.all(environmentId, since);
    return {
      callbacks: rows.slice(0, maxResent).map((row) => this.#row(row)),
      isCut: rows.length > maxResent,
    };
  }

  callback({ environmentId, id }: InEnvironment & { id: number }) {
    const row = this.#database
      .prepare('SELECT * FROM callback WHERE environment_id = ? AND id = ?')
      .get(environmentId, id);
    return row === undefined
      ? undefined
      : { row: this.#row(row), content: this.#content(row), body: this.#bodyOf(row) };
  }

  /** Deletes callbacks by their numbers, or all of an environment. Returns how many. */
  deleteCallbacks({ environmentId, ids }: InEnvironment & { ids?: readonly number[] | undefined }): number {
    if (ids === undefined) {
      return Number(
        this.#database.prepare('DELETE FROM callback WHERE environment_id = ?').run(environmentId).changes,
      );
    }
    const one = this.#database.prepare('DELETE FROM callback WHERE environment_id = ? AND id = ?');
    return ids.reduce((sum, id) => sum + Number(one.run(environmentId, id).changes), 0);
  }

  /** Deletes the callbacks that name one of the conversations although it could not be read from them. */
  drop(environmentId: string, conversationIds: readonly string[] = []): void {
    const ids: number[] = [];
    for (const row of this.#sql.unassigned.iterate(environmentId)) {
      if (this.#names(row, conversationIds)) {
        ids.push(Number(row.id));
      }
    }
    this.deleteCallbacks({ environmentId, ids });
  }

  /** Returns whether a callback contains one of the ids; true if it does not open, so that nothing to be forgotten stays. */
  #names(row: Record<string, unknown>, conversationIds: readonly string[]): boolean {
    try {
      const body = this.#bodyOf(row);
      const content = JSON.stringify(this.#content(row));
      return conversationIds.some((id) => body.includes(id) || content.includes(id));
    } catch {
      return true;
    }
  }

  /** Deletes callbacks received before a time whose case is not in the list; those of a case are deleted with it. Returns how many. */
  deleteOld(environmentId: string, before: number): number {
    return Number(this.#sql.old.run(environmentId, before).changes);
  }

  #row(row: Record<string, unknown>): CallbackRow {
    const { source, target, event, created } = this.#content(row);
    const text = (value: unknown) => (value === null ? undefined : String(value));
    return {
      id: Number(row.id),
      receivedAt: isoTime(Number(row.received_at)),
      source,
      state: row.state as CallbackRow['state'],
      relation: row.relation as CallbackRow['relation'],
      attempt: Number(row.attempt),
      isKnown: row.is_known === 1,
      answered: row.answered === null ? undefined : Number(row.answered),
      bytes: Number(row.bytes),
      callbackId: text(row.callback_id),
      conversationId: text(row.conversation_id),
      target,
      event,
      created,
    };
  }

  /** Returns the content, without its texts where the value does not open, so that one lost callback does not hide all others. */
  #content(row: Record<string, unknown>): CallbackContent {
    const place = callbackPlace('content', String(row.environment_id), Number(row.id));
    const text = readableText(this.#sealer, row.content as Uint8Array, place);
    return text === undefined ? { source: 'listener' } : (JSON.parse(text) as CallbackContent);
  }

  #bodyOf(row: Record<string, unknown>): Buffer {
    const place = callbackPlace('body', String(row.environment_id), Number(row.id));
    return this.#sealer.open(row.body as Uint8Array, place);
  }
}
