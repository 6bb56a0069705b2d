import { createHmac } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { HeadlineNotes } from '../../preload/wording/headline.ts';
import { canonicalJson } from '../store/canonical-json.ts';
import type { Sealer } from '../store/sealing.ts';

/** How many reads of a case are kept, and how large one may be when compressed, in bytes. */
const maxReadings = 10;
const maxSealed = 256 * 1024;
/** More than any reply that is read takes, in bytes. */
const maxText = 64 * 1024 * 1024;

/** A read as it is kept, with what its members that may not be relied on are. */
export interface KeptReading {
  /** Milliseconds since the epoch. */
  at: number;
  conversation: Conversation;
  notes: HeadlineNotes;
}

interface CaseName {
  environmentId: string;
  conversationId: string;
}

/** The reads of a case: what the service answered each time it had changed, sealed, the last few. */
export class Readings {
  readonly #sealer: Sealer;
  readonly #lookupKey: Uint8Array;
  readonly #insert: StatementSync;
  readonly #fill: StatementSync;
  readonly #prune: StatementSync;
  readonly #list: StatementSync;
  readonly #one: StatementSync;

  constructor(database: DatabaseSync, sealer: Sealer, lookupKey: Uint8Array) {
    this.#sealer = sealer;
    this.#lookupKey = lookupKey;
    this.#insert = database.prepare(
      "INSERT INTO reading (case_id, at, status, content) VALUES (?, ?, ?, x'')",
    );
    this.#fill = database.prepare('UPDATE reading SET content = ? WHERE id = ?');
    this.#prune = database.prepare(
      `DELETE FROM reading WHERE case_id = ?1 AND id NOT IN
         (SELECT id FROM reading WHERE case_id = ?1 ORDER BY id DESC LIMIT ${maxReadings})`,
    );
    this.#list = database.prepare('SELECT id, at, status FROM reading WHERE case_id = ? ORDER BY id DESC');
    this.#one = database.prepare('SELECT at, content FROM reading WHERE case_id = ? AND id = ?');
  }

  /** Tells two contents apart without saying what they are. */
  digest(conversation: Conversation): Buffer {
    return createHmac('sha256', this.#lookupKey)
      .update('content ')
      .update(canonicalJson(conversation))
      .digest();
  }

  /** Keeps a read, unless it is too large, and drops the oldest beyond the last few. */
  keep(caseId: number, name: CaseName, { at, ...content }: KeptReading, status: string | null): void {
    const compressed = gzipSync(JSON.stringify(content));
    if (compressed.byteLength > maxSealed) {
      return;
    }
    // The id is part of where the content belongs, so the row comes first.
    const id = Number(this.#insert.run(caseId, at, status).lastInsertRowid);
    this.#fill.run(this.#sealer.seal(compressed, readingPlace(name, id)), id);
    this.#prune.run(caseId);
  }

  /** Newest first. */
  list(caseId: number): { id: number; at: number; status?: string }[] {
    return this.#list.all(caseId).map(({ id, at, status }) => ({
      id: Number(id),
      at: Number(at),
      ...(status === null ? {} : { status: String(status) }),
    }));
  }

  /** Undefined where it is not kept, or no longer. */
  read(caseId: number, name: CaseName, id: number): KeptReading | undefined {
    const stored = this.#one.get(caseId, id);
    if (stored === undefined) {
      return undefined;
    }
    const compressed = this.#sealer.open(stored.content as Uint8Array, readingPlace(name, id));
    const text = gunzipSync(compressed, { maxOutputLength: maxText }).toString('utf8');
    return { at: Number(stored.at), ...(JSON.parse(text) as Omit<KeptReading, 'at'>) };
  }
}

/** Where the sealed content of a read belongs. */
export function readingPlace({ environmentId, conversationId }: CaseName, id: number) {
  return { table: 'reading', column: 'content', environmentId, row: `${conversationId} ${id}` };
}
