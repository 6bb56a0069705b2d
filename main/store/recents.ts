import type { DatabaseSync } from 'node:sqlite';
import type { Recents } from '../conversations/recents.ts';
import { isoTime } from '../iso-time.ts';

/** The most conversations remembered for each environment; older ones are removed. */
const maxRemembered = 200;

/** Recently opened conversations, kept in the database. */
export function createRecents(database: DatabaseSync): Recents {
  const put = database.prepare(
    `INSERT INTO recent_conversation (environment_id, conversation_id, opened_at, status) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET opened_at = excluded.opened_at, status = coalesce(excluded.status, status)`,
  );
  const prune = database.prepare(
    `DELETE FROM recent_conversation WHERE environment_id = ?1 AND conversation_id NOT IN
       (SELECT conversation_id FROM recent_conversation WHERE environment_id = ?1 ORDER BY opened_at DESC LIMIT ${maxRemembered})`,
  );
  const select = database.prepare(
    'SELECT conversation_id, opened_at, status FROM recent_conversation WHERE environment_id = ? ORDER BY opened_at DESC',
  );
  // A number above 2^53, written by another program, would otherwise make the whole query fail.
  select.setReadBigInts(true);
  const forgetOne = database.prepare(
    'DELETE FROM recent_conversation WHERE environment_id = ? AND conversation_id = ?',
  );
  const forgetAll = database.prepare('DELETE FROM recent_conversation WHERE environment_id = ?');
  return {
    remember({ environmentId, conversationId, status, at }) {
      // One transaction, so that the lock of another process is waited for once.
      database.exec('BEGIN IMMEDIATE');
      try {
        put.run(environmentId, conversationId, at, status ?? null);
        prune.run(environmentId);
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) {
          database.exec('ROLLBACK');
        }
        throw error;
      }
    },
    list(environmentId) {
      return select.all(environmentId).map((row) => ({
        environmentId,
        conversationId: String(row.conversation_id),
        openedAt: isoTime(Number(row.opened_at)),
        ...(row.status === null ? {} : { status: String(row.status) }),
      }));
    },
    forget(environmentId, conversationId) {
      if (conversationId === undefined) {
        forgetAll.run(environmentId);
      } else {
        forgetOne.run(environmentId, conversationId);
      }
    },
  };
}
