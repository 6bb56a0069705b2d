import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { limitFailure } from '../../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../../common/workers/worker-pool.ts';
import { readReportFonts } from '../print/report-fonts.ts';
import { printedReport } from './printed-report.ts';
import type { ReportTask } from './report-worker.ts';

const timeoutMs = 60_000;

/** Makes the PDF of a report in a thread that is ended beyond its limits, or when the user stops. */
export class ReportWork {
  readonly #pool: WorkerPool<ReportTask, Uint8Array>;
  readonly #fontDir: string;

  /** @param fontDir holds the fonts of reports (`readReportFonts`) */
  constructor(fontDir: string, limits: { timeoutMs?: number; heapMb?: number } = {}) {
    this.#fontDir = fontDir;
    this.#pool = new WorkerPool({
      url: new URL('./report-worker.ts', import.meta.url),
      name: 'reports',
      concurrency: 1,
      queueLength: 4,
      timeoutMs,
      heapMb: 512,
      ...limits,
    });
  }

  /** @throws Failure busy, limit-exceeded, cancelled */
  async pdf(report: CaseReport, jpegs: readonly Uint8Array[], signal: AbortSignal): Promise<Buffer> {
    try {
      const printable = printedReport(report);
      const fonts = await readReportFonts(this.#fontDir, JSON.stringify(printable));
      const task = { report: printable, jpegs, fonts };
      const bytes = await this.#pool.run(() => ({ input: task }), { signal });
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      throw limitFailure(error, {
        busy: { message: 'Other reports are being made.', hint: 'Try again when they are finished.' },
        limit: (kind) => ({
          message: `The PDF was not made: it took more ${kind === 'memory' ? 'memory' : 'time'} than the console allows for a report.`,
          hint: 'Choose fewer pictures, or save the report as JSON.',
        }),
      });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
