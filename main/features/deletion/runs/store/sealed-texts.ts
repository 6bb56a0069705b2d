import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { approvedProposal } from '../../../../common/approval.ts';
import { areContentKeysLost, contentSealer, moveContentKeys } from '../../../../store/content-keys.ts';
import { Meta } from '../../../../store/meta.ts';
import { readableText, type SealedPlace, Sealer, type SealingKeys } from '../../../../store/sealing.ts';
import { inTransaction, removeDeletedBytes } from '../../../../store/sqlite-file.ts';
import { sealedText } from '../../../records/receipts/receipt.ts';

/** The texts of users and systems about a run. `approval`: of a second person, where one was asked. */
const runTexts = z.object({
  ticket: z.string().optional(),
  actor: z.string(),
  approval: approvedProposal.optional(),
});
export type RunTexts = z.infer<typeof runTexts>;

/** The texts of a run that cannot be opened. */
export const unreadableTexts: RunTexts = { ticket: sealedText, actor: sealedText };

type Row = Record<string, unknown>;

/** Receipts sealed per transaction. */
const sealedAtOnce = 1000;

/** Seals and opens the texts of runs and the content of receipts. If there are no keys, they are written as they are. */
export class SealedTexts {
  readonly #database: DatabaseSync;
  readonly #meta: Meta;
  #sealer: Sealer | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#meta = new Meta(database);
  }

  /** Returns the index whose data key the file is sealed with; undefined before anything was. */
  get indexId(): string | undefined {
    return this.#meta.text('index_id');
  }

  /** Seals from now on, and what was written before. */
  use({ indexId, keys }: SealingKeys): void {
    const sealer = new Sealer(keys);
    if (this.indexId !== indexId) {
      // The file now belongs to another index: its keys are sealed with the key of this one.
      inTransaction(this.#database, () => {
        if (this.indexId !== undefined && !areContentKeysLost(this.#meta, sealer)) {
          moveContentKeys(this.#meta, sealer);
        }
        this.#meta.set('index_id', indexId);
      });
    }
    this.#sealer = contentSealer(this.#meta, sealer);
    if (this.#sealRuns() + this.#sealReceipts() > 0) {
      removeDeletedBytes(this.#database, true);
    }
  }

  /** Returns the columns `ticket`, `actor` and `texts` of a run. */
  columnsOf(environmentId: string, runId: string, texts: RunTexts) {
    return this.#sealer === undefined
      ? { ticket: texts.ticket ?? null, actor: texts.actor, texts: null }
      : {
          ticket: null,
          actor: '',
          texts: this.#sealer.seal(JSON.stringify(texts), runPlace(environmentId, runId)),
        };
  }

  /** Returns the texts of a row of `run`; undefined while they cannot be opened. */
  textsOf(row: Row): RunTexts | undefined {
    if (row.texts === null) {
      return { actor: String(row.actor), ...(row.ticket === null ? {} : { ticket: String(row.ticket) }) };
    }
    const text = this.#open(row.texts, runPlace(String(row.environment_id), String(row.run_id)));
    return text === undefined ? undefined : runTexts.parse(JSON.parse(text));
  }

  /** Returns the columns `content` and `sealed` of a receipt. */
  contentColumns(receipt: { environmentId: string; receiptId: string; content: string }) {
    const { environmentId, receiptId, content } = receipt;
    return this.#sealer === undefined
      ? { content, sealed: null }
      : { content: '', sealed: this.#sealer.seal(content, receiptPlace(environmentId, receiptId)) };
  }

  /** Returns the content of a row of `receipt`; undefined while it cannot be opened. */
  contentOf(row: Row): string | undefined {
    return row.sealed === null
      ? String(row.content)
      : this.#open(row.sealed, receiptPlace(String(row.environment_id), String(row.receipt_id)));
  }

  #open(sealed: unknown, place: SealedPlace): string | undefined {
    return this.#sealer && readableText(this.#sealer, sealed as Uint8Array, place);
  }

  #sealRuns(): number {
    const rows = this.#database.prepare('SELECT * FROM run WHERE texts IS NULL').all();
    const update = this.#database.prepare(
      'UPDATE run SET ticket = :ticket, actor = :actor, texts = :texts WHERE run_id = :runId',
    );
    inTransaction(this.#database, () => {
      for (const row of rows) {
        const environmentId = String(row.environment_id);
        const runId = String(row.run_id);
        const texts = this.textsOf(row);
        if (texts !== undefined) {
          update.run({ ...this.columnsOf(environmentId, runId, texts), runId });
        }
      }
    });
    return rows.length;
  }

  #sealReceipts(): number {
    const select = this.#database.prepare(
      'SELECT seq, receipt_id, environment_id, content FROM receipt WHERE sealed IS NULL ORDER BY seq LIMIT ?',
    );
    const update = this.#database.prepare(
      'UPDATE receipt SET content = :content, sealed = :sealed WHERE seq = :seq',
    );
    for (let count = 0; ; ) {
      const rows = select.all(sealedAtOnce);
      inTransaction(this.#database, () => {
        for (const { seq = 0, receipt_id, environment_id, content } of rows) {
          const receipt = {
            environmentId: String(environment_id),
            receiptId: String(receipt_id),
            content: String(content),
          };
          update.run({ ...this.contentColumns(receipt), seq });
        }
      });
      count += rows.length;
      if (rows.length < sealedAtOnce) {
        return count;
      }
    }
  }
}

function runPlace(environmentId: string, row: string): SealedPlace {
  return { table: 'run', column: 'texts', environmentId, row };
}

function receiptPlace(environmentId: string, row: string): SealedPlace {
  return { table: 'receipt', column: 'sealed', environmentId, row };
}
