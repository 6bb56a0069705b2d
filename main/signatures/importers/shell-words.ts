/** How a command line was quoted. */
export type Shell = 'bash' | 'cmd' | 'powershell';

/** The words of one command. Texts hold one character a byte, so that no byte is lost or changed. */
export interface ShellWords {
  words: string[];
  /** Something in it is filled in by the shell, so its value is not known. */
  expands: boolean;
  /** A quote was never closed. */
  open: boolean;
}

/** Guesses the shell from what only it writes. */
export function shellOf(command: string): Shell {
  if (/\^(\r?\n|")/.test(command)) {
    return 'cmd';
  }
  if (/`\r?\n|^\s*(PS\b|curl\.exe\b)|@['"]\r?\n/i.test(command)) {
    return 'powershell';
  }
  return 'bash';
}

/** UTF-8 of a code point, one character a byte. */
export function utf8Chars(point: number): string {
  const known = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? point : 0xfffd;
  return Buffer.from(String.fromCodePoint(known), 'utf8').toString('latin1');
}

/** Collects words; a word exists once something was put in it, be it an empty quotation. */
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
