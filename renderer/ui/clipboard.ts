/** A copy of revealed personal data leaves the clipboard after this long. Milliseconds. */
export const clearCopiesAfter = 60_000;

export interface Clipboard {
  /** Copies; with `clearAfterMs` the copy is taken out of the clipboard again later, if it is still there. */
  copy(text: string, options?: { clearAfterMs?: number }): Promise<void>;
}

interface ClipboardDeps {
  /** Main's clipboard, where the host has one. */
  byHost: ((text: string, clearAfterMs?: number) => Promise<unknown>) | undefined;
  page: Pick<Navigator['clipboard'], 'writeText'>;
  /** Runs when the person copies something by hand in the window; the returned function stops listening. */
  onCopyByHand(run: () => void): () => void;
  hasFocus(): boolean;
  /** Runs when the window gets the focus next. */
  onFocus(run: () => void): void;
  after(ms: number, run: () => void): () => void;
}

/**
 * The host's clipboard where it has one, the page's own elsewhere. A page cannot see whether the clipboard still holds what
 * it wrote, so it clears it unless something else was copied in the window since.
 */
export function createClipboard(parts: () => ClipboardDeps): Clipboard {
  let stop: (() => void) | undefined;
  return {
    async copy(text, { clearAfterMs } = {}) {
      const { byHost, page, after, hasFocus, onFocus, onCopyByHand } = parts();
      stop?.();
      stop = undefined;
      if (byHost) {
        await byHost(text, clearAfterMs);
        return;
      }
      await page.writeText(text);
      if (clearAfterMs === undefined) {
        return;
      }
      let due = true;
      // A page may write the clipboard only while it has the focus; otherwise it is cleared as soon as the focus is back.
      const clear = () => {
        if (!due) {
          return;
        }
        if (!hasFocus()) {
          return onFocus(clear);
        }
        stop?.();
        void page.writeText('').catch(() => undefined);
      };
      const stopTimer = after(clearAfterMs, clear);
      const stopListening = onCopyByHand(() => stop?.());
      stop = () => {
        due = false;
        stopTimer();
        stopListening();
      };
    },
  };
}
