import type { DatabaseSync } from 'node:sqlite';
import type { ItemOutcome, RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import { forward } from '../../../../common/workers/serve-requests.ts';
import { openMemoryCopy, whyUnwritable } from '../../../../store/memory-copy.ts';
import type { SealingKeys } from '../../../../store/sealing.ts';
import { storeFaultOf } from '../../../../store/sqlite-errors.ts';
import { DamagedFile, inTransaction, openSqliteFile, setFileAside } from '../../../../store/sqlite-file.ts';
import type { StoredReceipt } from '../../../records/receipts/receipt.ts';
import { runMigrations } from './migrations.ts';
import { ReceiptTable } from './receipt-table.ts';
import {
  type ItemState,
  itemOf,
  type NewRun,
  type Row,
  type RowChange,
  type RunCounts,
  runOf,
  type StoredItem,
  type StoredRun,
} from './records.ts';
import {
  isExpired,
  isPerson,
  type LinesQuery,
  listLines,
  listRegister,
  type RegisterQuery,
} from './register.ts';
import { type RunTexts, SealedTexts } from './sealed-texts.ts';
import { addUnsent, forgetUnsent, listUnsent, type UnsentQuery } from './unsent-table.ts';

interface OfRun {
  runId: string;
}

/** Returns the part that runs in the worker: the open file of runs and its requests. A response means that all writes are on disk. */
export function runService() {
  let opened: OpenedRuns | undefined;
  /** The keys of the file, for when it is opened again. */
  let keys: SealingKeys | undefined;
  /** The path of a file that cannot be written, of which a copy in memory is open. */
  let unwritable: { path: string; at: number } | undefined;

  function use() {
    if (opened === undefined) {
      throw new Error('The runs are not open.');
    }
    return opened;
  }

  /** Returns the open file for writing; tries again a file that could not be written. @throws errors of node:sqlite */
  function write() {
    if (unwritable !== undefined) {
      const { path, at } = unwritable;
      const { database } = openOrSetAside(path, new Date(at));
      opened?.database.close();
      keep(database);
      unwritable = undefined;
    }
    return use();
  }

  function keep(database: DatabaseSync): void {
    const texts = new SealedTexts(database);
    database.function('is_person', { deterministic: true }, isPerson);
    opened = {
      database,
      texts,
      receipts: new ReceiptTable(database, texts),
      statements: statementsOf(database),
    };
    if (keys !== undefined) {
      texts.use(keys);
    }
  }

  /** Called within a transaction. */
  function insert({ run, texts, items, unsent = [] }: NewRun): void {
    const { database, texts: sealed } = use();
    const columns = sealed.columnsOf(run.environmentId, run.runId, texts);
    database
      .prepare(
        `INSERT INTO run (run_id, environment_id, environment_name, environment_kind, base_url, mode, reason, ticket, actor, texts,
         created_at, state, pace, starts_at) VALUES (:runId, :environmentId, :environmentName, :environmentKind, :baseUrl, :mode, :reason,
         :ticket, :actor, :texts, :createdAt, :state, :pace, :startsAt)`,
      )
      .run({ ...run, ...columns, pace: JSON.stringify(run.pace), startsAt: run.startsAt ?? null });
    const add = database.prepare(
      'INSERT INTO item (run_id, conversation_id, plan, state, outcome, record, line) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    for (const { conversationId, plan, record, state = 'waiting', outcome = null, line = null } of items) {
      add.run(run.runId, conversationId, plan.join(','), state, outcome, JSON.stringify(record), line);
    }
    addUnsent(database, run.runId, unsent);
  }

  /**
   * Opens the file, or a copy of it in memory where it cannot be written, with the reason. Each write tries the file again.
   * @throws Failure settings-newer; errors of node:sqlite
   */
  function open({ path, at }: { path: string; at: number }): {
    notice?: string | undefined;
    unwritable?: string;
  } {
    close();
    try {
      const { database, notice } = openOrSetAside(path, new Date(at));
      keep(database);
      unwritable = undefined;
      return { notice };
    } catch (error) {
      const why = whyUnwritable(error);
      if (why === undefined) {
        throw error;
      }
      keep(openMemoryCopy(path, runMigrations));
      unwritable = { path, at };
      return { unwritable: why };
    }
  }

  function close(): void {
    opened?.database.close();
    opened = undefined;
  }

  return {
    open,
    close,
    ...forward(
      () => use().receipts,
      [
        ...([
          'lastReceipt',
          'receiptDigests',
          'receipts',
          'receipt',
          'receiptOutcome',
          'deletedAmong',
          'notJournaled',
        ] as const),
        ...(['receiptNumbers', 'searched', 'receiptsOf'] as const),
      ],
    ),
    ...forward(() => write().receipts, ['setJournaled']),
    /** The index whose data key the file is sealed with; undefined before anything was sealed. */
    sealedFor: () => use().texts.indexId,
    /** Seals with these keys from now on, and what is not sealed yet. */
    useKeys(given: SealingKeys): void {
      keys = given;
      use().texts.use(given);
    },
    /** All items or none. */
    create: (one: NewRun) => inTransaction(write().database, () => insert(one)),
    runs: () =>
      use()
        .database.prepare('SELECT * FROM run WHERE is_dismissed = 0 ORDER BY created_at, rowid')
        .all()
        .map((row) => runOf(row as Row)),
    run({ runId }: OfRun): StoredRun | undefined {
      const row = use().database.prepare('SELECT * FROM run WHERE run_id = ?').get(runId);
      return row === undefined ? undefined : runOf(row as Row);
    },
    register: (input: RegisterQuery) => listRegister(use().database, use().texts, input),
    lines: (input: LinesQuery) => listLines(use().database, use().texts, input),
    /** Returns texts by run, without those that cannot be opened. */
    texts({ runIds }: { runIds: readonly string[] }) {
      const rows = use()
        .database.prepare('SELECT * FROM run WHERE run_id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(runIds));
      return omitUndefined(
        Object.fromEntries(rows.map((row) => [String(row.run_id), use().texts.textsOf(row)])),
      ) as Record<string, RunTexts>;
    },
    setRun({
      runId,
      state,
      pace,
    }: OfRun & { state?: StoredRun['state'] | undefined; pace?: RunPace | undefined }): void {
      write()
        .database.prepare(
          'UPDATE run SET state = coalesce(?, state), pace = coalesce(?, pace) WHERE run_id = ?',
        )
        .run(state ?? null, pace === undefined ? null : JSON.stringify(pace), runId);
    },
    dismiss({ runId }: OfRun): void {
      write().database.prepare('UPDATE run SET is_dismissed = 1 WHERE run_id = ?').run(runId);
    },
    counts({ runId }: OfRun): RunCounts {
      const rows = use()
        .database.prepare(
          `SELECT state, outcome, count(*) AS count, sum(${isExpired}) AS expired FROM item WHERE run_id = ? GROUP BY state, outcome`,
        )
        .all(runId) as Row[];
      const sum = (states: readonly string[]) =>
        rows.reduce((total, row) => total + (states.includes(String(row.state)) ? Number(row.count) : 0), 0);
      const expired = rows.reduce((total, row) => total + Number(row.expired), 0);
      const outcomes: Partial<Record<ItemOutcome, number>> = {};
      for (const row of rows) {
        if (row.outcome !== null) {
          outcomes[row.outcome as ItemOutcome] = Number(row.count);
        }
      }
      const unsent = use()
        .database.prepare('SELECT count(*) AS count FROM unsent WHERE run_id = ?')
        .get(runId);
      const leftOut = Number(unsent?.count);
      return { waiting: sum(['waiting']), underWay: sum(['sending', 'sent']), outcomes, expired, leftOut };
    },
    /** Returns the next items of a run without an outcome in any of the states, in their order. */
    next({
      runId,
      states,
      after,
      count,
    }: OfRun & { states: readonly ItemState[]; after: number; count: number }): StoredItem[] {
      const { next } = use().statements;
      return states
        .flatMap((state) => next.all(runId, state, after, count))
        .map((row) => itemOf(row as Row))
        .sort((one, other) => one.itemId - other.itemId)
        .slice(0, count);
    },
    /** Records a deletion of a former version as it is, unless that was done before; binds its receipts to it. */
    takeOver: (one: NewRun) =>
      inTransaction(write().database, () => {
        const { database } = use();
        const { runId } = one.run;
        if (database.prepare('SELECT 1 FROM run WHERE run_id = ?').get(runId) === undefined) {
          insert(one);
          database
            .prepare(
              `UPDATE receipt SET run_id = :runId, item_id = (SELECT item_id FROM item WHERE run_id = :runId)
               WHERE run_id IS NULL AND (receipt_id = :runId OR receipt_id GLOB :later)`,
            )
            .run({ runId, later: `${runId}-*` });
        }
      }),
    /** Applies changes and adds receipts in one transaction. */
    apply: ({ changes, receipts }: { changes: readonly RowChange[]; receipts: readonly StoredReceipt[] }) =>
      inTransaction(write().database, () => {
        const { update } = use().statements;
        for (const { itemId, step, state, outcome, record } of changes) {
          update.run(step, state, outcome ?? null, record, itemId);
        }
        use().receipts.add(receipts);
      }),
    /** Ends all items that wait for a call. Those with a call whose outcome is unknown become `sent`, so that they are read. */
    withdraw: ({ runId }: OfRun) =>
      inTransaction(write().database, () => {
        use()
          .database.prepare(
            `UPDATE item SET state = CASE WHEN json_extract(record, '$.uncertain') THEN 'sent' ELSE 'done' END,
             outcome = CASE WHEN json_extract(record, '$.uncertain') THEN NULL
               WHEN json_array_length(record, '$.done') > 0 THEN 'incomplete' ELSE 'withdrawn' END
           WHERE run_id = ? AND state = 'waiting'`,
          )
          .run(runId);
      }),
    /** The conversations of the items with a call in progress or not settled. */
    underWay: ({ runId }: OfRun) =>
      use()
        .database.prepare(
          "SELECT conversation_id FROM item WHERE run_id = ? AND state IN ('sending', 'sent')",
        )
        .all(runId)
        .map((row) => String(row.conversation_id)),
    /** Returns what was asked for in runs and has no receipt. */
    unsent: (input: UnsentQuery) => listUnsent(use().database, use().texts, input),
    /** Returns whether an item of one of the conversations is not finished. */
    hasUnfinished({ environmentId, conversationIds }: Conversations): boolean {
      const item = use()
        .database.prepare(
          `SELECT 1 FROM item JOIN run USING (run_id) WHERE environment_id = ? AND item.state <> 'done'
           AND conversation_id IN (SELECT value FROM json_each(?)) LIMIT 1`,
        )
        .get(environmentId, JSON.stringify(conversationIds));
      return item !== undefined;
    },

    /** Removes forgotten conversations from the finished items, which stay counted. Receipts are kept. */
    forget({ environmentId, conversationIds }: Conversations): void {
      inTransaction(write().database, () => {
        use()
          .database.prepare(
            `UPDATE item SET conversation_id = '', record = json_remove(record, '$.userKeyHash', '$.loginDigest', '$.requestId')
             WHERE state = 'done' AND conversation_id IN (SELECT value FROM json_each(?))
             AND run_id IN (SELECT run_id FROM run WHERE environment_id = ?)`,
          )
          .run(JSON.stringify(conversationIds), environmentId);
        forgetUnsent(use().database, environmentId, conversationIds);
      });
    },
  };
}

/** The requests to the worker that holds the runs. */
export type RunRequests = ReturnType<typeof runService>;

interface Conversations {
  environmentId: string;
  conversationIds: readonly string[];
}

interface OpenedRuns {
  database: DatabaseSync;
  texts: SealedTexts;
  receipts: ReceiptTable;
  statements: ReturnType<typeof statementsOf>;
}

/** The statements of every call, prepared once: a run of thousands executes each thousands of times. */
function statementsOf(database: DatabaseSync) {
  return {
    next: database.prepare(
      'SELECT * FROM item WHERE run_id = ? AND state = ? AND outcome IS NULL AND item_id > ? ORDER BY item_id LIMIT ?',
    ),
    update: database.prepare(
      'UPDATE item SET step = ?, state = ?, outcome = ?, record = ? WHERE item_id = ?',
    ),
  };
}

/** Opens the file; an unreadable one is renamed and a new one created. */
function openOrSetAside(path: string, at: Date): { database: DatabaseSync; notice: string | undefined } {
  try {
    return { database: openSqliteFile(path, runMigrations), notice: undefined };
  } catch (error) {
    if (!(error instanceof DamagedFile || storeFaultOf(error) === 'damaged')) {
      throw error;
    }
    const aside = setFileAside(path, 'damaged', at);
    return {
      database: openSqliteFile(path, runMigrations),
      notice: `The record of deletions was damaged and is kept at ${aside}. Open the conversations you recently deleted or expired again.`,
    };
  }
}
