import { existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import type { PowerMonitor } from 'electron';
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  type Session,
  session,
} from 'electron';
import type { EventBus } from '../../bridge/event-bus.ts';
import type { Host } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import { isRunning } from '../../common/this-machine.ts';
import type { Console } from '../../compose.ts';
import { handleUncaughtErrors } from '../../features/application/uncaught-errors.ts';
import { devServerOrigin } from '../dev-server.ts';
import { blockRemoteRequests } from './block-remote-requests.ts';
import { ConsoleWindow } from './console-window.ts';
import { showContextMenus } from './context-menu.ts';
import { createLinkInbox, type LinkInbox, linkInArguments, linkScheme } from './deep-links.ts';
import { ElectronHost } from './host.ts';
import { type Ipc, openIpc } from './ipc.ts';
import { lockApplication, lockSessions } from './lockdown.ts';
import { LogFile } from './log-file.ts';
import { streamMedia } from './media-protocol.ts';
import { type Command, menuTemplate } from './menu.ts';
import { servePage } from './page-protocol.ts';
import { Shutdown } from './shutdown.ts';
import { lastingNotice, refusedSwitch } from './switches.ts';
import { type Updater, updaterPartition, watchForUpdates } from './updates.ts';
import { pagePartition } from './web-preferences.ts';
import { MissingFiles, type OpenWindow, openWindow } from './window.ts';

export interface ApplicationDeps {
  /** The data directory; the default one when undefined. */
  dataDir: string | undefined;
  argv: readonly string[];
  compose(given: { dataDir: string; host: Host; log(message: string): void }): Promise<Console>;
  log(message: string): void;
}

/** The application's id for the operating system; `appId` in electron-builder.yml. */
const applicationId = 'org.assay.console';

/**
 * Runs the console as an application: security settings first, one instance for each user and data directory, one
 * window. Returns at once; the rest happens when the runtime is ready.
 */
export function startApplication(deps: ApplicationDeps): void {
  requireCurrentRuntime(process.versions);
  let file: LogFile | undefined;
  const log = (message: string) => {
    deps.log(message);
    file?.write(message);
  };
  const refused = app.isPackaged ? refusedSwitch(app.commandLine) : undefined;
  if (refused !== undefined) {
    deps.log(refused);
    // Before `ready`, Linux prints this to standard error only (electron.d.ts, `Dialog.showErrorBox`).
    dialog.showErrorBox('Assay cannot start this way', refused);
    app.exit(1);
    return;
  }
  app.once(
    'quit',
    handleUncaughtErrors(process, log, () => {
      dialog.showErrorBox(
        'Assay has to close',
        'An unexpected error occurred. Requests already sent to the service are not affected. Start Assay again.',
      );
      app.exit(1);
    }),
  );
  const notice = app.isPackaged ? lastingNotice(app.commandLine) : undefined;
  const unusable = prepareDirectories(deps.dataDir);
  if (unusable !== undefined) {
    refuseToStart(unusable, deps.log);
    return;
  }
  lockApplication(app);
  if (!app.requestSingleInstanceLock()) {
    const failure = lockFailure(app.getPath('userData'));
    if (failure === undefined) {
      app.exit(0);
    } else {
      refuseToStart(failure, deps.log);
    }
    return;
  }
  // Written by the one instance only.
  const dataDir = app.getPath('userData');
  file = new LogFile({ directory: join(dataDir, 'logs'), home: homedir(), now: () => new Date() });
  if (process.platform === 'win32') {
    app.setAppUserModelId(applicationId);
  }
  const host = new ElectronHost({
    log,
    recentLog: () => file?.recent() ?? '',
    notice,
  });
  new Application({ ...deps, log }, host).start();
}

/**
 * Makes the data directory, and a folder in it that keeps the runtime's own files apart from the settings (docs/security.md). The runtime
 * refuses a directory that does not exist.
 *
 * @returns the reason why they cannot be made, or undefined
 */
