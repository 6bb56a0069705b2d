import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { ownBytes } from '../../../common/workers/own-bytes.ts';
import { serveTask } from '../../../common/workers/serve-task.ts';
import type { ReportFonts } from '../print/report-fonts.ts';
import { reportPdf } from './report-pdf.ts';

export interface ReportTask {
  report: CaseReport;
  /** JPEG, in the order of the report's pictures. */
  jpegs: readonly Uint8Array[];
  fonts: ReportFonts;
}

serveTask<ReportTask, Uint8Array>(async ({ report, jpegs, fonts }) => {
  const bytes = ownBytes(await reportPdf(report, jpegs, fonts));
  return { output: bytes, transfer: [bytes.buffer] };
});
