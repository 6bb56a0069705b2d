import { join } from 'node:path';
import { buildForElectron, buildRenderer } from './build.mjs';
import { chooseHost } from './choose-host.mjs';
import { projectNode } from './dependencies.mjs';
import { thisMachine } from './needs.mjs';
import { run } from './run.mjs';
import { bringSystemNeeds } from './system.mjs';

/**
 * `npm start`: Assay under Electron or, where that is not available, in the system's Chromium. `ASSAY_HOST=browser` or
 * `ASSAY_HOST=electron` chooses.
 */

const root = join(import.meta.dirname, '..', '..');

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

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
const host = await chooseHost(root, say);
if ('program' in host) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    say('You are root, so Electron runs without its sandbox (--no-sandbox).');
  }
  if (buildForElectron(root, say)) {
    run(root, host.program, [...(isRoot ? ['--no-sandbox'] : []), '.', ...joined(args)]);
  } else {
    process.exitCode = 1;
  }
} else if (process.env.ASSAY_HOST === 'electron') {
  say(`The Electron runtime is not available: ${host.reason}.`);
  process.exitCode = 1;
} else {
  say(`Electron cannot run here (${host.reason}): Assay uses its browser host instead.`);
  bringSystemNeeds(root, thisMachine(), { task: 'browser', say, now: Date.now });
  if (buildRenderer(root, say)) {
    run(root, projectNode(root), [join(root, 'main', 'browser.ts'), ...args]);
  } else {
    process.exitCode = 1;
  }
}
