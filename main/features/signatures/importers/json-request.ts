import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { memberAt } from '../engine/json/navigate.ts';
import { arrayStart, objectStart, readTape, type Tape } from '../engine/json/tape.ts';
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
import { list, memberAnyCase, objectsIn, text } from './json-value.ts';
import { receiptOf } from './receipt.ts';

/** The most requests of a list that are read. */
const maxRequests = 500;

/**
 * JSON of headers and body, an API gateway's event, the requests of webhook.site or RequestBin (one or a list), or only
 * a callback's body. `bytes` is the source of `value`.
 */
export function importJson(value: unknown, bytes: Buffer): ImportResult {
  const source: Source = { bytes, tape: undefined };
  const items = itemsOf(value);
  const requests: ImportedRequest[] = [];
  for (const [at, item] of (items?.list ?? []).slice(0, maxRequests + 1).entries()) {
    const request = readRequest(item, [...(items?.path ?? []), String(at)], source);
    if (request?.signature !== undefined) {
      requests.push(request);
    }
  }
  if (requests.length > 0) {
    return importResult('json', requests, maxRequests);
  }
  if (list(value)) {
    return refusal(
      'json-list',
      'It is a list without a signed request: an object with headers and body is needed.',
    );
  }
  const request = readRequest(value, [], source);
  if (request) {
    return importResult('json', [request]);
  }
  if (member(value, 'payload') !== undefined && member(value, 'event') !== undefined) {
    return importResult('json', [
      {
        body: Uint8Array.from(bytes),
        notes: [{ code: 'body-only', sentence: 'This is a callback’s body alone, without its headers.' }],
      },
    ]);
  }
  return refusal(
    'no-headers',
    'The JSON has no headers: it needs headers and body, or timestamp, signature and body.',
  );
}

/** The pasted bytes, and their tape once it was needed. */
interface Source {
  bytes: Buffer;
  tape: Tape | undefined;
}

/** Returns the list of an export: the JSON itself, or its `data` or `requests`. */
function itemsOf(value: unknown): { list: unknown[]; path: string[] } | undefined {
  const whole = list(value);
  if (whole) {
    return { list: whole, path: [] };
  }
  for (const name of ['data', 'requests']) {
    const entries = list(member(value, name));
    if (entries) {
      return { list: entries, path: [name] };
    }
  }
  return undefined;
}

/** Reads the request in the value at `root`; undefined when it has no headers. */
function readRequest(value: unknown, root: string[], source: Source): ImportedRequest | undefined {
  const notes: ImportNote[] = [];
  const { holder, path } = holderIn(value);
  const headers = readHeaders(holder);
  const values = namedValues(holder);
  if (headers.length === 0 && values.timestamp === undefined && values.signature === undefined) {
    return undefined;
  }
  const signature = { ...values, ...signatureHeaders(headers, notes) };
  const body = readBody(holder, [...root, ...path], source, notes);
  const url = text(member(holder, 'url')) ?? text(member(holder, 'path')) ?? text(member(holder, 'rawPath'));
  const method = text(member(holder, 'method')) ?? text(member(holder, 'httpMethod'));
  return {
    ...omitUndefined({ method, url }),
    ...signature,
    ...omitUndefined({ body, receivedAt: receiptOf(value) ?? receiptOf(holder) ?? signature.receivedAt }),
    notes,
  };
}

/** Returns the object with the headers: the JSON itself, its `request`, or the first nested one with a signature. */
function holderIn(root: unknown): { holder: unknown; path: string[] } {
  const request = member(root, 'request');
  const usual =
    typeof request === 'object' && request !== null
      ? { holder: request, path: ['request'] }
      : { holder: root, path: [] };
  const isSigned = (holder: unknown) =>
    [...readHeaders(holder).map(([name]) => name), ...Object.keys(namedValues(holder))].some((name) =>
      /^(x-)?signature$/i.test(name.trim()),
    );
  if (isSigned(usual.holder)) {
    return usual;
  }
  for (const { value, path } of objectsIn(root)) {
    if (isSigned(value)) {
      return { holder: value, path };
    }
  }
  return usual;
}

