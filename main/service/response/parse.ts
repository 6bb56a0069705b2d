import { isObject, omitUndefined } from '../../../preload/contract/objects.ts';
import {
  type DuplicateMember,
  maxNotes,
  type ResponseCharset,
} from '../../../preload/contract/service/reading.ts';
import type { ResponseReason } from '../messages/response.ts';
import { decodeResponse } from './charset.ts';
import { countMembers, findDuplicates } from './duplicates.ts';
import { InexactNumber, parseWithInexactNumbers } from './inexact-numbers.ts';
import { type JsonScan, type ScanLimits, scanJson } from './scan.ts';

/** The bounds of JSON; more is refused before it is parsed, since a parser needs memory out of proportion for it. */
export const jsonLimits: ScanLimits = { values: 1_000_000, depth: 1000 };

export type JsonReading = { ok: true; json: unknown } | { ok: false; reason: ResponseReason };

/** Parses JSON bytes. A byte order mark is skipped; invalid UTF-8 becomes replacement characters. */
export function parseJson(bytes: Uint8Array): JsonReading {
  const { text } = decodeResponse(bytes, undefined);
  const scan = scanJson(bytes, jsonLimits);
  return parseText(text, scan, JSON.parse);
}

export type ParsedExactly =
  | { ok: true; json: unknown; duplicates: DuplicateMember[]; utf8: Uint8Array; charset?: ResponseCharset }
  | { ok: false; reason: ResponseReason };

/**
 * Parses JSON bytes in a declared charset without silent loss: numbers that a double does not hold become
 * `InexactNumber`s, and duplicate members are reported.
 *
 * @param redact removes secrets from the text before it is parsed
 */
export function parseExactly(
  bytes: Uint8Array,
  charsetName: string | undefined,
  redact: (utf8: Uint8Array) => Uint8Array = (utf8) => utf8,
): ParsedExactly {
  const { text: source, utf8: whole, charset } = decodeResponse(bytes, charsetName);
  const utf8 = redact(whole);
  const text = utf8 === whole ? source : decodeResponse(utf8, undefined).text;
  const scan = scanJson(utf8, jsonLimits);
  const reading = parseText(text, scan, scan.longNumbers ? parseWithInexactNumbers : JSON.parse);
  if (!reading.ok) {
    return reading;
  }
  const duplicates = countMembers(reading.json) === scan.members ? [] : findDuplicates(text, utf8, maxNotes);
  return { ...reading, duplicates, utf8, ...omitUndefined({ charset }) };
}

function parseText(text: string, scan: JsonScan, parse: (text: string) => unknown): JsonReading {
  if (scan.depth > jsonLimits.depth) {
    return { ok: false, reason: 'too-deep' };
  }
  if (scan.values > jsonLimits.values) {
    return { ok: false, reason: 'too-many-values' };
  }
  if (text.trim() === '') {
    return { ok: false, reason: 'empty' };
  }
  try {
    return { ok: true, json: parse(text) };
  } catch (error) {
    return { ok: false, reason: endsEarly(text, error) ? 'truncated' : 'not-json' };
  }
}

/**
 * Returns whether the text is valid up to its end. The parser's message is not kept, because it quotes the text, which
 * is personal data.
 */
function endsEarly(text: string, error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON input|^Unterminated string/.test(message)) {
    return true;
  }
  const position = /at position (\d+)/.exec(message)?.[1];
  return position !== undefined && Number(position) >= text.trimEnd().length;
}

/** Returns the kind of a JSON value as text. */
export function kindOf(json: unknown): string {
  if (json === null) {
    return 'nothing (null)';
  }
  if (Array.isArray(json)) {
    return 'a list';
  }
  if (typeof json === 'string') {
    return 'text';
  }
  if (typeof json === 'number') {
    return 'a number';
  }
  if (json instanceof InexactNumber) {
    return 'a number';
  }
  return typeof json === 'boolean' ? 'true or false' : 'an object';
}

export function isJsonObject(json: unknown): json is Record<string, unknown> {
  return isObject(json) && !(json instanceof InexactNumber);
}
