import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { addNote, type ImportedRequest, type ImportNote } from './imported.ts';
import { receiptTime } from './receipt.ts';

/** A header as in the source; its name in any case. */
export type Header = readonly [name: string, value: string];

/** Returns the value of a header. With `notes`, one is added when it occurs more than once. */
export function headerValue(
  headers: readonly Header[],
  name: string,
  notes?: ImportNote[],
): string | undefined {
  const lowerName = name.toLowerCase();
  const values = headers.filter(([key]) => key.trim().toLowerCase() === lowerName).map(([, value]) => value);
  if (notes && values.length > 1) {
    const same = values.every((value) => value === values[0]);
    notes.push({
      code: 'duplicate-header',
      sentence: `${name} is there ${values.length} times, ${same ? 'always the same' : 'with different values; the first is used'}.`,
    });
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
  addNote(
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
  const isEncoded = ['Content-Encoding', 'Transfer-Encoding'].some(
    (name) => !['', 'identity'].includes(headerValue(headers, name)?.trim().toLowerCase() ?? ''),
  );
  const contentLength = isEncoded ? undefined : lengthIn(headers);
  const receivedAt = receiptTime(headerValue(headers, 'Date'));
  return omitUndefined({ timestamp, signature, contentLength, receivedAt });
}

/** Returns the value of `Content-Length`. */
export function lengthIn(headers: readonly Header[]): number | undefined {
  const length = headerValue(headers, 'Content-Length')?.trim() ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** Notes on the headers that concern the body: its length and its compression. */
export function bodyNotes(headers: readonly Header[], body: Uint8Array): ImportNote[] {
  const notes: ImportNote[] = [];
  const encoding = headerValue(headers, 'Content-Encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    addNote(
      notes,
      'content-encoding',
      `The body is said to be compressed (${encoding}); its bytes are used unchanged.`,
    );
  }
  const length = lengthIn(headers) ?? 0;
  if (length > body.length) {
    addNote(
      notes,
      'shorter-than-content-length',
      `Content-Length says ${length} bytes and there are ${body.length}: some were lost in copying, or CRLF became LF.`,
    );
  }
  return notes;
}
