import type { WebContents } from 'electron';
import { launchPacked } from '../electron/double/packed-console.ts';

export interface FirstLoad {
  /** When the window was created and when its page was loaded, in milliseconds from the first line of main. */
  created: number;
  loaded: number;
  /** The processor time of all threads until then, in milliseconds. */
  processor: number;
}

/** Starts the built console of a folder once under the double of Electron, and prints how long it took. Its argument is the folder. */
const [, , folder = ''] = process.argv;
let began = 0;
let used = process.cpuUsage();
const seen = Promise.withResolvers<FirstLoad>();
const { double, directories } = await launchPacked(folder, {
  before({ app }) {
    app.events.once('web-contents-created', (_event: unknown, contents: WebContents) => {
      const created = performance.now() - began;
      contents.once('did-start-navigation', () => {
        const { user, system } = process.cpuUsage(used);
        seen.resolve({ created, loaded: performance.now() - began, processor: (user + system) / 1000 });
      });
    });
    began = performance.now();
    used = process.cpuUsage();
  },
});
process.stdout.write(`${JSON.stringify(await seen.promise)}\n`);
double.app.api.exit(0);
await directories.remove();
process.exit(0);
