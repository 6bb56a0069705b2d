import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { consoleAddress } from './addresses.ts';
import { webPreferences } from './web-preferences.ts';
import { openingOf, readWindowState, smallest, type WindowState, writeWindowState } from './window-state.ts';

/** The time for which a window must stay unchanged before its state is written, in milliseconds. */
const settleMs = 500;

/** The wait for `ready-to-show` after the page is loaded, in milliseconds: a hidden window may get no frame under Wayland. */
const showWithinMs = 1000;

export interface WindowDeps {
  /** Absolute path of the built preload script. */
  preload: string;
  /** Absolute path of the file with the window's state. */
  statePath: string;
  devTools: boolean;
  /** The window's icon on Linux, where the system takes it from the window; undefined elsewhere. */
  icon: string | undefined;
  /** Called after the state was read; returns false when the application quits meanwhile. */
  mayOpen(): boolean;
  /** Called once, when the window is shown. */
  shown(): void;
  log(message: string): void;
}

export interface OpenWindow {
  window: BrowserWindow;
  load(): Promise<void>;
  /** Shows the window, unless it was shown or is closed. */
  show(): void;
  /** Settles when the window's last state is on disk. */
  kept(): Promise<void>;
}

/**
 * Opens the console's window at its last position and shows it when it has content: at `ready-to-show`, a second after the page is loaded, or
 * at the caller's `show`. The page is loaded by `load`, after the caller has admitted the window to the bridge.
 */
export async function openWindow(deps: WindowDeps): Promise<OpenWindow | undefined> {
  const saved = await readWindowState(deps.statePath);
  if (!deps.mayOpen()) {
    return undefined;
  }
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  const { maximized, ...bounds } = openingOf(saved, displays);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: Math.min(smallest.width, bounds.width),
    minHeight: Math.min(smallest.height, bounds.height),
    show: false,
    title: 'Assay',
    ...omitUndefined({ icon: deps.icon }),
    backgroundColor: windowColor(),
    webPreferences: webPreferences(deps.preload, deps.devTools),
  });
  let isShown = false;
  const show = () => {
    if (isShown || window.isDestroyed()) {
      return;
    }
    isShown = true;
    if (maximized) {
      window.maximize();
    }
    window.show();
    deps.shown();
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', () => setTimeout(show, showWithinMs).unref());
  askBeforeClosing(window);
  return { window, load: () => loadPage(window), show, kept: keepState(window, deps) };
}

/** Ends the start instead of an empty window. */
export class MissingFiles extends Error {
  constructor() {
    super('Files of the program are missing or damaged. Install Assay again.');
  }
}

/**
 * Loads the page; the runtime takes an answer of 404 for one.
 * @throws MissingFiles; errors of `loadURL`
 */
async function loadPage(window: BrowserWindow): Promise<void> {
  const contents = window.webContents;
  let status = 200;
  const arrived = (_event: unknown, _address: string, given: number) => {
    status = given;
  };
  contents.once('did-navigate', arrived);
  try {
    await window.loadURL(consoleAddress);
  } finally {
    if (!window.isDestroyed()) {
      contents.off('did-navigate', arrived);
    }
  }
  if (status >= 400) {
    throw new MissingFiles();
  }
}

/** Returns the colour of a window before its page is drawn. */
export function windowColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff';
}

/** Asks the user when the page prevents its closing during a run of deletions; Electron itself would silently keep the window open. */
function askBeforeClosing(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const chosen = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Deletions are in progress. Close Assay anyway?',
      detail:
        'Requests already sent are followed up at the next start. Nothing more is sent until you resume the run.',
      buttons: ['Keep open', 'Close'],
      defaultId: 0,
      cancelId: 0,
    });
    if (chosen === 1) {
      event.preventDefault();
    }
  });
}

function keepState(window: BrowserWindow, { statePath, log }: WindowDeps): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let state: WindowState | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!state) {
      return;
    }
    const snapshot = state;
    state = undefined;
    writing = writing
      .then(() => writeWindowState(statePath, snapshot))
      .catch(() => log('The window’s position could not be saved.'));
  };
  const note = () => {
    if (window.isDestroyed() || window.isMinimized()) {
      return;
    }
    state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    clearTimeout(timer);
    timer = setTimeout(write, settleMs);
  };
  window.on('resize', note);
  window.on('move', note);
  window.on('maximize', note);
  window.on('unmaximize', note);
  // Its state cannot be read after it is closed.
  window.on('close', () => {
    note();
    write();
  });
  return () => writing;
}
