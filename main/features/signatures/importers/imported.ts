export type ImportSource =
  | 'http'
  | 'curl'
  | 'curl-trace'
  | 'powershell'
  | 'har'
  | 'http-file'
  | 'json'
  | 'log';

/** Something that the source could not represent, or an assumption that was made; shown with the import. */
export interface ImportNote {
  /** Stable, for programs. */
  code: string;
  sentence: string;
}

/** One request of a source. */
export interface ImportedRequest {
  method?: string;
  url?: string;
  /** `X-Signature-Timestamp`, as in the source. */
  timestamp?: string;
  /** `X-Signature`, as in the source. */
  signature?: string;
  /** The exact bytes of the source; absent when it has no body or only names a file. */
  body?: Uint8Array;
  /** The value of `Content-Length`, in bytes, where the body was sent as it is. */
  contentLength?: number;
  /** When it was received, by the source (ISO 8601 in UTC). */
  receivedAt?: string;
  notes: ImportNote[];
}

export type ImportResult =
  | {
      ok: true;
      source: ImportSource;
      /** The most likely request: the first with both headers. */
      request: ImportedRequest;
      /** The other requests of the source. */
      others: ImportedRequest[];
    }
  | Refusal;

/** Nothing could be read. */
export interface Refusal {
  ok: false;
  code: string;
  sentence: string;
}

/** Adds a note unless there is one with this code, since a source may repeat a problem a million times. */
export function addNote(notes: ImportNote[], code: string, sentence: string): void {
  if (!notes.some((earlier) => earlier.code === code)) {
    notes.push({ code, sentence });
  }
}

export function refusal(code: string, sentence: string): Refusal {
  return { ok: false, code, sentence };
}

/** The code of the note that a source has more requests than are read. */
export const notAllRead = 'not-all-read';

/** Puts the most likely request first. `all` must not be empty; those beyond `max` are left out, with a note. */
export function importResult(
  source: ImportSource,
  all: ImportedRequest[],
  max = Number.POSITIVE_INFINITY,
): ImportResult {
  const requests = all.slice(0, max);
  const weight = ({ timestamp, signature, body }: ImportedRequest) =>
    (signature === undefined ? 0 : 4) + (timestamp === undefined ? 0 : 2) + (body === undefined ? 0 : 1);
  const [choice] = requests.toSorted((one, other) => weight(other) - weight(one));
  if (!choice) {
    return refusal('empty', 'There is no request in it.');
  }
  const others = requests.filter((request) => request !== choice);
  const missing = [
    ...(choice.signature === undefined ? ['X-Signature'] : []),
    ...(choice.timestamp === undefined ? ['X-Signature-Timestamp'] : []),
  ];
  const notes = [...choice.notes];
  if (others.length > 0) {
    addNote(
      notes,
      'several',
      `There are ${requests.length} requests in it; this is the first that looks like a callback.`,
    );
  }
  if (all.length > max) {
    const read = max.toLocaleString('en');
    addNote(
      notes,
      notAllRead,
      `Only the first ${read} requests in it were read. Split it into smaller files for the others.`,
    );
  }
  if (missing.length > 0) {
    addNote(
      notes,
      'missing-header',
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not in it.`,
    );
  }
  if (choice.body === undefined && !notes.some(({ code }) => code === 'file-body')) {
    addNote(notes, 'no-body', 'No body was found in it.');
  }
  return { ok: true, source, request: { ...choice, notes }, others };
}
