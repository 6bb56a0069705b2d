import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { provideElectron } from './archive.ts';
import { createElectronDouble, type ElectronDouble } from './electron.ts';
import { type ElectronConsole, openedConsole, runEntry } from './runtime.ts';

/**
 * Starts the built console from an application archive, in a process of its own that was started with `--import` of `archive.ts`, up to its
 * first window's page.
 */
export async function startPackedConsole(archive: string): Promise<ElectronConsole> {
  const { double, directories } = await launchPacked(archive);
  return openedConsole(double, directories);
}

export interface PackedOptions {
  /** The command line after the program. */
  arguments?: readonly string[];
  /** Runs before the application's first line. */
  before?(double: ElectronDouble): void;
}

/** Starts the program and returns when its entry has run. */
export async function launchPacked(archive: string, options: PackedOptions = {}) {
  const root = await mkdtemp(join(tmpdir(), 'assay-packed-'));
  const directories = {
    userData: join(root, 'data'),
    downloads: join(root, 'downloads'),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
  await mkdir(directories.userData);
  await mkdir(directories.downloads);
  const double = createElectronDouble({
    ...directories,
    appPath: archive,
    isPackaged: true,
    otherInstance: false,
  });
  options.before?.(double);
  provideElectron(double.module);
  Object.assign(process, { resourcesPath: dirname(archive) });
  const entry = pathToFileURL(join(archive, 'out', 'main', 'electron.js'));
  const argv = [process.execPath, ...(options.arguments ?? [])];
  await runEntry(double, { argv }, () => import(entry.href));
  return { double, directories };
}
