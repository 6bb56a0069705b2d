import type { SystemPreferences } from 'electron';

/** Continues “Assay is trying to …” in the system's window. */
const reason = 'show personal data';

/**
 * Asks who uses the console before personal data is shown again after the screen was locked, by Touch ID. Electron has this on macOS only, and not
 * on every Mac (electron.d.ts, `SystemPreferences`); elsewhere the mask is all.
 */
export class Unlocking {
  readonly #system: () => Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>;
  readonly #platform: NodeJS.Platform;
  #isLocked = false;

  constructor(
    system: () => Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>,
    platform: NodeJS.Platform,
  ) {
    this.#system = system;
    this.#platform = platform;
  }

  get isPossible(): boolean {
    return this.#platform === 'darwin' && this.#system().canPromptTouchID();
  }

  /** Called when the screen was locked or the machine went to sleep. */
  lock(): void {
    this.#isLocked = true;
  }

  /** Returns whether personal data may be shown; asks first where it was locked. */
  async unlock(): Promise<boolean> {
    if (this.#isLocked && this.isPossible) {
      try {
        await this.#system().promptTouchID(reason);
      } catch {
        return false;
      }
    }
    this.#isLocked = false;
    return true;
  }
}
