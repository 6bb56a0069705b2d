import { limitFailure } from '../../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../../common/workers/worker-pool.ts';
import type { Printed } from './print-worker.ts';
import { type ReportFonts, readReportFonts } from './report-fonts.ts';

/** The most rows that are printed. The others are in the attachment and the other formats. */
export const maxPrinted = 5000;
/** The most receipts that are attached. */
export const maxAttached = 20_000;

/** Prints reports in a worker that is ended beyond its limits, or when the user stops: their pages take seconds for thousands of rows. */
export class Printer {
  readonly #fontDir: string;
  readonly #pool: WorkerPool<{ printed: Printed; fonts: ReportFonts }, Uint8Array>;

  /** @param fontDir holds the fonts of reports (`readReportFonts`) */
  constructor(fontDir: string, limits: { timeoutMs?: number; heapMb?: number } = {}) {
    this.#fontDir = fontDir;
    this.#pool = new WorkerPool({
      url: new URL('./print-worker.ts', import.meta.url),
      name: 'report',
      concurrency: 1,
      queueLength: 4,
      timeoutMs: 120_000,
      heapMb: 1024,
      ...limits,
    });
  }

  /** Returns a PDF. @throws Failure busy, limit-exceeded, cancelled */
  async print(printed: Printed, signal: AbortSignal): Promise<Uint8Array> {
    const { report, attachment: _, ...texts } = { report: undefined, attachment: undefined, ...printed };
    const fonts = await readReportFonts(this.#fontDir, JSON.stringify(report ?? texts));
    try {
      return await this.#pool.run(() => ({ input: { printed, fonts } }), { signal });
    } catch (error) {
      throw limitFailure(error, {
        busy: { message: 'Other reports are being made.', hint: 'Try again when they are finished.' },
        limit: (kind) => ({
          message: `The PDF was not made: it took more ${kind === 'memory' ? 'memory' : 'time'} than the console allows for a report.`,
          hint:
            report === undefined
              ? 'Save it as CSV or JSON.'
              : 'Choose fewer pictures, or save the report as JSON.',
        }),
      });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
