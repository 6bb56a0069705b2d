import { createHash } from 'node:crypto';
import { type Key, keyBytes, utf8Text } from '../bytes.ts';
import type { Change } from './change.ts';

/** A key that may have been used, with its name. The value is never part of a result. */
export interface NamedKey {
  value: Key;
  role: 'signing-key' | 'api-login' | 'api-password';
  /** The name for people: the label of a signing key, a file's name. */
  label?: string;
  /** Its environment; a login and a password of the same environment are combined. */
  environment?: string;
}

/** A key to try instead of the expected one. */
export interface KeySource {
  change: Change;
  bytes: Uint8Array;
}

/** Returns a key's name in a sentence. */
export function keyName({ role, label, environment }: NamedKey): string {
  const names = {
    'signing-key': 'the signing key',
    'api-login': 'the API key’s login',
    'api-password': 'the API key’s password',
  };
  return `${names[role]}${label ? ` “${label}”` : ''}${environment ? ` of ${environment}` : ''}`;
}

const purposeText = (name: string) =>
  `The signature was made with ${name}, not with the signing key used for this check.`;

function source(code: string, variant: string, name: string, bytes: Uint8Array): KeySource {
  return { bytes, change: { code, family: 'key', variant, cause: purposeText(name) } };
}

/** Parts and combinations of the API key: the second most common cause. */
export function apiKeySources(candidates: readonly NamedKey[]): KeySource[] {
  const of = (role: NamedKey['role']) => candidates.filter((candidate) => candidate.role === role);
  const alone = [...of('api-password'), ...of('api-login')].map((key) =>
    source(key.role, key.environment ?? '', keyName(key), keyBytes(key.value)),
  );
  const both = of('api-password').flatMap((password) =>
    of('api-login')
      .filter((login) => login.environment === password.environment)
      .flatMap((login) => pairSources(login, password)),
  );
  return [...alone, ...both];
}

function pairSources(login: NamedKey, password: NamedKey): KeySource[] {
  const where = password.environment ? ` of ${password.environment}` : '';
  const one = Buffer.from(keyBytes(login.value));
  const other = Buffer.from(keyBytes(password.value));
  const join = (separator: string) => Buffer.concat([one, Buffer.from(separator), other]);
  const basic = join(':').toString('base64');
  const forms: [variant: string, name: string, bytes: Uint8Array][] = [
    ['colon', `the API key’s login and password${where} with a colon between them`, join(':')],
    ['basic', `the API key${where} in Base64, as Basic authentication sends it`, Buffer.from(basic)],
    ['header', `the Authorization header of the API key${where}`, Buffer.from(`Basic ${basic}`)],
    ['joined', `the API key’s login and password${where} put together`, join('')],
    [
      'reversed',
      `the API key’s password and login${where} with a colon between them`,
      Buffer.concat([other, Buffer.from(':'), one]),
    ],
  ];
  return forms.map(([variant, name, bytes]) => source('api-login-password', variant, name, bytes));
}

/** Returns all other signing keys, each named. */
export function otherKeySources(candidates: readonly NamedKey[]): KeySource[] {
  return candidates
    .filter(({ role }) => role === 'signing-key')
    .map((key) =>
      source(
        'other-signing-key',
        [key.environment, key.label].filter(Boolean).join('/'),
        keyName(key),
        keyBytes(key.value),
      ),
    );
}

/** Values used when a key is not set. */
export function missingKeySources(): KeySource[] {
  return ['', 'undefined', 'null', 'None', 'nil', 'false', '[object Object]', '<SIGNING_SECRET>'].map(
    (text) =>
      source(
        'missing-key',
        text || 'empty',
        text ? `the text “${text}”, as when a key is not set` : 'an empty key',
        Buffer.from(text),
      ),
  );
}

/** A wrong way of obtaining the bytes of a key; undefined when it does not apply. */
export interface KeyForm {
  change: Change;
  make(key: Buffer): Uint8Array | undefined;
}

function form(code: string, variant: string, cause: string, make: KeyForm['make']): KeyForm {
  return { change: { code, variant, family: 'key', cause }, make };
}

function textForm(
  code: string,
  variant: string,
  cause: string,
  change: (text: string) => string | undefined,
): KeyForm {
  return form(code, variant, cause, (key) => {
    const text = utf8Text(key);
    const result = text === undefined ? undefined : change(text);
    return result === undefined || result === text ? undefined : Buffer.from(result, 'utf8');
  });
}

