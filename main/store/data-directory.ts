import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LockHolder, lockDirectory } from './directory-lock.ts';
import { checkDirectoryRights } from './directory-rights.ts';

/** The data directory, locked for this process. */
export interface OpenDirectory {
  /** Problems that do not prevent its use, for the user. */
  notices: string[];
  /** Releases the lock. */
  close(): void;
}

/** Files that a killed process leaves: temporary files and the browser window's profile. */
const leftBehind =
  /^(?:(?:console|console-key|environments|preferences|window|deletions)\.json\.\d+|window-[A-Za-z0-9]{6})$/;

/**
 * Creates the data directory if needed, locks it for this process, and removes what a killed process left in it.
 * @throws Failure data-directory-unsafe when other users could change its content, data-directory-in-use when another
 * process has locked it
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
      // A closing window may still write to its profile; the next start removes it.
    }
  }
}
