import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { waitingFragment } from '../../../preload/contract/browser-session.ts';
import { findChromium } from '../../launch/chromium.mjs';
import { sendTo } from './window-pipe.ts';

/** How an app window is opened, or why none can be. */
export type WindowPlan =
  | { kind: 'window'; program: string; withoutSandbox: boolean }
  | { kind: 'none'; reason: string };

/** What of the machine the plan depends on. */
export interface Machine {
  environment: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  /** The user id, where the platform has one. */
  uid: number | undefined;
}

export function planWindow({ environment, platform, uid }: Machine): WindowPlan {
  const hasDisplay =
    platform === 'darwin' || platform === 'win32' || environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (!hasDisplay) {
    return { kind: 'none', reason: 'There is no display here' };
  }
  const program = findChromium(environment, platform);
  if (program === undefined) {
    return { kind: 'none', reason: 'There is no Chromium on this machine' };
  }
  // Chromium refuses to build its sandbox for root.
  return { kind: 'window', program, withoutSandbox: uid === 0 };
}

/** How long a window may take to close before it is ended, in milliseconds. */
const closeWithinMs = 2_000;

export interface AppWindow {
  /** Settles when the window has been given its token; rejects when it could not be reached. */
  entered: Promise<void>;
  /** Settles when the window has been closed; rejects when it could not be opened. */
  closed: Promise<void>;
  close(): void;
}

/**
 * Opens the console as a window of its own. The token goes to it over a pipe that only this process holds: everybody on
 * the machine can read a program's arguments. The window has a profile that lives as long as the window: the console's port changes
 * with every start, so nothing in a profile could be found again, and what the page showed must not stay on the disk. It is a
 * private (incognito) window: an ordinary one writes the addresses of pages, with the ids in them, to its profile at once.
 */
export async function openWindow(
  plan: Extract<WindowPlan, { kind: 'window' }>,
  url: string,
  dataDir: string,
): Promise<AppWindow> {
  const profile = await mkdtemp(join(dataDir, 'window-'));
  const waiting = new URL(waitingFragment, url).href;
  const child = spawn(
    plan.program,
    [
      `--app=${waiting}`,
      '--incognito',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--window-size=1280,860',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-breakpad',
      '--disable-component-update',
      '--disable-extensions',
      '--disable-sync',
      '--disable-features=Translate,OptimizationHints,MediaRouter',
      '--password-store=basic',
      ...(plan.withoutSandbox ? ['--no-sandbox'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  }).finally(() => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const [, , , commands, replies] = child.stdio;
  if (!(commands instanceof Writable) || !(replies instanceof Readable)) {
    throw new Error('No pipe to the window.');
  }
  const entered = sendTo(waiting, url, commands, replies);
  const close = () => {
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), closeWithinMs);
    child.once('exit', () => clearTimeout(timer));
  };
  return { entered, closed, close };
}
