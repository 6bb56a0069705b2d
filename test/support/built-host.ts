import { join } from 'node:path';
import { isStale } from '../../main/launch/build.mjs';

const root = join(import.meta.dirname, '../..');
const sources = ['main', 'preload', 'build', 'test/support/console-host.ts', 'package-lock.json'];
let isChecked = false;

/**
 * A program of the browser host as `npm run build` makes it: what users start, or the one that opens consoles one after another for tests. A test of
 * an older build would show nothing, so that is refused.
 */
export function builtHost(name: 'browser' | 'console-host'): string {
  const program = join('out', 'browser-host', `${name}.js`);
  if (!isChecked && isStale(root, program, sources)) {
    throw new Error('The browser host’s build is missing or older than its sources: npm run build.');
  }
  isChecked = true;
  return join(root, program);
}
