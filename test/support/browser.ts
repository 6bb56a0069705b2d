import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** How every Chromium of the tests is started. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * How the shared Chromium is started in addition: pages of one context are in one process as long as one of them is open, and V8 compiles for pages
 * that are open for seconds. A page takes a third less of the processor time.
 */
const sharedFlags = ['--process-per-site', '--js-flags=--single-threaded --no-opt --no-maglev'];

/** The system's Chromium, which `npm test` installs where it may. */
export function chromiumPath(): string {
  const named = process.env.ASSAY_CHROMIUM;
  const path = [named, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  );
  if (path === undefined) {
    throw new Error('No Chromium found: set ASSAY_CHROMIUM to its path');
  }
  return path;
}

/**
 * The same browser without its own interface, where it is installed: a page in a new context takes half of the processor time. A `Page` is the
 * same in both. Tests that depend on the rest, such as a profile, use the Chromium of `chromiumPath`.
 */
export function headlessPath(): string {
  const shell = '/usr/bin/chromium-headless-shell';
  return process.env.ASSAY_CHROMIUM === undefined && existsSync(shell) ? shell : chromiumPath();
}

/** The variable with the address of the test run's shared Chromium, for the processes that run test files. */
const sharedBrowser = 'ASSAY_TEST_BROWSER';

/** Returns whether this process belongs to a test run with a shared Chromium. */
export const sharesBrowser = (): boolean => process.env[sharedBrowser] !== undefined;

/**
 * A Chromium. In a test run it is shared with other files, and closing it closes the contexts opened through it: nothing passes from one context
 * to another. With `own` it is a new process, for tests that measure it or may bring it down.
 */
export function launchBrowser({ own = false } = {}): Promise<Browser> {
  const shared = process.env[sharedBrowser];
  return own || shared === undefined
    ? chromium.launch({ executablePath: headlessPath(), args: browserFlags })
    : chromium.connect(shared);
}

/** A Chromium of its own that writes its profile to a directory, as a user's browser does, and everything else below those of `env`. */
export function launchProfile(
  directory: string,
  env: Record<string, string>,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(directory, {
    ...options,
    executablePath: chromiumPath(),
    args: browserFlags,
    env: { ...process.env, ...env },
  });
}

/** Starts the shared Chromium before the first test file that needs one; Vitest calls what it returns after the last. */
export async function setup(): Promise<() => Promise<void>> {
  const args = [...browserFlags, ...sharedFlags];
  const server = await chromium.launchServer({ executablePath: headlessPath(), args });
  process.env[sharedBrowser] = server.wsEndpoint();
  return () => server.close();
}
