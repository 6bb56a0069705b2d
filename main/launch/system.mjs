import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installCommand, mayInstall, missingNeeds } from './needs.mjs';

/** The time limit of apt-get, in milliseconds. */
const patienceMs = 10 * 60 * 1000;
const memory = 'system-packages';

/**
 * Installs missing system packages where that is allowed, otherwise prints the command. Needs still missing then are
 * reported by the console where it matters, and tests that need it are counted as not run.
 *
 * @param {string} root the project's directory
 * @param {import('./needs.mjs').Machine} machine
 * @param {{ task: string, say(text: string): void, now(): number }} options for the task `test` a failure within the last day is tried
 * again
 * @returns {import('./needs.mjs').Need[]} what is still missing
 */
export function bringSystemNeeds(root, machine, { task, say, now }) {
  const missing = missingNeeds(machine, task);
  if (missing.length === 0) {
    return missing;
  }
  const command = installCommand(missing, machine);
  const failed = task === 'test' ? undefined : recentFailure(root, memory, now());
  if (!mayInstall(machine) || failed !== undefined) {
    return name(missing, command, say, failed);
  }
  say(`Installing missing system packages: ${missing.map((need) => need.name).join(', ')} …`);
  const packages = missing.flatMap((need) => need.debian);
  const done =
    apt(['update', '-qq'], machine) &&
    apt(['install', '-y', '-qq', '--no-install-recommends', ...packages], machine);
  const left = missingNeeds(machine, task);
  if (left.length === 0) {
    forgetFailure(root, memory);
    return left;
  }
  const reason = done ? 'it is still missing after the installation' : 'apt-get failed';
  rememberFailure(root, memory, now(), reason);
  return name(left, command, say, reason);
}

/**
 * @param {import('./needs.mjs').Need[]} missing
 * @param {string} command
 * @param {(text: string) => void} say
 * @param {string | undefined} reason
 */
function name(missing, command, say, reason) {
  for (const need of missing) {
    say(`Missing: ${need.name}. Without it: no ${need.purpose}.`);
  }
  say(`${reason === undefined ? '' : `It could not be installed (${reason}). `}Install it with: ${command}`);
  return missing;
}

/**
 * @param {string[]} args
 * @param {import('./needs.mjs').Machine} machine
 */
function apt(args, machine) {
  const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: { ...machine.environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 2, 2],
    timeout: patienceMs,
  });
  return status === 0;
}

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
