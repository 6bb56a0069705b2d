import { spawn } from 'node:child_process';
import { whenParentEnds } from './parent.mjs';
import { withoutNodeMode } from './sandbox-refusal.mjs';

/**
 * Runs a program until it ends and forwards each stop signal once. The program has a process group of its own: a terminal and npm signal the
 * launcher, often both, and Chromium's second SIGINT ends it without closing anything.
 *
 * @param {string} root the directory it works in
 * @param {string} program
 * @param {string[]} args
 * @param {{ environment?: NodeJS.ProcessEnv, toGroup?: boolean }} [options] `toGroup`: the program's own children are signalled too
 */
export function run(root, program, args, { environment = process.env, toGroup = false } = {}) {
  const hasGroup = process.platform !== 'win32';
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: withoutNodeMode(environment),
    detached: hasGroup,
  });
  let isStopping = false;
  /** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} name */
  const stop = (name) => {
    isStopping = true;
    if (toGroup && hasGroup && child.pid !== undefined) {
      process.kill(-child.pid, name);
    } else {
      child.kill(name);
    }
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const name of signals) {
    let isSent = false;
    process.on(name, () => {
      if (!isSent) {
        isSent = true;
        stop(name);
      }
    });
  }
  whenParentEnds(() => stop('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    // A signal that is passed on while the program is ending already, without handlers, ends it by that signal.
    const isStopped = isStopping && signal !== null && signal !== 'SIGKILL';
    process.exitCode = isStopped ? 0 : (code ?? 1);
  });
  return child;
}
