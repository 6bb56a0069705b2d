import type { EnvironmentKind } from '../../../preload/contract/environments.ts';

/** The settings of an environment from a text; the secrets are put only into their fields. */
export interface PastedSettings {
  name?: string;
  kind?: EnvironmentKind;
  baseUrl?: string;
  mediaType?: string;
  tokenUrl?: string;
  proxyUrl?: string;
  extraCaFile?: string;
  login?: string;
  password?: string;
  signingKey?: string;
}

export interface PastedText {
  settings: PastedSettings;
  /** Names of further entries in the text. Never a value: one of them may be a secret. */
  otherLines: string[];
}

/** The longest text that is read as settings. Characters. */
const maxText = 64 * 1024;
/** The most names that are listed as unused. */
const maxUnused = 20;

/** The settings by the ends of their names, without case and separators. The first that fits counts. */
const meanings: readonly (readonly [RegExp, keyof PastedSettings])[] = [
  [/(signing|signature|webhook|callbacksignature|hmac)(key|secret)?$|callback(key|secret)$/, 'signingKey'],
  [/token(url|uri|endpoint|address)$|oauth2?(url|uri|endpoint)$/, 'tokenUrl'],
  [/(https?)?proxy(url)?$/, 'proxyUrl'],
  [/mediatype$|contenttype$/, 'mediaType'],
  [/(ca|cacert|cabundle|certificateauthority|extracertificates|extracacerts)(file|path)?$/, 'extraCaFile'],
  [/(clientsecret|password|apisecret|apikeysecret|passwd)$/, 'password'],
  [/(clientid|login|username|apiuser|apikeyid|^user)$/, 'login'],
  [/(base|api|service)?(url|uri|host|endpoint|baseaddress)$/, 'baseUrl'],
  [/(^kind|environment|stage|^env)$/, 'kind'],
  [/(environmentname|^name|title)$/, 'name'],
];

const kinds: readonly (readonly [RegExp, EnvironmentKind])[] = [
  [/^(prod|production|live)$/i, 'production'],
  [/^(test|testing|staging|stage|qa|uat|dev|development)$/i, 'test'],
  [/^sandbox$/i, 'sandbox'],
];

/**
 * Finds the settings of an environment in a pasted text: lines of a `.env` file (`NAME=value`), lines such as `Name: value`, or a JSON
 * object with members at any depth. An API key written as `login:password` fills both. Undefined where it has no setting.
 */
export function readPastedSettings(text: string): PastedText | undefined {
  if (text.length > maxText) {
    return undefined;
  }
  const settings: PastedSettings = {};
  const otherLines: string[] = [];
  for (const [name, value] of membersOfJson(text) ?? linesOf(text)) {
    const isUsed = value === '' || take(settings, name, value);
    if (!isUsed && otherLines.length < maxUnused) {
      otherLines.push(name);
    }
  }
  return Object.keys(settings).length === 0 ? undefined : { settings, otherLines };
}

/** Returns true if the value was taken as a setting. The first value of each stays. */
function take(settings: PastedSettings, name: string, value: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (/apikey$|apicredentials$/.test(plain)) {
    const at = value.indexOf(':');
    if (at <= 0) {
      return false;
    }
    settings.login ??= value.slice(0, at);
    settings.password ??= value.slice(at + 1);
    return true;
  }
  const meaning = meanings.find(([pattern]) => pattern.test(plain))?.[1];
  if (meaning === undefined || settings[meaning] !== undefined) {
    return false;
  }
  if (meaning !== 'kind') {
    settings[meaning] = value;
    return true;
  }
  const kind = kinds.find(([pattern]) => pattern.test(value))?.[1];
  if (kind === undefined) {
    return false;
  }
  settings.kind = kind;
  return true;
}

/** Returns the members of a JSON object and of the objects in it, by name; undefined where the text is not a JSON object. */
function membersOfJson(text: string): [string, string][] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const members: [string, string][] = [];
  const waiting: [string, unknown][] = Object.entries(value);
  for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
    const [name, value] = member;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      members.push([name, String(value)]);
    } else if (value !== null) {
      // `signing: { key }` reads as `signing key`.
      waiting.push(
        ...Object.entries(value as object).map(
          ([inner, each]) => [`${name} ${inner}`, each] as [string, unknown],
        ),
      );
    }
  }
  return members;
}

/** `NAME=value` and `Name: value`, with or without quotes, `export` and comments. */
function linesOf(text: string): [string, string][] {
  return text.split(/\r\n|\r|\n/).flatMap((line): [string, string][] => {
    const separator = line.search(/[=:]/);
    // A colon without white space after it belongs to an address, not to a name.
    if (separator < 0 || (line[separator] === ':' && !/\s/.test(line.charAt(separator + 1)))) {
      return [];
    }
    const name = line
      .slice(0, separator)
      .trim()
      .replace(/^export\s+/, '');
    return /^[A-Za-z][\w .-]{0,80}$/.test(name) ? [[name, unquote(line.slice(separator + 1).trim())]] : [];
  });
}

/** Removes quotes, between which everything counts; without them a comment begins at ` #`. */
function unquote(value: string): string {
  const quote = value.charAt(0);
  const end = quote === '"' || quote === "'" ? value.indexOf(quote, 1) : -1;
  if (end > 0) {
    return value.slice(1, end);
  }
  const comment = value.search(/\s#/);
  return (comment < 0 ? value : value.slice(0, comment)).trim();
}
