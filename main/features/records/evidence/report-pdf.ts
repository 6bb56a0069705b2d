import { buffer } from 'node:stream/consumers';
import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { quietColor, ReportDocument, textColor } from '../print/report-document.ts';
import type { ReportFonts } from '../print/report-fonts.ts';

/** Points from the edge of the page. */
const margin = 50;
/** Points between the edge of the box and its text. */
const boxPadding = 8;
const bad = '#b3261e';
/** Points that a heading takes with the space around it. */
const headingHeight = 40;
/** Longer lists end with a line that says how many more there are. */
const maxRows = 2000;

type Pdf = ReportDocument;

/**
 * Returns a case report as a PDF on A4 pages.
 * @param report with texts of bounded length (`printedReport`)
 * @param jpegs the report's pictures, in their order
 * @param fonts those that its letters need (`readReportFonts`)
 */
export async function reportPdf(
  report: CaseReport,
  jpegs: readonly Uint8Array[],
  fonts: ReportFonts,
): Promise<Buffer> {
  const info = { Title: `Case report ${report.conversationId}`, Creator: report.program };
  const pdf = new ReportDocument(info, margin, fonts);
  const whole = buffer(pdf);
  head(pdf, report);
  list(pdf, 'Findings', report.findings, (finding) => [
    finding.product ?? 'Files',
    `${finding.text} (${finding.code})${finding.settled === undefined ? '' : `. ${finding.settled}`}`,
  ]);
  columns(
    pdf,
    `Record${report.isMasked ? ', personal data masked' : ''}`,
    report.record.map(({ label, value }) => [label, value]),
  );
  if (report.recordLeftOut > 0) {
    leftOut(pdf, `${report.recordLeftOut.toLocaleString('en')} more values are in the JSON report.`);
  }
  list(pdf, 'Checks', report.checks, (check) => [
    check.product,
    check.name === undefined ? check.status : `${check.name}: ${check.result ?? ''} (${check.status})`,
  ]);
  list(pdf, 'Own checks', report.ownChecks, (check) => [check.severity, `${check.text}. ${check.meaning}`]);
  columns(
    pdf,
    'Seen before',
    report.seenBefore.map(({ conversationId, text }) => [conversationId, text]),
  );
  list(pdf, 'Sources', report.sources, (source) => [source.country, source.method]);
  list(pdf, 'Files', report.files, (file) => [file.title, `${file.contentType}  ${file.id}`]);
  pictures(pdf, report, jpegs);
  list(pdf, 'Notes', report.notes, (note) => [`${note.at} ${note.actor}`, note.text]);
  list(pdf, 'History', report.history, (entry) => [`${entry.at} ${entry.actor}`, entry.text]);
  pdf.numberPages(report.conversationId);
  pdf.end();
  return whole;
}

/** Begins with who it is about and what was decided, in a box; then what the report was made from. */
function head(pdf: Pdf, report: CaseReport): void {
  const { decision, environment, receivedAt, requestId } = report;
  pdf.font('bold').fontSize(18).fillColor(textColor).text('Case report').moveDown(0.5);
  const top = pdf.y;
  pdf.y += boxPadding;
  const rows: [string, string | undefined][] = [
    ['Person', report.person ?? 'Not named by the service'],
    ['User key', report.userKey ?? 'None'],
    ['Assessment', report.verdict],
    ['State', report.state ?? 'Not in the list of cases'],
    ['Decision', decision?.kind ?? 'None'],
    ['Reasons', decision && (decision.reason ?? 'None given')],
    ['Comment', decision && (decision.comment ?? 'None')],
    ['Reviewer', decision && (decision.reviewer ?? 'Not known')],
    ['Decided', decision?.at],
    ['Changed since', decision?.changedSince],
  ];
  for (const [label, value] of rows) {
    if (value !== undefined) {
      pdf.row(label, value, boxPadding);
    }
  }
  pdf.y += boxPadding - 2;
  pdf
    .rect(margin, top, pdf.page.width - 2 * margin, pdf.y - top)
    .strokeColor(quietColor)
    .lineWidth(0.8)
    .stroke();
  pdf.y += 10;
  pdf.row('Conversation', report.conversationId);
  pdf.row('Environment', `${environment.name} (${environment.kind}), ${environment.address}`);
  pdf.row('Read', `${receivedAt}${requestId === undefined ? '' : `, request ${requestId}`}`);
  pdf.row('Report made', `${report.createdAt} by ${report.createdBy} with ${report.program}`);
}

