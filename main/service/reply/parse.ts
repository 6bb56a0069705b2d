import type { ReplyReason } from '../words/reply.ts';

/** JSON nested deeper than this is not tried: it takes memory out of proportion to its length. */
const deepest = 100_000;

export type Parsed = { ok: true; json: unknown } | { ok: false; reason: ReplyReason };

/** Bytes to JSON. A byte order mark is passed over; broken UTF-8 is read as replacement characters. */
export function parseJson(bytes: Uint8Array): Parsed {
  if (tooDeep(bytes)) return { ok: false, reason: 'too-deep' };
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return { ok: false, reason: 'empty' };
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: endsEarly(text, error) ? 'truncated' : 'not-json' };
  }
}

/**
 * Whether the text was good as far as it goes. The parser's message is looked at and then dropped, for it quotes the text, and
 * that is personal data.
 */
function endsEarly(text: string, error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON input|^Unterminated string/.test(message)) return true;
  const position = /at position (\d+)/.exec(message)?.[1];
  return position !== undefined && Number(position) >= text.trimEnd().length;
}

function tooDeep(bytes: Uint8Array): boolean {
  if (bytes.length < 2 * deepest) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** What a JSON value is, in words. */
export function kindOf(json: unknown): string {
  if (json === null) return 'nothing (null)';
  if (Array.isArray(json)) return 'a list';
  if (typeof json === 'string') return 'text';
  if (typeof json === 'number') return 'a number';
  return typeof json === 'boolean' ? 'true or false' : 'an object';
}

export function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
