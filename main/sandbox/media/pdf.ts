/** A line of text on a page: points from the lower left, as PDF counts. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  size: number;
  bold?: boolean;
}

const a4 = { width: 595, height: 842 };

/** A PDF 1.4 of A4 pages with text in Helvetica, each page marked SPECIMEN across. */
export function pdfOf(title: string, pages: readonly (readonly PdfText[])[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const firstPage = 6;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(font('Helvetica'));
  add(font('Helvetica-Bold'));
  add(`<< /Title (${escaped(title)}) /Producer (Sandbox) >>`);
  for (const [index, page] of pages.entries()) {
    const content = `${page.map(textOperators).join('\n')}\n${mark()}`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  return assembled(objects);
}

function assembled(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.lastIndexOf('xref')}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

function textOperators({ text, x, y, size, bold }: PdfText): string {
  return `BT /${bold === true ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`;
}

/** SPECIMEN in pale red, at 45 degrees. */
function mark(): string {
  return 'q 0.93 0.72 0.72 rg BT /F2 84 Tf 0.7071 0.7071 -0.7071 0.7071 120 200 Tm (SPECIMEN) Tj ET Q';
}

/** Letters that the standard encoding lacks become question marks; brackets and backslashes are escaped. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e\xa1-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
}
