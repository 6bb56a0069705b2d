import { buffer } from 'node:stream/consumers';
import { attachedReport } from '../receipts/receipt-file.ts';
import { ReportDocument, textColor } from './report-document.ts';
import type { ReportFonts } from './report-fonts.ts';

/** A letter, facts and a table on A4 pages, each of which may be absent. */
export interface PrintedTable {
  title: string;
  /** The foot of every page begins with it. */
  subject: string;
  /** The paragraphs of a letter, on pages of their own before the rest. */
  letter?: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  /** Widths in points. */
  columns: readonly { title: string; width: number }[];
  rows: readonly (readonly string[])[];
  /** Below the rows. */
  note?: string | undefined;
  /** The JSON report with the signed receipts. */
  attachment: Uint8Array | undefined;
  /** Milliseconds since the epoch. */
  madeAt: number;
}

type Pdf = ReportDocument;

/** Points from the edge of the page. */
const margin = 45;
const gap = 6;

/** Returns the pages, with the JSON report attached. The worker that makes them reads no files: the fonts come as bytes. */
export async function printTable(table: PrintedTable, fonts: ReportFonts): Promise<Buffer> {
  const { title, subject, letter = [], facts, attachment, madeAt } = table;
  const info = { Title: title, Creator: 'Assay', CreationDate: new Date(madeAt) };
  const pdf = new ReportDocument(info, margin, fonts);
  const whole = buffer(pdf);
  if (attachment !== undefined) {
    pdf.file(Buffer.from(attachment), {
      name: attachedReport,
      type: 'application/json',
      description: 'The report with its signed receipts',
    });
  }
  if (letter.length > 0) {
    pdf.font('regular').fontSize(10.5).fillColor(textColor);
    for (const paragraph of letter) {
      pdf.text(paragraph, { width: pdf.page.width - 2 * margin }).moveDown(0.8);
    }
    pdf.addPage();
  }
  pdf.font('bold').fontSize(18).fillColor(textColor).text(title).moveDown(0.6);
  for (const [label, value] of facts) {
    pdf.row(label, value);
  }
  pdf.moveDown(1);
  rows(pdf, table);
  pdf.numberPages(subject);
  pdf.end();
  return whole;
}

function rows(pdf: Pdf, { columns, rows: all, note }: PrintedTable): void {
  if (all.length > 0) {
    heading(pdf, columns);
  }
  for (const cells of all) {
    row(pdf, columns, cells);
  }
  if (note !== undefined) {
    pdf.moveDown(0.5).fillColor(textColor).text(note, margin);
  }
}

function heading(pdf: Pdf, columns: PrintedTable['columns']): void {
  pdf.font('bold').fontSize(8).fillColor(textColor);
  const top = pdf.y;
  let left = margin;
  for (const { title, width } of columns) {
    pdf.text(title, left, top, { width: width - gap, lineBreak: false });
    left += width;
  }
  pdf.y = top + 14;
  pdf.font('regular').fontSize(7.5);
}

function row(pdf: Pdf, columns: PrintedTable['columns'], cells: readonly string[]): void {
  const heights = columns.map(({ width }, index) => heightOf(pdf, cells[index] ?? '', width - gap));
  const height = Math.min(Math.max(...heights), pdf.page.height - 2 * margin - 20);
  if (pdf.y + height > pdf.page.height - margin) {
    pdf.addPage();
    heading(pdf, columns);
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
