import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { handleUncaughtErrors } from '../../main/features/application/uncaught-errors.ts';
import { openBrowserConsole } from '../../main/hosts/browser/console.ts';
import type { BrowserServer } from '../../main/hosts/browser/server.ts';

/**
 * The browser host as the tests of one process share it. Each line it reads closes the console that is open, as a stop request would, and opens a
 * new one in the data directory that the line names, if any; then it writes the address, or null, as a line of JSON. The port stays the same, so
 * that a browser need not fetch the page again.
 */

const pageRoot = join(import.meta.dirname, '..', '..', 'out', 'renderer');
/** How long what a closed console leaves may take to end, in milliseconds. */
const endWithinMs = 5_000;

const { stdin, stdout, stderr } = process;
const answer = (response: unknown) => stdout.write(`${JSON.stringify(response)}\n`);
const say = (text: string) => stderr.write(`${text}\n`);

handleUncaughtErrors(process, say, () => process.exit(1));

let opened = new AsyncDisposableStack();
let port = 0;
/** The resources that keep this process alive while no console is open. */
let idle: string[] | undefined;

for await (const dataDir of createInterface(stdin)) {
  idle ??= process.getActiveResourcesInfo();
  await close();
  await nothingIsLeft(idle);
  if (dataDir === '') {
    answer(null);
    continue;
  }
  const server = await open(dataDir, port).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') {
      throw error;
    }
    // Another program has taken it meanwhile.
    await close();
    return open(dataDir, 0);
  });
  port = server.port;
  answer({ url: server.url });
}
await close();

function open(dataDir: string, port: number): Promise<BrowserServer> {
  // A test writes its policy into the data directory; that of the machine is never used.
  const policySource = { path: join(dataDir, 'policy.json'), administrator: process.getuid?.() ?? 0 };
  return openBrowserConsole({ dataDir, pageRoot, policySource, port, say }, opened);
}

async function close(): Promise<void> {
  const former = opened;
  opened = new AsyncDisposableStack();
  await former.disposeAsync();
}

/** Ends this process when a timer, socket, server, thread or process of the closed console does not end. */
async function nothingIsLeft(before: string[]): Promise<void> {
  const endsAt = performance.now() + endWithinMs;
  for (;;) {
    const left = process.getActiveResourcesInfo();
    for (const name of before) {
      const at = left.indexOf(name);
      if (at >= 0) {
        left.splice(at, 1);
      }
    }
    if (left.length === 0) {
      return;
    }
    if (performance.now() > endsAt) {
      say(`The closed console left open: ${left.join(', ')}.`);
      process.exit(1);
    }
    await delay(10);
  }
}
