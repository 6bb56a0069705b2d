import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The time limit for the runtime to say its version, in milliseconds. */
const patienceMs = 15_000;

/** Settings of the kernel that keep ordinary programs from creating a user namespace, with the value that does. */
const restrictions = /** @type {const} */ ([
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
]);

/**
 * Returns the reason why Electron cannot put a sandbox around its window here, or undefined. Found by asking the runtime for its version: where it can
 * use neither user namespaces nor its SUID helper, Chromium aborts before any script runs. Root starts it without the sandbox.
 *
 * @param {string} program
 * @param {NodeJS.ProcessEnv} environment
 * @param {NodeJS.Platform} platform
 * @param {number | undefined} uid
 * @returns {string | undefined}
 */
export function sandboxRefusal(program, environment, platform = process.platform, uid = process.getuid?.()) {
  if (platform !== 'linux' || uid === 0) {
    return undefined;
  }
  const { signal, stderr } = spawnSync(program, ['--version'], {
    env: withoutNodeMode(environment),
    encoding: 'utf8',
    timeout: patienceMs,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const aborted = signal === 'SIGTRAP' || signal === 'SIGABRT' || signal === 'SIGILL';
  if (!aborted && !/SUID sandbox helper|No usable sandbox/.test(stderr ?? '')) {
    return undefined;
  }
  const setting = restrictions.find(([file, value]) => contentOf(file) === value)?.[0];
  const cause = setting === undefined ? '' : ` (${setting.replace('/proc/sys/', '').replaceAll('/', '.')})`;
  return (
    `this system does not allow it the sandbox around its window${cause}; ` +
    'the deb package or an AppArmor profile allows it, see README, “Linux without user namespaces”'
  );
}

/**
 * Returns the environment without the variable that makes Electron run as plain Node. Some editors set it in their terminals.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutNodeMode({ ELECTRON_RUN_AS_NODE: _, ...rest }) {
  return rest;
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
