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
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => child.kill(name));
  }
  whenParentEnds(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
  return child;
}
