import { serveTask } from '../../../common/workers/serve-task.ts';
import type { ReportFonts } from './report-fonts.ts';
import { type PrintedTable, printTable } from './table-document.ts';

serveTask<{ table: PrintedTable; fonts: ReportFonts }, Uint8Array>(async ({ table, fonts }) => ({
  output: new Uint8Array(await printTable(table, fonts)),
}));
