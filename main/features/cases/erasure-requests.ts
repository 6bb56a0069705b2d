import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type ErasureEntries,
  type ExportedCopy,
  erasureEntries,
  exportedCopy,
} from '../../../preload/contract/erasure.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';
import type { InEnvironment } from './index/results.ts';

/** `copies`: by conversation, as the journal named them; kept, since forgetting a case removes its entries. */
const stored = z.object({
  entries: erasureEntries,
  copies: z.record(z.string(), z.array(exportedCopy)),
});
export interface StoredRequest {
  requestId: string;
  entries: ErasureEntries;
  copies: Record<string, ExportedCopy[]>;
}

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
      return { requestId, ...stored.parse(JSON.parse(text)) };
    });
  }

  saveErasureRequest({ environmentId, requestId, entries, copies }: InEnvironment & StoredRequest): void {
    const content = this.#sealer.seal(JSON.stringify({ entries, copies }), placeOf(environmentId, requestId));
    this.#sql.put.run(requestId, environmentId, content);
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
