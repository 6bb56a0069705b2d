import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core';
import { launchBrowser, launchProfile, sharesBrowser } from '../support/browser.ts';
import { builtHost } from '../support/built-host.ts';
import { reportPage } from '../support/page-report.ts';
import { controls, liveRegions, reportBrokenRules } from '../support/page-rules.ts';
import { hostEnvironment, type OpenConsole, openSharedConsole } from '../support/shared-console.ts';
import { entryOf, openWire, type Wire } from '../support/wire.ts';

export interface ConsoleOptions {
  /** Shared by two starts of the same console; a new directory if omitted. */
  dataDir?: string;
  /** The location of the secret service, such as a private D-Bus session. By default there is none; the machine's own is never used. */
  env?: Record<string, string>;
  /** The policy of the company; only where the console shares its process. */
  policy?: object;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  /** A Chromium of its own instead of the shared one. */
  ownBrowser?: boolean;
  /** The same, with a profile that is kept in this directory; `env` applies to it too. */
  profileDir?: string;
  /** Prepares the console over the bridge before the window opens. */
  prepare?(wire: Wire): Promise<unknown>;
  /** Leaves that bridge connection open; the caller of prepare closes it. */
  keepWire?: boolean;
}

/** The console as a user runs it: the browser host in its own process, and a real Chromium. */
export interface RunningConsole {
  page: Page;
  context: BrowserContext;
  /** Its pages: this one, and those that were opened beside it. */
  windows(): Page[];
  dataDir: string;
  /** The text that the host has written to standard error. */
  log(): string;
  /** Uncaught errors and console errors of the page, such as a blocked style or script. */
  complaints: string[];
  /** Stops the host as a user would and keeps the data directory. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Without `dataDir`, `env`, `profileDir` and `ownBrowser`, a test run opens it in the process and context of one that was closed before. */
export async function startConsole(options: ConsoleOptions = {}): Promise<RunningConsole> {
  const own = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'assay-journey-')) : undefined;
  const dataDir = options.dataDir ?? own ?? '';
  const needsOwn = options.env ?? options.profileDir ?? options.ownBrowser;
  const isShared = own !== undefined && needsOwn === undefined && sharesBrowser();
  if (options.policy) {
    writeFileSync(join(dataDir, 'policy.json'), JSON.stringify(options.policy, null, 2), { mode: 0o644 });
  }
  const closing = new AsyncDisposableStack();
  try {
    const opened = closing.use(
      await (isShared ? openSharedConsole(dataDir, usualWindow) : openOwnConsole(dataDir, options)),
    );
    const { url, context, windows, log } = opened;
    const entry = entryOf(url);
    // Every tab of this browser is admitted, as one that was loaded before.
    closing.use(
      await context.addInitScript((kept) => {
        if (location.protocol.startsWith('http')) {
          sessionStorage.setItem('assay-session', kept);
        }
      }, JSON.stringify(entry)),
    );
    const page = await context.newPage();
    await page.addInitScript(reportBrokenRules, { liveRegions, controls });
    page.setDefaultTimeout(30_000);
    if (options.viewport) {
      await page.setViewportSize(options.viewport);
    }
    await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        complaints.push(`${message.text()} (${message.location().url})`);
      }
    });
    if (options.prepare) {
      const wire = await openWire(url, entry);
      try {
        await options.prepare(wire);
      } finally {
        if (!options.keepWire) {
          wire.close();
        }
      }
    }
    await page.goto(new URL('/', url).href);
    await page.locator('#root > *').first().waitFor({ state: 'attached' });
    closing.defer(reportPage(page, complaints));
    const stop = () => closing.disposeAsync();
    return {
      page,
      context,
      windows,
      dataDir,
      log,
      complaints,
      stop,
      async [Symbol.asyncDispose]() {
        await stop();
        if (own) {
          rmSync(own, { recursive: true, force: true });
        }
      },
    };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

const usualWindow: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  timezoneId: 'Europe/Warsaw',
  reducedMotion: 'reduce',
  // Chromium gives this to every page after a click, its headless shell on request only.
  permissions: ['clipboard-write'],
};

/** A process and a context for this console alone. */
async function openOwnConsole(dataDir: string, options: ConsoleOptions): Promise<OpenConsole> {
  const opened = new AsyncDisposableStack();
  try {
    const host = await startHost(dataDir, options.env ?? {});
    opened.defer(host.stop);
    const context = await openContext(options, opened);
    return {
      url: host.url,
      context,
      windows: () => context.pages(),
      log: host.log,
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openContext(options: ConsoleOptions, opened: AsyncDisposableStack): Promise<BrowserContext> {
  if (options.profileDir !== undefined) {
    const context = await launchProfile(options.profileDir, options.env ?? {}, usualWindow);
    opened.defer(() => context.close());
    return context;
  }
  const browser = await launchBrowser({ own: options.ownBrowser ?? false });
  opened.defer(() => browser.close());
  return browser.newContext(usualWindow);
}

/** Returns the bytes of a download once it is complete; a shared browser keeps its files to itself. */
export async function downloadedBytes(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

interface RunningHost {
  url: string;
  log(): string;
  stop(): Promise<void>;
}

/** Starts the built browser host and waits for its line of JSON. */
export async function startHost(dataDir: string, env: Record<string, string>): Promise<RunningHost> {
  const program = builtHost('browser');
  const child = spawn(process.execPath, [program, '--port', '0', '--data-dir', dataDir, '--no-open'], {
    env: { ...hostEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const stop = () => ended(child);
  for await (const line of createInterface(child.stdout)) {
    const ready = JSON.parse(line) as { url: string };
    return { url: ready.url, log: () => log, stop };
  }
  throw new Error(`The browser host ended before it was ready:\n${log}`);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      return resolve();
    }
    const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(killer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Shows personal data in the whole window, unless it is shown. */
export async function showData(page: Page): Promise<void> {
  const show = page.getByRole('button', { name: 'Show personal data' }).first();
  await show
    .or(page.getByRole('button', { name: 'Mask personal data' }))
    .first()
    .waitFor();
  if (await show.isVisible()) {
    await show.click();
  }
}
