import type { App } from 'electron';
import { within } from '../../common/within.ts';

/** The time that quitting waits for everything to close, in milliseconds. */
const closeWithinMs = 5000;

/** Delays quitting until everything is closed, in the order of registration; a part that does not close in time is skipped. */
export class Shutdown {
  readonly #app: App;
  readonly #steps: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | undefined;

  constructor(app: App) {
    this.#app = app;
    app.on('will-quit', (event) => {
      if (this.#closing) {
        return;
      }
      event.preventDefault();
      void this.#close().then(() => app.quit());
    });
  }

  /** Returns whether the application is quitting: nothing new is opened. */
  get hasBegun(): boolean {
    return this.#closing !== undefined;
  }

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  /** Closes everything, then exits with a failure status. `app.exit` alone would close nothing. */
  async exit(status: number): Promise<void> {
    await this.#close();
    this.#app.exit(status);
  }

  #close(): Promise<void> {
    this.#closing ??= within(closeWithinMs, this.#runAll());
    return this.#closing;
  }

  async #runAll(): Promise<void> {
    for (const step of this.#steps) {
      try {
        await step();
      } catch {
        // A part that cannot be closed must not keep the others open.
      }
    }
  }
}
