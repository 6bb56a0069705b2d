import type { CaseReport } from '../../preload/contract/evidence.ts';
import { ownBytes } from '../workers/own-bytes.ts';
import { serveTask } from '../workers/serve-task.ts';
import { reportPdf } from './report-pdf.ts';

export interface ReportTask {
  report: CaseReport;
  /** JPEG, in the order of the report's pictures. */
  jpegs: readonly Uint8Array[];
  fontDir: string;
}

serveTask<ReportTask, Uint8Array>(async ({ report, jpegs, fontDir }) => {
  const bytes = ownBytes(await reportPdf(report, jpegs, fontDir));
  return { output: bytes, transfer: [bytes.buffer] };
});
