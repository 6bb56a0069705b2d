import { join } from 'node:path';
import { vi } from 'vitest';
import { createAppDirectory } from './app-directory.ts';
import { createElectronDouble, type ElectronDouble } from './electron.ts';
import { type ElectronConsole, openedConsole, quit, runEntry } from './runtime.ts';

export type { ElectronConsole } from './runtime.ts';

export interface StartOptions {
  /** The command line after the application. */
  arguments?: string[];
  isPackaged?: boolean;
  otherInstance?: boolean | 'ended';
  /** Chromium's command line switches. */
  switches?: readonly string[];
  /** The version the runtime reports. */
  electronVersion?: string;
  /** Runs before the application's first line, with the double. */
  before?(double: ElectronDouble): void;
}

/** The real `main/electron.ts` on the double of Electron, up to its first window's page. */
export async function startElectronConsole(options: StartOptions = {}): Promise<ElectronConsole> {
  const { double, directory } = await launch(options);
  return openedConsole(double, directory);
}

const entry = join(import.meta.dirname, '..', '..', '..', 'main', 'electron.ts');
/** Each start runs the entry anew; what it imports has no state of its own, and is kept. */
let starts = 0;
/** The exports of `electron` for the application started last. */
let running: Record<string, unknown> = {};

/** A module with the exports of this one, each of them that of the application started last. */
function runningModule(module: Record<string, unknown>): Record<string, unknown> {
  const exports = Object.keys(module).map((name) => [name, { enumerable: true, get: () => running[name] }]);
  return Object.defineProperties({}, Object.fromEntries(exports));
}

/** Starts the application like the runtime and returns when its entry has run. */
export async function launch(options: StartOptions = {}) {
  const directory = await createAppDirectory();
  const double = createElectronDouble({
    ...directory,
    isPackaged: options.isPackaged ?? false,
    otherInstance: options.otherInstance ?? false,
    switches: options.switches ?? [],
  });
  options.before?.(double);
  running = double.module;
  vi.doMock('electron', () => runningModule(double.module));
  const argv = [
    process.execPath,
    ...(options.isPackaged ? [] : [directory.appPath]),
    ...(options.arguments ?? []),
  ];
  starts += 1;
  await runEntry(
    double,
    { argv, electronVersion: options.electronVersion },
    () => import(/* @vite-ignore */ `${entry}?start=${starts}`),
  );
  return { double, directory, close: () => quit(double, directory) };
}
