import { createHmac } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { canonicalJson } from '../../../preload/shared/canonical-json.ts';
import type { ResponseNotes } from '../../../preload/wording/response-notes.ts';
import type { Target } from '../../common/target.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';

/** Readings kept per case, and the largest compressed size of one, in bytes. */
const maxReadings = 10;
const maxSealed = 256 * 1024;
/** In bytes: larger than any response that is read. */
const maxText = 64 * 1024 * 1024;

/** A stored reading, with the paths of its members that were not as documented. */
export interface KeptReading {
  /** Milliseconds since the epoch. */
  at: number;
  conversation: Conversation;
  notes: ResponseNotes;
}

/** The last few readings of a case, sealed: one for each time the service's response had changed. */
export class Readings {
  readonly #sealer: Sealer;
  readonly #lookupKey: Uint8Array;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer, lookupKey: Uint8Array) {
    this.#sealer = sealer;
    this.#lookupKey = lookupKey;
    this.#sql = prepareAll(database, {
      insert: "INSERT INTO reading (case_id, at, status, content) VALUES (?, ?, ?, x'')",
      fill: 'UPDATE reading SET content = ? WHERE id = ?',
      deleteOldest: `DELETE FROM reading WHERE case_id = ?1 AND id NOT IN
         (SELECT id FROM reading WHERE case_id = ?1 ORDER BY id DESC LIMIT ${maxReadings})`,
      list: 'SELECT id, at, status FROM reading WHERE case_id = ? ORDER BY id DESC',
      one: 'SELECT at, content FROM reading WHERE case_id = ? AND id = ?',
    });
  }

  /** Returns a keyed digest that distinguishes contents without revealing them. The address for the user may be another one in each response. */
  digest({ url: _, ...conversation }: Conversation): Buffer {
    return createHmac('sha256', this.#lookupKey)
      .update('content ')
      .update(canonicalJson(conversation))
      .digest();
  }

  /** Stores a reading unless it is too large, and deletes the oldest ones beyond the limit. */
  keep(caseId: number, name: Target, { at, ...content }: KeptReading, status: string | null): void {
    const bytes = gzipSync(JSON.stringify(content));
    if (bytes.byteLength > maxSealed) {
      return;
    }
    // The seal is bound to the id, so the row is inserted first.
    const id = Number(this.#sql.insert.run(caseId, at, status).lastInsertRowid);
    this.#sql.fill.run(this.#sealer.seal(bytes, readingPlace(name, id)), id);
    this.#sql.deleteOldest.run(caseId);
  }

  /** Newest first. */
  list(caseId: number): { id: number; at: number; status?: string }[] {
    return this.#sql.list.all(caseId).map(({ id, at, status }) => ({
      id: Number(id),
      at: Number(at),
      ...(status === null ? {} : { status: String(status) }),
    }));
  }

  /** Returns a reading; undefined if it was not stored or has been deleted. */
  read(caseId: number, name: Target, id: number): KeptReading | undefined {
    const row = this.#sql.one.get(caseId, id);
    if (row === undefined) {
      return undefined;
    }
    const bytes = this.#sealer.open(row.content as Uint8Array, readingPlace(name, id));
    const text = gunzipSync(bytes, { maxOutputLength: maxText }).toString('utf8');
    return { at: Number(row.at), ...(JSON.parse(text) as Omit<KeptReading, 'at'>) };
  }
}

/** Binds a sealed reading to its case and id. */
function readingPlace({ environmentId, conversationId }: Target, id: number) {
  return { table: 'reading', column: 'content', environmentId, row: `${conversationId} ${id}` };
}
