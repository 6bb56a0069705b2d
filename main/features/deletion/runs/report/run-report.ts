import { csvHeading, csvLine } from '../../../../common/csv.ts';
import { isoTime } from '../../../../common/iso-time.ts';
import type { ConsoleSigner } from '../../../records/console-key/console-key.ts';
import { opened, type StoredReceipt } from '../../../records/receipts/receipt.ts';
import { type ReportSummary, reportFile } from '../../../records/receipts/receipt-file.ts';
import type { UnsentRow } from '../../../records/receipts/register-table.ts';
import type { RunCounts, RunItem, StoredRun } from '../store/records.ts';
import type { RunStore } from '../store/run-store.ts';
import type { RunTexts } from '../store/sealed-texts.ts';

/** A run with its texts. */
export type ReportedRun = StoredRun & { texts: RunTexts };

export interface ReportSource {
  run: ReportedRun;
  outcomes: RunCounts['outcomes'];
  store: Pick<RunStore, 'request'>;
  signer: ConsoleSigner;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Rows per request. */
const pageSize = 500;
const header = [
  'conversation',
  'plan',
  'earlier_steps_done',
  'outcome',
  'detail',
  'http_status',
  'request_id',
  'receipts',
  'line',
];

/** Returns the report of a run as CSV (RFC 4180), one row per conversation. */
export async function* csvReport(source: ReportSource): AsyncGenerator<string> {
  yield csvHeading(header);
  for await (const item of itemsOf(source)) {
    yield csvLine([
      item.conversationId,
      item.plan.join(' then '),
      item.done.join(' then '),
      item.outcome ?? '',
      item.detail ?? '',
      item.httpStatus === undefined ? '' : String(item.httpStatus),
      item.requestId ?? '',
      item.receiptIds.join(' '),
      item.line === undefined ? '' : String(item.line),
    ]);
  }
  for await (const { conversationId = '', outcome, line } of unsentOf(source)) {
    const at = line === undefined ? '' : String(line);
    yield csvLine([conversationId, '', '', 'not-sent', outcome, '', '', '', at]);
  }
}

/** Returns the report of a run as JSON, with its receipts and a signed summary. */
export function jsonReport(source: ReportSource): AsyncGenerator<string> {
  const { run, outcomes, signer, now } = source;
  return reportFile({
    items: itemLines(source),
    receipts: receiptsOf(source),
    summary(sums) {
      const content = JSON.stringify({
        format: 'assay-report-1',
        runId: run.runId,
        environment: {
          id: run.environmentId,
          name: run.environmentName,
          kind: run.environmentKind,
          baseUrl: run.baseUrl,
        },
        mode: run.mode,
        reason: run.reason,
        ticket: run.texts.ticket ?? null,
        user: run.texts.actor,
        startedAt: isoTime(run.createdAt),
        madeAt: isoTime(now),
        outcomes,
        ...sums,
        key: { id: signer.keyId, kept: signer.kept },
      } satisfies ReportSummary);
      return { content, signature: signer.sign(Buffer.from(content)) };
    },
  });
}

async function* itemLines(source: ReportSource): AsyncGenerator<string> {
  for await (const item of itemsOf(source)) {
    yield JSON.stringify(item);
  }
  for await (const { line, conversationId, outcome } of unsentOf(source)) {
    yield JSON.stringify({ line, conversationId, outcome: 'not-sent', detail: outcome });
  }
}

/** Yields what was requested and left out of the run. */
async function* unsentOf({ run: { runId }, store }: ReportSource): AsyncGenerator<UnsentRow> {
  for (let from = 0; ; from += pageSize) {
    const input = { filter: { runId }, withItems: false, from, count: pageSize };
    const { rows } = await store.request('unsent', input);
    yield* rows;
    if (rows.length < pageSize) {
      return;
    }
  }
}

async function* itemsOf({ run, store }: ReportSource): AsyncGenerator<RunItem> {
  for (let from = 0; ; from += pageSize) {
    const { items } = await store.request('items', {
      runId: run.runId,
      outcome: undefined,
      from,
      count: pageSize,
    });
    yield* items;
    if (items.length < pageSize) {
      return;
    }
  }
}

async function* receiptsOf({ run, store }: ReportSource): AsyncGenerator<StoredReceipt> {
  const filter = { runId: run.runId };
  for (let from = 0; ; from += pageSize) {
    const { receipts } = await store.request('receipts', { filter, from, count: pageSize });
    yield* receipts.map(opened);
    if (receipts.length < pageSize) {
      return;
    }
  }
}
