/** How long keys are held back for a field that does not appear, in milliseconds. */
const maxWaitMs = 5000;

/**
 * Holds what is typed after the palette was asked for and before its field has the focus. Otherwise these keys would be lost, or act
 * on the page, and Enter would run the first command of an unfiltered list.
 */
export class EarlyTyping {
  readonly #window: Window;
  #text = '';
  #stop: (() => void) | undefined;

  constructor(window: Window) {
    this.#window = window;
  }

  /** Begins to hold keys back, until `take` or five seconds later. */
  start(): void {
    this.take();
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        return;
      }
      if (event.key === 'Escape') {
        this.take();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Backspace') {
        this.#text = this.#text.slice(0, -1);
      } else if (event.key.length === 1) {
        this.#text += event.key;
      }
    };
    const timer = this.#window.setTimeout(() => this.take(), maxWaitMs);
    const ended = new AbortController();
    this.#window.addEventListener('keydown', hold, { capture: true, signal: ended.signal });
    this.#stop = () => {
      this.#window.clearTimeout(timer);
      ended.abort();
    };
  }

  /** Ends it. Returns what was typed. */
  take(): string {
    this.#stop?.();
    this.#stop = undefined;
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
