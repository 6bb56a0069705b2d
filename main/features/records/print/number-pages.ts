import type PdfDocument from 'pdfkit';

/** Points between the foot of a page and its number. */
const footer = 32;

/**
 * Writes a line such as `Run r-1    page 2 of 3` at the foot of every page. The document must have been made with `bufferPages`, and
 * have a font named `regular`.
 *
 * @param left where the line begins, in points
 */
export function numberPages(pdf: InstanceType<typeof PdfDocument>, subject: string, left: number): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const { bottom } = pdf.page.margins;
    // Below the bottom margin a text would begin a new page.
    pdf.page.margins.bottom = 0;
    pdf
      .font('regular')
      .fontSize(8)
      .fillColor('#545d69')
      .text(`${subject}    page ${page - start + 1} of ${count}`, left, pdf.page.height - footer, {
        lineBreak: false,
      });
    pdf.page.margins.bottom = bottom;
  }
}
