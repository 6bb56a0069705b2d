import { addNote, type ImportResult } from './imported.ts';

/** Stands for what Node printed only as `[Object]`, `[Array]` or `... 3 more items`. */
const omission = '[… omitted by Node …]';
const omittedJson = JSON.stringify(omission);

const maxTokens = 1_000_000;

const plain: Record<string, RegExp> = { "'": /[^'\\\n]+/y, '"': /[^"\\\n]+/y, '`': /[^`\\\n]+/y };
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/**
 * Returns an object as Node prints it (`{ headers: { 'x-signature': '…' }, body: { … } }`) as compact JSON; undefined when it
 * is not one.
 */
export function jsonOfInspected(content: Buffer): Buffer | undefined {
  const text = content.toString('utf8');
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const token = quotedToken(text, at) ?? unquotedToken(text, at);
    if (!token || parts.length === maxTokens) {
      return undefined;
    }
    parts.push(token.json);
    at = token.next;
  }
  return Buffer.from(parts.join(''), 'utf8');
}

/** Adds notes on what such an object does not show: a parsed body is written again, and one printed in part is left out. */
export function withoutOmitted(result: ImportResult): ImportResult {
  if (!result.ok) {
    return result;
  }
  const { body, ...request } = result.request;
  const isPart = body !== undefined && Buffer.from(body).includes(omission);
  addNote(
    request.notes,
    isPart ? 'omitted-parts' : 'inspected',
    isPart
      ? 'Node printed parts of the body only as [Object] or “more items”, so it cannot be rebuilt: print it with JSON.stringify.'
      : 'Node printed it as an object: a parsed body was written again as compact JSON.',
  );
  return { ...result, request: { ...request, ...(body && !isPart ? { body } : {}) } };
}

interface Token {
  json: string;
  next: number;
}

/** Returns the string that begins at `at`; Node joins the lines of a long one by `+`. */
function quotedToken(text: string, at: number): Token | undefined {
  const pieces: string[] = [];
  let next = at;
  for (;;) {
    const piece = piecesAt(text, next);
    if (!piece) {
      return undefined;
    }
    pieces.push(piece.text);
    next = piece.next;
    const joint = /^ \+\r?\n[ \t]{0,200}(?=['"`])/.exec(text.slice(next, next + 220));
    if (!joint) {
      break;
    }
    next += joint[0].length;
  }
  const cut = /^\.\.\. \d{1,12} more characters?/.exec(text.slice(next, next + 40));
  return { json: cut ? omittedJson : JSON.stringify(pieces.join('')), next: next + (cut?.[0].length ?? 0) };
}

function piecesAt(text: string, from: number): { text: string; next: number } | undefined {
  const quote = text.charAt(from);
  const run = plain[quote];
  if (!run) {
    return undefined;
  }
  const parts: string[] = [];
  for (let at = from + 1; at < text.length; ) {
    const char = text.charAt(at);
    if (char === quote) {
      return { text: parts.join(''), next: at + 1 };
    }
    if (char === '\\') {
      const code = /^(?:x[\da-f]{2}|u[\da-f]{4})/i.exec(text.slice(at + 1, at + 6))?.[0];
      const next = text.charAt(at + 1);
      parts.push(code ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[next] ?? next));
      at += 1 + (code?.length ?? 1);
      continue;
    }
    run.lastIndex = at;
    const runText = run.exec(text)?.[0];
    if (runText === undefined) {
      return undefined;
    }
    parts.push(runText);
    at += runText.length;
  }
  return undefined;
}

const space = /\s+/y;
const prototype = /\[Object: null prototype\] /y;
const lossPattern = /\[(?:Object|Array)\]|\.\.\. \d{1,12} more items?/y;
const buffer = /<Buffer((?: [\da-f]{2}){0,50})( \.\.\. \d{1,12} more bytes?)?>/y;
const punctuation = /[{}[\],:]/y;
const number = /-?\d[\d.e+-]*/y;
const word = /[A-Za-z_$][\w$]*/y;

function unquotedToken(text: string, at: number): Token | undefined {
  const match = (expression: RegExp) => {
    expression.lastIndex = at;
    return expression.exec(text);
  };
  const token = (own: RegExpExecArray, json: string) => ({ json, next: at + own[0].length });
  const gap = match(space) ?? match(prototype);
  if (gap) {
    return token(gap, '');
  }
  const part = match(lossPattern);
  if (part) {
    return token(part, omittedJson);
  }
  const bytes = match(buffer);
  if (bytes) {
    const list = (bytes[1] ?? '').trim().split(' ').filter(Boolean);
    const data = list.map((byte) => Number.parseInt(byte, 16)).join(',');
    return token(bytes, bytes[2] === undefined ? `{"type":"Buffer","data":[${data}]}` : omittedJson);
  }
  const same = match(punctuation) ?? match(number);
  if (same) {
    return token(same, same[0]);
  }
  const name = match(word);
  if (!name) {
    return undefined;
  }
  const isName = text[at + name[0].length] === ':';
  const isValue = ['true', 'false', 'null', 'undefined'].includes(name[0]);
  if (!isName && !isValue) {
    return undefined;
  }
  return token(name, isName ? JSON.stringify(name[0]) : name[0].replace('undefined', 'null'));
}
