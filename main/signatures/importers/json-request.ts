import { omitUndefined } from '../../../preload/contract/objects.ts';
import { memberAt } from '../engine/json/navigate.ts';
import { arrayStart, objectStart, readTape } from '../engine/json/tape.ts';
import { type Header, signatureHeaders } from './headers.ts';
import { type ImportNote, type ImportResult, imported, note, refused } from './imported.ts';
import { list, member, memberAnyCase, objectsIn, text } from './json-value.ts';
import { receiptOf } from './receipt.ts';

/** JSON of headers and body, an API gateway's event, or only a callback's body. `bytes` is the source of `value`. */
export function importJson(value: unknown, bytes: Buffer): ImportResult {
  const notes: ImportNote[] = [];
  const { holder, path } = holderIn(value);
  const headers = readHeaders(holder);
  const named = namedValues(holder);
  if (headers.length === 0 && named.timestamp === undefined && named.signature === undefined) {
    if (member(value, 'payload') !== undefined && member(value, 'event') !== undefined) {
      return imported('json', [
        {
          body: Uint8Array.from(bytes),
          notes: [note('body-only', 'This is a callback’s body alone, without its headers.')],
        },
      ]);
    }
    return refused(
      'no-headers',
      'The JSON has no headers: it needs headers and body, or timestamp, signature and body.',
    );
  }
  const found = { ...named, ...signatureHeaders(headers, notes) };
  const body = readBody(holder, path, bytes, notes);
  const url = text(member(holder, 'url')) ?? text(member(holder, 'path')) ?? text(member(holder, 'rawPath'));
  const method = text(member(holder, 'method')) ?? text(member(holder, 'httpMethod'));
  return imported('json', [
    {
      ...omitUndefined({ method, url }),
      ...found,
      ...omitUndefined({ body, receivedAt: receiptOf(value) ?? receiptOf(holder) ?? found.receivedAt }),
      notes,
    },
  ]);
}

/** The object with the headers: the JSON itself, its `request`, or the first nested one with a signature. */
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
  bytes: Buffer,
  notes: ImportNote[],
): Uint8Array | undefined {
  const coded = memberAnyCase(holder, ['bodybase64', 'body_base64', 'rawbodybase64'])?.value;
  if (typeof coded === 'string') {
    return Uint8Array.from(Buffer.from(coded, 'base64'));
  }
  const body = memberAnyCase(holder, ['rawbody', 'raw_body', 'body', 'data', 'payload']);
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
      notes.push(
        note(
          'replaced-characters',
          'Some characters of the body were replaced (U+FFFD): their bytes are lost.',
        ),
      );
    }
    notes.push(
      note(
        'decoded-text',
        'The body is a text in JSON and was read as UTF-8, which is exact only if the body was UTF-8.',
      ),
    );
    return Uint8Array.from(Buffer.from(value, 'utf8'));
  }
  const numbers =
    list(value) ?? (member(value, 'type') === 'Buffer' ? list(member(value, 'data')) : undefined);
  if (numbers?.every((byte) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) < 256)) {
    return Uint8Array.from(numbers as number[]);
  }
  return bodyAsWritten([...path, body.name], bytes, notes);
}

/** The body as written in the pasted JSON when it is an object there: the closest to its original bytes. */
function bodyAsWritten(path: string[], bytes: Buffer, notes: ImportNote[]): Uint8Array | undefined {
  const tape = readTape(bytes);
  const index = tape && memberAt(tape, path);
  if (!tape || index === undefined) {
    return undefined;
  }
  notes.push(
    note(
      'parsed-body',
      'The body is there as parsed JSON, not as text: its spacing, escapes and numbers may not be those that were signed. It is used unchanged.',
    ),
  );
  const opens = tape.kinds[index] === objectStart || tape.kinds[index] === arrayStart;
  const last = opens ? (tape.ends[index] ?? index) : index;
  return Uint8Array.from(bytes.subarray(tape.starts[index], tape.ends[last]));
}
