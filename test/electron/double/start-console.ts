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
  vi.resetModules();
  vi.doMock('electron', () => double.module);
  const argv = [
    process.execPath,
    ...(options.isPackaged ? [] : [directory.appPath]),
    ...(options.arguments ?? []),
  ];
  try {
    await runEntry(
      double,
      { argv, electronVersion: options.electronVersion },
      () => import('../../../main/electron.ts'),
    );
  } finally {
    vi.doUnmock('electron');
  }
  return { double, directory, close: () => quit(double, directory) };
}
