import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { erasureEntries, exportedCopy } from '../../../preload/contract/erasure.ts';
import type { Target } from '../../common/target.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';
import type { InEnvironment } from './index/results.ts';

/**
 * By conversation. `copies`: as the journal named them; kept, since forgetting a case removes its entries. `missing`: when the service last
 * answered that it does not know it, in milliseconds since the epoch.
 */
const requestContent = z.object({
  entries: erasureEntries,
  copies: z.record(z.string(), z.array(exportedCopy)),
  missing: z.record(z.string(), z.number().int()).default({}),
});
export type StoredRequest = z.infer<typeof requestContent> & { requestId: string };

/** The requests for erasure of people, sealed. */
export class ErasureRequests {
  readonly #sealer: Sealer;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#sealer = sealer;
    this.#sql = prepareAll(database, {
      list: 'SELECT request_id, content FROM erasure_request WHERE environment_id = ? ORDER BY rowid',
      put: `INSERT INTO erasure_request (request_id, environment_id, content) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET content = excluded.content`,
      drop: 'DELETE FROM erasure_request WHERE request_id = ? AND environment_id = ?',
      forget: 'DELETE FROM erasure_request WHERE environment_id = ?',
    });
  }

  erasureRequests({ environmentId }: InEnvironment): StoredRequest[] {
    return this.#sql.list.all(environmentId).map(({ request_id, content }) => {
      const requestId = String(request_id);
      const text = this.#sealer.openText(content as Uint8Array, placeOf(environmentId, requestId));
      return { requestId, ...requestContent.parse(JSON.parse(text)) };
    });
  }

  saveErasureRequest({ environmentId, requestId, ...request }: InEnvironment & StoredRequest): void {
    const { entries, copies, missing } = request;
    const text = JSON.stringify({ entries, copies, missing });
    const content = this.#sealer.seal(text, placeOf(environmentId, requestId));
    this.#sql.put.run(requestId, environmentId, content);
  }

  /** Records that the service does not know a conversation, where a request names it. Returns true if one does. */
  markMissing({ environmentId, conversationId, at }: Target & { at: number }): boolean {
    const requests = this.erasureRequests({ environmentId }).filter(({ entries }) =>
      entries.items.some((item) => item.conversationId === conversationId),
    );
    for (const request of requests) {
      const missing = { ...request.missing, [conversationId]: at };
      this.saveErasureRequest({ environmentId, ...request, missing });
    }
    return requests.length > 0;
  }

  removeErasureRequest({ environmentId, requestId }: InEnvironment & { requestId: string }): void {
    this.#sql.drop.run(requestId, environmentId);
  }

  /** Called when the environment was deleted. */
  forget(environmentId: string): void {
    this.#sql.forget.run(environmentId);
  }
}

function placeOf(environmentId: string, row: string) {
  return { table: 'erasure_request', column: 'content', environmentId, row };
}
