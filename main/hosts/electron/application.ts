import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, session } from 'electron';
import { watchForDefects } from '../../application/defects.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import type { Outlet } from '../../bridge/publish.ts';
import type { Host } from '../host.ts';
import { recoverFromCrash } from './crash-recovery.ts';
import { createLinkInbox, linkInArguments, linkScheme } from './deep-links.ts';
import { createElectronHost } from './host.ts';
import { openIpc } from './ipc.ts';
import { lockApplication, lockSessions } from './lockdown.ts';
import { type ServeMedia, streamMedia } from './media-protocol.ts';
import { menuTemplate } from './menu.ts';
import { servePage } from './page-protocol.ts';
import { requireCurrentRuntime } from './runtime.ts';
import { openWindow } from './window.ts';

/** The rest of main, as `compose` gives it. */
export interface Console {
  dispatch: Dispatch;
  outlet: Outlet;
  serveMedia: ServeMedia;
  close(): Promise<void>;
}

/** How long quitting may wait for the console to close, in milliseconds. */
const closeWithinMs = 5000;

export interface ApplicationFacts {
  /** Where settings are kept; the usual place when undefined. */
  dataDir: string | undefined;
  argv: readonly string[];
  compose(given: { dataDir: string; host: Host; log(message: string): void }): Promise<Console>;
  log(message: string): void;
}

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

  const parts: { console?: Console } = {};
  const inbox = createLinkInbox(
    (conversationId) => parts.console?.outlet.publish('application.openConversation', { conversationId }),
    facts.log,
  );
  const first = linkInArguments(facts.argv);
  if (first !== undefined) inbox.receive(first);
  app.on('second-instance', (_event, argv) => {
    const link = linkInArguments(argv);
    if (link !== undefined) inbox.receive(link);
    bringForward();
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    inbox.receive(url);
    bringForward();
  });

  const { host, close: closeHost } = createElectronHost(facts.log);
  async function run(): Promise<void> {
    lockSessions(app, session.defaultSession);
    const dataDir = app.getPath('userData');
    const console = await facts.compose({ dataDir, host, log: facts.log });
    parts.console = console;
    servePage(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'));
    streamMedia(session.defaultSession, console.serveMedia, () => facts.log('A medium could not be served.'));
    const ipc = openIpc(ipcMain, console.dispatch, console.outlet);
    const places: (() => Promise<void>)[] = [];
    const allKept = () => Promise.all(places.map((kept) => kept())).then(() => undefined);
    closeBeforeQuitting([() => ipc.close(), closeHost, () => console.close(), allKept]);

    const show = async () => {
      const { window, load, kept } = await openWindow({
        preload: join(app.getAppPath(), 'out', 'preload', 'index.cjs'),
        statePath: join(dataDir, 'window.json'),
        devTools: !app.isPackaged,
        log: facts.log,
      });
      places.push(kept);
      ipc.admit(window.webContents, inbox);
      recoverFromCrash(
        window.webContents,
        dialog,
        () => void load().catch(fail),
        performance.now.bind(performance),
      );
      await load();
    };
    setMenu(console.outlet);
    app.on('activate', () => {
      if (BrowserWindow.getAllWindows().length === 0) show().catch(fail);
    });
    await show();
  }

  function fail(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    facts.log(`Assay could not start: ${words}`);
    dialog.showErrorBox('Assay could not start', words);
    app.exit(1);
  }

  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.whenReady().then(run).catch(fail);
}

/** The application's name to the operating system; `appId` in electron-builder.yml. */
const applicationId = 'org.assay.console';

function setMenu(outlet: Outlet): void {
  const template = menuTemplate({
    platform: process.platform,
    developer: !app.isPackaged,
    command: (command) => outlet.publish('application.command', { command }),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function bringForward(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Holds quitting until everything is closed, in order; a part that does not close in time is left behind. */
function closeBeforeQuitting(steps: (() => Promise<void> | void)[]): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    const all = steps.reduce<Promise<void>>((before, step) => before.then(step, step), Promise.resolve());
    const limit = new Promise<void>((resolve) => setTimeout(resolve, closeWithinMs));
    void Promise.race([all.catch(() => undefined), limit]).then(() => app.quit());
  });
}
