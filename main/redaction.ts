import { PatternSet } from './pattern-set.ts';

/** What stands in the place of a secret. */
const mark = '•••';
/** Shorter texts are too likely to be something else. In characters. */
const shortest = 8;
/** The most sources whose secrets are known; the one renewed longest ago is forgotten first. */
const maxSources = 256;
/** A source's secret that was replaced (such as a token) may still be on its way back. */
const keptOfEach = 2;

/**
 * The secrets this process has used, and their removal from whatever leaves it or is kept: a service that repeats a header back, in
 * an error, a reply or a header of its own, must not put a secret before anybody. What is looked for is each secret as it is and in
 * the forms it travels in. Secrets are held in memory only.
 */
export class Redaction {
  readonly #sources = new Map<string, string[][]>();
  #texts: PatternSet | undefined;
  #bytes: PatternSet | undefined;

  /** Knows from now on the secrets of a source, such as `environment/<id>/api-key`. */
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
    const forms = [...new Set([...this.#sources.values()].flat(2).flatMap(formsOf))];
    const known = forms.filter((form) => form.length >= shortest);
    this.#texts = new PatternSet(known);
    this.#bytes = new PatternSet(known.map(inBytes));
  }

  text(text: string): string {
    return this.#texts?.replaceIn(text, mark) ?? text;
  }

  /** UTF-8 text as bytes; the very same bytes where no secret is in them. */
  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#bytes?.isIn(bytes) !== true) {
      return bytes;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return Buffer.from(this.#bytes.replaceIn(text, inBytes(mark)), 'latin1');
  }

  /** A JSON value, names of members included; the very same value where no secret is in it. Other objects are left as they are. */
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
      const newName = name.length < shortest ? name : this.text(name);
      const newValue = this.#in(value);
      if (changed === undefined && (newValue !== value || newName !== name)) {
        changed = names.slice(0, index).map((kept) => [kept, members[kept]]);
      }
      changed?.push([newName, newValue]);
    }
    return changed ? Object.fromEntries(changed) : object;
  }
}

/** A login and a password, as they are and joined as HTTP Basic sends them. */
export function pairSecrets(login: string, password: string): string[] {
  return [login, password, `${login}:${password}`, `${formEncoded(login)}:${formEncoded(password)}`];
}

/** Every form in which a secret may come back. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const percent = [encodeURIComponent(secret.toWellFormed()), formEncoded(secret)];
  const json = JSON.stringify(secret).slice(1, -1);
  const plain = [
    secret,
    base64,
    base64.replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    ...percent,
    ...percent.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    json,
    json.replaceAll(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ];
  const hex = bytes.toString('hex');
  return [
    ...plain,
    // Some serialisers escape every slash.
    ...plain.map((text) => text.replaceAll('/', '\\/')),
    ...(secret.length < shortest ? [] : [hex, hex.toUpperCase()]),
  ];
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** Text as its UTF-8 bytes, one character a byte. */
function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
