import type { BrowserWindow, Dialog } from 'electron';
import { recoverFromCrash } from './crash-recovery.ts';
import type { OpenWindow } from './window.ts';

export interface ConsoleWindowDeps {
  dialog: Pick<Dialog, 'showMessageBox'>;
  /** Creates the window without loading its page. Undefined when the application quits meanwhile. */
  open(): Promise<OpenWindow | undefined>;
  /** Called for each window before its page is loaded; the window exists meanwhile, hidden. */
  admit(opened: OpenWindow): Promise<void>;
  /** Called when the window cannot be admitted, or its page cannot be loaded. */
  failed(error: unknown): void;
  quit(): void;
  /** Milliseconds on a monotonic clock. */
  now(): number;
}

/** The console's only window: opened on demand, reloaded after a crash. */
export class ConsoleWindow {
  readonly #deps: ConsoleWindowDeps;
  #opened: Promise<void> | undefined;
  #window: BrowserWindow | undefined;

  constructor(deps: ConsoleWindowDeps) {
    this.#deps = deps;
  }

  /** Opens the window unless it is open or opening. */
  ensure(): void {
    if (this.#opened) {
      return;
    }
    this.#opened = this.#open();
    this.#opened.catch((error: unknown) => {
      this.#opened = undefined;
      this.#deps.failed(error);
    });
  }

  /** Opens the window or focuses the open one. */
  bringForward(): void {
    const window = this.#window;
    if (!window) {
      this.ensure();
      return;
    }
    if (window.isMinimized()) {
      window.restore();
    }
    window.show();
    window.focus();
  }

  async #open(): Promise<void> {
    const made = await this.#deps.open();
    if (!made) {
      return;
    }
    const { window } = made;
    this.#window = window;
    window.once('closed', () => {
      this.#window = undefined;
      this.#opened = undefined;
    });
    await this.#deps.admit(made);
    if (window.isDestroyed()) {
      return;
    }
    recoverFromCrash(window, {
      dialog: this.#deps.dialog,
      load: () => this.#load(made),
      failed: this.#deps.failed,
      quit: this.#deps.quit,
      now: this.#deps.now,
    });
    await this.#load(made);
  }

  /** Rejects when the page cannot be loaded; not when the window was closed or the page crashed or reloaded meanwhile. */
  async #load({ window, load }: OpenWindow): Promise<void> {
    let lost = false;
    const lose = () => {
      lost = true;
    };
    window.webContents.once('render-process-gone', lose);
    try {
      await load();
    } catch (error) {
      if (window.isDestroyed() || lost || isAborted(error)) {
        return;
      }
      throw error;
    } finally {
      if (!window.isDestroyed()) {
        window.webContents.off('render-process-gone', lose);
      }
    }
  }
}

/** Returns whether another load replaced this one. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
}
