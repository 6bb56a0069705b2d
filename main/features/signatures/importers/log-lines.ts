import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { exceededBound } from '../engine/json/bounds.ts';
import { member } from '../engine/message.ts';
import { addNote, type ImportedRequest, type ImportResult, importResult } from './imported.ts';
import { importJson } from './json-request.ts';
import { stringsIn } from './json-value.ts';
import { type LoggedRequest, requestsIn } from './log-headers.ts';
import { receiptOf, receiptOfLine } from './receipt.ts';

const maxRequests = 2000;
/** Lines of a request that are searched for the time of receipt. */
const maxLines = 50;
/** The depth to which log messages that contain JSON are searched. */
const deepest = 2;

/**
 * Requests in a receiver's log: lines with both headers, with the body in them or after them, as JSON, as a quoted text
 * or inside a JSON record. Undefined when there are none.
 */
export function importLog(content: Buffer, depth = 0): ImportResult | undefined {
  const text = content.toString('latin1');
  const budget = { steps: 4 * text.length + 1_000_000 };
  const requests: ImportedRequest[] = [];
  for (const record of requestsIn(text, maxRequests + 1)) {
    requests.push(readRecord(text, record, budget, depth));
  }
  if (!requests.some(({ signature }) => signature !== undefined)) {
    return undefined;
  }
  const result = importResult('log', requests, maxRequests);
  if (!result.ok) {
    return result;
  }
  const { notes, body } = result.request;
  if (budget.steps <= 0) {
    addNote(
      notes,
      'limit',
      'The search for bodies in it was stopped: it has too many brackets that are never closed.',
    );
  }
  if (body) {
    addNote(
      notes,
      'log',
      'It was read from a log, which may have changed the body: the request itself would be more reliable.',
    );
  }
  return result;
}

function readRecord(
  whole: string,
  { signature, timestamp, from, to }: LoggedRequest,
  budget: { steps: number },
  depth: number,
): ImportedRequest {
  const text = whole.slice(from, to);
  const receivedAt = text
    .split('\n', maxLines)
    .map(receiptOfLine)
    .find((time) => time !== undefined);
  const fromHeaders: ImportedRequest = {
    ...omitUndefined({ signature, timestamp, receivedAt }),
    notes: [],
  };
  for (let at = text.indexOf('{'); at >= 0 && budget.steps > 0; ) {
    const object = objectAt(text, at, budget);
    if (!object) {
      at = text.indexOf('{', at + 1);
      continue;
    }
    const request = readObject(object.json, depth);
    if (request?.body) {
      return { ...fromHeaders, ...request };
    }
    at = text.indexOf('{', object.next);
  }
  return fromHeaders;
}

/**
 * Callbacks in a log that has no headers, as JSON in the text, as a member of a record or as a text in one. They cannot be verified, so that
 * their bytes need not be those that were received. Undefined when there are none.
 */
export function importUnsignedLog(content: Buffer): ImportResult | undefined {
  const text = content.toString('latin1');
  const budget = { steps: 4 * text.length + 1_000_000 };
  const requests: ImportedRequest[] = [];
  for (let at = text.indexOf('{'); at >= 0 && budget.steps > 0 && requests.length <= maxRequests; ) {
    const object = objectAt(text, at, budget);
    const body = object && !exceededBound(object.json) && callbackIn(jsonOf(object.json.toString('utf8')));
    if (body) {
      requests.push({ body: Uint8Array.from(Buffer.from(JSON.stringify(body))), notes: [] });
    }
    at = text.indexOf('{', object?.next ?? at + 1);
  }
  return requests.length === 0 ? undefined : importResult('log', requests, maxRequests);
}

/** Returns the callback that a value is, or that is in it; undefined without one. */
function callbackIn(value: unknown, depth = 0): object | undefined {
  if (typeof value === 'string') {
    const json = value.slice(value.indexOf('{'), value.lastIndexOf('}') + 1);
    return depth <= deepest ? callbackIn(jsonOf(json), depth + 1) : undefined;
  }
  if (typeof value !== 'object' || value === null || depth > deepest) {
    return undefined;
  }
  if (member(value, 'payload') !== undefined && member(value, 'event') !== undefined) {
    return value;
  }
  for (const part of Object.values(value)) {
    const callback = callbackIn(part, depth + 1);
    if (callback) {
      return callback;
    }
  }
  return undefined;
}

