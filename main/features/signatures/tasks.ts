import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ImportedRequest as ImportedView, ImportResult } from '../../../preload/contract/signatures.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { compareBodies, compareMessages } from './compare-bodies.ts';
import type { ExplainInput } from './engine/explain.ts';
import { readMessage } from './engine/message.ts';
import { importRequest } from './importers/import-request.ts';
import { addNote, type ImportedRequest } from './importers/imported.ts';
import { checkBody, readShortMessage } from './verification.ts';

/** The most requests of a source that are listed to choose one. */
const maxListed = 200;
/** The longest method, address or header, in characters; the longest header that can be checked has 10,000. */
const maxText = 10_001;

/**
 * Returns the result of an import: its requests with what their bodies say, in bounded number and length.
 *
 * @param pasted whether the bytes are the UTF-8 of a pasted text
 */
function importViews(source: string | Uint8Array, pasted: boolean, maxRequests = maxListed): ImportResult {
  const bytesOfText = pasted && typeof source !== 'string';
  const result = importRequest(
    bytesOfText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(source) : source,
  );
  if (!result.ok) {
    return result;
  }
  const all = [result.request, ...result.others];
  const requests = all.slice(0, maxRequests).map(viewOf);
  const first = requests[0];
  if (first && all.length > requests.length) {
    addNote(
      first.notes,
      'more-requests',
      `Only ${maxRequests.toLocaleString('en')} of the ${all.length.toLocaleString('en')} requests are listed.`,
    );
  }
  return { ok: true, source: result.source, requests };
}

function viewOf(request: ImportedRequest): ImportedView {
  const { method, url, timestamp, signature, body, contentLength, receivedAt, notes } = request;
  if (receivedAt !== undefined) {
    addNote(notes, 'receipt', `The time is checked against the time of receipt in it, ${receivedAt}.`);
  }
  const { target, event } = body ? readMessage(body) : {};
  const texts = { method, url, timestamp, signature, target, event };
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(entries.map(([name, text]) => [name, text.slice(0, maxText)])),
    ...omitUndefined({ body: body && ownBytes(body), contentLength, receivedAt }),
    notes,
  };
}

/** The functions on untrusted input that run in `worker.ts` where it is large. */
export const tasks = {
  import: importViews,
  check: checkBody,
  message: readShortMessage,
  compare: compareBodies,
  compareMessages,
};
export type Tasks = typeof tasks;

/** A request to `worker.ts`: a function with its arguments, or a search. */
export type SignatureRequest =
  | { [Name in keyof Tasks]: { task: Name; input: Parameters<Tasks[Name]> } }[keyof Tasks]
  | { task: 'explain'; input: ExplainInput };
