import { inflateSync } from 'node:zlib';

/** The largest attached report, in bytes. */
const maxBytes = 256 * 1024 * 1024;
/** The longest dictionary before the attached bytes, in characters. */
const maxDictionary = 4096;

/** A PDF in which a reader may show another attachment than the one that is checked. */
export class ChangedPdf extends Error {}

/**
 * Returns the JSON report in the PDF report of a run, as Assay writes it; undefined if there is none.
 * @throws ChangedPdf where another program added to the file; RangeError if it is too large; Error if it cannot be decompressed
 */
export function attachedReport(pdf: Buffer): string | undefined {
  const text = pdf.toString('latin1');
  // Assay writes one attachment and no later version of a part; a reader shows the latest version, also of the attachment.
  if ((text.match(/\bstartxref\b/g) ?? []).length > 1) {
    throw new ChangedPdf(
      'This PDF was changed after it was made: another version of some of its parts was appended.',
    );
  }
  if ((text.match(/EmbeddedFile\b/g) ?? []).length > 1 || /\/ObjStm\b/.test(text)) {
    throw new ChangedPdf('This PDF contains more than the one attachment of a report.');
  }
  const at = text.indexOf('/Type /EmbeddedFile');
  const dictionary = text.slice(at, at + maxDictionary);
  const keyword = /\bstream\r?\n/.exec(dictionary);
  if (at < 0 || keyword === null) {
    return undefined;
  }
  const from = at + keyword.index + keyword[0].length;
  const to = text.indexOf('endstream', from);
  const stream = pdf.subarray(from, to < 0 ? undefined : to);
  return dictionary.slice(0, keyword.index).includes('/FlateDecode')
    ? inflateSync(stream, { maxOutputLength: maxBytes }).toString('utf8')
    : stream.toString('utf8');
}

/** Returns whether a file is a PDF. */
export function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
}
