import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './common/failure.ts';
import { handleUncaughtErrors } from './features/application/uncaught-errors.ts';
import { openBrowserConsole } from './hosts/browser/console.ts';
import { type AppWindow, openWindow, planWindow } from './hosts/browser/window.ts';
import { devServerOrigin } from './hosts/dev-server.ts';
import { defaultDataDir } from './launch/data-dir.ts';
import { type BrowserOptions, browserUsage, readBrowserOptions } from './launch/options.ts';
import { endByForceLater, stopRequested } from './launch/stopping.ts';

/** Runs Assay under plain Node, for machines without Electron. Never packaged. */

const say = (text: string) => process.stderr.write(`${text}\n`);

async function run({ port, dataDir: chosenDir, open }: BrowserOptions): Promise<void> {
  handleUncaughtErrors(process, say, () => process.exit(1));
  const dataDir = chosenDir ?? defaultDataDir(process.platform, process.env, homedir());
  const pageRoot = join(import.meta.dirname, '..', 'out', 'renderer');
  const devServer = devServerOrigin(process.env.ASSAY_DEV_SERVER);
  if (devServer === undefined && !existsSync(join(pageRoot, 'index.html'))) {
    throw new Error('the interface has not been built. Run “npm run start:browser”, which builds it first.');
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Registered first, so that a stop request during start-up is carried out once everything can be closed.
  const stopped = stopRequested(say);
  // Closed in the reverse order of opening, however the run ends.
  const opened = new AsyncDisposableStack();
  try {
    const server = await openBrowserConsole({ dataDir, pageRoot, devServer, port, say }, opened);
    process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
    const window = open ? await tryToOpen(server.url, dataDir) : undefined;
    await Promise.race([stopped, ...(window === undefined ? [] : [window.closed])]);
    window?.close();
    await window?.closed;
  } finally {
    endByForceLater(say);
    await opened.disposeAsync();
  }
}

async function tryToOpen(url: string, dataDir: string): Promise<AppWindow | undefined> {
  const plan = planWindow({
    environment: process.env,
    platform: process.platform,
    uid: process.getuid?.(),
  });
  if (plan.kind === 'none') {
    say(`${plan.reason}: open the address above in a Chromium-based browser. It works once.`);
    return undefined;
  }
  if (plan.withoutSandbox) {
    say('You are root, so Chromium runs without its sandbox (--no-sandbox).');
  }
  const window = await openWindow(plan, url, dataDir);
  window.entered.catch(() =>
    say('The window could not receive its access token: open the address above in it.'),
  );
  return {
    ...window,
    closed: window.closed.catch(() => {
      say(`${plan.program} could not be started: open the address above.`);
    }),
  };
}

function sentence(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} of 127.0.0.1 is in use by another program. Choose another with --port, or 0 for any that is free.`;
  }
  if (code === 'EACCES' && port > 0 && port < 1024) {
    return `Port ${port} requires administrator rights. Choose one above 1023 with --port, or 0 for any that is free.`;
  }
  if (error instanceof Failure) {
    return `Assay could not start. ${error.message} ${error.hint ?? ''}`;
  }
  return `Assay could not start: ${error instanceof Error ? error.message : String(error)}`;
}

function readOptions(): BrowserOptions | undefined {
  try {
    return readBrowserOptions(process.argv.slice(2));
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${browserUsage}`);
    process.exitCode = 2;
    return undefined;
  }
}

const options = readOptions();
if (options?.help) {
  process.stdout.write(browserUsage);
} else if (options) {
  await run(options).catch((error: unknown) => {
    say(sentence(error, options.port));
    process.exitCode = 1;
  });
}
