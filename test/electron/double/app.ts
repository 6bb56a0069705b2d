import { EventEmitter } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { AboutPanelOptionsOptions, App, CommandLine } from 'electron';
import { createEvent, strict } from './strict.ts';

export interface AppOptions {
  appPath: string;
  userData: string;
  downloads: string;
  isPackaged: boolean;
  /** True if another instance holds the lock; `ended`: one that left its lock behind. */
  otherInstance: boolean | 'ended';
  /** Chromium's command line switches. */
  switches?: readonly string[];
}

/** Events of the application, recorded for tests. */
export interface AppRecord {
  sandboxed: boolean;
  lockAsked: boolean;
  protocolClients: string[];
  exitCode: number | undefined;
  about: AboutPanelOptionsOptions | undefined;
}

type Doubled = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getPath'
  | 'getVersion'
  | 'setAboutPanelOptions'
  | 'isPackaged'
  | 'isReady'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setPath'
  | 'whenReady'
>;

const started: AppOptions = {
  appPath: '/',
  userData: '/',
  downloads: '/',
  isPackaged: false,
  otherInstance: false,
};

/** Thrown where the real runtime ends the process inside `app.exit`: nothing after it runs. */
export class ProcessEnded extends Error {}

/** The life cycle of the application: what may be called before `ready`, what only after, and how quitting works. */
export class DoubleApp {
  readonly record: AppRecord = {
    sandboxed: false,
    lockAsked: false,
    protocolClients: [],
    exitCode: undefined,
    about: undefined,
  };
  readonly events = new EventEmitter();
  readonly api: App;
  /** Resolves when the process would have exited. */
  readonly exited: Promise<number>;
  /** Closes every window; set by the double as a whole. */
  closeWindows: () => Promise<boolean> = async () => true;
  /** Destroys every window without asking; set by the double as a whole. */
  destroyWindows: () => void = () => undefined;
  #ready = false;
  #quitting = false;
  readonly #becameReady = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<number>();

  constructor(facts = started) {
    this.exited = this.#ended.promise;
    const switches = new Set(facts.switches);
    const paths = new Map([
      ['userData', facts.userData],
      ['downloads', facts.downloads],
    ]);
    const doubled: Doubled = {
      isPackaged: facts.isPackaged,
      enableSandbox: () => {
        this.mustNotBeReady('app.enableSandbox');
        this.record.sandboxed = true;
        // As the runtime does (shell/browser/api/electron_api_app.cc, `RemoveNoSandboxSwitch`).
        switches.delete('no-sandbox');
      },
      exit: (code = 0) => this.#exit(code),
      getAppPath: () => facts.appPath,
      getVersion: () => '1.2.3',
      setAboutPanelOptions: (options) => {
        this.record.about = options;
      },
      getPath: (name) => {
        const path = paths.get(name);
        if (path === undefined) {
          throw new Error(`The double of Electron has no path "${name}".`);
        }
        return path;
      },
      isReady: () => this.#ready,
      quit: () => void this.#quit(),
      requestSingleInstanceLock: () => {
        this.record.lockAsked = true;
        if (facts.otherInstance === false) {
          return true;
        }
        // Chromium's lock on Linux and macOS. This process stands for the other instance; no system gives a process so high a number.
        const pid = facts.otherInstance === 'ended' ? 2 ** 30 : process.pid;
        symlinkSync(`${hostname()}-${pid}`, join(paths.get('userData') ?? '', 'SingletonLock'));
        return false;
      },
      setAppUserModelId: () => undefined,
      setAsDefaultProtocolClient: (scheme) => {
        this.record.protocolClients.push(scheme);
        return true;
      },
      setPath: (name, path) => {
        this.mustNotBeReady('app.setPath');
        if (this.record.lockAsked) {
          throw new Error('The lock was taken for another directory.');
        }
        if (!isAbsolute(path) || !existsSync(path)) {
          throw new Error('Failed to set path: no such directory.');
        }
        paths.set(name, path);
      },
      whenReady: () => this.#becameReady.promise,
    };
    const commandLine: Pick<CommandLine, 'hasSwitch'> = {
      hasSwitch: (name) => switches.has(name),
    };
    this.api = strict(
      'app',
      Object.assign(this.events, doubled, { commandLine: strict('app.commandLine', commandLine) }),
    ) as unknown as App;
  }

  mustNotBeReady(what: string): void {
    if (this.#ready) {
      throw new Error(`${what} can only be called before app is ready.`);
    }
  }

  mustBeReady(what: string): void {
    if (!this.#ready) {
      throw new Error(`${what} can only be used after app is ready.`);
    }
  }

  becomeReady(): void {
    if (this.#ready || this.record.exitCode !== undefined) {
      return;
    }
    this.#ready = true;
    this.events.emit('ready', createEvent({}), {});
    this.#becameReady.resolve();
  }

  windowsAllClosed(): void {
    if (this.#quitting || this.record.exitCode !== undefined) {
      return;
    }
    if (this.events.listenerCount('window-all-closed') === 0) {
      void this.#quit();
    } else {
      this.events.emit('window-all-closed');
    }
  }

  async #quit(): Promise<void> {
    if (this.record.exitCode !== undefined) {
      return;
    }
    const before = createEvent({});
    this.events.emit('before-quit', before);
    if (before.defaultPrevented) {
      return;
    }
    this.#quitting = true;
    if (!(await this.closeWindows())) {
      this.#quitting = false;
      return;
    }
    const will = createEvent({});
    this.events.emit('will-quit', will);
    if (will.defaultPrevented) {
      return;
    }
    this.#end(0);
  }

  /**
   * Ends without asking: no `before-quit`, no `will-quit` (electron.d.ts, `App.exit`). Before `ready` there is no message
   * loop, so the process ends inside the call and no `quit` is emitted either (shell/browser/browser.cc, `Browser::Exit`).
   */
  #exit(code: number): void {
    if (this.record.exitCode !== undefined) {
      return;
    }
    if (!this.#ready) {
      this.record.exitCode = code;
      this.#ended.resolve(code);
      throw new ProcessEnded();
    }
    this.#quitting = true;
    this.destroyWindows();
    this.#end(code);
  }

  #end(code: number): void {
    if (this.record.exitCode !== undefined) {
      return;
    }
    this.record.exitCode = code;
    this.events.emit('quit', createEvent({}), code);
    this.#ended.resolve(code);
  }
}
