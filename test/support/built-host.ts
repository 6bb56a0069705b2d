import { join } from 'node:path';
import { isStale } from '../../main/launch/build.mjs';

const root = join(import.meta.dirname, '../..');
const program = join('out', 'browser-host', 'browser.js');
let isChecked = false;

/** The browser host as `npm run build` makes it. A test of an older build would show nothing, so that is refused. */
export function builtBrowserHost(): string {
  if (!isChecked && isStale(root, program, ['main', 'preload', 'build', 'package-lock.json'])) {
    throw new Error('The browser host’s build is missing or older than its sources: npm run build.');
  }
  isChecked = true;
  return join(root, program);
}
