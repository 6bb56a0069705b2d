import { unescaped } from './escapes.ts';
import { PatternSet, type Range, replaceRanges } from './pattern-set.ts';
import { isActedOn, isActedOnInJson, isPlainName } from './redaction-exceptions.ts';

/** Replaces a secret. */
const mark = '•••';
/** Shorter secrets are not searched for: they would match ordinary text. Characters. */
const shortest = 8;
/** The most sources of secrets; the one updated longest ago is dropped first. */
const maxSources = 256;
/** Secrets kept for each source: a response may still hold a token that was replaced. */
const keptOfEach = 2;
/** The depth to which escapes may be nested, such as an entity in JSON text in JSON text. */
const maxEscapes = 3;

/**
 * The secrets used by this process, and their removal from everything that leaves it or is stored: a service may repeat
 * a header in an error, a reply or a header. Secrets are searched as they are and in their encoded forms. Held in memory
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
    const forms = [...new Set([...this.#sources.values()].flat(2).flatMap(secretVariants))];
    const known = forms.filter((form) => form.length >= shortest);
    this.#texts = new PatternSet(known);
    this.#bytes = new PatternSet(known.map(inBytes));
  }

  /** Returns all known secrets, for a worker that searches itself. */
  secrets(): string[] {
    return [...new Set([...this.#sources.values()].flat(2))];
  }

  /** Returns whether a text is, as a whole, one of the secrets: such as a password that was pasted in the place of an id. */
  isSecret(text: string): boolean {
    return (
      text.length >= shortest &&
      [...this.#sources.values()].some((kept) => kept.some((each) => each.includes(text)))
    );
  }

  text(text: string): string {
    if (this.#texts === undefined) {
      return text;
    }
    const masked = this.#texts.replaceIn(text, mark);
    if (!masked.includes('\\') && !masked.includes('&')) {
      return masked;
    }
    const bytes = Buffer.from(masked, 'utf8');
    const found = this.#maskEscaped(bytes, () => false);
    return found === bytes ? masked : Buffer.from(found).toString('utf8');
  }

  /**
   * Redacts JSON (UTF-8) or other text as bytes; returns the same array when it holds no secret. Exceptions are those of
   * `value`.
   */
  bytes(bytes: Uint8Array): Uint8Array {
    return this.#maskEscaped(this.#maskPlain(bytes), isActedOnInJson);
  }

  #maskPlain(bytes: Uint8Array): Uint8Array {
    if (this.#bytes?.isIn(bytes) !== true) {
      return bytes;
    }
    const text = latin1(bytes);
    return masked(
      bytes,
      text,
      this.#bytes.rangesIn(text).filter((range) => !isActedOnInJson(text, range)),
    );
  }

  /** Masks secrets that appear once escapes are decoded; escapes may be nested. */
  #maskEscaped(source: Uint8Array, isLeft: (text: string, range: Range) => boolean): Uint8Array {
    let result = source;
    let plain = unescapedFor(this.#bytes, source);
    for (let times = 1; times <= maxEscapes && plain !== undefined; times++) {
      if (this.#bytes?.isIn(plain)) {
        const text = latin1(result);
        const ranges = this.#escapedRanges(result, times).filter((range) => !isLeft(text, range));
        result = masked(result, text, ranges);
        plain = result;
        for (let again = 0; again < times && plain !== undefined; again++) {
          plain = unescaped(plain);
        }
      }
      plain = plain && unescaped(plain);
    }
    return result;
  }

  /** Returns the ranges of secrets in `source` after decoding its escapes `times` times. */
  #escapedRanges(source: Uint8Array, times: number): Range[] {
    let plain = source;
    let places: Uint32Array | undefined;
    for (let done = 0; done < times; done++) {
      const before: Uint32Array | undefined = places;
      const step = new Uint32Array(plain.length + 1);
      plain = unescaped(plain, step) ?? plain;
      places = before === undefined ? step : step.map((place) => before[place] ?? 0);
    }
    const found = this.#bytes?.rangesIn(latin1(plain)) ?? [];
    return found.map(({ start, end }) => ({ start: places?.[start] ?? 0, end: places?.[end] ?? 0 }));
  }

  /**
   * Redacts a JSON value; returns the same value when it holds no secret. Ordinary member names and the values named in
   * `redaction-exceptions.ts` are not changed, nor are objects of other kinds.
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
    let changed: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = this.#in(list[index]);
      if (item !== list[index]) {
        changed ??= [...list];
        changed[index] = item;
      }
    }
    return changed ?? list;
  }

  #inObject(object: object): object {
    const members = object as Record<string, unknown>;
    const names = Object.keys(members);
    let changed: [string, unknown][] | undefined;
    for (const [index, name] of names.entries()) {
      const value = members[name];
      const newName = name.length < shortest || isPlainName(name) ? name : this.text(name);
      const newValue = isActedOn(name, value) ? value : this.#in(value);
      if (changed === undefined && (newValue !== value || newName !== name)) {
        changed = names.slice(0, index).map((kept) => [kept, members[kept]]);
      }
      changed?.push([newName, newValue]);
    }
    return changed ? Object.fromEntries(changed) : object;
  }
}

/**
 * Returns the secret parts of a login and a password: the password, both joined as in HTTP Basic, and the login unless it is an
 * ordinary word, which would otherwise be masked everywhere.
 */
export function pairSecrets(login: string, password: string): string[] {
  const joined = [`${login}:${password}`, `${formEncoded(login)}:${formEncoded(password)}`];
  return [password, ...joined, ...(isPlainName(login) ? [] : [login])];
}

/** Returns the encoded forms of a secret, beside JSON escapes and HTML entities. */
function secretVariants(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const percent = [encodeURIComponent(secret.toWellFormed()), formEncoded(secret)];
  const plain = [
    secret,
    base64,
    base64.replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    ...percent,
    ...percent.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
  ];
  const hex = bytes.toString('hex');
  return [...plain, ...(secret.length < shortest ? [] : [hex, hex.toUpperCase()])];
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** Returns the UTF-8 bytes of a text as a string with one character for each byte. */
function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Bytes as a string with one character for each. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function masked(bytes: Uint8Array, text: string, ranges: readonly Range[]): Uint8Array {
  return ranges.length === 0 ? bytes : Buffer.from(replaceRanges(text, ranges, inBytes(mark)), 'latin1');
}

function unescapedFor(secrets: PatternSet | undefined, source: Uint8Array): Uint8Array | undefined {
  return secrets === undefined ? undefined : unescaped(source);
}
