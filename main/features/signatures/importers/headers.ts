import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { type ImportedRequest, type ImportNote, note, noteOnce } from './imported.ts';
import { receiptTime } from './receipt.ts';

/** A header as in the source; its name in any case. */
export type Header = readonly [name: string, value: string];

/** Returns the value of a header, with a note when it occurs more than once. */
export function headerValue(
  headers: readonly Header[],
  name: string,
  notes: ImportNote[],
): string | undefined {
  const lowerName = name.toLowerCase();
  const values = headers.filter(([key]) => key.trim().toLowerCase() === lowerName).map(([, value]) => value);
  if (values.length > 1) {
    const same = values.every((value) => value === values[0]);
    notes.push(
      note(
        'duplicate-header',
        `${name} is there ${values.length} times, ${same ? 'always the same' : 'with different values; the first is used'}.`,
      ),
    );
  }
  return values[0];
}

/**
 * Returns the value of a header without the no-break spaces that a mail or a document adds beside it; in a source with one character for each
 * byte they are two.
 */
function copiedValue(headers: readonly Header[], name: string, notes: ImportNote[]): string | undefined {
  const value = headerValue(headers, name, notes);
  if (value?.includes('\u00a0') !== true) {
    return value;
  }
  noteOnce(
    notes,
    'no-break-space',
    'The headers have no-break spaces, which come in by copying from a mail or a document. They are left out.',
  );
  return value.replaceAll(/\u00c2?\u00a0/g, ' ').trim();
}

/** Returns the signature, the length and the time from the headers, in the shape of an imported request. */
export function signatureHeaders(
  headers: readonly Header[],
  notes: ImportNote[],
): Pick<ImportedRequest, 'timestamp' | 'signature' | 'contentLength' | 'receivedAt'> {
  const timestamp = copiedValue(headers, 'X-Signature-Timestamp', notes);
  const signature = copiedValue(headers, 'X-Signature', notes);
  const quiet: ImportNote[] = [];
  const isEncoded = ['Content-Encoding', 'Transfer-Encoding'].some(
    (name) => !['', 'identity'].includes(headerValue(headers, name, quiet)?.trim().toLowerCase() ?? ''),
  );
  const length = headerValue(headers, 'Content-Length', quiet)?.trim() ?? '';
  const contentLength = !isEncoded && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const receivedAt = receiptTime(headerValue(headers, 'Date', quiet));
  return omitUndefined({ timestamp, signature, contentLength, receivedAt });
}

/** Notes on the headers that concern the body: its length and its compression. */
export function bodyNotes(headers: readonly Header[], body: Uint8Array): ImportNote[] {
  const notes: ImportNote[] = [];
  const quiet: ImportNote[] = [];
  const encoding = headerValue(headers, 'Content-Encoding', quiet)?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    notes.push(
      note(
        'content-encoding',
        `The body is said to be compressed (${encoding}); its bytes are used unchanged.`,
      ),
    );
  }
  const length = headerValue(headers, 'Content-Length', quiet)?.trim();
  if (length !== undefined && /^\d{1,15}$/.test(length) && Number(length) > body.length) {
    notes.push(
      note(
        'shorter-than-content-length',
        `Content-Length says ${length} bytes and there are ${body.length}: some were lost in copying, or CRLF became LF.`,
      ),
    );
  }
  return notes;
}
