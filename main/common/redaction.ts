import { attempt } from '../../preload/shared/attempt.ts';
import { PatternSet, type Range, replaceRanges } from './pattern-set.ts';

/** Replaces a secret. */
const mark = '•••';
/** Shorter secrets are not searched for: they would match ordinary text. Characters. */
const shortest = 8;
/** The most sources of secrets; the one updated longest ago is dropped first. */
const maxSources = 256;
/** Secrets kept for each source: a response may still hold a token that was replaced. */
const keptOfEach = 2;

/**
 * The secrets used by this process, and their removal from everything that leaves it or is stored: a service may repeat
 * a header in an error, a response or a header. Secrets are searched as they are and in their encoded forms. Held in memory
 * only.
 */
export class Redaction {
  readonly #sources = new Map<string, string[][]>();
  #texts: PatternSet | undefined;
  #bytes: PatternSet | undefined;

  /** Sets the secrets of a source, such as `environment/<id>/api-key`. */
  keep(source: string, secrets: readonly string[]): void {
    const before = this.#sources.get(source) ?? [];
    if (before[0] !== undefined && before[0].join('\0') === secrets.join('\0')) {
      return;
    }
    this.#sources.delete(source);
    this.#sources.set(source, [[...secrets], ...before].slice(0, keptOfEach));
    for (const oldest of this.#sources.keys()) {
      if (this.#sources.size <= maxSources) {
        break;
      }
      this.#sources.delete(oldest);
    }
    const forms = [...new Set([...this.#sources.values()].flat(2).flatMap(secretForms))];
    const usable = forms.filter((form) => form.length >= shortest);
    this.#texts = new PatternSet(usable);
    this.#bytes = new PatternSet(usable.map(inBytes));
  }

  /** Returns all known secrets, for a worker that searches itself. */
  secrets(): string[] {
    return [...new Set([...this.#sources.values()].flat(2))];
  }

  /** Returns whether a text is, as a whole, one of the secrets: such as a password that was pasted in the place of an id. */
  isSecret(text: string): boolean {
    return (
      text.length >= shortest &&
      [...this.#sources.values()].some((forms) => forms.some((each) => each.includes(text)))
    );
  }

  text(text: string): string {
    return this.#texts?.replaceIn(text, mark) ?? text;
  }

  /**
   * Redacts JSON (UTF-8) or other text as bytes; returns the same array when it holds no secret. Exceptions are those of
   * `value`.
   */
  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#bytes === undefined) {
      return bytes;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const ranges = this.#bytes.rangesIn(text).filter((range) => !isActedOnInJson(text, range));
    return ranges.length === 0 ? bytes : Buffer.from(replaceRanges(text, ranges, inBytes(mark)), 'latin1');
  }

  /**
   * Redacts a JSON value; returns the same value when it holds no secret. Ordinary member names and the values of names that the console acts on
   * are not changed, nor are objects of other kinds.
   */
  value<T>(value: T): T {
    return this.#texts === undefined ? value : (this.#in(value) as T);
  }

  #in(value: unknown): unknown {
    if (typeof value === 'string') {
      return value.length < shortest ? value : this.text(value);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return this.#inList(value);
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null ? this.#inObject(value) : value;
  }

  #inList(list: unknown[]): unknown[] {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = this.#in(list[index]);
      if (item !== list[index]) {
        copy ??= [...list];
        copy[index] = item;
      }
    }
    return copy ?? list;
  }

  #inObject(object: object): object {
    const members = object as Record<string, unknown>;
    const names = Object.keys(members);
    let copy: [string, unknown][] | undefined;
    for (const [index, name] of names.entries()) {
      const value = members[name];
      const newName = name.length < shortest || isPlainName(name) ? name : this.text(name);
      const newValue = isActedOn(name, value) ? value : this.#in(value);
      if (copy === undefined && (newValue !== value || newName !== name)) {
        copy = names.slice(0, index).map((before) => [before, members[before]]);
      }
      copy?.push([newName, newValue]);
    }
    return copy ? Object.fromEntries(copy) : object;
  }
}

/**
 * Returns the secret parts of a login and a password: the password, both joined as in HTTP Basic, and the login unless it is an
 * ordinary word, which would otherwise be masked everywhere.
 */
export function pairSecrets(login: string, password: string): string[] {
  const pairs = [`${login}:${password}`, `${formEncoded(login)}:${formEncoded(password)}`];
  return [password, ...pairs, ...(isPlainName(login) ? [] : [login])];
}

/**
 * Returns the forms in which a secret is searched: plain, Base64 and URL-encoded, each also as the usual serialisers write it in
 * JSON, and in JSON within JSON.
 */
function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const percent = [encodeURIComponent(secret.toWellFormed()), formEncoded(secret)];
  return [
    secret,
    base64,
    base64.replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    ...percent,
    ...percent.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
  ].flatMap(jsonForms);
}

function jsonForms(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const ascii = escapeMatches(inJson, /[^\x20-\x7e]/g);
  const gson = escapeMatches(inJson, /[<>&='\u2028\u2029]/g);
  const dotNet = escapeMatches(text.replaceAll('\\', '\\\\'), /["&'+<>`]|[^\x20-\x7e]/g, true);
  const twice = JSON.stringify(inJson).slice(1, -1);
  return [
    text,
    inJson,
    twice,
    ascii,
    // PHP also escapes the slash.
    ascii.replaceAll('/', '\\/'),
    inJson.replaceAll('/', '\\/'),
    gson,
    dotNet,
  ];
}

function escapeMatches(text: string, pattern: RegExp, inCapitals = false): string {
  return text.replaceAll(pattern, (character) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${inCapitals ? digits.toUpperCase() : digits}`;
  });
}

/** Returns a text as a form has it; each part of a Basic header of a token request is (RFC 6749, 2.3.1). */
export function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** Returns the UTF-8 bytes of a text as a string with one character for each byte. */
function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Headers without personal data and secrets. */
const shownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'range',
  'user-agent',
]);

/** Returns the value of a request's header as it may be shown and kept: with a placeholder for a secret and for personal data. */
export function headerToShow(name: string, value: string): string {
  if (shownHeaders.has(name)) {
    return value;
  }
  if (name === 'authorization') {
    return value.startsWith('Bearer ') ? 'Bearer <ACCESS_TOKEN>' : 'Basic <BASE64_OF_LOGIN:PASSWORD>';
  }
  return name === 'x-user-ip' ? '<USER_IP>' : '<VALUE>';
}

// A password may be an ordinary word, such as "identity". Names and values that the console itself uses are therefore
// never redacted: a response would lose members, an id would name another conversation, a status would be lost.

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
  const name = /"([\w-]{1,64})"\s{0,16}:\s{0,16}$/.exec(before.slice(0, opening))?.[1] ?? '';
  return isActedOn(name, content);
}

/** Returns the value of a JSON string literal; undefined when it is not one. */
function stringOf(text: string): string | undefined {
  return attempt(() => String(JSON.parse(`"${text}"`)));
}