function prepareDirectories(dataDir = app.getPath('userData')): string | undefined {
  const runtime = join(dataDir, 'runtime');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Not as one call: on a read-only disk that would say that nothing is there.
    if (!existsSync(runtime)) {
      mkdirSync(runtime, { mode: 0o700 });
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return `The data directory ${dataDir} cannot be used (${code}). Check that it is a folder that can be written, then start Assay again.`;
  }
  app.setPath('userData', dataDir);
  app.setPath('sessionData', runtime);
  return undefined;
}

/** Ends with a message, in a dialog: Linux has none before `ready` (electron.d.ts, `Dialog.showErrorBox`). */
function refuseToStart(reason: string, log: (message: string) => void): void {
  log(reason);
  void app.whenReady().then(() => {
    dialog.showErrorBox('Assay could not start', reason);
    app.exit(1);
  });
}

class Application {
  readonly #deps: ApplicationDeps;
  readonly #host: ElectronHost;
  readonly #shutdown = new Shutdown(app);
  readonly #inbox: LinkInbox;
  #window: ConsoleWindow | undefined;
  #eventBus: EventBus | undefined;
  /** Returns false where the policy of the company turns updates off. */
  #updatesPermitted = async () => true;
  #wasShown = false;

  constructor(deps: ApplicationDeps, host: ElectronHost) {
    this.#deps = deps;
    this.#host = host;
    this.#inbox = createLinkInbox(
      (conversationId) => this.#eventBus?.emit('application.openConversation', { conversationId }),
      deps.log,
    );
  }

  start(): void {
    const first = linkInArguments(this.#deps.argv);
    if (first !== undefined) {
      this.#inbox.receive(first);
    }
    app.on('second-instance', (_event, argv) => {
      const link = linkInArguments(argv);
      if (link !== undefined) {
        this.#inbox.receive(link);
      }
      this.#window?.bringForward();
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#inbox.receive(url);
      this.#window?.bringForward();
    });
    app.on('activate', () => this.#window?.ensure());
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') {
        app.quit();
      }
    });
    app
      .whenReady()
      .then(() => this.#run())
      .catch((error: unknown) => this.#fail(error));
  }

  #run(): void {
    const dataDir = app.getPath('userData');
    const devServer = app.isPackaged ? undefined : devServerOrigin(process.env.ELECTRON_RENDERER_URL);
    lockSessions(app, session.defaultSession, devServer);
    const pages = session.fromPartition(pagePartition, { cache: false });
    pages.setCodeCachePath(join(dataDir, 'runtime', 'code-cache'));
    servePage(pages, join(app.getAppPath(), 'out', 'renderer'), devServer);
    app.on('child-process-gone', (_event, { type, name, reason }) =>
      this.#deps.log(
        `A process of the runtime ended: ${[type, name].filter(Boolean).join(', ')} (${reason}).`,
      ),
    );
    setMenu((command) => this.#eventBus?.emit('application.command', { command }));
    let bridge: Promise<Ipc> | undefined;
    // A bridge that is being built when the application quits is closed as well: its own steps follow this one.
    this.#shutdown.add(async () => void (await bridge?.catch(() => undefined)));
    this.#window = new ConsoleWindow({
      dialog,
      open: () => this.#open(dataDir),
      admit: async (opened) => {
        // The bridge begins when the first window exists, so that the window's process starts meanwhile.
        bridge ??= this.#openBridge(pages, dataDir);
        this.#admit(opened, await bridge);
      },
      failed: (error) => this.#fail(error),
      quit: () => app.quit(),
      now: () => performance.now(),
    });
    this.#window.ensure();
  }

  /** Builds the object graph, and connects it to the pages' session. */
  async #openBridge(pages: Session, dataDir: string): Promise<Ipc> {
    const { log } = this.#deps;
    const console = await this.#deps.compose({ dataDir, host: this.#host.host, log });
    const { eventBus } = console;
    this.#eventBus = eventBus;
    this.#updatesPermitted = async () => (await console.policy.current())?.updates ?? true;
    streamMedia(pages, console.serveMedia, () => log('A file could not be served.'));
    const ipc = openIpc(ipcMain, console.dispatch, eventBus);
    const mask = () => {
      this.#host.lock();
      eventBus.emit('application.command', { command: 'mask' });
    };
    this.#shutdown.add(watchScreenLock(powerMonitor, process.platform, mask));
    this.#shutdown.add(() => ipc.close());
    this.#shutdown.add(() => this.#host.close());
    this.#shutdown.add(() => console.close());
    return ipc;
  }

  #admit({ window, show }: OpenWindow, ipc: Ipc): void {
    if (window.isDestroyed()) {
      return;
    }
    const { log } = this.#deps;
    ipc.admit(window.webContents, {
      ready: () => {
        log('The window is ready.');
        show();
        this.#inbox.ready();
      },
      unready: () => this.#inbox.unready(),
    });
    this.#host.prepare(window);
    this.#showContextMenus(window);
    // The page would run without a bridge.
    window.webContents.once('preload-error', () => this.#fail(new MissingFiles()));
    window.webContents.on('render-process-gone', (_event, { reason }) =>
      log(`The window’s process ended (${reason}).`),
    );
  }

  /** Does what the start does not need, so that it does not delay the window. */
  async #afterShown(): Promise<void> {
    if (this.#wasShown) {
      return;
    }
    this.#wasShown = true;
    setAboutPanel(this.#host.host.versions);
    // In a checkout this would register the checkout as the handler of links.
    if (app.isPackaged) {
      app.setAsDefaultProtocolClient(linkScheme);
    }
    const stop = await watchForUpdates({
      isPermitted: this.#updatesPermitted,
      isPackaged: app.isPackaged,
      platform: process.platform,
      resources: process.resourcesPath,
      load: loadUpdater,
      onReady: (version) => {
        this.#host.updateReady(version);
        this.#eventBus?.emit('application.changed', {});
      },
      log: this.#deps.log,
    });
    this.#shutdown.add(stop);
  }

  async #open(dataDir: string) {
    const made = await openWindow({
      preload: join(app.getAppPath(), 'out', 'preload', 'index.cjs'),
      statePath: join(dataDir, 'window.json'),
      devTools: !app.isPackaged,
      icon: process.platform === 'linux' ? iconFile() : undefined,
      mayOpen: () => !this.#shutdown.hasBegun,
      shown: () =>
        void this.#afterShown().catch(() =>
          this.#deps.log('Updates are off: the updater could not be loaded.'),
        ),
      log: this.#deps.log,
    });
    if (made) {
      this.#shutdown.add(made.kept);
    }
    return made;
  }

  #showContextMenus(window: BrowserWindow): void {
    showContextMenus(window, {
      developer: !app.isPackaged,
      copy: (text, clearAfterMs) => this.#host.host.copy?.(text, clearAfterMs),
      inspect: (x, y) => window.webContents.inspectElement(x, y),
      popup: (items) => Menu.buildFromTemplate(items).popup({ window }),
    });
  }

  #fail(error: unknown): void {
    const hint = error instanceof Failure && error.hint !== undefined ? ` ${error.hint}` : '';
    const message = `${error instanceof Error ? error.message : String(error)}${hint}`;
    this.#deps.log(`Assay could not start: ${message}`);
    dialog.showErrorBox('Assay could not start', message);
    void this.#shutdown.exit(1);
  }
}

