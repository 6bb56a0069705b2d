import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ReceiptSort } from '../../../../../preload/contract/receipts.ts';
import { inTransaction } from '../../../../store/sqlite-file.ts';
import type { KeptReceipt, StoredReceipt } from '../../../records/receipts/receipt.ts';
import { isFound } from '../../../records/receipts/receipt-search.ts';
import type { ReceiptFilter } from './records.ts';
import type { SealedTexts } from './sealed-texts.ts';

interface ReceiptPage {
  filter: ReceiptFilter;
  from: number;
  count: number;
  order?: 'oldest-first' | undefined;
  sort?: ReceiptSort | undefined;
}

/** The table `receipt`, which is append-only. */
export class ReceiptTable {
  readonly #database: DatabaseSync;
  readonly #texts: SealedTexts;
  readonly #insert: StatementSync;

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

  /** Newest first, those of one run oldest first, unless an order is given. A search opens every receipt that the rest of the filter selects. */
  receipts({ filter, from, count, order: given, sort }: ReceiptPage): {
    receipts: KeptReceipt[];
    total: number;
  } {
    const { sql, values } = conditionOf(filter);
    const isOldestFirst = filter.runId !== undefined || given !== undefined;
    const order =
      sort === undefined
        ? `seq ${isOldestFirst ? 'ASC' : 'DESC'}`
        : `${sortColumns[sort.by]} ${sort.descending ? 'DESC' : 'ASC'}, seq DESC`;
    const select = `SELECT * FROM receipt ${sql} ORDER BY ${order}`;
    if (filter.text !== undefined || filter.user !== undefined) {
      const receipts: KeptReceipt[] = [];
      let total = 0;
      for (const row of this.#database.prepare(select).iterate(...values)) {
        const receipt = this.#receiptOf(row);
        if (isFound(receipt, filter)) {
          total += 1;
          if (total > from && receipts.length < count) {
            receipts.push(receipt);
          }
        }
      }
      return { receipts, total };
    }
    const total = this.#database.prepare(`SELECT count(*) AS count FROM receipt ${sql}`).get(...values);
    const rows = this.#database.prepare(`${select} LIMIT ? OFFSET ?`).all(...values, count, from);
    return { receipts: rows.map((row) => this.#receiptOf(row)), total: Number(total?.count) };
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

const sortColumns: Readonly<Record<ReceiptSort['by'], string>> = {
  number: 'seq',
  environment: 'environment_id',
  conversation: 'conversation_id',
  mode: 'mode',
  outcome: 'outcome',
  reason: 'reason',
};

function conditionOf(filter: ReceiptFilter): { sql: string; values: (string | number)[] } {
  const { environmentId, mode, reason, from, to, runId, conversationId } = filter;
  const conditions: [string, string | number | undefined][] = [
    ['environment_id = ?', environmentId],
    ['mode = ?', mode],
    ['reason = ?', reason],
    ['at >= ?', from],
    ['at <= ?', to],
    ['run_id = ?', runId],
    ['conversation_id = ?', conversationId],
  ];
  const given = conditions.filter((one): one is [string, string | number] => one[1] !== undefined);
  return {
    sql: given.length === 0 ? '' : `WHERE ${given.map(([text]) => text).join(' AND ')}`,
    values: given.map(([, value]) => value),
  };
}