/** White space, line ends and quotes around a key, added or removed by copying. */
export function copiedKeyForms(): KeyForm[] {
  const sentence = 'The signature was made with the key';
  return [
    textForm('key-white-space', 'trimmed', `${sentence} without the white space around it.`, (t) => t.trim()),
    textForm('key-newline', 'lf', `${sentence} and a newline after it.`, (t) => `${t}\n`),
    textForm('key-newline', 'crlf', `${sentence} and a CRLF line end after it.`, (t) => `${t}\r\n`),
    textForm('key-newline', 'cr', `${sentence} and a carriage return after it.`, (t) => `${t}\r`),
    textForm('key-newline', 'before', `${sentence} and a newline before it.`, (t) => `\n${t}`),
    textForm('key-white-space', 'after', `${sentence} and a space after it.`, (t) => `${t} `),
    textForm('key-white-space', 'before', `${sentence} and a space before it.`, (t) => ` ${t}`),
    textForm('key-white-space', 'around', `${sentence} and a space on both sides.`, (t) => ` ${t} `),
    textForm('key-white-space', 'tab', `${sentence} and a tab after it.`, (t) => `${t}\t`),
    textForm('key-white-space', 'tab-before', `${sentence} and a tab before it.`, (t) => `\t${t}`),
    textForm(
      'key-white-space',
      'no-break',
      `${sentence} and a no-break space after it.`,
      (t) => `${t}\u00a0`,
    ),
    textForm('key-white-space', 'inside', `${sentence} without the white space in it.`, (t) =>
      t.replace(/\s+/g, ''),
    ),
    textForm('key-white-space', 'invisible', `${sentence} without the invisible characters in it.`, (t) =>
      t.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, ''),
    ),
    textForm(
      'key-quotes',
      'removed',
      `${sentence} without the quotes around it.`,
      (t) => /^\s*(["'`“‘])(.*)["'`”’]\s*$/s.exec(t)?.[2],
    ),
    textForm('key-quotes', 'double', `${sentence} in double quotes.`, (t) => `"${t}"`),
    textForm('key-quotes', 'single', `${sentence} in single quotes.`, (t) => `'${t}'`),
    textForm('key-quotes', 'back', `${sentence} in backquotes.`, (t) => `\`${t}\``),
    textForm('key-quotes', 'comma', `${sentence} and a comma after it.`, (t) => `${t},`),
    textForm('key-quotes', 'semicolon', `${sentence} and a semicolon after it.`, (t) => `${t};`),
  ];
}

/** Returns the key decoded or encoded, cut out of or embedded in other text, in another case. */
export function decodedKeyForms(): KeyForm[] {
  const sentence = 'The signature was made with the key';
  const hash = (key: Buffer) => createHash('sha256').update(key);
  return [
    textForm('key-hex', 'encoded', `${sentence} written in hexadecimal.`, (t) =>
      Buffer.from(t).toString('hex'),
    ),
    form('key-hex', 'decoded', `${sentence} decoded from hexadecimal, not with its text.`, (key) => {
      const text = key.toString('latin1').trim().replace(/^0x/i, '');
      return /^([0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
    }),
    form('key-base64', 'decoded', `${sentence} decoded from Base64, not with its text.`, (key) =>
      decodeBase64(key.toString('latin1')),
    ),
    form(
      'key-base64',
      'decoded-part',
      `${sentence} decoded from Base64 after its prefix was taken off.`,
      (key) => {
        const text = key.toString('latin1');
        const prefix = /^[A-Za-z0-9]{2,12}_(?:[A-Za-z0-9]{1,8}_)*/.exec(text)?.[0];
        return prefix === undefined ? undefined : decodeBase64(text.slice(prefix.length));
      },
    ),
    textForm('key-base64', 'encoded', `${sentence} written in Base64.`, (t) =>
      Buffer.from(t).toString('base64'),
    ),
    textForm('key-base64', 'encoded-url', `${sentence} written in base64url.`, (t) =>
      Buffer.from(t).toString('base64url'),
    ),
    textForm('key-prefix', 'last', `${sentence} without everything up to its last underscore.`, (t) =>
      after(t, t.lastIndexOf('_')),
    ),
    textForm('key-prefix', 'first', `${sentence} without everything up to its first underscore.`, (t) =>
      after(t, t.indexOf('_')),
    ),
    textForm('key-prefix', 'assignment', `${sentence} without the name before it.`, (t) => {
      const name = /^\s*(?:export\s+)?[\w.-]+\s*[=:]/.exec(t)?.[0];
      return name === undefined ? undefined : withoutQuotes(t.slice(name.length).trim());
    }),
    textForm('key-prefix', 'bearer', `${sentence} and “Bearer ” before it.`, (t) => `Bearer ${t}`),
    textForm('key-case', 'lower', `${sentence} in lower case.`, (t) => t.toLowerCase()),
    textForm('key-case', 'upper', `${sentence} in upper case.`, (t) => t.toUpperCase()),
    textForm(
      'key-encoding',
      'utf-8-mark',
      `${sentence} and a byte order mark before it.`,
      (t) => `\ufeff${t}`,
    ),
    form('key-encoding', 'utf-16le', `${sentence} in UTF-16 (as .NET’s Encoding.Unicode gives it).`, (key) =>
      Buffer.from(key.toString('utf8'), 'utf16le'),
    ),
    form('key-encoding', 'utf-16be', `${sentence} in UTF-16 big-endian.`, (key) =>
      Buffer.from(key.toString('utf8'), 'utf16le').swap16(),
    ),
    form('key-encoding', 'latin1', `${sentence} in Latin-1.`, (key) =>
      Buffer.from(key.toString('utf8'), 'latin1'),
    ),
    form('key-encoding', 'latin1-read', `${sentence} read as Latin-1.`, (key) =>
      Buffer.from(key.toString('latin1'), 'utf8'),
    ),
    textForm('key-encoding', 'uri', `${sentence} with its percent signs decoded.`, (t) => {
      try {
        return decodeURIComponent(t);
      } catch {
        return undefined;
      }
    }),
    textForm('key-encoding', 'uri-encoded', `${sentence} escaped for a URL.`, (t) =>
      t.isWellFormed() ? encodeURIComponent(t) : undefined,
    ),
    form('key-hashed', 'bytes', `${sentence} hashed with SHA-256.`, (key) => hash(key).digest()),
    form('key-hashed', 'hex', `${sentence} hashed with SHA-256 and written in hexadecimal.`, (key) =>
      Buffer.from(hash(key).digest('hex')),
    ),
    form('key-doubled', 'twice', `${sentence} pasted twice.`, (key) => Buffer.concat([key, key])),
  ];
}

/** Likely names of a variable that holds the key. */
const variableNames = [
  ...['SIGNING_KEY', 'SIGNATURE_KEY', 'SIGNING_SECRET', 'SIGNATURE_SECRET', 'CALLBACK_SIGNING_KEY'],
  ...['CALLBACK_KEY', 'CALLBACK_SECRET', 'WEBHOOK_KEY', 'WEBHOOK_SECRET', 'SECRET_KEY', 'SECRET', 'KEY'],
];
const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at));

/** Returns the key with a part lost or added by configuration: forms that are many, and tried by themselves only. */
export function cutKeyForms(): KeyForm[] {
  const sentence = 'The signature was made with the key';
  const cut = (variant: string, how: string, change: (text: string) => string | undefined) =>
    textForm('key-cut', variant, `${sentence} ${how}.`, change);
  const before = (text: string, index: number) => (index > 0 ? text.slice(0, index) : undefined);
  return [
    cut('first-equals', 'cut at its first “=”', (t) => before(t, t.indexOf('='))),
    cut('last-equals', 'cut at its last “=”', (t) => before(t, t.lastIndexOf('='))),
    cut('padding', 'without the “=” at its end', (t) => t.replace(/={1,2}$/, '')),
    cut('padded-1', 'and the “=” after it that it has lost here', (t) => `${t}=`),
    cut('padded-2', 'and the two “=” after it that it has lost here', (t) => `${t}==`),
    cut('hash', 'cut at its first “#”', (t) => before(t, t.indexOf('#'))),
    cut('dollar', 'cut at its first “$”', (t) => before(t, t.indexOf('$'))),
    cut('without-first', 'without its first character', (t) => t.slice(1)),
    cut('without-last', 'without its last character', (t) => t.slice(0, -1)),
    textForm('key-plus', 'to-space', `${sentence} with spaces for its plus signs.`, (t) =>
      t.replaceAll('+', ' '),
    ),
    textForm('key-plus', 'from-space', `${sentence} with plus signs for its spaces.`, (t) =>
      t.replaceAll(' ', '+'),
    ),
    ...['\u200b', '\ufeff'].flatMap((char) => [
      textForm(
        'key-white-space',
        `${char}-after`,
        `${sentence} and an invisible character after it.`,
        (t) => t + char,
      ),
      textForm(
        'key-white-space',
        `${char}-before`,
        `${sentence} and an invisible character before it.`,
        (t) => char + t,
      ),
    ]),
    ...variableNames.map((name) =>
      textForm('key-prefix', name, `${sentence} and “${name}=” before it.`, (t) => `${name}=${t}`),
    ),
    ...printable.flatMap((char) => [
      cut('before-lost', 'and one character before it, which it has lost here', (t) => char + t),
      cut('after-lost', 'and one character after it, which it has lost here', (t) => t + char),
    ]),
  ];
}

function decodeBase64(text: string): Buffer | undefined {
  const content = text.trim();
  return /^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(content) ? Buffer.from(content, 'base64') : undefined;
}

/** Returns the text after the character at `index`, or undefined when there is none. */
function after(text: string, index: number): string | undefined {
  return index < 0 || index === text.length - 1 ? undefined : text.slice(index + 1);
}

function withoutQuotes(text: string): string {
  const quote = (char: string | undefined) => char === '"' || char === "'";
  const from = quote(text[0]) ? 1 : 0;
  return text.slice(from, text.length > from && quote(text.at(-1)) ? -1 : undefined);
}
