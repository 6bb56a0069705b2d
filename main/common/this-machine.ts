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
