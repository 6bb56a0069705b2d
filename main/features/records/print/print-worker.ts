import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { ownBytes } from '../../../common/workers/own-bytes.ts';
import { serveTask } from '../../../common/workers/serve-task.ts';
import { reportPdf } from '../evidence/report-pdf.ts';
import type { ReportFonts } from './report-fonts.ts';
import { type PrintedTable, printTable } from './table-document.ts';

/** A table, or the report of a case with its pictures: JPEG, in their order. */
export type Printed = PrintedTable | { report: CaseReport; jpegs: readonly Uint8Array[] };

serveTask<{ printed: Printed; fonts: ReportFonts }, Uint8Array>(async ({ printed, fonts }) => {
  const bytes = ownBytes(
    await ('report' in printed
      ? reportPdf(printed.report, printed.jpegs, fonts)
      : printTable(printed, fonts)),
  );
  return { output: bytes, transfer: [bytes.buffer] };
});