/** Lists values in two columns, each below its name, from left to right. */
function columns(pdf: Pdf, title: string, items: readonly [label: string, value: string][]): void {
  section(pdf, title);
  if (items.length === 0) {
    pdf.font('regular').fontSize(9).fillColor(quietColor).text('None');
  }
  const gap = 20;
  const width = (pdf.page.width - 2 * margin - gap) / 2;
  const cells = items.map(([label, value]) => {
    const labelHeight = pdf.font('regular').fontSize(7.5).heightOfString(label, { width });
    const height = labelHeight + pdf.fontSize(9).heightOfString(value, { width });
    return { label, value, labelHeight, height };
  });
  for (let index = 0; index < cells.length; index += 2) {
    const pair = cells.slice(index, index + 2);
    const height = Math.max(...pair.map((cell) => cell.height)) + 5;
    if (pdf.y + height > pdf.page.height - margin) {
      pdf.addPage();
    }
    const top = pdf.y;
    for (const [column, { label, value, labelHeight }] of pair.entries()) {
      const left = margin + column * (width + gap);
      pdf.fontSize(7.5).fillColor(quietColor).text(label, left, top, { width });
      pdf
        .fontSize(9)
        .fillColor(textColor)
        .text(value, left, top + labelHeight, { width });
    }
    pdf.y = top + height;
    pdf.x = margin;
  }
}

/** Two beside each other, each below its title. Those that could not be shown are named. */
function pictures(
  pdf: Pdf,
  { pictures: all, withoutPicture }: CaseReport,
  jpegs: readonly Uint8Array[],
): void {
  if (all.length + withoutPicture.length === 0) {
    return;
  }
  const gap = 15;
  const width = (pdf.page.width - 2 * margin - gap) / 2;
  const height = 200;
  const captionHeight = 26;
  section(pdf, 'Pictures', height + captionHeight + 40);
  for (const [index, { title, mediaId }] of all.entries()) {
    const isLeft = index % 2 === 0;
    if (isLeft && pdf.y + height + captionHeight > pdf.page.height - margin) {
      pdf.addPage();
    }
    const top = isLeft ? pdf.y : pdf.y - height - captionHeight;
    const left = isLeft ? margin : margin + width + gap;
    const line = { width, ellipsis: true, lineBreak: false };
    pdf
      .font('bold')
      .fontSize(9)
      .fillColor(textColor)
      .text(title, left, top, { ...line, height: 12 });
    pdf
      .font('regular')
      .fontSize(7)
      .fillColor(quietColor)
      .text(mediaId, left, top + 12, { ...line, height: 10 });
    pdf.image(Buffer.from(jpegs[index] ?? []), left, top + captionHeight, { fit: [width, height - 8] });
    pdf.y = top + height + captionHeight;
    pdf.x = margin;
  }
  for (const { title, mediaId, reason } of withoutPicture) {
    pdf.row(`${title}  ${mediaId}`, `Not shown: ${reason}`);
  }
}

/** @param height points that its heading and its beginning take together */
function section(pdf: Pdf, title: string, height = 60): void {
  if (pdf.y > pdf.page.height - margin - height) {
    pdf.addPage();
  }
  pdf.moveDown(1).font('bold').fontSize(12).fillColor(textColor).text(title, margin).moveDown(0.3);
}

function list<T>(pdf: Pdf, title: string, items: readonly T[], cells: (item: T) => [string, string]): void {
  const [first] = items;
  section(pdf, title, first && headingHeight + pdf.rowHeight(...cells(first)));
  if (first === undefined) {
    pdf.font('regular').fontSize(9).fillColor(quietColor).text('None');
    return;
  }
  for (const item of items.slice(0, maxRows)) {
    pdf.row(...cells(item));
  }
  if (items.length > maxRows) {
    leftOut(pdf, `${(items.length - maxRows).toLocaleString('en')} more are in the JSON report.`);
  }
}

function leftOut(pdf: Pdf, sentence: string): void {
  pdf.fontSize(9).fillColor(bad).text(sentence, margin);
}
