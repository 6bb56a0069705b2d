import { itemOutcomes } from '../../../../../preload/contract/deletion-runs.ts';
import { Failure } from '../../../../common/failure.ts';
import { WorkerLimit } from '../../../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../../../common/workers/worker-pool.ts';
import { readReportFonts } from '../../../records/print/report-fonts.ts';
import type { RunItem } from '../store/records.ts';
import type { RunReportPdf } from './report-pdf.ts';
import { jsonReport, type ReportSource } from './run-report.ts';

/** The most conversations that are printed. The others are in the attachment and the other formats. */
const maxPrinted = 5000;
/** The most receipts that are attached. */
const maxAttached = 20_000;
const pageSize = 500;

/** Those that need attention come first. */
const printedOrder = itemOutcomes.toSorted((one, other) => rankOf(one) - rankOf(other));

function rankOf(outcome: (typeof itemOutcomes)[number]): number {
  return ['failed', 'unknown', 'refused', 'changed', 'accepted'].includes(outcome) ? 0 : 1;
}

/** Makes the PDF report of a run in a worker, since its pages take seconds for thousands of conversations. */
export class ReportPdfMaker {
  readonly #fontDir: string;
  readonly #pool = new WorkerPool<RunReportPdf, Uint8Array>({
    url: new URL('./report-pdf-worker.ts', import.meta.url),
    name: 'deletion report',
    concurrency: 1,
    queueLength: 2,
    timeoutMs: 120_000,
    heapMb: 1024,
  });

  /** @param fontDir holds the fonts of reports (`readReportFonts`) */
  constructor(fontDir: string) {
    this.#fontDir = fontDir;
  }

  /** @throws Failure busy, limit-exceeded, cancelled */
  async make(source: ReportSource, signal: AbortSignal): Promise<Uint8Array> {
    const { run, outcomes, store, now } = source;
    const { runId } = run;
    const { total } = await store.request('items', { runId, outcome: undefined, from: 0, count: 1 });
    const receipts = await store.request('receipts', { filter: { runId }, from: 0, count: 1 });
    const items = await this.#items(source);
    const count = Math.max(1, maxPrinted - items.length);
    const unsent = await store.request('unsent', { filter: { runId }, withItems: false, from: 0, count });
    const report: RunReportPdf = {
      fonts: await readReportFonts(this.#fontDir, JSON.stringify([run, items, unsent.rows])),
      run,
      outcomes,
      items,
      total,
      unsent,
      receipts: receipts.total,
      attachment: receipts.total > maxAttached ? undefined : await bytesOf(jsonReport(source)),
      madeAt: now,
    };
    try {
      return await this.#pool.run(() => ({ input: report }), { signal });
    } catch (error) {
      throw error instanceof WorkerLimit ? limitFailure(error) : error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #items({ run: { runId }, store }: ReportSource): Promise<RunItem[]> {
    const printed: RunItem[] = [];
    for (const outcome of printedOrder) {
      for (let from = 0; printed.length < maxPrinted; from += pageSize) {
        const count = Math.min(pageSize, maxPrinted - printed.length);
        const { items } = await store.request('items', { runId, outcome, from, count });
        printed.push(...items);
        if (items.length < count) {
          break;
        }
      }
    }
    return printed;
  }
}

async function bytesOf(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) {
    parts.push(Buffer.from(piece));
  }
  return Buffer.concat(parts);
}

function limitFailure({ kind }: WorkerLimit): Failure {
  return kind === 'busy'
    ? new Failure({
        code: 'busy',
        message: 'Other reports are being made at the moment.',
        hint: 'Try again when they are done.',
        retryable: true,
      })
    : new Failure({
        code: 'limit-exceeded',
        message: 'The report is too large for a PDF.',
        hint: 'Save it as CSV or JSON.',
      });
}
