import { constants, copyFile, lstat, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Failure } from '../../common/failure.ts';
import { type DeletionRecord, deletionRecord, writable } from './record.ts';

const version = 1;
/** Records are parsed one by one, so that an invalid one does not invalidate the others. */
const fileShape = z.object({ version: z.literal(version), deletions: z.array(z.unknown()) });
/** Larger than a file with the most records of the greatest length. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** `<data directory>/deletions.json`: deletions that are not settled, or whose result was not yet shown. */
export class DeletionFile {
  readonly #path: string;
  readonly #oneAtATime = pLimit(1);

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads the records of earlier sessions. A file with invalid parts is kept under another name, which `problem` gives; the
   * valid records are returned.
   * @throws never: errors are in `problem`
   */
  async read(): Promise<{ records: DeletionRecord[]; problem?: Failure }> {
    let text: string;
    try {
      const found = await lstat(this.#path);
      if (!found.isFile() || found.size > maxBytes) {
        return { records: [], problem: await this.#setAside() };
      }
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        return { records: [] };
      }
      return { records: [], problem: unreadable(`it cannot be read (${errorCode(error)})`, this.#path) };
    }
    const parsed = fileShape.safeParse(jsonOf(text));
    if (!parsed.success) {
      return { records: [], problem: await this.#setAside() };
    }
    const read = parsed.data.deletions.map((value) => deletionRecord.safeParse(value));
    const records = read.flatMap(({ data }) => data ?? []);
    const lost = read.length - records.length;
    return lost === 0 ? { records } : { records, problem: await this.#keepCopy(records, lost) };
  }

  /**
   * Replaces the file. Resolves when it is on disk, including its directory entry.
   * @throws Failure deletion-not-recorded
   */
  write(records: readonly DeletionRecord[]): Promise<void> {
    return this.#oneAtATime(() => this.#replace(records));
  }

  /** Resolves when all pending writes have ended. */
  async idle(): Promise<void> {
    await this.#oneAtATime(() => undefined);
  }

  async #replace(records: readonly DeletionRecord[]): Promise<void> {
    try {
      // Only what can be read back is written.
      const text = `${JSON.stringify({ version, deletions: records.map(writable) })}\n`;
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#path, text, { mode: 0o600 });
      // Windows has no handle for a directory; there the rename is written through.
      if (process.platform !== 'win32') {
        await syncDirectory(dirname(this.#path));
      }
    } catch (error) {
      throw new Failure({
        code: 'deletion-not-recorded',
        message: `Nothing was sent: the request could not be recorded on this computer first (${errorCode(error)}), so its result could be lost.`,
        hint: 'Check that the disk is not full and that Assay may write to its data directory, then try again.',
        retryable: true,
      });
    }
  }

  async #setAside(): Promise<Failure> {
    try {
      const aside = await this.#freeName();
      await rename(this.#path, aside);
      return unreadable('it is damaged', aside);
    } catch {
      return unreadable('it is damaged', this.#path);
    }
  }

  /** Copies the file, then rewrites it with the valid records only. */
  async #keepCopy(records: readonly DeletionRecord[], lost: number): Promise<Failure> {
    try {
      const aside = await this.#freeName();
      await copyFile(this.#path, aside, constants.COPYFILE_EXCL);
      await this.write(records);
      return partlyUnreadable(lost, aside);
    } catch {
      return partlyUnreadable(lost, this.#path);
    }
  }

  /** Returns an unused name beside the file, so that earlier copies are not overwritten. */
  async #freeName(): Promise<string> {
    for (let number = 1; ; number++) {
      const name = `${this.#path}.damaged${number === 1 ? '' : `-${number}`}`;
      if (await isMissing(name)) {
        return name;
      }
    }
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return true;
    }
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unreadable(why: string, path: string): Failure {
  return new Failure({
    code: 'file-unreadable',
    message: `The list of deletions that were unfinished when Assay was last used is lost: ${why}.`,
    hint: `Open the conversations you recently deleted or expired again. The file is kept at ${path}.`,
  });
}

function partlyUnreadable(lost: number, path: string): Failure {
  const count = lost === 1 ? 'One deletion' : `${lost} deletions`;
  return new Failure({
    code: 'file-unreadable',
    message: `${count} in the list of deletions that were unfinished when Assay was last used could not be read.`,
    hint: `Open the conversations you recently deleted or expired again. The file as it was is kept at ${path}.`,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
