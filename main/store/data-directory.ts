import { mkdirSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type LockHolder, lockDirectory } from './directory-lock.ts';
import { checkDirectoryRights } from './directory-rights.ts';
import { checkKinds, kindAt } from './file-kinds.ts';

/** The data directory, locked for this process. */
export interface OpenDirectory {
  /** Problems that do not prevent its use, for the user. */
  notices: string[];
  /** Releases the lock. */
  close(): void;
}

/** Temporary files that a killed process leaves: those from which the files of settings and records get their content. */
const leftFile =
  /^(?:console|console-key|environments|preferences|window|deletions|headless-runs|templates)\.json\.\d+$/;
/** The profile of the browser window. */
const leftFolder = /^window-[A-Za-z0-9]{6}$/;

/**
 * Creates the data directory if needed, locks it for this process, and removes what a killed process left in it.
 * @throws Failure data-directory-unsafe when other users could change its content or it contains something of another kind,
 * data-directory-in-use when another
 * process has locked it
 */
export function openDataDirectory(dataDir: string, holder: LockHolder): OpenDirectory {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const notices = checkDirectoryRights(dataDir);
  checkKinds(dataDir);
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
    const path = join(dataDir, name);
    try {
      if (leftFile.test(name) && kindAt(path) === 'file') {
        unlinkSync(path);
      } else if (leftFolder.test(name) && kindAt(path) === 'folder') {
        rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
      }
    } catch {
      // A closing window may still write to its profile; the next start removes it.
    }
  }
}
