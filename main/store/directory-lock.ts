import { randomInt } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Failure } from '../common/failure.ts';
import { readBoundedFileSync } from '../common/read-bounded-file.ts';
import { isBusy } from './sqlite-errors.ts';

/** The process that locks a data directory. */
export interface LockHolder {
  /** The name of the host, such as “browser host”. */
  host: string;
  /** ISO 8601. */
  since: string;
}

/** Larger than the description of a holder. Bytes. */
const maxDescription = 4096;

const heldBy = z.object({
  pid: z.number().int(),
  machine: z.string().max(255),
  host: z.string().max(100),
  since: z.iso.datetime(),
});

/**
 * Locks a data directory for this process. SQLite takes an operating-system lock on `console.lock`, which ends with the
 * process. `console.json` beside it describes the holder.
 *
 * If no lock is possible (a read-only directory), a notice says so.
 *
 * @throws Failure data-directory-in-use
 */
export function lockDirectory(dataDir: string, holder: LockHolder): { notice?: string; release(): void } {
  const describing = join(dataDir, 'console.json');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dataDir, 'console.lock'), { timeout: 0 });
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      throw inUse(dataDir, describing);
    }
    return {
      notice: `The data directory ${dataDir} could not be locked (${error instanceof Error ? error.message : 'unknown reason'}). Two consoles that use it at once can lose each other’s settings.`,
      release: () => undefined,
    };
  }
  const isDescribed = describe(describing, holder);
  return {
    release() {
      if (isDescribed) {
        rmSync(describing, { force: true });
      }
      lock.close();
    },
  };
}

/**
 * Writes the holder's description, for the message of another process. The file is replaced, not opened, because it may
 * be a pipe. Returns false when it could not be written; the lock holds without it.
 */
function describe(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${randomInt(2 ** 32)}`;
  const content = { pid: process.pid, machine: hostname(), ...holder };
  try {
    writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
    return true;
  } catch {
    rmSync(draft, { force: true });
    return false;
  }
}

function inUse(dataDir: string, describing: string): Failure {
  return new Failure({
    code: 'data-directory-in-use',
    message: `Another console is using the data directory ${dataDir}: ${description(describing)}.`,
    hint: 'Use that console, or close it. To run a second one, start it with its own directory: --data-dir.',
  });
}

function description(file: string): string {
  try {
    const { pid, machine, host, since } = heldBy.parse(
      JSON.parse(Buffer.from(readBoundedFileSync(file, maxDescription)).toString('utf8')),
    );
    const where = machine === hostname() ? 'on this machine' : `on the machine ${machine}`;
    return `process ${pid} ${where} (${host}), since ${new Date(since).toLocaleString()}`;
  } catch {
    return 'which process it is could not be read';
  }
}
