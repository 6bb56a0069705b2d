import type { BridgeMessage } from './bridge.ts';
import type { Envelope } from './envelope.ts';
import { isObject } from './objects.ts';

/** The limits for JSON that is parsed at once. */
interface JsonBounds {
  /** Values and member names. */
  tokens: number;
  /** Objects and arrays open at once. */
  depth: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns the bound that JSON text (UTF-8) exceeds, or undefined when it stays within both. One pass over the bytes that allocates nothing,
 * to run before a parser, which needs time and memory out of proportion to the length of hostile text. It does not check the
 * syntax.
 */
function exceededBound(text: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  let depth = 0;
  let tokens = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) {
      for (at++; at < text.length && text[at] !== quote; at++) {
        if (text[at] === backslash) {
          at++;
        }
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      tokens++;
      depth++;
      if (depth > bounds.depth) {
        return 'depth';
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    } else if (byte === 0x2c || byte === 0x3a) {
      tokens++;
    }
    if (tokens > bounds.tokens) {
      return 'tokens';
    }
  }
  return undefined;
}

/**
 * The bridge's encoding over a WebSocket. Every message is one binary frame: the length of a JSON header (32 bits, big
 * endian), the header, then the bytes of every `Uint8Array` of the message in sequence. The header is `{ message, bytes:
 * [[path, length], …] }`; the message has null in place of bytes.
 */

/** The longest frame sent or accepted, in bytes. */
export const maxFrameBytes = 64 * 1024 * 1024;

/** Bounds of a message's JSON; `bytes` is its length. */
export interface FrameBounds extends JsonBounds {
  bytes: number;
}

/**
 * Bounds of the JSON of a page's message, far above what any operation needs. Large texts and bodies are sent as bytes,
 * which are not part of it.
 */
export const pageMessageBounds: FrameBounds = { bytes: 8 * 1024 * 1024, depth: 100, tokens: 100_000 };

/** A message from the page. */
export type PageMessage =
  | { kind: 'invoke'; callId: string; operation: string; input: unknown }
  | { kind: 'cancel'; callId: string };

/** A message from main. */
export type MainMessage =
  | { kind: 'answer'; callId: string; envelope: Envelope }
  | Exclude<BridgeMessage, { kind: 'connection' }>;

type Path = (string | number)[];

interface Part {
  path: Path;
  bytes: Uint8Array;
}

/** @throws RangeError when the message does not fit into a frame or is nested too deep to be encoded */
export function encodeFrame(message: PageMessage | MainMessage): Uint8Array<ArrayBuffer> {
  const parts: Part[] = [];
  const stripped = holdsBytes(message) ? withoutBytes(message, [], parts) : message;
  const header = new TextEncoder().encode(
    JSON.stringify({ message: stripped, bytes: parts.map(({ path, bytes }) => [path, bytes.byteLength]) }),
  );
  const total = parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 4 + header.byteLength);
  if (total > maxFrameBytes) {
    throw new RangeError(`A message of ${total} bytes does not fit into one frame.`);
  }
  const frame = new Uint8Array(total);
  new DataView(frame.buffer).setUint32(0, header.byteLength);
  frame.set(header, 4);
  let at = 4 + header.byteLength;
  for (const { bytes } of parts) {
    frame.set(bytes, at);
    at += bytes.byteLength;
  }
  return frame;
}

/**
 * Decodes a frame. Its message is unknown: the sender is not trusted. Bytes are copied, so that a small part does not
 * keep the whole frame in memory.
 *
 * @param bounds of the message's JSON; checked before it is parsed
 * @throws Error when the frame is malformed or exceeds the bounds
 */
export function decodeFrame(frame: Uint8Array, bounds?: FrameBounds): unknown {
  if (frame.byteLength < 4 || frame.byteLength > maxFrameBytes) {
    throw new Error('A frame of impossible length.');
  }
  const headerEnd = 4 + new DataView(frame.buffer, frame.byteOffset, 4).getUint32(0);
  if (headerEnd > frame.byteLength) {
    throw new Error('A frame shorter than its header.');
  }
  const headerBytes = frame.subarray(4, headerEnd);
  if (bounds && (headerEnd - 4 > bounds.bytes || exceededBound(headerBytes, bounds))) {
    throw new Error('A frame beyond its bounds.');
  }
  const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(headerBytes));
  if (!isObject(header) || !Array.isArray(header.bytes)) {
    throw new Error('A frame without a message.');
  }
  let at = headerEnd;
  for (const entry of header.bytes as unknown[]) {
    const [path, length] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (!Array.isArray(path) || path.length === 0 || !isLength(length) || at + length > frame.byteLength) {
      throw new Error('A frame whose bytes do not fit.');
    }
    put(header.message, path, new Uint8Array(frame.subarray(at, at + length)));
    at += length;
  }
  if (at !== frame.byteLength) {
    throw new Error('A frame with bytes to spare.');
  }
  return header.message;
}

/** Reads a page's message in its known shape, or undefined. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  if (!isObject(message) || !isCallId(message.callId)) {
    return undefined;
  }
  const { kind, callId, operation, input } = message;
  if (kind === 'cancel') {
    return { kind, callId };
  }
  if (kind !== 'invoke' || typeof operation !== 'string' || operation.length > 100) {
    return undefined;
  }
  return { kind, callId, operation, input };
}

function isCallId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 100;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Most messages contain none, and this check is much faster than recording every path. */
function holdsBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (value instanceof Uint8Array) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.some(holdsBytes);
  }
  for (const name of Object.keys(value)) {
    if (holdsBytes((value as Record<string, unknown>)[name])) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the value with null in place of bytes, which are added to `parts`. Only objects with bytes are copied. (A replacer
 * would come too late: `Buffer` has a `toJSON` method.)
 */
function withoutBytes(value: unknown, path: Path, parts: Part[]): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (value instanceof Uint8Array) {
    parts.push({ path: [...path], bytes: value });
    return null;
  }
  const holder = value as Record<string | number, unknown>;
  let copy: Record<string | number, unknown> | undefined;
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    path.push(name);
    const member = withoutBytes(holder[name], path, parts);
    path.pop();
    if (member === holder[name]) {
      continue;
    }
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
    copy[name] = member;
  }
  return copy ?? value;
}

/** Fills only own members of the message that are null: a path can lead nowhere else. */
function put(message: unknown, path: unknown[], bytes: Uint8Array): void {
  let place: unknown = message;
  for (const [index, name] of path.entries()) {
    if (typeof place !== 'object' || place === null || place instanceof Uint8Array) {
      break;
    }
    if ((typeof name !== 'string' && typeof name !== 'number') || !Object.hasOwn(place, name)) {
      break;
    }
    const holder = place as Record<string | number, unknown>;
    if (index < path.length - 1) {
      place = holder[name];
    } else if (holder[name] === null) {
      holder[name] = bytes;
      return;
    }
  }
  throw new Error('A frame whose bytes have no place.');
}
