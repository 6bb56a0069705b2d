/** The shell whose quoting a command line uses. */
export type Shell = 'bash' | 'cmd' | 'powershell';

/** The words of one command. Texts hold one character for each byte, so that no byte is lost or changed. */
export interface ShellWords {
  words: string[];
  /** The shell replaces something in it, so its value is unknown. */
  expands: boolean;
  /** A quote was never closed. */
  open: boolean;
}

/** Guesses the shell from syntax that only it has. */
export function shellOf(command: string): Shell {
  if (/\^(\r?\n|")/.test(command)) {
    return 'cmd';
  }
  if (/`\r?\n|^\s*(PS\b|curl\.exe\b)|@['"]\r?\n/i.test(command)) {
    return 'powershell';
  }
  return 'bash';
}

/** UTF-8 of a code point, one character for each byte. */
function utf8Chars(point: number): string {
  const valid = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? point : 0xfffd;
  return Buffer.from(String.fromCodePoint(valid), 'utf8').toString('latin1');
}

/** Collects words; even an empty quotation makes a word. */
class WordList {
  readonly words: string[] = [];
  #parts: string[] | undefined;

  add(text: string): void {
    this.#parts ??= [];
    this.#parts.push(text);
  }

  end(): void {
    if (this.#parts) {
      this.words.push(this.#parts.join(''));
    }
    this.#parts = undefined;
  }
}

/** A part of a word; without `text` it adds nothing. */
interface Part {
  text?: string;
  /** The index after it. */
  next: number;
  expands?: boolean;
}

/** A quotation, which is a part of a word. */
interface Quotation extends Part {
  text: string;
  open: boolean;
}

/** Reads a quotation whose content begins at `from`. `special` reads what is not plain; undefined at the closing quote. */
function quotation(
  command: string,
  from: number,
  plain: RegExp,
  special: (at: number) => Part | undefined,
): Quotation {
  const parts: string[] = [];
  let expands = false;
  for (let at = from; at < command.length; ) {
    // A long run of plain characters is copied in one step.
    plain.lastIndex = at;
    const run = plain.exec(command)?.[0];
    const part = run === undefined ? special(at) : { text: run, next: at + run.length };
    if (part === undefined) {
      return { text: parts.join(''), next: at + 1, open: false, expands };
    }
    parts.push(part.text ?? '');
    expands ||= part.expands === true;
    at = part.next;
  }
  return { text: parts.join(''), next: command.length, open: true, expands };
}

/** Returns a dollar sign in double quotes, which begins a variable only before a name, a brace or a parenthesis. */
function dollar(command: string, at: number): Part {
  return { text: '$', next: at + 1, expands: /[\w{(]/.test(command.charAt(at + 1)) };
}

/** Splits the first command. `read` reads quotations and escapes. */
function splitCommand(
  command: string,
  plain: RegExp,
  read: (at: number) => Part | Quotation | undefined,
): ShellWords {
  const list = new WordList();
  let expands = false;
  let open = false;
  for (let at = 0; at < command.length; ) {
    const char = command.charAt(at);
    const part = read(at);
    if (part) {
      if (part.text !== undefined) {
        list.add(part.text);
      }
      open ||= 'open' in part && part.open;
      expands ||= part.expands === true;
      at = part.next;
    } else if (/[ \t\r\n;|&]/.test(char)) {
      list.end();
      if (/[^ \t]/.test(char) && list.words.length > 0) {
        break;
      }
      at++;
    } else {
      plain.lastIndex = at;
      const run = plain.exec(command)?.[0] ?? char;
      expands ||= run === '$' || run === '`';
      list.add(run);
      at += run.length;
    }
  }
  list.end();
  return { words: list.words, expands, open };
}

/** Returns the length of the line end at `at`; 0 without one. */
function lineEndAt(command: string, at: number): number {
  return /^\r?\n/.exec(command.slice(at, at + 2))?.[0].length ?? 0;
}

