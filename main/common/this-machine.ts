import { readFileSync } from 'node:fs';
import { attempt } from '../../preload/shared/attempt.ts';

/** Returns the properties of this machine that decide the choice of keychain. */
export function thisMachine() {
  const osRelease = attempt(() => readFileSync('/etc/os-release', 'utf8')) ?? '';
  return { platform: process.platform, variables: process.env, osRelease };
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
