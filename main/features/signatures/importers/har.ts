import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { member } from '../engine/message.ts';
import { type Header, signatureHeaders } from './headers.ts';
import {
  addNote,
  type ImportedRequest,
  type ImportNote,
  type ImportResult,
  importResult,
  refusal,
} from './imported.ts';
import { list, text } from './json-value.ts';
import { receiptOf } from './receipt.ts';

/** Imports the requests of an HTTP archive; `value` is its parsed JSON. Those with signature headers come first. */
export function importHar(value: unknown): ImportResult {
  const entries = list(member(member(value, 'log'), 'entries'));
  if (!entries) {
    return refusal('not-har', 'The archive has no log.entries.');
  }
  const requests = entries.filter((entry) => member(entry, 'request') !== undefined);
  if (requests.length === 0) {
    return refusal('empty', 'The archive has no requests.');
  }
  const read = requests.map(readRequest);
  // An archive holds hundreds of requests; only possible callbacks are listed.
  const likely = read.filter(
    ({ signature, timestamp }) => signature !== undefined || timestamp !== undefined,
  );
  const withBody = read.filter(({ body }) => body !== undefined);
  const choice = likely.length > 0 ? likely : withBody.length > 0 ? withBody : read.slice(0, 1);
  return importResult('har', choice, 500);
}

function readRequest(entry: unknown): ImportedRequest {
  const request = member(entry, 'request');
  const notes: ImportNote[] = [];
  const headers: Header[] = (list(member(request, 'headers')) ?? []).flatMap((header) => {
    const name = text(member(header, 'name'));
    const value = text(member(header, 'value'));
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  const method = text(member(request, 'method'));
  const url = text(member(request, 'url'));
  const body = readBody(request, notes);
  return {
    ...omitUndefined({ method, url }),
    ...signatureHeaders(headers, notes),
    ...omitUndefined({ body }),
    ...omitUndefined({ receivedAt: receiptOf(entry) }),
    notes,
  };
}

function readBody(request: unknown, notes: ImportNote[]): Uint8Array | undefined {
  const postData = member(request, 'postData');
  const content = text(member(postData, 'text'));
  const file = text(member(postData, '_file'));
  if (content === undefined) {
    if (file !== undefined) {
      addNote(
        notes,
        'file-body',
        `The body is in the file ${JSON.stringify(file)} next to the archive. Choose that file as the body.`,
      );
    } else if (list(member(postData, 'params'))) {
      addNote(notes, 'form', 'The archive contains the body as form fields, not as bytes.');
    }
    return undefined;
  }
  const encoding = text(member(postData, 'encoding')) ?? text(member(postData, '_encoding'));
  if (encoding?.toLowerCase() === 'base64') {
    return checkSize(request, Uint8Array.from(Buffer.from(content, 'base64')), notes);
  }
  addNote(
    notes,
    'decoded-text',
    'The archive contains the body as text, not as bytes: a body that was not UTF-8, or had a byte order mark, is no longer exact here.',
  );
  if (content.includes('\ufffd')) {
    addNote(
      notes,
      'replaced-characters',
      'Some characters were replaced (U+FFFD) when the archive was made: their bytes are lost.',
    );
  }
  return checkSize(request, Uint8Array.from(Buffer.from(content, 'utf8')), notes);
}

function checkSize(request: unknown, body: Uint8Array, notes: ImportNote[]): Uint8Array {
  const bodySize = member(request, 'bodySize');
  if (typeof bodySize === 'number' && bodySize > 0 && bodySize !== body.length) {
    addNote(
      notes,
      'other-size',
      `The archive says that the body had ${bodySize} bytes; here it has ${body.length}.`,
    );
  }
  return body;
}