/** Splits as bash does: all four kinds of quotes, backslashes, continued lines. */
export function bashWords(command: string): ShellWords {
  return splitCommand(command, /[^\\'"$`\s;|&]+/y, (at) => {
    const char = command.charAt(at);
    if (char === '\\') {
      const lineEnd = lineEndAt(command, at + 1);
      return lineEnd > 0 ? { next: at + 1 + lineEnd } : { text: command.charAt(at + 1), next: at + 2 };
    }
    if (char === "'") {
      return quotation(command, at + 1, /[^']+/y, () => undefined);
    }
    if (char === '$' && command[at + 1] === "'") {
      return ansiC(command, at + 2);
    }
    return char === '"' || (char === '$' && command[at + 1] === '"')
      ? doubleQuoted(command, char === '"' ? at + 1 : at + 2)
      : undefined;
  });
}

function doubleQuoted(command: string, from: number): Quotation {
  return quotation(command, from, /[^"\\$`]+/y, (at) => {
    const char = command.charAt(at);
    if (char !== '\\') {
      return char === '"'
        ? undefined
        : char === '$'
          ? dollar(command, at)
          : { text: char, next: at + 1, expands: true };
    }
    const next = command.charAt(at + 1);
    const isEscape = next !== '' && '$`"\\'.includes(next);
    return { text: next === '\n' ? '' : isEscape ? next : char + next, next: at + 2 };
  });
}

const shortEscapes: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** Returns the inside of `$'…'`: escapes give bytes, `\u` and `\U` the UTF-8 of a character. */
function ansiC(command: string, from: number): Quotation {
  const code = /x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)/sy;
  return quotation(command, from, /[^'\\]+/y, (at) => {
    if (command[at] === "'") {
      return undefined;
    }
    code.lastIndex = at + 1;
    const [whole, hex, short, long, octal, control] = code.exec(command) ?? [];
    if (whole === undefined) {
      const next = command.charAt(at + 1);
      return { text: shortEscapes[next] ?? `\\${next}`, next: at + 2 };
    }
    const byte = hex
      ? Number.parseInt(hex, 16)
      : octal
        ? Number.parseInt(octal, 8) & 0xff
        : control && control.charCodeAt(0) & 0x1f;
    const text =
      typeof byte === 'number'
        ? String.fromCharCode(byte)
        : utf8Chars(Number.parseInt(short ?? long ?? '0', 16));
    return { text, next: at + 1 + whole.length };
  });
}

/** Splits as cmd.exe and then the called program's C runtime do. */
export function cmdWords(command: string): ShellWords {
  const { text, expands } = withoutCarets(command);
  return { ...runtimeWords(text), expands };
}

/** Reads the first layer: carets escape outside quotes, and a caret before a line end continues the line. */
function withoutCarets(command: string): { text: string; expands: boolean } {
  const parts: string[] = [];
  let isQuoted = false;
  let expands = false;
  const run = /[^"^%\r\n&|]+/y;
  for (let at = 0; at < command.length; ) {
    const char = command.charAt(at);
    if (char === '^' && !isQuoted) {
      const lineEnd = /^\r?\n/.exec(command.slice(at + 1, at + 3))?.[0];
      // The line end is removed and the next character taken literally; a line end is therefore written twice.
      const from = at + 1 + (lineEnd?.length ?? 0);
      const lineBreak = /^\r?\n/.exec(command.slice(from, from + 2))?.[0];
      if (lineEnd !== undefined) {
        if (lineBreak !== undefined) {
          parts.push('\n');
        }
        at = from + (lineBreak?.length ?? 0);
      } else {
        parts.push(command.charAt(from));
        at = from + 1;
      }
      continue;
    }
    if (char === '"') {
      isQuoted = !isQuoted;
    }
    if (!isQuoted && /[\r\n&|]/.test(char) && parts.length > 0) {
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
function runtimeWords(line: string): Omit<ShellWords, 'expands'> {
  const list = new WordList();
  let isQuoted = false;
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
      if (isQuoted && line[at + 1] === '"') {
        list.add('"');
        at += 2;
      } else {
        isQuoted = !isQuoted;
        list.add('');
        at++;
      }
    } else if (!isQuoted && /\s/.test(char)) {
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
  return { words: list.words, open: isQuoted };
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
  return splitCommand(command, /[^`'"$@\s;|&]+/y, (at) => {
    if (command[at] !== '`') {
      return powershellText(command, at);
    }
    const lineEnd = lineEndAt(command, at + 1);
    return lineEnd > 0 ? { next: at + 1 + lineEnd } : afterBacktick(command, at);
  });
}

function afterBacktick(command: string, at: number): Part {
  const next = command.charAt(at + 1);
  return { text: backtick[next] ?? next, next: at + 2 };
}

/** Returns the quotation or here-string of PowerShell that begins at `at`, if one does. */
export function powershellText(command: string, at: number): Quotation | undefined {
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
    const match = charByNumber.exec(command);
    if (!match) {
      break;
    }
    units.push(String.fromCharCode(Number(match[1])));
    next += match[0].length;
  }
  return units.length === 0
    ? undefined
    : { text: Buffer.from(units.join(''), 'utf8').toString('latin1'), next };
}

function quotedText(command: string, from: number, quote: string): Quotation {
  return quotation(command, from, quote === "'" ? /[^']+/y : /[^"`$]+/y, (at) => {
    const char = command.charAt(at);
    if (char === quote) {
      return command[at + 1] === quote ? { text: quote, next: at + 2 } : undefined;
    }
    return char === '`' ? afterBacktick(command, at) : (charsByNumber(command, at) ?? dollar(command, at));
  });
}
