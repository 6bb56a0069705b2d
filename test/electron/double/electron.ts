import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { type AppOptions, DoubleApp } from './app.ts';
import {
  createPerson,
  DoubleClipboardItem,
  DoublePower,
  DoubleTheme,
  DoubleTouch,
  doubleClipboard,
  doubleDialog,
  doubleMenu,
  doubleNotification,
  doubleScreen,
  doubleShell,
  type Person,
} from './electron-harness.ts';
import { DoubleIpcMain } from './ipc-main.ts';
import { doubleNet } from './net.ts';
import { DoubleSchemes, DoubleSession } from './session.ts';
import { strict } from './strict.ts';
import { doubleUtilityProcess } from './utility-process.ts';
import { DoubleWindow, type WindowWorld } from './window.ts';

/** A double of Electron: what `import 'electron'` returns to main, and its other side for tests. */
export interface ElectronDouble {
  module: Record<string, unknown>;
  app: DoubleApp;
  /** The session of the application's pages: its own partition, or the default one. */
  session: DoubleSession;
  defaultSession: DoubleSession;
  schemes: DoubleSchemes;
  /** Every other session, by partition name. */
  partitions: Map<string, DoubleSession>;
  ipc: DoubleIpcMain;
  windows: Set<DoubleWindow>;
  /** The state and the behaviour that the windows share. */
  shared: WindowWorld;
  person: Person;
  clipboard: ReturnType<typeof doubleClipboard>;
  menu: ReturnType<typeof doubleMenu>;
  theme: DoubleTheme;
  power: DoublePower;
  touch: DoubleTouch;
  /** The texts of the notifications shown. */
  notifications: string[];
  /** Work areas of the displays; the first is the primary one. */
  displays: Rectangle[];
}

export function createElectronDouble(facts: AppOptions): ElectronDouble {
  const app = new DoubleApp(facts);
  const schemes = new DoubleSchemes(app);
  const defaultSession = new DoubleSession(app, schemes);
  const partitions = new Map<string, DoubleSession>();
  const sessions = new Map([[defaultSession.api, defaultSession]]);
  // The runtime creates it on ready, and announces every other session on creation (electron.d.ts, `session-created`).
  function fromPartition(name: string): DoubleSession {
    app.mustBeReady('session.fromPartition');
    if (name === '') {
      return defaultSession;
    }
    const there = partitions.get(name);
    if (there) {
      return there;
    }
    const made = new DoubleSession(app, schemes);
    partitions.set(name, made);
    sessions.set(made.api, made);
    app.events.emit('session-created', made.api);
    return made;
  }
  const ipc = new DoubleIpcMain();
  const windows = new Set<DoubleWindow>();
  const person = createPerson();
  const clipboard = doubleClipboard();
  const menu = doubleMenu(app);
  const theme = new DoubleTheme();
  const power = new DoublePower();
  const touch = new DoubleTouch();
  const notifications: string[] = [];
  const displays = [{ x: 0, y: 0, width: 1920, height: 1040 }];
  const shared: WindowWorld = { app, ipc, sessionOf: fromPartition, windows, readyToShow: true };
  app.closeWindows = async () => {
    for (const window of windows) {
      if (!(await window.close())) {
        return false;
      }
    }
    return true;
  };
  app.destroyWindows = () => {
    for (const window of windows) {
      window.destroy();
    }
  };

  // `new BrowserWindow()` returns the strict double of a window, not the test's side of it.
  function BrowserWindow(options: BrowserWindowConstructorOptions): object {
    return new DoubleWindow(shared, options).api;
  }
  const all = () => [...windows].map((window) => window.api);
  Object.assign(BrowserWindow, {
    getAllWindows: all,
    getFocusedWindow: () => [...windows].find((window) => window.focused)?.api ?? null,
  });

  const module = {
    app: app.api,
    BrowserWindow,
    clipboard: clipboard.api,
    ClipboardItem: DoubleClipboardItem,
    dialog: doubleDialog(app, person),
    ipcMain: ipc.api,
    Menu: menu.api,
    Notification: doubleNotification(notifications),
    nativeTheme: theme,
    net: doubleNet((api) => sessions.get(api)),
    powerMonitor: power.api,
    protocol: schemes.protocolModule,
    screen: doubleScreen(app, () => displays),
    session: strict('session module', {
      get defaultSession() {
        app.mustBeReady('session.defaultSession');
        return defaultSession.api;
      },
      fromPartition: (name: string) => fromPartition(name).api,
    }),
    shell: doubleShell(person),
    systemPreferences: touch.api,
    utilityProcess: doubleUtilityProcess(app),
  };
  return {
    module,
    app,
    get session() {
      return [...partitions.values()][0] ?? defaultSession;
    },
    defaultSession,
    schemes,
    partitions,
    ipc,
    windows,
    shared,
    person,
    clipboard,
    menu,
    theme,
    power,
    touch,
    notifications,
    displays,
  };
}
