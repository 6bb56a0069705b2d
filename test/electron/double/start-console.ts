import { vi } from 'vitest';
import type { Bridge, BridgeMessage } from '../../../preload/contract/bridge.ts';
import type { Envelope } from '../../../preload/contract/envelope.ts';
import { ProcessEnded } from './app.ts';
import { createAppDirectory } from './app-directory.ts';
import { createElectronDouble, type ElectronDouble } from './electron.ts';
import type { DoubleWindow } from './window.ts';

export interface StartOptions {
  /** The entry to run: the source, or a built one by its absolute path. */
  entry?: string;
  /** The module that `import 'electron'` of that entry resolves to, if it is not this project's. */
  electronModule?: string;
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

/** The page's origin as a literal, since it is what other programs would have to forge. */
const pageOrigin = 'assay-app://console';

/** The real `main/electron.ts` on the double of Electron, up to its first window's page. */
export async function startElectronConsole(options: StartOptions = {}): Promise<ElectronConsole> {
  const { double, directory, close } = await launch(options);
  await vi.waitFor(
    () => {
      if (double.person.errors.length > 0) {
        throw new Error(JSON.stringify(double.person.errors));
      }
      const [window] = double.windows;
      if (!window?.contents.world) {
        throw new Error('No window with a page yet.');
      }
    },
    { interval: 10 },
  );
  const window = [...double.windows][0];
  if (!window) {
    throw new Error('No window.');
  }
  const bridge = () => window.contents.world?.exposed.assay as Bridge;
  return {
    double,
    window,
    userData: directory.userData,
    downloads: directory.downloads,
    bridge,
    invoke: (callId, operation, input) => bridge().invoke(callId, operation, input),
    cancel: (callId) => bridge().cancel(callId),
    subscribe: (listener) => bridge().subscribe(listener),
    fetchMedia: (address, headers = {}, signal) =>
      double.session.request(address, { headers, ...(signal ? { signal } : {}) }, pageOrigin),
    close,
  };
}

/** On Windows the runtime refuses arguments after an address, before any script runs (shell/app/command_line_args.cc). */
function isRefused(given: string[]): boolean {
  const address = given.findIndex((argument) => /^[a-z][a-z\d+.-]*:\/\//i.test(argument));
  return address !== -1 && address < given.length - 1;
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
  const electronModule = options.electronModule ?? 'electron';
  vi.doMock(electronModule, () => double.module);
  const runtime = [process.execPath, ...(options.isPackaged ? [] : [directory.appPath])];
  const restore = [
    replace(process, 'argv', [...runtime, ...(options.arguments ?? [])]),
    replace(process, 'versions', {
      ...process.versions,
      electron: options.electronVersion ?? '45.4.1',
      chrome: '152.0.0.0',
    }),
  ];
  try {
    if (process.platform === 'win32' && isRefused(options.arguments ?? [])) {
      double.app.api.exit(-1);
    }
    if (options.entry === undefined) {
      await import('../../../main/electron.ts');
    } else {
      await import(/* @vite-ignore */ options.entry);
    }
  } catch (error) {
    if (!(error instanceof ProcessEnded)) {
      throw error;
    }
  } finally {
    for (const undo of restore) {
      undo();
    }
    vi.doUnmock(electronModule);
  }
  double.app.becomeReady();
  return {
    double,
    directory,
    async close() {
      (double.module.app as { quit(): void }).quit();
      await double.app.exited;
      await directory.remove();
    },
  };
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
