import { spawn } from 'node:child_process';
import { whenParentEnds } from './parent.mjs';

/**
 * Runs a program until it ends and forwards stop signals.
 *
 * @param {string} root the directory it works in
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
export function run(root, program, args, environment = process.env) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: environment });
  let isStopping = false;
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      isStopping = true;
      child.kill(name);
    });
  }
  whenParentEnds(() => child.kill('SIGTERM'));
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
