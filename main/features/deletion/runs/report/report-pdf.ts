import { buffer } from 'node:stream/consumers';
import { itemOutcomes } from '../../../../../preload/contract/deletion-runs.ts';
import type { UnsentRow } from '../../../../../preload/contract/receipts.ts';
import {
  outcomeLabels,
  planText,
  reasonText,
  unsentText,
} from '../../../../../preload/wording/deletion-runs.ts';
import { isoTime } from '../../../../common/iso-time.ts';
import { numberPages } from '../../../records/print/number-pages.ts';
import { ReportDocument } from '../../../records/print/report-document.ts';
import type { ReportFonts } from '../../../records/print/report-fonts.ts';
import { attachedReport } from '../../../records/receipts/receipt-file.ts';
import type { RunCounts, RunItem } from '../store/records.ts';
import type { ReportedRun } from './run-report.ts';

/** A report as PDF. The worker that makes it reads no files: the fonts come as bytes. */
export interface RunReportPdf {
  fonts: ReportFonts;
  run: ReportedRun;
  outcomes: RunCounts['outcomes'];
  /** The rows that are printed, those that need attention first. */
  items: readonly RunItem[];
  /** All conversations of the run. */
  total: number;
  /** The conversations requested and left out of the run: the first rows, and the number of all. */
  unsent: { rows: readonly UnsentRow[]; total: number };
  receipts: number;
  /** The JSON report with the signed receipts; undefined if it is too large to be attached. */
  attachment: Uint8Array | undefined;
  /** Milliseconds since the epoch. */
  madeAt: number;
}

type Pdf = ReportDocument;

/** Points from the edge of the page. */
const margin = 45;
const quiet = '#545d69';
const text = '#1b2027';
const columns = [
  { title: 'Conversation', width: 175 },
  { title: 'Action', width: 75 },
  { title: 'Outcome', width: 135 },
  { title: 'Request id', width: 120 },
] as const;
const gap = 6;

/** Returns the report of a run on A4 pages, with the JSON report attached. */
export async function runReportPdf(report: RunReportPdf): Promise<Buffer> {
  const { run, attachment } = report;
  const pdf = new ReportDocument(
    {
      size: 'A4',
      margin,
      bufferPages: true,
      info: { Title: `Deletions ${run.runId}`, Creator: 'Assay', CreationDate: new Date(report.madeAt) },
      lang: 'en',
      displayTitle: true,
    },
    report.fonts,
  );
  const whole = buffer(pdf);
  if (attachment !== undefined) {
    pdf.file(Buffer.from(attachment), {
      name: attachedReport,
      type: 'application/json',
      description: 'The report with its signed receipts',
    });
  }
  head(pdf, report);
  table(pdf, report);
  numberPages(pdf, `Run ${run.runId}`, margin);
  pdf.end();
  return whole;
}

function head(pdf: Pdf, report: RunReportPdf): void {
  const { run, outcomes, total, unsent, receipts, attachment, madeAt } = report;
  const title = run.mode === 'EXPIRE' ? 'Expired conversations' : 'Deleted data';
  pdf.font('bold').fontSize(18).fillColor(text).text(title).moveDown(0.6);
  fact(pdf, 'Environment', `${run.environmentName} (${run.environmentKind}), ${run.baseUrl}`);
  fact(pdf, 'Reason', reasonText(run.reason));
  const { ticket, actor } = run.texts;
  if (ticket !== undefined) {
    fact(pdf, 'Ticket', ticket);
  }
  fact(pdf, 'Started', `${isoTime(run.createdAt)} by ${actor}`);
  fact(pdf, 'Report made', isoTime(madeAt));
  fact(pdf, 'Run', run.runId);
  fact(pdf, 'Conversations', total.toLocaleString('en'));
  for (const outcome of itemOutcomes) {
    const count = outcomes[outcome] ?? 0;
    if (count > 0) {
      fact(pdf, outcomeLabels[outcome], count.toLocaleString('en'));
    }
  }
  if (unsent.total > 0) {
    fact(pdf, 'Left out', unsent.total.toLocaleString('en'));
  }
  fact(
    pdf,
    'Receipts',
    attachment === undefined
      ? `${receipts.toLocaleString('en')}, in the JSON report of this run: too many to be attached here.`
      : `${receipts.toLocaleString('en')}, signed, in the attached file ${attachedReport}. The printed pages are not signed. Check the attachment with “assay verify-receipt FILE.pdf”, or save it and follow the instructions in it, which need OpenSSL only.`,
  );
  pdf.moveDown(1);
}

function fact(pdf: Pdf, label: string, value: string): void {
  const left = 150;
  const width = pdf.page.width - 2 * margin - left;
  const top = pdf.y;
  pdf
    .font('regular')
    .fontSize(9)
    .fillColor(quiet)
    .text(label, margin, top, { width: left - gap });
  const below = pdf.y;
  pdf.fillColor(text).text(value, margin + left, top, { width });
  pdf.y = Math.max(below, pdf.y) + 2;
  pdf.x = margin;
}

function table(pdf: Pdf, { items, total, unsent }: RunReportPdf): void {
  heading(pdf);
  for (const { conversationId, plan, outcome, detail, httpStatus, requestId } of items) {
    const ended = outcome === undefined ? 'Not finished' : outcomeLabels[outcome];
    const more = [httpStatus, detail].filter((part) => part !== undefined).join(', ');
    row(pdf, [conversationId, planText(plan), more === '' ? ended : `${ended} (${more})`, requestId ?? '']);
  }
  for (const { conversationId, line, outcome } of unsent.rows) {
    const place = line === undefined ? '' : `Line ${line.toLocaleString('en')}`;
    row(pdf, [conversationId ?? place, '', `Not sent: ${unsentText(outcome)}`, conversationId ? place : '']);
  }
  const left = total + unsent.total - items.length - unsent.rows.length;
  if (left > 0) {
    const more = left.toLocaleString('en');
    pdf.moveDown(0.5).fillColor(text).text(`${more} more are in the CSV and JSON reports.`, margin);
  }
}

function heading(pdf: Pdf): void {
  pdf.font('bold').fontSize(8).fillColor(text);
  const top = pdf.y;
  let left = margin;
  for (const { title, width } of columns) {
    pdf.text(title, left, top, { width: width - gap, lineBreak: false });
    left += width;
  }
  pdf.y = top + 14;
  pdf.font('regular').fontSize(7.5);
}

function row(pdf: Pdf, cells: readonly string[]): void {
  const heights = columns.map(({ width }, index) => heightOf(pdf, cells[index] ?? '', width - gap));
  const height = Math.min(Math.max(...heights), pdf.page.height - 2 * margin - 20);
  if (pdf.y + height > pdf.page.height - margin) {
    pdf.addPage();
    heading(pdf);
  }
  const top = pdf.y;
  let left = margin;
  for (const [index, { width }] of columns.entries()) {
    pdf.text(cells[index] ?? '', left, top, { width: width - gap, height });
    left += width;
  }
  pdf.y = top + height + 3;
}

/** Most cells are one line, which is measured much faster than a paragraph. */
function heightOf(pdf: Pdf, value: string, width: number): number {
  return pdf.widthOfString(value) <= width ? pdf.currentLineHeight() : pdf.heightOfString(value, { width });
}
