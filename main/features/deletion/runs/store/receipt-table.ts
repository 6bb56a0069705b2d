import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { inTransaction } from '../../../../store/sqlite-file.ts';
import type { KeptReceipt, StoredReceipt } from '../../../records/receipts/receipt.ts';
import {
  isFound,
  type ReceiptSearch,
  type SearchedReceipt,
  searchedOf,
} from '../../../records/receipts/receipt-search.ts';
import { whereOf } from './conditions.ts';
import type { ReceiptFilter } from './records.ts';
import type { SealedTexts } from './sealed-texts.ts';

export interface SelectedReceipts {
  filter: ReceiptFilter;
  order?: 'oldest-first' | undefined;
}

export interface ReceiptPage extends SelectedReceipts {
  from: number;
  count: number;
}

/** The most receipts whose texts are kept for the next search: about 60 MB. */
const maxSearched = 200_000;

/** The table `receipt`, which is append-only. */
export class ReceiptTable {
  readonly #database: DatabaseSync;
  readonly #texts: SealedTexts;
  readonly #insert: StatementSync;
  /** By number. A receipt is never changed. */
  readonly #searched = new LRUCache<number, SearchedReceipt>({ max: maxSearched });

  constructor(database: DatabaseSync, texts: SealedTexts) {
    this.#database = database;
    this.#texts = texts;
    this.#insert = database.prepare(
      `INSERT INTO receipt (seq, receipt_id, run_id, item_id, environment_id, conversation_id, mode, reason, outcome, at, digest, content,
         sealed, signature) VALUES (:seq, :receiptId, :runId, :itemId, :environmentId, :conversationId, :mode, :reason, :outcome, :at, :digest,
         :content, :sealed, :signature)`,
    );
  }

  /** Called within the caller's transaction. */
  add(receipts: readonly StoredReceipt[]): void {
    for (const { runId = null, itemId = null, signature, ...receipt } of receipts) {
      const columns = this.#texts.contentColumns(receipt);
      this.#insert.run({ ...receipt, ...columns, runId, itemId, signature: JSON.stringify(signature) });
    }
  }

  lastReceipt(): { seq: number; digest: string } | undefined {
    const row = this.#database.prepare('SELECT seq, digest FROM receipt ORDER BY seq DESC LIMIT 1').get();
    return row === undefined ? undefined : { seq: Number(row.seq), digest: String(row.digest) };
  }

  /** Returns the digests of the receipts with these numbers. */
  receiptDigests({ seqs }: { seqs: readonly number[] }): Record<number, string> {
    const rows = this.#database
      .prepare('SELECT seq, digest FROM receipt WHERE seq IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(seqs));
    return Object.fromEntries(rows.map(({ seq, digest }) => [Number(seq), String(digest)]));
  }

  receipt({ receiptId }: { receiptId: string }): KeptReceipt | undefined {
    const row = this.#database.prepare('SELECT * FROM receipt WHERE receipt_id = ?').get(receiptId);
    return row === undefined ? undefined : this.#receiptOf(row);
  }

  receiptOutcome({ receiptId }: { receiptId: string }): { outcome: string } | undefined {
    const row = this.#database.prepare('SELECT outcome FROM receipt WHERE receipt_id = ?').get(receiptId);
    return row === undefined ? undefined : { outcome: String(row.outcome) };
  }

  /** Newest first, those of one run oldest first. Members of the filter that need the content are left to `searched`. */
  receipts({ from, count, ...selected }: ReceiptPage): { receipts: KeptReceipt[]; total: number } {
    const { where, values, isOldestFirst } = selectionOf(selected);
    const total = this.#database.prepare(`SELECT count(*) AS count FROM receipt ${where}`).get(...values);
    const rows = this.#database
      .prepare(
        `SELECT * FROM receipt ${where} ORDER BY seq ${isOldestFirst ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`,
      )
      .all(...values, count, from);
    return { receipts: rows.map((row) => this.#receiptOf(row)), total: Number(total?.count) };
  }

  /** Returns the numbers of the same receipts, in the same order. */
  receiptNumbers(selected: SelectedReceipts): number[] {
    const { where, values, isOldestFirst } = selectionOf(selected);
    // Without an order an index is enough: the rows have the sealed contents.
    const row = this.#database
      .prepare(`SELECT json_group_array(seq) AS seqs FROM receipt ${where}`)
      .get(...values);
    const seqs = (JSON.parse(String(row?.seqs ?? '[]')) as number[]).sort((one, other) => one - other);
    return isOldestFirst ? seqs : seqs.reverse();
  }

  /** Returns the numbers of those of the receipts that are found. The texts that they are found by are opened once and kept in memory. */
  searched({ seqs, search }: { seqs: readonly number[]; search: ReceiptSearch }): number[] {
    const cachedTexts = seqs.map((seq) => this.#searched.peek(seq));
    const opened = this.receiptsOf({ seqs: seqs.filter((_, index) => cachedTexts[index] === undefined) });
    const texts = new Map(opened.map((receipt) => [receipt.seq, searchedOf(receipt)]));
    for (const { seq, content } of opened) {
      // One that cannot be opened may be later, when there is a key.
      if (content !== undefined) {
        this.#searched.set(seq, texts.get(seq));
      }
    }
    return seqs.filter((seq, index) => {
      const receipt = cachedTexts[index] ?? texts.get(seq);
      return receipt !== undefined && isFound(receipt, search);
    });
  }

  /** Returns the receipts with these numbers, in their order. */
  receiptsOf({ seqs }: { seqs: readonly number[] }): KeptReceipt[] {
    return this.#database
      .prepare(
        'SELECT receipt.* FROM json_each(?) AS wanted JOIN receipt ON seq = wanted.value ORDER BY wanted.key',
      )
      .all(JSON.stringify(seqs))
      .map((row) => this.#receiptOf(row));
  }

  /** Returns those of the conversations whose data was deleted, as a read confirmed. */
  deletedAmong({
    environmentId,
    conversationIds,
  }: {
    environmentId: string;
    conversationIds: readonly string[];
  }): string[] {
    return this.#database
      .prepare(
        `SELECT DISTINCT conversation_id FROM receipt WHERE environment_id = ? AND conversation_id IN (SELECT value FROM json_each(?))
         AND mode = 'DELETE_DATA' AND outcome = 'confirmed'`,
      )
      .all(environmentId, JSON.stringify(conversationIds))
      .map((row) => String(row.conversation_id));
  }

  notJournaled({ max }: { max: number }): KeptReceipt[] {
    return this.#database
      .prepare('SELECT * FROM receipt WHERE is_journaled = 0 ORDER BY seq LIMIT ?')
      .all(max)
      .map((row) => this.#receiptOf(row));
  }

  setJournaled({ seqs }: { seqs: readonly number[] }): void {
    const update = this.#database.prepare('UPDATE receipt SET is_journaled = 1 WHERE seq = ?');
    inTransaction(this.#database, () => {
      for (const seq of seqs) {
        update.run(seq);
      }
    });
  }

  #receiptOf(row: Record<string, unknown>): KeptReceipt {
    return {
      seq: Number(row.seq),
      receiptId: String(row.receipt_id),
      runId: row.run_id === null ? undefined : String(row.run_id),
      itemId: row.item_id === null ? undefined : Number(row.item_id),
      environmentId: String(row.environment_id),
      conversationId: String(row.conversation_id),
      mode: String(row.mode),
      reason: String(row.reason),
      outcome: String(row.outcome),
      at: Number(row.at),
      digest: String(row.digest),
      content: this.#texts.contentOf(row),
      signature: JSON.parse(String(row.signature)),
    };
  }
}

/** Returns the SQL condition of receipts, and their order. */
function selectionOf({ filter, order }: SelectedReceipts) {
  const { environmentId, mode, reason, from, to, runId, conversationId } = filter;
  const isOldestFirst = runId !== undefined || order !== undefined;
  const selected = whereOf([
    ['environment_id = ?', environmentId],
    ['mode = ?', mode],
    ['reason = ?', reason],
    ['at >= ?', from],
    ['at <= ?', to],
    ['run_id = ?', runId],
    ['conversation_id = ?', conversationId],
  ]);
  return { ...selected, isOldestFirst };
}
