import { limitFailure } from '../../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../../common/workers/worker-pool.ts';
import { type ReportFonts, readReportFonts } from './report-fonts.ts';
import type { PrintedTable } from './table-document.ts';

/** The most rows that are printed. The others are in the attachment and the other formats. */
export const maxPrinted = 5000;
/** The most receipts that are attached. */
export const maxAttached = 20_000;

/** Prints reports in a worker, since their pages take seconds for thousands of rows. */
export class TablePrinter {
  readonly #fontDir: string;
  readonly #pool = new WorkerPool<{ table: PrintedTable; fonts: ReportFonts }, Uint8Array>({
    url: new URL('./table-worker.ts', import.meta.url),
    name: 'report',
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
  async print(table: PrintedTable, signal: AbortSignal): Promise<Uint8Array> {
    const { attachment: _, ...texts } = table;
    const fonts = await readReportFonts(this.#fontDir, JSON.stringify(texts));
    try {
      return await this.#pool.run(() => ({ input: { table, fonts } }), { signal });
    } catch (error) {
      throw limitFailure(error, {
        busy: {
          message: 'Other reports are being made at the moment.',
          hint: 'Try again when they are done.',
        },
        limit: { message: 'The report is too large for a PDF.', hint: 'Save it as CSV or JSON.' },
      });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

export async function bytesOf(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) {
    parts.push(Buffer.from(piece));
  }
  return Buffer.concat(parts);
}
