import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../../features/application/redact.ts';

/** The size at which the file is renamed to `assay.1.log`, in bytes. */
const maxFile = 512 * 1024;
/** The number of lines in “Copy diagnostics”. */
const recentLines = 200;
/** The longest line, in characters. */
const maxLine = 4000;

export interface LogFileDeps {
  directory: string;
  /** The home directory, which is removed from lines. */
  home: string;
  now(): Date;
}

/**
 * The redacted log: `assay.log` and the previous file. Written synchronously, since the last line before a crash matters
 * most. A failed write is ignored.
 */
export class LogFile {
  readonly #deps: LogFileDeps;
  readonly #file: string;
  readonly #recent: string[] = [];
  #bytes: number | undefined;

  constructor(deps: LogFileDeps) {
    this.#deps = deps;
    this.#file = join(deps.directory, 'assay.log');
  }

  write(message: string): void {
    const { home, now } = this.#deps;
    const line = `${now().toISOString()} ${redact(message, home).slice(0, maxLine)}`;
    this.#recent.push(line);
    if (this.#recent.length > recentLines) {
      this.#recent.shift();
    }
    try {
      this.#append(`${line}\n`);
    } catch {
      // The lines of this run are still available for “Copy diagnostics”.
    }
  }

  /** Returns the last lines of this run. */
  recent(): string {
    return this.#recent.join('\n');
  }

  #append(text: string): void {
    if (this.#bytes === undefined) {
      mkdirSync(this.#deps.directory, { recursive: true, mode: 0o700 });
      this.#bytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (this.#bytes + text.length > maxFile) {
      renameSync(this.#file, join(this.#deps.directory, 'assay.1.log'));
      this.#bytes = 0;
    }
    appendFileSync(this.#file, text, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(text);
  }
}
