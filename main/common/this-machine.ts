import { readFileSync } from 'node:fs';

/** Returns the properties of this machine that decide the choice of keychain. */
export function thisMachine() {
  return { platform: process.platform, variables: process.env, osRelease: osRelease() };
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

/** Returns whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
