import type { BridgeMessage } from './bridge.ts';
import type { Envelope } from './envelope.ts';
import { isObject } from './objects.ts';

/**
 * The bridge's encoding over a WebSocket. Every message is one binary frame: the length of its JSON (32 bits, big endian), the JSON
 * in two lines, then the bytes of every `Uint8Array` of the message in sequence. The first line has a mark and the lengths of the
 * bytes; in the second, the mark and a number stand for bytes. It is new for each frame, so that no text is taken for one.
 */

/** The longest frame sent or accepted, in bytes. */
export const maxFrameBytes = 64 * 1024 * 1024;

/** A message from the page. */
export type PageMessage =
  | { kind: 'invoke'; callId: string; operation: string; input: unknown }
  | { kind: 'cancel'; callId: string };

/** A message from main. */
export type MainMessage =
  | { kind: 'answer'; callId: string; envelope: Envelope }
  | Exclude<BridgeMessage, { kind: 'connection' }>;

/** @throws RangeError when the message does not fit into a frame or is nested too deep to be encoded */
export function encodeFrame(message: PageMessage | MainMessage): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const mark = crypto.randomUUID();
  const text = JSON.stringify(withMarks(message, mark, parts));
  const lengths = parts.map(({ byteLength }) => byteLength);
  const header = new TextEncoder().encode(`${JSON.stringify({ mark, lengths })}\n${text}`);
  const total = lengths.reduce((sum, length) => sum + length, 4 + header.byteLength);
  if (total > maxFrameBytes) {
    throw new RangeError(`A message of ${total} bytes does not fit into one frame.`);
  }
  const frame = new Uint8Array(total);
  new DataView(frame.buffer).setUint32(0, header.byteLength);
  let at = 4;
  for (const bytes of [header, ...parts]) {
    frame.set(bytes, at);
    at += bytes.byteLength;
  }
  return frame;
}

/** Returns a copy with marks in place of bytes. (A replacer of JSON would come too late: `Buffer` has a `toJSON` method.) */
function withMarks(value: unknown, mark: string, parts: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) {
    return `${mark}${parts.push(value) - 1}`;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withMarks(item, mark, parts));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, withMarks(member, mark, parts)]),
      )
    : value;
}

/**
 * Decodes a frame. Its message is unknown. Bytes are copied, so that a small part does not keep the whole frame in memory.
 *
 * @throws Error when the frame cannot be read
 */
export function decodeFrame(frame: Uint8Array): unknown {
  const end = 4 + new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  const header = new TextDecoder('utf-8', { fatal: true }).decode(frame.subarray(4, end));
  const line = header.indexOf('\n');
  const { mark, lengths } = JSON.parse(header.slice(0, line)) as { mark: string; lengths: number[] };
  let at = end;
  const parts = lengths.map((length) => {
    at += length;
    return new Uint8Array(frame.subarray(at - length, at));
  });
  return JSON.parse(
    header.slice(line + 1),
    parts.length === 0
      ? undefined
      : (_, value) =>
          typeof value === 'string' && value.startsWith(mark)
            ? parts[Number(value.slice(mark.length))]
            : value,
  );
}

/** Reads a page's message in its known shape, or undefined. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  if (!isObject(message) || typeof message.callId !== 'string') {
    return undefined;
  }
  const { kind, callId, operation, input } = message;
  if (kind === 'cancel') {
    return { kind, callId };
  }
  return kind === 'invoke' && typeof operation === 'string' ? { kind, callId, operation, input } : undefined;
}
