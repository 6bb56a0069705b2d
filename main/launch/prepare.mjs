import { join } from 'node:path';
import { buildRenderer } from './build.mjs';
import { dependenciesAreThere, installDependencies } from './dependencies.mjs';
import { thisMachine } from './needs.mjs';
import { bringSystemNeeds } from './system.mjs';

/**
 * Prepares a fresh clone before `npm start`, `npm run start:browser` and `npm test`. Runs on Node 20 with nothing
 * installed; quick when there is nothing to do. Reports to standard error, since standard output belongs to the command
 * that follows.
 *
 * `--for start | browser | test | node`: the last for commands that need only Node and the dependencies.
 */

const root = join(import.meta.dirname, '..', '..');
const task = process.argv[process.argv.indexOf('--for') + 1] ?? 'start';

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

function prepare() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    say(`Assay needs Node 20 or newer; this is ${process.versions.node}. See https://nodejs.org/`);
    return false;
  }
  if (!dependenciesAreThere(root) && !installDependencies(root, say)) {
    say('The dependencies could not be installed: see above. Fix the problem, then start again.');
    return false;
  }
  if (task === 'node') {
    return true;
  }
  // For the tests an earlier failure is tried again.
  bringSystemNeeds(root, thisMachine(), { insist: task === 'test', say, now: Date.now });
  // `npm start` builds for the host it chooses.
  return task !== 'browser' || buildRenderer(root, say);
}

// Status 2, as for wrong usage: 1 is a result of `npm run verify`.
process.exitCode = prepare() ? 0 : 2;
