import type { Range } from './pattern-set.ts';

// A password may be an ordinary word, such as "identity". What the console acts on stays as it is all the same: without it a reply
// would lose its members, an id would name another conversation, and a status would be none.

/** A name as interfaces and HTTP have them: words joined by case, perhaps one hyphen or underscore. What holds more may be a secret. */
const plainName = /^[A-Za-z]{1,40}(?:[_-][A-Za-z]{1,40})?\d{0,2}$/;
const actedOnName =
  /^(?:id|status|state|type|kind|code|mode|scheme|step|unit|content-(?:type|length|encoding)|(?!requestId$)\w{1,40}Id)$/i;
/** An id, a status, a media type. */
const shortValue = /^[\w./+;= -]{0,128}$/;
/** How far around a place in JSON text the string's ends and its member's name are looked for, in bytes. */
const reach = 160;

/** Whether a member's name is left as it is. */
export function isPlainName(name: string): boolean {
  return plainName.test(name);
}

/** Whether a member's value is left as it is: an id, a status, a content type and the like. */
export function isActedOn(name: string, value: unknown): boolean {
  return typeof value === 'string' && actedOnName.test(name) && shortValue.test(value);
}

/** The same for a part of a string in JSON text: of a member's name, or of the value of one that is acted on. */
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

/** What JSON text between two quotes stands for; undefined where it is none. */
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
