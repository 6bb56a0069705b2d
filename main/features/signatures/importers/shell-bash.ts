import { type ShellWords, utf8Chars, WordList } from './shell-words.ts';

/** Splits the first command as bash does: all four kinds of quotes, backslashes, continued lines. */
export function bashWords(command: string): ShellWords {
  const list = new WordList();
  let expands = false;
  let open = false;
  let at = 0;
  while (at < command.length) {
    const char = command.charAt(at);
    if (char === '\\') {
      const next = /^\r?\n/.exec(command.slice(at + 1, at + 3));
      if (next) {
        at += 1 + next[0].length;
      } else {
        list.add(command.charAt(at + 1));
        at += 2;
      }
    } else if (char === "'") {
      const end = command.indexOf("'", at + 1);
      open ||= end < 0;
      list.add(command.slice(at + 1, end < 0 ? undefined : end));
      at = end < 0 ? command.length : end + 1;
    } else if (char === '$' && command[at + 1] === "'") {
      const quoted = ansiC(command, at + 2);
      list.add(quoted.text);
      open ||= quoted.open;
      at = quoted.next;
    } else if (char === '"' || (char === '$' && command[at + 1] === '"')) {
      const quoted = doubleQuoted(command, char === '"' ? at + 1 : at + 2);
      list.add(quoted.text);
      open ||= quoted.open;
      expands ||= quoted.expands;
      at = quoted.next;
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
      // A long run of plain characters is copied in one step.
      const run = /[^\\'"$`\s;|&]+/y;
      run.lastIndex = at;
      const plain = run.exec(command)?.[0] ?? char;
      expands ||= plain === '$' || plain === '`';
      list.add(plain);
      at += plain.length;
    }
  }
  list.end();
  return { words: list.words, expands, open };
}

function doubleQuoted(
  command: string,
  from: number,
): { text: string; next: number; open: boolean; expands: boolean } {
  const parts: string[] = [];
  let expands = false;
  const run = /[^"\\$`]+/y;
  for (let at = from; at < command.length; ) {
    const char = command.charAt(at);
    if (char === '"') {
      return { text: parts.join(''), next: at + 1, open: false, expands };
    }
    if (char === '\\') {
      const next = command.charAt(at + 1);
      if (next === '\n') {
        parts.push('');
      } else {
        parts.push('$`"\\'.includes(next) && next !== '' ? next : char + next);
      }
      at += 2;
      continue;
    }
    run.lastIndex = at;
    const plain = run.exec(command)?.[0] ?? char;
    // A dollar sign begins a variable only before a name, a brace or a parenthesis.
    if (char === '`' || (char === '$' && /[\w{(]/.test(command.charAt(at + 1)))) {
      expands = true;
    }
    parts.push(plain);
    at += plain.length;
  }
  return { text: parts.join(''), next: command.length, open: true, expands };
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
function ansiC(command: string, from: number): { text: string; next: number; open: boolean } {
  const parts: string[] = [];
  const run = /[^'\\]+/y;
  const code = /x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)/sy;
  for (let at = from; at < command.length; ) {
    const char = command.charAt(at);
    if (char === "'") {
      return { text: parts.join(''), next: at + 1, open: false };
    }
    if (char !== '\\') {
      run.lastIndex = at;
      const plain = run.exec(command)?.[0] ?? char;
      parts.push(plain);
      at += plain.length;
      continue;
    }
    code.lastIndex = at + 1;
    const [whole, hex, short, long, octal, control] = code.exec(command) ?? [];
    if (whole === undefined) {
      const next = command.charAt(at + 1);
      parts.push(shortEscapes[next] ?? char + next);
      at += 2;
      continue;
    }
    if (hex) {
      parts.push(String.fromCharCode(Number.parseInt(hex, 16)));
    } else if (octal) {
      parts.push(String.fromCharCode(Number.parseInt(octal, 8) & 0xff));
    } else if (control) {
      parts.push(String.fromCharCode(control.charCodeAt(0) & 0x1f));
    } else {
      parts.push(utf8Chars(Number.parseInt(short ?? long ?? '0', 16)));
    }
    at += 1 + whole.length;
  }
  return { text: parts.join(''), next: command.length, open: true };
}
