import type { BrowserWindow, Dialog } from 'electron';
import { recoverFromCrash } from './crash-recovery.ts';
import type { OpenWindow } from './window.ts';

export interface ConsoleWindowFacts {
  dialog: Pick<Dialog, 'showMessageBox'>;
  /** Makes the window; its page is not loaded yet. Undefined when the application quits meanwhile. */
  open(): Promise<OpenWindow | undefined>;
  /** Called for each window before its page is loaded. */
  admit(window: BrowserWindow): void;
  /** The page cannot be loaded at all. */
  failed(error: unknown): void;
  quit(): void;
  /** Milliseconds that only grow. */
  now(): number;
}

/** The console's one window: opened when it is needed, loaded again when its page is lost. */
export class ConsoleWindow {
  readonly #facts: ConsoleWindowFacts;
  #opened: Promise<void> | undefined;
  #window: BrowserWindow | undefined;

  constructor(facts: ConsoleWindowFacts) {
    this.#facts = facts;
  }

  /** The window, where there is one. */
  get current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Opens the window unless it is open or being opened: several events may ask at the same time. */
  ensure(): void {
    if (this.#opened) {
      return;
    }
    this.#opened = this.#open();
    this.#opened.catch((error: unknown) => {
      this.#opened = undefined;
      this.#facts.failed(error);
    });
  }

  /** Opens the window, or brings the one that is open to the front. */
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
    const made = await this.#facts.open();
    if (!made) {
      return;
    }
    const { window } = made;
    this.#window = window;
    window.once('closed', () => {
      this.#window = undefined;
      this.#opened = undefined;
    });
    this.#facts.admit(window);
    recoverFromCrash(window, {
      dialog: this.#facts.dialog,
      load: () => this.#load(made),
      failed: this.#facts.failed,
      quit: this.#facts.quit,
      now: this.#facts.now,
    });
    await this.#load(made);
  }

  /** Rejects when the page cannot be loaded; not when the window was closed, the page lost or loaded again meanwhile. */
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

/** Another load took this one's place. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
}
