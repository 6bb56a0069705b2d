import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { erasureEntries, exportedCopy } from '../../../preload/contract/erasure.ts';
import type { Target } from '../../common/target.ts';
import type { Absence } from '../../service/classify-failure.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';
import type { InEnvironment } from './index/results.ts';

/** By conversation: the service has no data of it, by its answer at a time in milliseconds since the epoch. */
const absences = z.record(
  z.string(),
  z.object({ absence: z.enum(['gone', 'not-found'] satisfies Absence[]), at: z.number().int() }),
);
/** `copies`: by conversation, as the journal named them; kept, since forgetting a case removes its entries. */
const requestContent = z.object({
  entries: erasureEntries,
  copies: z.record(z.string(), z.array(exportedCopy)),
  absent: absences.default({}),
});
type Absences = z.infer<typeof absences>;
export type StoredRequest = z.infer<typeof requestContent> & { requestId: string };

/** A conversation that the service has no data of, by its answer. */
export type AbsentConversation = Target & { absence: Absence; at: number };

/** The requests for erasure of people, sealed. Of a conversation in the list of cases its row says whether the service has data of it. */
export class ErasureRequests {
  readonly #sealer: Sealer;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#sealer = sealer;
    this.#sql = prepareAll(database, {
      list: 'SELECT request_id, content FROM erasure_request WHERE environment_id = ? ORDER BY rowid',
      put: `INSERT INTO erasure_request (request_id, environment_id, content) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET content = excluded.content`,
      listed: `SELECT conversation_id, read_at, missing_at, CASE WHEN verdict = 'gone' THEN changed_at END AS gone_at FROM conversation
       WHERE environment_id = ? AND conversation_id IN (SELECT value FROM json_each(?))`,
      drop: 'DELETE FROM erasure_request WHERE request_id = ? AND environment_id = ?',
    });
  }

  erasureRequests({ environmentId }: InEnvironment): StoredRequest[] {
    return this.#sql.list.all(environmentId).map(({ request_id, content }) => {
      const requestId = String(request_id);
      const text = this.#sealer.openText(content as Uint8Array, placeOf(environmentId, requestId));
      const stored = requestContent.parse(JSON.parse(text));
      return { requestId, ...stored, absent: this.#absentNow(environmentId, stored) };
    });
  }

  saveErasureRequest({ environmentId, requestId, ...request }: InEnvironment & StoredRequest): void {
    const { entries, copies, absent } = request;
    const text = JSON.stringify({ entries, copies, absent });
    const content = this.#sealer.seal(text, placeOf(environmentId, requestId));
    this.#sql.put.run(requestId, environmentId, content);
  }

  /** Records that the service has no data of a conversation, where a request names it. Returns true if one does. */
  markAbsent({ environmentId, conversationId, absence, at }: AbsentConversation): boolean {
    const requests = this.#naming(environmentId, [conversationId]);
    for (const request of requests) {
      const absent = { ...request.absent, [conversationId]: { absence, at } };
      this.saveErasureRequest({ environmentId, ...request, absent });
    }
    return requests.length > 0;
  }

  /** Keeps what the list of cases says of conversations, before it forgets them. */
  keepAbsent(environmentId: string, conversationIds: readonly string[]): void {
    for (const request of this.#naming(environmentId, conversationIds)) {
      this.saveErasureRequest({ environmentId, ...request });
    }
  }

  removeErasureRequest({ environmentId, requestId }: InEnvironment & { requestId: string }): void {
    this.#sql.drop.run(requestId, environmentId);
  }

  #naming(environmentId: string, conversationIds: readonly string[]): StoredRequest[] {
    const ids = new Set(conversationIds);
    return this.erasureRequests({ environmentId }).filter(({ entries }) =>
      entries.items.some(({ conversationId }) => ids.has(conversationId)),
    );
  }

  /** Returns the absences of a request with those in the list of cases, without those of conversations that were read since. */
  #absentNow(environmentId: string, { entries, absent }: Omit<StoredRequest, 'requestId'>): Absences {
    const ids = JSON.stringify(entries.items.map(({ conversationId }) => conversationId));
    const now = { ...absent };
    for (const row of this.#sql.listed.all(environmentId, ids)) {
      const id = String(row.conversation_id);
      if (row.gone_at !== null) {
        now[id] = { absence: 'gone', at: Number(row.gone_at) };
      } else if (row.missing_at !== null) {
        now[id] = { absence: 'not-found', at: Number(row.missing_at) };
      } else if ((absent[id]?.at ?? 0) <= Number(row.read_at)) {
        delete now[id];
      }
    }
    return now;
  }
}

function placeOf(environmentId: string, row: string) {
  return { table: 'erasure_request', column: 'content', environmentId, row };
}
