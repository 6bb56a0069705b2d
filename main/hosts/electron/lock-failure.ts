import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../common/this-machine.ts';

/**
 * Returns the reason why the lock of the single instance was refused although no other instance runs on this computer, or undefined. Chromium keeps it
 * as a symbolic link to `host-pid` on Linux and macOS; on Windows it leaves nothing that could be read.
 *
 * @param dataDir absolute path
 */
export function lockFailure(dataDir: string): string | undefined {
  if (process.platform === 'win32') {
    return undefined;
  }
  const file = join(dataDir, 'SingletonLock');
  let holder: string;
  try {
    holder = readlinkSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    // The other instance ended meanwhile, or the directory cannot be used.
    return `The data directory ${dataDir} cannot be locked (${code}). Check that it can be written, then start Assay again.`;
  }
  const at = holder.lastIndexOf('-');
  const host = holder.slice(0, at);
  const pid = Number(holder.slice(at + 1));
  if (host !== hostname()) {
    return `The data directory ${dataDir} is in use on the computer “${host}”. If Assay does not run there, delete ${file}.`;
  }
  return isRunning(pid)
    ? undefined
    : `The data directory ${dataDir} is locked by a program that has ended. Delete ${file}, then start Assay again.`;
}
