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
export function utf8Chars(point: number): string {
  const known = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? point : 0xfffd;
  return Buffer.from(String.fromCodePoint(known), 'utf8').toString('latin1');
}

/** Collects words; even an empty quotation makes a word. */
export class WordList {
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