/** Loads electron-updater and lets its session, which `lockSessions` locks when it is created, reach the origin of updates. */
async function loadUpdater(origin: string): Promise<Updater> {
  blockRemoteRequests(session.fromPartition(updaterPartition, { cache: false }), origin);
  return (await import('./updater-library.ts')).autoUpdater;
}

/** Set before the first window, which would have the runtime's own menu. */
function setMenu(command: (command: Command) => void): void {
  const template = menuTemplate({ platform: process.platform, developer: !app.isPackaged, command });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Shown by the system's “About” (menu role `about`). */
function setAboutPanel(runtime: Record<string, string>): void {
  const versions = Object.entries(runtime)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
  app.setAboutPanelOptions({
    applicationName: 'Assay',
    // Linux shows neither `version` nor `credits`.
    applicationVersion: process.platform === 'linux' ? `${app.getVersion()} (${versions})` : app.getVersion(),
    version: versions,
    credits: versions,
    copyright: 'Copyright © The Assay authors',
    iconPath: iconFile(),
  });
}

/** Returns the icon beside the application archive, or in the checkout. */
function iconFile(): string {
  return app.isPackaged
    ? join(app.getAppPath(), '..', 'icon.png')
    : join(app.getAppPath(), 'build', 'icon.png');
}

/**
 * Returns the reason why the lock of the single instance was refused although no other instance runs on this computer, or undefined. Chromium keeps it
 * as a symbolic link to `host-pid` on Linux and macOS; on Windows it leaves nothing that could be read.
 *
 * @param dataDir absolute path
 */
function lockFailure(dataDir: string): string | undefined {
  if (process.platform === 'win32') {
    return undefined;
  }
  const file = join(dataDir, 'SingletonLock');
  let holder: string;
  try {
    holder = readlinkSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    // The other instance ended meanwhile, or the directory cannot be used.
    return `The data directory ${dataDir} cannot be locked (${code}). Check that it can be written, then start Assay again.`;
  }
  const at = holder.lastIndexOf('-');
  const host = holder.slice(0, at);
  const pid = Number(holder.slice(at + 1));
  if (host !== hostname()) {
    return `The data directory ${dataDir} is in use on the computer “${host}”. If Assay does not run there, delete ${file}.`;
  }
  return isRunning(pid)
    ? undefined
    : `The data directory ${dataDir} is locked by a program that has ended. Delete ${file}, then start Assay again.`;
}

/** The oldest Electron version that Assay is built and reviewed for (security checklist 16). */
const oldestMajor = 45;

/**
 * Refuses to run on an older runtime: security fixes come with the runtime.
 * @throws Error with a message for the user
 */
function requireCurrentRuntime(versions: { electron?: string }): void {
  const major = Number.parseInt(versions.electron ?? '', 10);
  if (Number.isNaN(major) || major < oldestMajor) {
    throw new Error(
      `Assay needs Electron ${oldestMajor} or newer; this is ${versions.electron ?? 'no Electron at all'}.`,
    );
  }
}

/** The interval of polling for a locked screen on Linux, which has no event for that, in milliseconds. */
const askEveryMs = 5000;
/** Required by the API; whether the user is idle is not used. Seconds. */
const idleThreshold = 60;

/**
 * Calls `mask` when the screen is locked and when the machine goes to sleep, since another person may unlock it.
 * `lock-screen` exists on macOS and Windows only (electron.d.ts, `PowerMonitor`).
 *
 * @returns a function that stops watching
 */
function watchScreenLock(
  powerMonitor: Pick<PowerMonitor, 'on' | 'off' | 'getSystemIdleState'>,
  platform: NodeJS.Platform,
  mask: () => void,
): () => void {
  powerMonitor.on('suspend', mask);
  powerMonitor.on('lock-screen', mask);
  let wasLocked = false;
  const timer =
    platform === 'linux'
      ? setInterval(() => {
          const isLocked = powerMonitor.getSystemIdleState(idleThreshold) === 'locked';
          if (isLocked && !wasLocked) {
            mask();
          }
          wasLocked = isLocked;
        }, askEveryMs).unref()
      : undefined;
  return () => {
    clearInterval(timer);
    powerMonitor.off('suspend', mask);
    powerMonitor.off('lock-screen', mask);
  };
}
