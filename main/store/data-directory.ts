import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LockHolder, lockDirectory } from './directory-lock.ts';
import { checkDirectoryRights } from './directory-rights.ts';

/** The data directory while one console uses it. */
export interface OpenDirectory {
  /** What is wrong with it without being dangerous, for people. */
  notices: string[];
  /** Lets another console use it. */
  close(): void;
}

/** What a killed console leaves: files it had not finished writing, and the profile of the browser host's window. */
const leftBehind =
  /^(?:(?:console|environments|preferences|window|deletions)\.json\.\d+|window-[A-Za-z0-9]{6})$/;

/**
 * Makes the data directory where there is none, takes it for this process, and removes what a killed console left in it.
 *
 * @throws Failure data-directory-unsafe when other users could change what is in it, data-directory-in-use when another console
 * uses it
 */
export function openDataDirectory(dataDir: string, holder: LockHolder): OpenDirectory {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const notices = checkDirectoryRights(dataDir);
  const lock = lockDirectory(dataDir, holder);
  if (lock.notice !== undefined) {
    notices.push(lock.notice);
  } else {
    sweep(dataDir);
  }
  return { notices, close: lock.release };
}

function sweep(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!leftBehind.test(name)) {
      continue;
    }
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    } catch {
      // A window that is still closing writes to its profile; the next start removes it.
    }
  }
}
