import { isJson } from '../bytes.ts';
import { type BodyChange, textChange } from './body-change.ts';

/** Longer dumps are not read, in characters. */
const maxDump = 1_048_576;
/** The deepest name of a form field. */
const maxDepth = 50;

/** Returns changes for a body that is parsed JSON as a program prints it, where the JSON was signed. */
export function dumpChanges(): BodyChange[] {
  const dump = (variant: string, whose: string, read: (text: string) => string | undefined) =>
    textChange(
      'not-the-body',
      variant,
      `The received body is ${whose} of the JSON that was signed.`,
      (text) => (text.length > maxDump ? undefined : read(text)),
    );
  return [
    dump('printed', 'Python’s or Ruby’s text form', (text) => jsonOf(text, ':', ',')),
    dump('printed-spaced', 'Python’s or Ruby’s text form', (text) => jsonOf(text, ': ', ', ')),
    dump('form-fields', 'the form fields', formJson),
  ];
}

const words: Record<string, string> = {
  True: 'true',
  False: 'false',
  None: 'null',
  nil: 'null',
  true: 'true',
  false: 'false',
  null: 'null',
};
const shortEscapes: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  e: '\x1b',
  a: '\x07',
  v: '\v',
  '0': '\0',
};

/** Returns the JSON of a value printed by Python's `repr` or Ruby's `inspect`; undefined for anything else, JSON too. */
function jsonOf(text: string, colon: string, comma: string): string | undefined {
  const token =
    /\s+|(=>|[{}[\],]|:(?!\w))|:?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|:?([A-Za-z_]\w*)/gsy;
  const parts: string[] = [];
  let isPrinted = false;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) {
      return undefined;
    }
    const [whole, mark, content, number, word] = match;
    isPrinted ||= mark === '=>' || content?.[0] === "'" || (word !== undefined && words[word] !== word);
    if (mark !== undefined) {
      parts.push(mark === '=>' || mark === ':' ? colon : mark === ',' ? comma : mark);
    } else if (content !== undefined) {
      parts.push(JSON.stringify(unquote(content)));
    } else if (number !== undefined) {
      parts.push(number);
    } else if (word !== undefined) {
      // A name without quotes is one of Ruby's symbols.
      parts.push(!whole.startsWith(':') && words[word] ? words[word] : JSON.stringify(word));
    }
  }
  const json = parts.join('');
  return isPrinted && isJson(json) ? json : undefined;
}

function unquote(text: string): string {
  return text
    .slice(1, -1)
    .replace(
      /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|(.))/gs,
      (_, ...codes: (string | undefined)[]) => {
        const code = codes.slice(0, 4).find((digits) => digits !== undefined);
        const point = code === undefined ? Number.NaN : Number.parseInt(code, 16);
        const char = codes[4] ?? '';
        return point <= 0x10ffff ? String.fromCodePoint(point) : (shortEscapes[char] ?? char);
      },
    );
}

interface Fields {
  [name: string]: Fields | string;
}

/** Returns the JSON of form fields such as `payload[conversation][id]=c`; numbers and the words of JSON lose their quotes. */
function formJson(text: string): string | undefined {
  if (!/^[\w%.[\]-]+=/.test(text) || /[\s{}"]/.test(text)) {
    return undefined;
  }
  const root: Fields = Object.create(null);
  for (const [field, value] of new URLSearchParams(text)) {
    const [, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(field) ?? [];
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name)];
    if (first === '' || path.length > maxDepth) {
      return undefined;
    }
    put(root, path, value);
  }
  return write(root);
}

function put(fields: Fields, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(fields).length) : name;
  if (rest.length === 0) {
    fields[key] = value;
    return;
  }
  const field = fields[key];
  const inner: Fields = typeof field === 'object' ? field : Object.create(null);
  fields[key] = inner;
  put(inner, rest, value);
}

function write(value: Fields | string): string {
  if (typeof value === 'string') {
    return /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d+)?|true|false|null)$/.test(value)
      ? value
      : JSON.stringify(value);
  }
  const entries = Object.entries(value);
  return entries.every(([name], at) => name === String(at))
    ? `[${entries.map(([, item]) => write(item)).join(',')}]`
    : `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${write(item)}`).join(',')}}`;
}