function scalar(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : text(value);
}

function namedValues(holder: unknown): { timestamp?: string; signature?: string } {
  const timestamp = scalar(memberAnyCase(holder, ['timestamp', 'x-signature-timestamp'])?.value);
  const signature = scalar(memberAnyCase(holder, ['signature', 'x-signature'])?.value);
  return omitUndefined({ timestamp, signature });
}

/** Headers as an object, as arrays of values, as pairs, or as objects of name and value. */
function readHeaders(holder: unknown): Header[] {
  const headers = memberAnyCase(holder, ['headers'])?.value;
  const many = memberAnyCase(holder, ['multivalueheaders'])?.value;
  const single = pairs(headers);
  return single.length > 0 ? single : pairs(many);
}

function pairs(value: unknown): Header[] {
  const items = list(value);
  if (items && items.length > 0 && items.every((item) => typeof item === 'string')) {
    return items.flatMap((name, at) =>
      at % 2 === 0 ? [[String(name), String(items[at + 1] ?? '')] as const] : [],
    );
  }
  if (items) {
    return items.flatMap((item) => {
      const pair = list(item);
      const name = scalar(pair ? pair[0] : (member(item, 'name') ?? member(item, 'key')));
      const content = scalar(pair ? pair[1] : member(item, 'value'));
      return name === undefined || content === undefined ? [] : [[name, content] as const];
    });
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, content]) =>
    (list(content) ?? [content]).flatMap((one) => {
      const read = scalar(one);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
}

function readBody(
  holder: unknown,
  path: string[],
  source: Source,
  notes: ImportNote[],
): Uint8Array | undefined {
  const base64 = memberAnyCase(holder, ['bodybase64', 'body_base64', 'rawbodybase64'])?.value;
  if (typeof base64 === 'string') {
    return Uint8Array.from(Buffer.from(base64, 'base64'));
  }
  const body = memberAnyCase(holder, [
    'rawbody',
    'raw_body',
    'bodyraw',
    'body',
    'content',
    'data',
    'payload',
  ]);
  if (!body || body.value === null) {
    return undefined;
  }
  const { value } = body;
  const encoding = text(memberAnyCase(holder, ['bodyencoding', 'encoding'])?.value)?.toLowerCase();
  if (typeof value === 'string') {
    if (member(holder, 'isBase64Encoded') === true || encoding === 'base64') {
      return Uint8Array.from(Buffer.from(value, 'base64'));
    }
    if (value.includes('\ufffd')) {
      addNote(
        notes,
        'replaced-characters',
        'Some characters of the body were replaced (U+FFFD): their bytes are lost.',
      );
    }
    addNote(
      notes,
      'decoded-text',
      'The body is a text in JSON and was read as UTF-8, which is exact only if the body was UTF-8.',
    );
    return Uint8Array.from(Buffer.from(value, 'utf8'));
  }
  const numbers =
    list(value) ?? (member(value, 'type') === 'Buffer' ? list(member(value, 'data')) : undefined);
  if (numbers?.every((byte) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) < 256)) {
    return Uint8Array.from(numbers as number[]);
  }
  return bodyAsWritten([...path, body.name], source, notes);
}

/** Returns the body as written in the pasted JSON when it is an object there: the closest to its original bytes. */
function bodyAsWritten(path: string[], source: Source, notes: ImportNote[]): Uint8Array | undefined {
  source.tape ??= readTape(source.bytes);
  const { bytes, tape } = source;
  const index = tape && memberAt(tape, path);
  if (!tape || index === undefined) {
    return undefined;
  }
  addNote(
    notes,
    'parsed-body',
    'The body is there as parsed JSON, not as text: its spacing, escapes and numbers may not be those that were signed. It is used unchanged.',
  );
  const opens = tape.kinds[index] === objectStart || tape.kinds[index] === arrayStart;
  const last = opens ? (tape.ends[index] ?? index) : index;
  return Uint8Array.from(bytes.subarray(tape.starts[index], tape.ends[last]));
}
