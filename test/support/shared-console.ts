import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { builtHost } from './built-host.ts';

/** A browser host with an open console, and a browser's context for its window. */
export interface OpenConsole {
  url: string;
  context: BrowserContext;
  /** The pages of the context, without the one that keeps its process. */
  windows(): Page[];
  /** The text that the host has written to standard error. */
  log(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How long a console may take to close, in milliseconds. */
const closeWithinMs = 10_000;

/** Those that no test uses at the moment. */
const idle: SharedConsole[] = [];
let browser: Promise<Browser> | undefined;

/** Opens a new console in the process of one that was closed, if there is any. A second one beside it has a process of its own, kept like the first. */
export async function openSharedConsole(
  dataDir: string,
  window: BrowserContextOptions,
): Promise<OpenConsole> {
  const shared = idle.pop() ?? new SharedConsole();
  try {
    return await shared.open(dataDir, window);
  } catch (error) {
    await shared.end();
    throw error;
  }
}

/** The environment of every host of the tests: the machine's own secret service and display are never used. */
export function hostEnvironment(): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...rest } = process.env;
  return rest;
}

/**
 * The process of `console-host.ts`, and a context that keeps the files of the page. Nothing else passes from one console to the next: the host closes
 * all that it opened, and the context its pages and what they stored.
 */
class SharedConsole {
  readonly #child: ChildProcess;
  readonly #responses: AsyncIterator<string>;
  #context: BrowserContext | undefined;
  /** An empty page of the console's site: a page that is opened beside it needs no process of its own. */
  #keeper: Page | undefined;
  #session: CDPSession | undefined;
  #log = '';

  constructor() {
    const child = spawn(process.execPath, [builtHost('console-host')], {
      env: hostEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
    // A host that has ended is noticed where its response is missing.
    child.stdin.on('error', () => undefined);
    this.#child = child;
    this.#responses = createInterface(child.stdout)[Symbol.asyncIterator]();
  }

  async open(dataDir: string, window: BrowserContextOptions): Promise<OpenConsole> {
    this.#log = '';
    const { url } = await this.#ask<{ url: string }>(dataDir);
    browser ??= launchBrowser();
    this.#context ??= await (await browser).newContext(window);
    const context = this.#context;
    const { origin } = new URL(url);
    if (this.#keeper === undefined) {
      this.#keeper = await context.newPage();
      await this.#keeper.goto(`${origin}/icon.svg`);
      this.#session = await context.newCDPSession(this.#keeper);
    }
    const windows = () => context.pages().filter((page) => page !== this.#keeper);
    const close = () => this.#close(windows, origin);
    return { url, context, windows, log: () => this.#log, [Symbol.asyncDispose]: close };
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#context?.close();
  }

  /** @throws Error when something of the console stays open */
  async #close(windows: () => Page[], origin: string): Promise<void> {
    const killer = setTimeout(() => {
      this.#log += `The console did not close within ${closeWithinMs} ms.\n`;
      this.#child.kill('SIGKILL');
    }, closeWithinMs);
    try {
      await this.#session?.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await Promise.all(windows().map((page) => page.close()));
      await this.#ask('');
      idle.push(this);
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(killer);
    }
  }

  async #ask<Response>(line: string): Promise<Response> {
    this.#child.stdin?.write(`${line}\n`);
    const { value, done } = await this.#responses.next();
    if (done) {
      throw new Error(`The browser host ended:\n${this.#log}`);
    }
    return JSON.parse(value) as Response;
  }
}
