import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../../application/redact.ts';

/** How large the file may grow before it becomes `assay.1.log`, in bytes. */
const maxFile = 512 * 1024;
/** How many lines "Copy diagnostics" holds. */
const recentLines = 200;
/** One line is cut after so many characters. */
const maxLine = 4000;

export interface LogFileFacts {
  directory: string;
  /** The home directory, which is not written. */
  home: string;
  now(): Date;
}

/**
 * What the console logs, redacted, in `assay.log` and the file before it. Written at once and not later: the line that matters
 * most is the last before a defect ends the process. A log that cannot be written is no reason to stop.
 */
export class LogFile {
  readonly #facts: LogFileFacts;
  readonly #file: string;
  readonly #recent: string[] = [];
  #bytes: number | undefined;

  constructor(facts: LogFileFacts) {
    this.#facts = facts;
    this.#file = join(facts.directory, 'assay.log');
  }

  write(message: string): void {
    const { home, now } = this.#facts;
    const line = `${now().toISOString()} ${redact(message, home).slice(0, maxLine)}`;
    this.#recent.push(line);
    if (this.#recent.length > recentLines) {
      this.#recent.shift();
    }
    try {
      this.#append(`${line}\n`);
    } catch {
      // The lines of this run are still at hand for "Copy diagnostics".
    }
  }

  /** The last lines of this run. */
  recent(): string {
    return this.#recent.join('\n');
  }

  #append(text: string): void {
    if (this.#bytes === undefined) {
      mkdirSync(this.#facts.directory, { recursive: true, mode: 0o700 });
      this.#bytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (this.#bytes + text.length > maxFile) {
      renameSync(this.#file, join(this.#facts.directory, 'assay.1.log'));
      this.#bytes = 0;
    }
    appendFileSync(this.#file, text, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(text);
  }
}
