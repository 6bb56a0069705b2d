import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bridge, BridgeMessage } from '../../../preload/contract/bridge.ts';
import type { Envelope } from '../../../preload/contract/envelope.ts';
import { ProcessEnded } from './app.ts';
import type { ElectronDouble } from './electron.ts';
import type { DoubleWindow } from './window.ts';

/** The console as seen by the page of one host: the interface of the shared suite. */
export interface ConsoleUnderTest {
  invoke(callId: string, operation: string, input: unknown): Promise<Envelope>;
  cancel(callId: string): void;
  subscribe(listener: (message: BridgeMessage) => void): () => void;
  /** A page's request for a media file. */
  fetchMedia(address: string, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

export interface ElectronConsole extends ConsoleUnderTest {
  double: ElectronDouble;
  window: DoubleWindow;
  userData: string;
  downloads: string;
  /** The page's bridge, as the preload script of the last load exposed it. */
  bridge(): Bridge;
}

export interface Directories {
  userData: string;
  downloads: string;
  remove(): Promise<void>;
}

/** The page's origin as a literal, since it is what other programs would have to forge. */
const pageOrigin = 'assay-app://console';

/** How long a window's page may take to come, in milliseconds: more than a busy machine needs. */
const windowWithinMs = 30_000;

/** The streams that all entries of this process share, with the error listeners of the test run. */
const outputs = [process.stdout, process.stderr].map((out) => ({ out, own: out.listeners('error') }));

/** Runs an entry like the runtime: with its command line and versions, up to `ready`. */
export async function runEntry(
  double: ElectronDouble,
  facts: { argv: readonly string[]; electronVersion?: string | undefined },
  load: () => Promise<unknown>,
): Promise<void> {
  const restore = [
    replace(process, 'argv', [...facts.argv]),
    replace(process, 'versions', {
      ...process.versions,
      electron: facts.electronVersion ?? '45.4.1',
      chrome: '152.0.0.0',
    }),
  ];
  const others = process.listeners('uncaughtException');
  for (const { out, own } of outputs) {
    for (const former of out.listeners('error').filter((one) => !own.includes(one))) {
      out.off('error', former as () => void);
    }
  }
  try {
    if (process.platform === 'win32' && isRefused(facts.argv)) {
      double.app.api.exit(-1);
    }
    await load();
  } catch (error) {
    reportFailure(error, others);
  } finally {
    for (const undo of restore) {
      undo();
    }
  }
  double.app.becomeReady();
}

/** The console, once its first window has a page. */
export async function openedConsole(
  double: ElectronDouble,
  directories: Directories,
): Promise<ElectronConsole> {
  const deadline = performance.now() + windowWithinMs;
  for (;;) {
    const [opened] = double.windows;
    if (opened?.contents.world) {
      break;
    }
    const { exitCode } = double.app.record;
    if (double.person.errors.length > 0 || exitCode !== undefined || performance.now() > deadline) {
      const progress = {
        errors: double.person.errors,
        exitCode,
        isReady: double.app.api.isReady(),
        windows: double.windows.size,
        files: readdirSync(directories.userData),
      };
      throw new Error(`No window with a page: ${JSON.stringify(progress)}`);
    }
    await pause(10);
  }
  const [window] = double.windows as Set<DoubleWindow> & [DoubleWindow];
  const bridge = () => window.contents.world?.exposed.assay as Bridge;
  return {
    double,
    window,
    userData: directories.userData,
    downloads: directories.downloads,
    bridge,
    invoke: (callId, operation, input) => bridge().invoke(callId, operation, input),
    cancel: (callId) => bridge().cancel(callId),
    subscribe: (listener) => bridge().subscribe(listener),
    fetchMedia: (address, headers = {}, signal) =>
      double.session.request(address, { headers, ...(signal ? { signal } : {}) }, pageOrigin),
    close: () => quit(double, directories),
  };
}

export async function quit(double: ElectronDouble, directories: Directories): Promise<void> {
  double.app.api.quit();
  await double.app.exited;
  await directories.remove();
}

/** An entry that fails is an uncaught exception of the process (lib/browser/init.ts), for which the application may have listeners by then. */
function reportFailure(error: unknown, others: readonly unknown[]): void {
  const own = process.listeners('uncaughtException').filter((listener) => !others.includes(listener));
  if (!(error instanceof ProcessEnded) && (own.length === 0 || !(error instanceof Error))) {
    throw error;
  }
  try {
    for (const listener of error instanceof ProcessEnded ? [] : own) {
      listener(error as Error, 'uncaughtException');
    }
  } catch (ended) {
    if (!(ended instanceof ProcessEnded)) {
      throw ended;
    }
  }
}

/** On Windows the runtime refuses arguments after an address, before any script runs (shell/app/command_line_args.cc). */
function isRefused(given: readonly string[]): boolean {
  const address = given.findIndex((argument) => /^[a-z][a-z\d+.-]*:\/\//i.test(argument));
  return address !== -1 && address < given.length - 1;
}

function replace(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  return () => {
    if (before) {
      Object.defineProperty(target, name, before);
    }
  };
}