function jsonOf(json: string): unknown {
  return attempt(() => JSON.parse(json));
}

/** Reads a callback, or a JSON record that contains one with its headers; otherwise undefined. */
function readObject(json: Buffer, depth: number): ImportedRequest | undefined {
  if (exceededBound(json)) {
    return undefined;
  }
  const value = jsonOf(json.toString('utf8'));
  if (value === undefined) {
    return undefined;
  }
  if (member(value, 'payload') !== undefined && member(value, 'event') !== undefined) {
    return { body: Uint8Array.from(json), notes: [] };
  }
  const result = importJson(value, json);
  if (result.ok && result.request.signature !== undefined) {
    return result.request;
  }
  if (depth >= deepest) {
    return undefined;
  }
  for (const message of stringsIn(value)) {
    if (!/x[-_]signature/i.test(message)) {
      continue;
    }
    const inner = importLog(Buffer.from(message, 'utf8'), depth + 1);
    if (inner?.ok) {
      return { ...omitUndefined({ receivedAt: receiptOf(value) }), ...inner.request };
    }
  }
  return undefined;
}

/** Returns the object that begins at `at`, unescaped if it is inside a string; undefined when it does not end. */
function objectAt(
  text: string,
  at: number,
  budget: { steps: number },
): { json: Buffer; next: number } | undefined {
  if (/^\{(?:\s|\\x0[9ad]){0,8}\\x22/i.test(text.slice(at, at + 48))) {
    return hexEscapedAt(text, at, budget);
  }
  const isEscaped = /^\{\s{0,8}\\"/.test(text.slice(at, at + 12));
  const end = isEscaped ? quoteAfter(text, at) : bracketAfter(text, at);
  budget.steps -= (end ?? text.length) - at;
  if (end === undefined) {
    return undefined;
  }
  if (!isEscaped) {
    return { json: Buffer.from(text.slice(at, end + 1), 'latin1'), next: end + 1 };
  }
  try {
    const inner = Buffer.from(text.slice(at, end), 'latin1').toString('utf8');
    return { json: Buffer.from(String(JSON.parse(`"${inner}"`)), 'utf8'), next: end + 1 };
  } catch {
    return undefined;
  }
}

/** Returns the object at `at` as nginx and Apache write a variable: each quote, backslash and other byte as `\\x22`. */
function hexEscapedAt(
  text: string,
  at: number,
  budget: { steps: number },
): { json: Buffer; next: number } | undefined {
  const ends = [text.indexOf('"', at), text.indexOf('\n', at)].filter((end) => end >= 0);
  const next = Math.min(text.length, ...ends);
  budget.steps -= next - at;
  const inner = text
    .slice(at, next)
    .replace(/\\x([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  // In quotes the field is the body alone; otherwise more of the line may follow.
  if (text[next] === '"') {
    return { json: Buffer.from(inner, 'latin1'), next: next + 1 };
  }
  const end = bracketAfter(inner, 0);
  return end === undefined ? undefined : { json: Buffer.from(inner.slice(0, end + 1), 'latin1'), next };
}

/** Returns the index of the bracket that closes the one at `at`; brackets in strings do not count. */
function bracketAfter(text: string, at: number): number | undefined {
  let depth = 0;
  let inQuotes = false;
  for (let index = at; index < text.length; index++) {
    const char = text[index];
    if (char === '\\' && inQuotes) {
      index++;
    } else if (char === '"') {
      inQuotes = !inQuotes;
    } else if (inQuotes) {
    } else if (char === '{') {
      depth++;
    } else if (char === '}' && --depth === 0) {
      return index;
    }
  }
  return undefined;
}

/** Returns the index of the quote that ends the string around `at`. */
function quoteAfter(text: string, at: number): number | undefined {
  for (let index = at; index < text.length; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === '"') {
      return index;
    }
  }
  return undefined;
}
