import { serveTask } from '../../../../common/workers/serve-task.ts';
import { type RunReportPdf, runReportPdf } from './report-pdf.ts';

serveTask<RunReportPdf, Uint8Array>(async (report) => ({
  output: new Uint8Array(await runReportPdf(report)),
}));
