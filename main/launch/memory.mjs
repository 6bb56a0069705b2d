import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the reason of a failure within the last day, so that a start does not wait for the same failure again.
 *
 * @param {string} root the project's directory
 * @param {string} name what was tried
 * @param {number} now milliseconds since the epoch
 * @returns {string | undefined}
 */
export function recentFailure(root, name, now) {
  try {
    const { at, reason } = JSON.parse(readFileSync(fileOf(root, name), 'utf8'));
    return now >= at && now - at < dayMs ? String(reason) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {string} name
 * @param {number} now
 * @param {string} reason
 */
export function rememberFailure(root, name, now, reason) {
  mkdirSync(join(root, 'out', 'launch'), { recursive: true });
  writeFileSync(fileOf(root, name), JSON.stringify({ at: now, reason }));
}

/**
 * @param {string} root
 * @param {string} name
 */
export function forgetFailure(root, name) {
  rmSync(fileOf(root, name), { force: true });
}

/**
 * @param {string} root
 * @param {string} name
 */
function fileOf(root, name) {
  return join(root, 'out', 'launch', `${name}.json`);
}
