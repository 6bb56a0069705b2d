import { buffer } from 'node:stream/consumers';
import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { numberPages } from '../print/number-pages.ts';
import { ReportDocument } from '../print/report-document.ts';
import type { ReportFonts } from '../print/report-fonts.ts';

/** Points from the edge of the page. */
const margin = 50;
const quiet = '#545d69';
const text = '#1b2027';
const bad = '#b3261e';
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
  const pdf = new ReportDocument(
    {
      size: 'A4',
      margin,
      bufferPages: true,
      info: { Title: `Case report ${report.conversationId}`, Creator: report.program },
      lang: 'en',
      displayTitle: true,
    },
    fonts,
  );
  const whole = buffer(pdf);
  head(pdf, report);
  decision(pdf, report);
  list(pdf, 'Findings', report.findings, (finding) => [
    finding.product ?? 'Files',
    `${finding.text} (${finding.code})${finding.settled === undefined ? '' : `. ${finding.settled}`}`,
  ]);
  list(pdf, `Record${report.isMasked ? ', personal data masked' : ''}`, report.record, (field) => [
    field.label,
    field.value,
  ]);
  if (report.recordLeftOut > 0) {
    leftOut(pdf, `${report.recordLeftOut.toLocaleString('en')} more values are in the JSON report.`);
  }
  list(pdf, 'Checks', report.checks, (check) => [
    check.product,
    check.name === undefined ? check.status : `${check.name}: ${check.result ?? ''} (${check.status})`,
  ]);
  list(pdf, 'Own checks', report.ownChecks, (check) => [check.severity, `${check.text}. ${check.meaning}`]);
  list(pdf, 'Seen before', report.seenBefore, (other) => [other.conversationId, other.text]);
  list(pdf, 'Sources', report.sources, (source) => [source.country, source.method]);
  list(pdf, 'Files', report.files, (file) => [file.title, `${file.contentType}  ${file.id}`]);
  pictures(pdf, report, jpegs);
  list(pdf, 'Notes', report.notes, (note) => [`${note.at} ${note.actor}`, note.text]);
  list(pdf, 'History', report.history, (entry) => [`${entry.at} ${entry.actor}`, entry.text]);
  numberPages(pdf, report.conversationId, margin);
  pdf.end();
  return whole;
}

function head(pdf: Pdf, report: CaseReport): void {
  pdf.font('bold').fontSize(18).fillColor(text).text('Case report');
  pdf.moveDown(0.3).fontSize(13).text(report.heading);
  pdf.font('regular').fontSize(10).text(report.summary).moveDown(0.8);
  row(pdf, 'Verdict', report.verdict);
  row(pdf, 'Conversation', report.conversationId);
  if (report.userKey !== undefined) {
    row(pdf, 'User key', report.userKey);
  }
  row(
    pdf,
    'Environment',
    `${report.environment.name} (${report.environment.kind}), ${report.environment.address}`,
  );
  row(
    pdf,
    'Read',
    `${report.receivedAt}${report.requestId === undefined ? '' : `, request ${report.requestId}`}`,
  );
  row(pdf, 'Report made', `${report.createdAt} by ${report.createdBy} with ${report.program}`);
}

function decision(pdf: Pdf, { decision: made }: CaseReport): void {
  section(pdf, 'Decision');
  if (made === undefined) {
    row(pdf, 'Decision', 'None');
    return;
  }
  row(pdf, 'Decision', made.kind);
  row(pdf, 'Reason', made.reason ?? 'None given');
  row(pdf, 'Comment', made.comment ?? 'None');
  row(pdf, 'Reviewer', made.reviewer ?? 'Not known');
  row(pdf, 'Decided', made.at);
  if (made.changedSince !== undefined) {
    row(pdf, 'Changed since', made.changedSince);
  }
}

/** Two beside each other; each with its title below. Those that could not be shown are named. */
function pictures(
  pdf: Pdf,
  { pictures: all, withoutPicture }: CaseReport,
  jpegs: readonly Uint8Array[],
): void {
  if (all.length + withoutPicture.length === 0) {
    return;
  }
  section(pdf, 'Pictures');
  const gap = 15;
  const width = (pdf.page.width - 2 * margin - gap) / 2;
  const height = 200;
  const captionHeight = 18;
  for (const [index, { title, mediaId }] of all.entries()) {
    const isLeft = index % 2 === 0;
    if (isLeft && pdf.y + height + captionHeight > pdf.page.height - margin) {
      pdf.addPage();
    }
    const top = isLeft ? pdf.y : pdf.y - height - captionHeight;
    const left = isLeft ? margin : margin + width + gap;
    pdf.image(Buffer.from(jpegs[index] ?? []), left, top, {
      fit: [width, height],
      align: 'center',
      valign: 'center',
    });
    const caption = `${title}  ${mediaId}`;
    pdf.font('regular').fontSize(8).fillColor(quiet);
    pdf.text(caption, left, top + height + 4, { width, height: 10, ellipsis: true, lineBreak: false });
    pdf.y = top + height + captionHeight;
    pdf.x = margin;
  }
  for (const { title, mediaId, reason } of withoutPicture) {
    row(pdf, `${title}  ${mediaId}`, `Not shown: ${reason}`);
  }
}

function section(pdf: Pdf, title: string): void {
  if (pdf.y > pdf.page.height - margin - 60) {
    pdf.addPage();
  }
  pdf.moveDown(1).font('bold').fontSize(12).fillColor(text).text(title, margin).moveDown(0.3);
}

function list<T>(pdf: Pdf, title: string, items: readonly T[], cells: (item: T) => [string, string]): void {
  section(pdf, title);
  if (items.length === 0) {
    pdf.font('regular').fontSize(9).fillColor(quiet).text('None');
    return;
  }
  for (const item of items.slice(0, maxRows)) {
    row(pdf, ...cells(item));
  }
  if (items.length > maxRows) {
    leftOut(pdf, `${(items.length - maxRows).toLocaleString('en')} more are in the JSON report.`);
  }
}

function leftOut(pdf: Pdf, sentence: string): void {
  pdf.fontSize(9).fillColor(bad).text(sentence, margin);
}

function row(pdf: Pdf, label: string, value: string): void {
  const labelWidth = 150;
  const width = pdf.page.width - 2 * margin - labelWidth - 10;
  pdf.font('regular').fontSize(9);
  const height = Math.max(
    pdf.heightOfString(label, { width: labelWidth }),
    pdf.heightOfString(value, { width }),
  );
  if (pdf.y + Math.min(height, 200) > pdf.page.height - margin) {
    pdf.addPage();
  }
  const top = pdf.y;
  pdf.fillColor(quiet).text(label, margin, top, { width: labelWidth });
  pdf.fillColor(text).text(value, margin + labelWidth + 10, top, { width });
  pdf.y = Math.max(pdf.y, top + Math.min(height, 200)) + 2;
  pdf.x = margin;
}
