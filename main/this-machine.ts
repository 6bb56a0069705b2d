import { readFileSync } from 'node:fs';

/** The facts of this machine on which the choice of the keychain depends. */
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
