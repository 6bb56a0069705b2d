import { type ShellWords, WordList } from './shell-words.ts';

/** Splits as cmd.exe and then the called program's C runtime do. */
export function cmdWords(command: string): ShellWords {
  const { text, expands } = withoutCarets(command);
  return { ...runtimeWords(text), expands };
}

/** Reads the first layer: carets escape outside quotes, and a caret before a line end continues the line. */
function withoutCarets(command: string): { text: string; expands: boolean } {
  const parts: string[] = [];
  let quoted = false;
  let expands = false;
  const run = /[^"^%\r\n&|]+/y;
  for (let at = 0; at < command.length; ) {
    const char = command.charAt(at);
    if (char === '^' && !quoted) {
      const lineEnd = /^\r?\n/.exec(command.slice(at + 1, at + 3))?.[0];
      // The line end is removed and the next character taken literally; a line end is therefore written twice.
      const from = at + 1 + (lineEnd?.length ?? 0);
      const escaped = /^\r?\n/.exec(command.slice(from, from + 2))?.[0];
      if (lineEnd !== undefined) {
        if (escaped !== undefined) {
          parts.push('\n');
        }
        at = from + (escaped?.length ?? 0);
      } else {
        parts.push(command.charAt(from));
        at = from + 1;
      }
      continue;
    }
    if (char === '"') {
      quoted = !quoted;
    }
    if (!quoted && /[\r\n&|]/.test(char) && parts.length > 0) {
      break;
    }
    if (char === '%' && /^%[A-Za-z_]\w*%/.test(command.slice(at, at + 64))) {
      expands = true;
    }
    run.lastIndex = at;
    const plain = run.exec(command)?.[0] ?? char;
    parts.push(plain);
    at += plain.length;
  }
  return { text: parts.join(''), expands };
}

/** Reads the second layer as Microsoft's C runtime splits a command line. */
export function runtimeWords(line: string): Omit<ShellWords, 'expands'> {
  const list = new WordList();
  let quoted = false;
  const run = /[^"\\\s]+/y;
  for (let at = 0; at < line.length; ) {
    const char = line.charAt(at);
    if (char === '\\') {
      const slashes = /\\+/y;
      slashes.lastIndex = at;
      const count = slashes.exec(line)?.[0].length ?? 1;
      at += count;
      if (line[at] !== '"') {
        list.add('\\'.repeat(count));
      } else {
        list.add('\\'.repeat(count >> 1));
        if (count % 2 === 1) {
          list.add('"');
          at++;
        }
      }
    } else if (char === '"') {
      if (quoted && line[at + 1] === '"') {
        list.add('"');
        at += 2;
      } else {
        quoted = !quoted;
        list.add('');
        at++;
      }
    } else if (!quoted && /\s/.test(char)) {
      list.end();
      at++;
    } else {
      run.lastIndex = at;
      const plain = run.exec(line)?.[0] ?? char;
      list.add(plain);
      at += plain.length;
    }
  }
  list.end();
  return { words: list.words, open: quoted };
}

const backtick: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
};

/** Splits as PowerShell does: doubled quotes, backticks, here-strings. */
export function powershellWords(command: string): ShellWords {
  const list = new WordList();
  let expands = false;
  let open = false;
  const run = /[^`'"$@\s;|&]+/y;
  for (let at = 0; at < command.length; ) {
    const char = command.charAt(at);
    const quoted = powershellText(command, at);
    if (quoted) {
      list.add(quoted.text);
      open ||= quoted.open;
      expands ||= quoted.expands;
      at = quoted.next;
    } else if (char === '`') {
      const lineEnd = /^\r?\n/.exec(command.slice(at + 1, at + 3))?.[0];
      if (lineEnd === undefined) {
        list.add(backtick[command.charAt(at + 1)] ?? command.charAt(at + 1));
      }
      at += 1 + (lineEnd?.length ?? 1);
    } else if (char === ' ' || char === '\t') {
      list.end();
      at++;
    } else if (/[\r\n;|&]/.test(char)) {
      list.end();
      if (list.words.length > 0) {
        break;
      }
      at++;
    } else {
      run.lastIndex = at;
      const plain = run.exec(command)?.[0] ?? char;
      expands ||= plain === '$';
      list.add(plain);
      at += plain.length;
    }
  }
  list.end();
  return { words: list.words, expands, open };
}

interface QuotedText {
  text: string;
  /** The index after it. */
  next: number;
  open: boolean;
  expands: boolean;
}

/** Returns the quotation or here-string of PowerShell that begins at `at`, if one does. */
export function powershellText(command: string, at: number): QuotedText | undefined {
  const char = command.charAt(at);
  if (char === "'" || char === '"') {
    return quotedText(command, at + 1, char);
  }
  const here = /^@(['"])[ \t]*\r?\n/.exec(command.slice(at, at + 64));
  if (!here) {
    return undefined;
  }
  const from = at + here[0].length;
  const end = here[1] === '"' ? /\r?\n"@/g : /\r?\n'@/g;
  end.lastIndex = Math.max(0, from - 1);
  const stop = end.exec(command);
  return {
    text: command.slice(from, stop?.index),
    next: stop ? stop.index + stop[0].length : command.length,
    open: !stop,
    expands: false,
  };
}

/** A character by its number, as browsers write those that are not ASCII: `$([char]322)`. */
const charByNumber = /\$\(\[char\](0x[\da-f]{1,4}|\d{1,5})\)/iy;

/** Returns the characters written by their numbers from `from` on, one character for each byte of their UTF-8. */
function charsByNumber(command: string, from: number): { text: string; next: number } | undefined {
  const units: string[] = [];
  let next = from;
  for (;;) {
    charByNumber.lastIndex = next;
    const found = charByNumber.exec(command);
    if (!found) {
      break;
    }
    units.push(String.fromCharCode(Number(found[1])));
    next += found[0].length;
  }
  return units.length === 0
    ? undefined
    : { text: Buffer.from(units.join(''), 'utf8').toString('latin1'), next };
}

function quotedText(command: string, from: number, quote: string): QuotedText {
  const parts: string[] = [];
  let expands = false;
  const run = quote === "'" ? /[^']+/y : /[^"`$]+/y;
  for (let at = from; at < command.length; ) {
    const char = command.charAt(at);
    if (char === quote) {
      if (command[at + 1] !== quote) {
        return { text: parts.join(''), next: at + 1, open: false, expands };
      }
      parts.push(quote);
      at += 2;
    } else if (char === '`' && quote === '"') {
      const next = command.charAt(at + 1);
      parts.push(backtick[next] ?? next);
      at += 2;
    } else {
      const chars = char === '$' && quote === '"' ? charsByNumber(command, at) : undefined;
      if (chars) {
        parts.push(chars.text);
        at = chars.next;
        continue;
      }
      if (char === '$' && quote === '"' && /[\w{(]/.test(command.charAt(at + 1))) {
        expands = true;
      }
      run.lastIndex = at;
      const plain = run.exec(command)?.[0] ?? char;
      parts.push(plain);
      at += plain.length;
    }
  }
  return { text: parts.join(''), next: command.length, open: true, expands };
}
