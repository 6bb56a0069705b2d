import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, ipcMain, Menu, session } from 'electron';
import { watchForDefects } from '../../application/defects.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import type { Outlet } from '../../bridge/publish.ts';
import { Failure } from '../../failure.ts';
import type { Host } from '../host.ts';
import { ConsoleWindow } from './console-window.ts';
import { createLinkInbox, type LinkInbox, linkInArguments, linkScheme } from './deep-links.ts';
import { createElectronHost } from './host.ts';
import { openIpc } from './ipc.ts';
import { lockApplication, lockSessions } from './lockdown.ts';
import { type ServeMedia, streamMedia } from './media-protocol.ts';
import { menuTemplate } from './menu.ts';
import { servePage } from './page-protocol.ts';
import { requireCurrentRuntime } from './runtime.ts';
import { Shutdown } from './shutdown.ts';
import { openWindow } from './window.ts';

/** The rest of main, as `compose` gives it. */
export interface Console {
  dispatch: Dispatch;
  outlet: Outlet;
  serveMedia: ServeMedia;
  close(): Promise<void>;
}

export interface ApplicationFacts {
  /** Where settings are kept; the usual place when undefined. */
  dataDir: string | undefined;
  argv: readonly string[];
  compose(given: { dataDir: string; host: Host; log(message: string): void }): Promise<Console>;
  log(message: string): void;
}

/** The application's name to the operating system; `appId` in electron-builder.yml. */
const applicationId = 'org.assay.console';

/**
 * Runs the console as an application: locked down before anything else, once per person and data directory, with one
 * window. Returns at once; everything else happens when the runtime is ready.
 */
export function startApplication(facts: ApplicationFacts): void {
  requireCurrentRuntime(process.versions);
  app.once(
    'quit',
    watchForDefects(process, facts.log, () => {
      dialog.showErrorBox(
        'Assay has to close',
        'It met a defect of its own. What you did is not lost at the service; start it again.',
      );
      app.exit(1);
    }),
  );
  if (facts.dataDir !== undefined) {
    // The runtime refuses a directory that is not there yet.
    mkdirSync(facts.dataDir, { recursive: true, mode: 0o700 });
    app.setPath('userData', facts.dataDir);
  }
  lockApplication(app);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  if (process.platform === 'win32') app.setAppUserModelId(applicationId);
  // From a checkout this would make the checkout the system's answer to links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  new Application(facts).start();
}

class Application {
  readonly #facts: ApplicationFacts;
  readonly #shutdown = new Shutdown(app);
  readonly #inbox: LinkInbox;
  readonly #host: ReturnType<typeof createElectronHost>;
  #window: ConsoleWindow | undefined;
  #outlet: Outlet | undefined;

  constructor(facts: ApplicationFacts) {
    this.#facts = facts;
    this.#host = createElectronHost(facts.log);
    this.#inbox = createLinkInbox(
      (conversationId) => this.#outlet?.publish('application.openConversation', { conversationId }),
      facts.log,
    );
  }

  start(): void {
    const first = linkInArguments(this.#facts.argv);
    if (first !== undefined) this.#inbox.receive(first);
    app.on('second-instance', (_event, argv) => {
      const link = linkInArguments(argv);
      if (link !== undefined) this.#inbox.receive(link);
      this.#window?.bringForward();
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#inbox.receive(url);
      this.#window?.bringForward();
    });
    app.on('activate', () => this.#window?.ensure());
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
    app
      .whenReady()
      .then(() => this.#run())
      .catch((error: unknown) => this.#fail(error));
  }

  async #run(): Promise<void> {
    const { log } = this.#facts;
    lockSessions(app, session.defaultSession);
    const dataDir = app.getPath('userData');
    const { host, close } = this.#host;
    const console = await this.#facts.compose({ dataDir, host, log });
    this.#outlet = console.outlet;
    servePage(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'));
    streamMedia(session.defaultSession, console.serveMedia, () => log('A medium could not be served.'));
    const ipc = openIpc(ipcMain, console.dispatch, console.outlet);
    this.#shutdown.add(() => ipc.close());
    this.#shutdown.add(close);
    this.#shutdown.add(() => console.close());
    setMenu(console.outlet);
    this.#window = new ConsoleWindow({
      dialog,
      open: async () => {
        const made = await openWindow({
          preload: join(app.getAppPath(), 'out', 'preload', 'index.cjs'),
          statePath: join(dataDir, 'window.json'),
          devTools: !app.isPackaged,
          mayOpen: () => !this.#shutdown.hasBegun,
          log,
        });
        if (made) this.#shutdown.add(made.kept);
        return made;
      },
      admit: (window) => ipc.admit(window.webContents, this.#inbox),
      failed: (error) => this.#fail(error),
      quit: () => app.quit(),
      now: () => performance.now(),
    });
    this.#window.ensure();
  }

  #fail(error: unknown): void {
    const hint = error instanceof Failure && error.hint !== undefined ? ` ${error.hint}` : '';
    const message = `${error instanceof Error ? error.message : String(error)}${hint}`;
    this.#facts.log(`Assay could not start: ${message}`);
    dialog.showErrorBox('Assay could not start', message);
    void this.#shutdown.exit(1);
  }
}

function setMenu(outlet: Outlet): void {
  const template = menuTemplate({
    platform: process.platform,
    developer: !app.isPackaged,
    command: (command) => outlet.publish('application.command', { command }),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
