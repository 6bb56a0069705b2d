import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildForElectron, buildRenderer } from './build.mjs';
import { projectNode } from './dependencies.mjs';
import { bringElectron } from './electron.mjs';
import { whenParentEnds } from './parent.mjs';

/**
 * `npm start`: Assay under Electron or, where that is not available, in the system's Chromium. `ASSAY_HOST=browser` or
 * `ASSAY_HOST=electron` chooses.
 */

const root = join(import.meta.dirname, '..', '..');

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/**
 * Why Electron cannot open a window here, whether or not it is installed.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutDisplay(environment) {
  if (process.platform === 'darwin' || process.platform === 'win32') {
    return undefined;
  }
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? undefined : 'there is no display here';
}

/** @returns {Promise<{ program: string } | { reason: string }>} */
async function chooseHost() {
  if (process.env.ASSAY_HOST === 'browser') {
    return { reason: 'ASSAY_HOST asks for the browser host' };
  }
  const reason = withoutDisplay(process.env);
  if (reason !== undefined && process.env.ASSAY_HOST !== 'electron') {
    return { reason };
  }
  return bringElectron(root, { environment: process.env, say, now: Date.now });
}

/**
 * Runs a program until it ends and forwards stop signals.
 *
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => child.kill(name));
  }
  whenParentEnds(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    say(`${program} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/**
 * Electron takes a switch and its value as one argument.
 *
 * @param {string[]} args
 */
function joined(args) {
  const at = args.indexOf('--data-dir');
  return at === -1 ? args : args.toSpliced(at, 2, `--data-dir=${args[at + 1] ?? ''}`);
}

const args = process.argv.slice(2);
const host = await chooseHost();
if ('program' in host) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    say('You are root, so Electron runs without its sandbox (--no-sandbox).');
  }
  if (buildForElectron(root, say)) {
    run(host.program, [...(isRoot ? ['--no-sandbox'] : []), '.', ...joined(args)]);
  } else {
    process.exitCode = 1;
  }
} else if (process.env.ASSAY_HOST === 'electron') {
  say(`The Electron runtime cannot be had: ${host.reason}.`);
  process.exitCode = 1;
} else {
  say(`Electron cannot run here (${host.reason}): Assay uses its browser host instead.`);
  if (buildRenderer(root, say)) {
    run(projectNode(root), [join(root, 'main', 'browser.ts'), ...args]);
  } else {
    process.exitCode = 1;
  }
}
