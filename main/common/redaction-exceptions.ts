import type { Range } from './pattern-set.ts';

// A password may be an ordinary word, such as "identity". Names and values that the console itself uses are therefore
// never redacted: a reply would lose members, an id would name another conversation, a status would be lost.

/**
 * A name as used in interfaces and HTTP: words joined by case, at most one hyphen or underscore. Longer names may be a
 * secret.
 */
const plainName = /^[A-Za-z]{1,40}(?:[_-][A-Za-z]{1,40})?\d{0,2}$/;
const actedOnName =
  /^(?:id|status|state|type|kind|code|mode|scheme|step|unit|content-(?:type|length|encoding)|(?!requestId$)\w{1,40}Id)$/i;
/** An id, a status, a media type. */
const shortValue = /^[\w./+;= -]{0,128}$/;
/** The bytes around a position in JSON text in which the ends of its string and its member name are searched. */
const reach = 160;

/** Returns whether a member's name is not redacted. */
export function isPlainName(name: string): boolean {
  return plainName.test(name);
}

/** Returns whether a member's value is not redacted: an id, a status, a content type. */
export function isActedOn(name: string, value: unknown): boolean {
  return typeof value === 'string' && actedOnName.test(name) && shortValue.test(value);
}

/** Returns the same for a range of JSON text: part of a member's name, or of a value that is not redacted. */
export function isActedOnInJson(text: string, { start, end }: Range): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  const opening = before.lastIndexOf('"');
  const closing = after.indexOf('"');
  if (opening < 0 || closing < 0) {
    return false;
  }
  const content = stringOf(before.slice(opening + 1) + text.slice(start, end) + after.slice(0, closing));
  if (content === undefined) {
    return false;
  }
  if (/^\s*:/.test(after.slice(closing + 1)) && isPlainName(content)) {
    return true;
  }
  const name = /"([\w-]{1,64})"\s{0,16}:\s{0,16}$/.exec(before.slice(0, opening))?.[1];
  return name !== undefined && isActedOn(name, content);
}

/** Returns the value of a JSON string literal; undefined when it is not one. */
function stringOf(text: string): string | undefined {
  if (!text.includes('\\')) {
    return text;
  }
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return undefined;
  }
}
