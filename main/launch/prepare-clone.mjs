import { join } from 'node:path';
import { buildRenderer } from './build.mjs';
import { dependenciesAreThere, installDependencies } from './dependencies.mjs';
import { thisMachine } from './needs.mjs';
import { bringSystemNeeds } from './system.mjs';

const root = join(import.meta.dirname, '..', '..');

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/**
 * Installs what a task needs; quick when there is nothing to do.
 *
 * @param {string} task `start`, `browser`, `test` or `node`, as in prepare.mjs
 * @returns {boolean} whether the task can begin
 */
export function prepareClone(task) {
  if (!dependenciesAreThere(root) && !installDependencies(root, say)) {
    say('The dependencies could not be installed: see above. Fix the problem, then start again.');
    return false;
  }
  if (task === 'node') {
    return true;
  }
  bringSystemNeeds(root, thisMachine(), { task, say, now: Date.now });
  // `npm start` builds for the host it chooses.
  return task !== 'browser' || buildRenderer(root, say);
}
