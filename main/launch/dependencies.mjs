import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/**
 * Returns whether node_modules holds what package-lock.json names. Versions are compared, since a clone or checkout
 * changes file times.
 *
 * @param {string} root the project's directory
 * @returns {boolean}
 */
export function dependenciesAreThere(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || installed === undefined) {
    return false;
  }
  return (
    existsSync(projectNode(root)) &&
    Object.entries(wanted).every(
      ([path, { version, optional, devOptional }]) =>
        path === '' ||
        (installed[path]?.version ?? (optional || devOptional ? version : undefined)) === version,
    )
  );
}

/**
 * Returns the Node from the project's dev dependencies.
 *
 * @param {string} root
 * @returns {string}
 */
export function projectNode(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Runs `npm ci` with the machine's own Node, since the project's Node is replaced by it. All output goes to standard
 * error.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 * @returns {boolean} whether everything is installed now
 */
export function installDependencies(root, say) {
  const environment = machineEnvironment(process.env, root);
  const cli = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  for (let attempt = 1; attempt <= 2; attempt++) {
    say(attempt === 1 ? 'Installing the dependencies (npm ci) …' : 'That failed; trying again …');
    const { error, status } = spawnSync(
      cli ? 'node' : process.platform === 'win32' ? 'npm.cmd' : 'npm',
      cli ? [cli, ...args] : args,
      // Windows starts npm.cmd only through a shell.
      { cwd: root, env: environment, stdio: ['ignore', 2, 2], shell: !cli && process.platform === 'win32' },
    );
    if (status === 0 && dependenciesAreThere(root)) {
      return true;
    }
    if (error) {
      say(`npm could not be started: ${error.message}`);
    }
  }
  return false;
}

/**
 * Returns the environment without the directories that the project added to the path.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
export function machineEnvironment(environment, root) {
  const own = join(root, 'node_modules') + sep;
  const name = Object.keys(environment).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const path = (environment[name] ?? '').split(delimiter).filter((part) => !`${part}${sep}`.startsWith(own));
  return { ...environment, [name]: path.join(delimiter) };
}

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, optional?: boolean, devOptional?: boolean}> | undefined}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
