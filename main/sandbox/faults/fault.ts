import { Input } from '../input.ts';
import type { Json, JsonObject } from '../json.ts';

/** A fault of a response. Members combine: a delay before an HTML page that is sent slowly, for example. */
export interface Fault {
  /** Waits before anything else, in milliseconds. */
  delayMs: number;
  /** Answers with this status instead of running the operation. */
  status: number | undefined;
  headers: Readonly<Record<string, string>>;
  body: Json | undefined;
  contentType: string | undefined;
  /** Answers with a gateway's HTML page; text given becomes the page. */
  html: boolean | string;
  /** Answers 200 with a body that is not JSON under a JSON content type. */
  malformed: boolean;
  /** Runs the operation, then answers with half of its body (or as many bytes as given). */
  truncate: boolean | number;
  /** Runs the operation, then breaks the connection after this many bytes of its body; 0 resets it before any answer. */
  disconnectAfterBytes: number | undefined;
  /** Sends the body in pieces. */
  drip: { bytes: number; everyMs: number } | undefined;
}

const members = [
  'delayMs',
  'status',
  'headers',
  'body',
  'contentType',
  'html',
  'malformed',
  'truncate',
  'disconnectAfterBytes',
  'drip',
] as const;

const maxWaitMs = 10 * 60 * 1000;
const maxBytes = 2 ** 40;

/** Parses a fault; 400 where it is invalid. */
export function readFault(body: JsonObject): Fault {
  const input = new Input(body, members, 'fault');
  if (Object.keys(body).length === 0) {
    throw new Input({}, []).wrong('fault', 'does not say what goes wrong');
  }
  const html = input.value('html') ?? false;
  const truncate = input.value('truncate') ?? false;
  if (typeof html !== 'boolean' && typeof html !== 'string') {
    throw input.wrong('html', 'must be true or a page');
  }
  if (typeof truncate !== 'boolean' && !(typeof truncate === 'number' && truncate >= 0)) {
    throw input.wrong('truncate', 'must be true or a number of bytes');
  }
  return {
    delayMs: input.integer('delayMs', 0, maxWaitMs) ?? 0,
    status: input.integer('status', 200, 599),
    headers: readHeaders(input),
    body: input.value('body'),
    contentType: input.text('contentType', /^[\x20-\x7e]+$/, 'a media type'),
    html,
    malformed: input.boolean('malformed') ?? false,
    truncate,
    disconnectAfterBytes: input.integer('disconnectAfterBytes', 0, maxBytes),
    drip: readDrip(input.object('drip')),
  };
}

function readHeaders(input: Input): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(input.object('headers') ?? {})) {
    const text = typeof value === 'number' ? String(value) : value;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof text !== 'string' || /[^\t\x20-\x7e]/.test(text)) {
      throw input.wrong('headers', 'must be header names with printable ASCII values');
    }
    headers[name.toLowerCase()] = text;
  }
  return headers;
}

function readDrip(body: JsonObject | undefined): Fault['drip'] {
  if (body === undefined) {
    return undefined;
  }
  const input = new Input(body, ['bytes', 'everyMs'], 'fault.drip');
  return {
    bytes: input.integer('bytes', 1, maxBytes) ?? 1,
    everyMs: input.integer('everyMs', 0, 60_000) ?? 100,
  };
}
