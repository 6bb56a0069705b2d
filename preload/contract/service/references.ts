import { isObject } from '../objects.ts';
import { looksLikeConversationId } from './conversation-id.ts';
import { Findings, type FoundReferences, maxFound, take } from './found-references.ts';

const address = /\b(?:https?|assay):\/\/[^\s"'<>\\^`{|}]{1,2048}/gi;
const path = /\/conversations?\/([^\s"'<>\\^`{|}/?#]{1,512})/gi;

/** URLs of the interface (4), of Assay's deep links, and of the page an end user is sent to. */
function readAddresses(text: string, found: Findings, whole: boolean): void {
  for (const match of take(text.matchAll(path))) {
    found.add(decoded(withoutPunctuation(match[1] ?? '')), 'address');
  }
  for (const match of take(text.matchAll(address))) {
    const url = URL.parse(withoutPunctuation(match[0]));
    if (!url) {
      continue;
    }
    for (const name of ['conversationId', 'conversation_id', 'conversation', 'cid']) {
      found.add(url.searchParams.get(name), 'address');
    }
    if (url.protocol === 'assay:' && url.hostname === 'conversation') {
      found.add(decoded(url.pathname.slice(1)), 'address');
    } else if (whole && found.isEmpty) {
      found.add(lastIdIn(url), 'address');
    }
  }
}

/** Returns a URL in a sentence, without trailing punctuation. */
const withoutPunctuation = (text: string) => text.replace(/[),.;:\]]{1,9}$/, '');

/** Returns the last path segment that looks like an id: the URL for an end user has no fixed form (interface 2.2, url). */
function lastIdIn(url: URL): string | undefined {
  const parts = url.pathname.split('/').map(decoded);
  return parts.findLast((part) => /^(?=[^\d]*\d)[A-Za-z0-9][\w-]{7,127}$/.test(part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Longer text is searched only up to this length. Characters. */
const maxText = 4_000_000;
const maxValues = 200_000;
const maxTextDepth = 3;

/**
 * Finds conversation ids in pasted text: an id, a URL, a callback's body, a response, a raw request, a log, or many of
 * them. A callback's own id is distinguished from the conversation's (interface 6.2, field notes). Never throws; the ids
 * fit the contract's `conversationId`.
 */
export function findConversations(pasted: string): FoundReferences {
  const text = pasted
    .slice(0, maxText)
    .replace(/^\uFEFF/, '')
    .trim();
  const findings = new Findings();
  if (text === '') {
    return findings.result();
  }
  if (!readJson(text, findings, 0)) {
    if (isOneWord(text)) {
      readWord(text, findings);
    } else {
      readText(text, findings, 0);
    }
  }
  return findings.result();
}

type JsonObject = Record<string, unknown>;

/** Reads text that is JSON as a whole; false when it is not. */
function readJson(text: string, found: Findings, depth: number): boolean {
  if (!/^[[{"]/.test(text)) {
    return false;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof value === 'string') {
    // JSON inside a JSON string, as in logs.
    if (depth < maxTextDepth) {
      readInner(value.trim(), found, depth + 1);
    }
    return true;
  }
  walk(value, found, depth);
  return true;
}

function readInner(text: string, found: Findings, depth: number): void {
  if (text === '' || readJson(text, found, depth)) {
    return;
  }
  if (isOneWord(text)) {
    readWord(text, found);
  } else {
    readText(text, found, depth);
  }
}

/** Visits every value in document order, without recursion, so that deep nesting is safe. */
function walk(root: unknown, found: Findings, depth: number): void {
  const queue: unknown[] = [root];
  for (let at = 0; at < queue.length && at < maxValues && !found.isFull; at++) {
    const value = queue[at];
    if (typeof value === 'string') {
      if (value.length < 20 || depth >= maxTextDepth) {
        continue;
      }
      if (/^\s*[[{]/.test(value)) {
        readJson(value.trim(), found, depth + 1);
      } else if (/^[a-z]+:\/\//i.test(value)) {
        readAddresses(value, found, false);
      }
    } else if (Array.isArray(value)) {
      for (const item of value) {
        queue.push(item);
      }
    } else if (isObject(value) && !readObject(value, found)) {
      for (const member of Object.values(value)) {
        queue.push(member);
      }
    }
  }
}

/** Reads a callback or a response; returns false when the object is neither but may contain one. */
function readObject(value: JsonObject, found: Findings): boolean {
  const payload = value.payload;
  const hasEnvelope = typeof value.target === 'string' || typeof value.event === 'string';
  if (isObject(payload) && (isObject(payload.conversation) || hasEnvelope)) {
    const inner = isObject(payload.conversation) ? payload.conversation.id : undefined;
    found.addCallback(value.id, inner);
    found.add(inner, 'callback');
    return true;
  }
  if (typeof value.id === 'string' && isResponse(value)) {
    found.add(value.id, 'response');
    return true;
  }
  for (const name of ['conversationId', 'conversation_id']) {
    found.add(value[name], 'text');
  }
  return false;
}

/** Conversation information (2.2) or metadata (2.3). */
function isResponse(value: JsonObject): boolean {
  if (isObject(value.result) || typeof value.userKey === 'string' || Array.isArray(value.media)) {
    return true;
  }
  if (isObject(value.list) && Array.isArray(value.list.media)) {
    return true;
  }
  return typeof value.status === 'string' && typeof value.url === 'string';
}

const isOneWord = (text: string) => !/[\s]/.test(text) && text.length <= 4096;

/** Returns a word without surrounding quotes, brackets and punctuation. */
function unwrapped(whole: string): string {
  const quoted = /^["'`<([]+([^"'`<>()[\]]+)/.exec(whole);
  if (quoted?.[1] !== undefined && /^["'`>)\],;.]*$/.test(whole.slice(quoted[0].length))) {
    return quoted[1];
  }
  let end = whole.length;
  while (whole[end - 1] === ',' || whole[end - 1] === ';') {
    end--;
  }
  return whole.slice(0, end);
}

/** Reads one word: a URL or an id. */
function readWord(whole: string, found: Findings): void {
  const word = unwrapped(whole);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) {
    readAddresses(word, found, true);
    return;
  }
  if (word.startsWith('/') || /^[\w.-]+\.[a-z]{2,}\//i.test(word)) {
    readAddresses(word, found, true);
    if (!found.isEmpty) {
      return;
    }
  }
  // A fragment of JSON or code is not an id.
  if (!/[{}"'`<>\\]/.test(word)) {
    found.add(word, looksLikeConversationId(word) ? 'id' : 'word');
  } else {
    readText(whole, found, maxTextDepth);
  }
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const longToken = /\b(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})\b/g;
const labelled =
  /\bconversation[\s_-]{0,3}id["'\\]{0,3}\s{0,5}[:=]\s{0,5}["'\\]{0,3}([A-Za-z0-9][\w.:~-]{2,127})/gi;
const conversationMember = /\\?"conversation\\?"\s{0,20}:\s{0,20}\{/g;
const idMember = /\\?"id\\?"\s{0,20}:\s{0,20}\\?"([^"\\]{1,512})/;

/** Reads any text: embedded JSON, a truncated callback, URLs, labelled ids, and words that look like an id. */
function readText(text: string, found: Findings, depth: number): void {
  if (depth < maxTextDepth) {
    readEmbeddedJson(text, found, depth + 1);
  }
  readRemains(text, found);
  readAddresses(text, found, false);
  for (const match of take(text.matchAll(labelled))) {
    found.add(match[1], 'text');
  }
  if (!found.isEmpty) {
    return;
  }
  const words = text.split(/[\s,;|]+/, 200).filter(Boolean);
  if (words.length <= maxFound && words.every((word) => /^(?=[^\d]*\d)[A-Za-z0-9][\w-]{5,127}$/.test(word))) {
    for (const word of words) {
      found.add(word, looksLikeConversationId(word) ? 'text' : 'word');
    }
    return;
  }
  for (const pattern of [uuid, longToken]) {
    for (const match of take(text.matchAll(pattern))) {
      found.add(match[0], looksLikeConversationId(match[0]) ? 'text' : 'word');
    }
  }
}

/** The last place of a line's first brace, and the longest JSON read from a line. Characters. */
const latestBrace = 400;
const maxLine = 200_000;

/** Returns the lines that end with a closing brace, from their first opening one. */
function* jsonLines(text: string): Generator<string, void, void> {
  for (let from = 0; from <= text.length; ) {
    const lineEnd = text.indexOf('\n', from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(from, end).trimEnd();
    const brace = line.indexOf('{');
    if (brace >= 0 && brace <= latestBrace && line.endsWith('}') && line.length - brace <= maxLine) {
      yield line.slice(brace);
    }
    from = end + 1;
  }
}

/** Reads a raw request or a log line: JSON from a line's first brace to the last one. */
function readEmbeddedJson(text: string, found: Findings, depth: number): void {
  let attempts = 0;
  for (const json of take(jsonLines(text))) {
    if (readJson(json, found, depth)) {
      attempts++;
    }
    if (attempts >= maxFound) {
      return;
    }
  }
  if (attempts > 0) {
    return;
  }
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (first >= 0 && last > first) {
    readJson(text.slice(first, last + 1), found, depth);
  }
}

/**
 * Reads a callback that is no longer valid JSON (truncated, or oddly quoted): its conversation id is still distinguished from
 * its own.
 */
function readRemains(text: string, found: Findings): void {
  for (const match of take(text.matchAll(conversationMember))) {
    const start = match.index + match[0].length;
    const inner = idMember.exec(text.slice(start, start + 4000))?.[1];
    found.add(inner, 'callback');
    const before = text.slice(Math.max(0, match.index - 2000), match.index);
    const own = idMember.exec(before)?.[1];
    if (own !== undefined && own !== inner) {
      found.addCallback(own, inner);
    }
  }
}
