import { type CsvColumns, csvFile } from '../../../../common/csv.ts';
import { inPages } from '../../../../common/in-pages.ts';
import { isoTime } from '../../../../common/iso-time.ts';
import type { ConsoleSigner } from '../../../records/console-key/console-key.ts';
import { opened, type StoredReceipt } from '../../../records/receipts/receipt.ts';
import { reportFile, reportFormat } from '../../../records/receipts/receipt-file.ts';
import { environmentOf, type RunCounts, type StoredLine, type StoredRun } from '../store/records.ts';
import type { RunStore } from '../store/run-store.ts';
import type { RunTexts } from '../store/sealed-texts.ts';

/** A run with its texts. */
export type ReportedRun = StoredRun & { texts: RunTexts };

export interface ReportSource {
  run: ReportedRun;
  counts: RunCounts;
  store: Pick<RunStore, 'request'>;
  signer: ConsoleSigner;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Lines per request, each of which puts all of a run in order. */
const linesAtOnce = 5000;
const receiptsAtOnce = 500;
const columns: CsvColumns<StoredLine> = {
  conversation: ({ conversationId }) => conversationId,
  plan: ({ plan }) => plan.join(' then '),
  earlier_steps_done: ({ done }) => done.join(' then '),
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => detail,
  http_status: ({ httpStatus }) => httpStatus,
  request_id: ({ requestId }) => requestId,
  receipts: ({ receiptIds }) => receiptIds.join(' '),
  line: ({ line }) => line,
};

/** Returns the report of a run as CSV (RFC 4180), one row for each line that it was given. */
export function csvReport(source: ReportSource): AsyncGenerator<string> {
  return csvFile(columns, linesOf(source));
}

/** Returns the report of a run as JSON, with its receipts and a signed summary. */
export function jsonReport(source: ReportSource): AsyncGenerator<string> {
  const { run, counts, signer, now } = source;
  return reportFile({
    items: itemTexts(source),
    receipts: receiptsOf(source),
    signer,
    summary: () => ({
      format: reportFormat,
      runId: run.runId,
      environment: environmentOf(run),
      mode: run.mode,
      reason: run.reason,
      ticket: run.texts.ticket ?? null,
      user: run.texts.actor,
      startedAt: isoTime(run.createdAt),
      madeAt: isoTime(now),
      outcomes: counts.outcomes,
    }),
  });
}

async function* itemTexts(source: ReportSource): AsyncGenerator<string> {
  for await (const line of linesOf(source)) {
    yield JSON.stringify(line);
  }
}

/** Yields the lines of a run; those without a call have the outcome `not-sent`. */
async function* linesOf({ run: { runId }, store }: ReportSource): AsyncGenerator<StoredLine> {
  const lines = inPages(linesAtOnce, async (from) => {
    return (await store.request('lines', { runId, from, count: linesAtOnce })).lines;
  });
  for await (const line of lines) {
    yield line.plan.length > 0 ? line : { ...line, outcome: 'not-sent', detail: line.outcome };
  }
}

function receiptsOf({ run, store }: ReportSource): AsyncGenerator<StoredReceipt> {
  const filter = { runId: run.runId };
  return inPages(receiptsAtOnce, async (from) => {
    const { receipts } = await store.request('receipts', { filter, from, count: receiptsAtOnce });
    return receipts.map(opened);
  });
}
