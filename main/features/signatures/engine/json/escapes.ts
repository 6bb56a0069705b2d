/** A JSON writer's way of escaping the characters of a string. */
export interface Escapes {
  id: string;
  /** The writers with this style, for people. */
  name: string;
  /** Keeps every escape of the source. */
  keepsOriginal?: true;
  /** Characters to escape besides the quote, the backslash and the control characters that JSON requires. */
  also: string;
  /** Escape everything outside ASCII. */
  ascii?: true;
  /** Escape everything above U+FFFF, as two halves. */
  surrogates?: true;
  /** Hexadecimal digits of `\u` in upper case. */
  upper?: true;
  /** The quote as a `\u` escape instead of `\"`. */
  quoteAsCode?: true;
}

const lineSeparators = '\u2028\u2029';

export const keptEscapes: Escapes = {
  id: 'kept',
  name: 'escapes as they stand',
  keepsOriginal: true,
  also: '',
};

/** Likeliest first. `kept` is first, since it is the fastest and most common. */
export const escapeStyles: readonly Escapes[] = [
  keptEscapes,
  {
    id: 'minimal',
    name: 'no needless escapes (JSON.stringify, Jackson, Python’s ensure_ascii=False)',
    also: '',
  },
  { id: 'python', name: 'Python’s json.dumps escapes', also: '\x7f', ascii: true },
  { id: 'php', name: 'PHP’s json_encode escapes', also: '/', ascii: true },
  { id: 'go', name: 'Go’s encoding/json escapes', also: `<>&${lineSeparators}` },
  {
    id: 'dotnet',
    name: 'System.Text.Json’s default escapes',
    also: "&'+<>`\x7f",
    ascii: true,
    upper: true,
    quoteAsCode: true,
  },
  { id: 'newtonsoft', name: 'Newtonsoft.Json’s escapes', also: `\u0085${lineSeparators}` },
  { id: 'php-unicode', name: 'PHP’s JSON_UNESCAPED_UNICODE escapes', also: `/${lineSeparators}` },
  { id: 'ascii', name: 'everything outside ASCII escaped, digits in lower case', also: '', ascii: true },
  { id: 'jackson-ascii', name: 'Jackson’s ESCAPE_NON_ASCII', also: '', ascii: true, upper: true },
  {
    id: 'jackson',
    name: 'Jackson’s escapes of characters above U+FFFF',
    also: '',
    surrogates: true,
    upper: true,
  },
  { id: 'gson', name: 'Gson’s HTML-safe escapes', also: `<>&='${lineSeparators}` },
  { id: 'newtonsoft-html', name: 'Newtonsoft.Json’s EscapeHtml', also: `<>&'\u0085${lineSeparators}` },
];

const short: Record<string, string> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '\\': '\\\\',
};

/** Returns a function that writes a string's characters, without quotes, in this style. */
export function escaper(escapes: Escapes): (text: string) => string {
  const { also, ascii, surrogates, upper, quoteAsCode } = escapes;
  const code = (char: string) => {
    const digits = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? digits.toUpperCase() : digits}`;
  };
  const one = (char: string) => {
    if (char === '"') {
      return quoteAsCode ? code(char) : '\\"';
    }
    if (char === '/') {
      return '\\/';
    }
    return short[char] ?? code(char);
  };
  const characters = also.replace(/[\]\\^-]/g, '\\$&');
  const outside = ascii ? '\\x80-\\uffff' : surrogates ? '\\ud800-\\udfff' : '';
  // A pattern without the u flag matches UTF-16 units, so a pair outside the BMP becomes two escapes, as in all writers.
  const pattern = new RegExp(`["\\\\\\x00-\\x1f${characters}${outside}]`, 'g');
  return (text) => text.replace(pattern, one);
}

/**
 * Returns the styles that give different bytes for strings of these characters, so that no result is computed twice. `special`
 * holds every character of the strings that any writer escapes.
 */
export function distinctEscapes(special: string, escapedInSource: boolean): Escapes[] {
  const results = new Set<string>();
  return escapeStyles.filter((escapes) => {
    if (escapes.keepsOriginal) {
      return true;
    }
    const text = escaper(escapes)(special);
    if (!escapedInSource && text === special) {
      return false;
    }
    if (results.has(text)) {
      return false;
    }
    results.add(text);
    return true;
  });
}
