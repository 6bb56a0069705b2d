import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { waitingFragment } from '../../../preload/contract/browser-session.ts';
import { findChromium } from '../../launch/chromium.mjs';

/** The way to open an app window, or the reason why it cannot be opened. */
export type WindowPlan =
  | { kind: 'window'; program: string; withoutSandbox: boolean }
  | { kind: 'none'; reason: string };

/** The facts of the machine on which the plan depends. */
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
    return { kind: 'none', reason: 'There is no display' };
  }
  const program = findChromium(environment, platform);
  if (program === undefined) {
    return { kind: 'none', reason: 'There is no Chromium on this machine' };
  }
  // Chromium does not start its sandbox as root.
  return { kind: 'window', program, withoutSandbox: uid === 0 };
}

/** The time limit for closing a window before it is killed, in milliseconds. */
const closeWithinMs = 2_000;

export interface AppWindow {
  /** Settles when the window has received its token; rejects when it could not be reached. */
  entered: Promise<void>;
  /** Settles when the window was closed; rejects when it could not be opened. */
  closed: Promise<void>;
  close(): void;
}

/**
 * Opens the console in its own window. The token is sent over a pipe that only this process holds, since a program's
 * arguments are readable by every user. The profile is deleted with the window: the console's port changes with every
 * start, and nothing the page showed may remain on disk. The window is private (incognito), because an ordinary one
 * writes visited addresses, with ids, to its profile.
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

/** The time limit for a window to show its first page, in milliseconds. */
const patienceMs = 30_000;

interface Reply {
  id?: number;
  result?: { sessionId?: string };
  error?: { message: string };
  params?: { targetInfo?: { targetId: string; type: string; url: string } };
}

/**
 * Navigates the window that shows `from` to `to`, over Chromium's debugging pipe (JSON messages, each ended by a null
 * byte).
 * @throws Error when there is no such page in time, or the browser ends
 */
export function sendTo(from: string, to: string, commands: Writable, replies: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(new Error('The window did not open in time.')), patienceMs);
    const finish = (error?: Error) => {
      clearTimeout(timer);
      // The output must be read: a full pipe would block the browser.
      replies.removeListener('data', read).resume();
      if (error) {
        reject(error);
      } else {
        resolve();
      }
    };
    const say = (command: object) => commands.write(`${JSON.stringify(command)}\0`);
    let attached = false;
    let text = '';
    const read = (chunk: string) => {
      const messages = (text + chunk).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) {
        hear(JSON.parse(message) as Reply);
      }
    };
    const hear = ({ id, result, error, params }: Reply) => {
      if (error) {
        return finish(new Error(error.message));
      }
      const target = params?.targetInfo;
      if (!attached && target?.type === 'page' && target.url === from) {
        attached = true;
        say({ id: 2, method: 'Target.attachToTarget', params: { targetId: target.targetId, flatten: true } });
      }
      if (id === 2) {
        say({ id: 3, sessionId: result?.sessionId, method: 'Page.navigate', params: { url: to } });
      }
      if (id === 3) {
        finish();
      }
    };
    commands.on('error', finish);
    replies.on('error', finish);
    replies.on('end', () => finish(new Error('The window closed.')));
    replies.setEncoding('utf8').on('data', read);
    say({ id: 1, method: 'Target.setDiscoverTargets', params: { discover: true } });
  });
}
