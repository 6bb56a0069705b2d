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
  /** Runs when the user copies something by hand in the window; the returned function stops listening. */
  onCopyByHand(run: () => void): () => void;
  /** Runs when the window loses the focus; the returned function stops listening. */
  onBlur(run: () => void): () => void;
  hasFocus(): boolean;
  after(ms: number, run: () => void): () => void;
}

/**
 * Returns the host's clipboard where it has one, the page's own elsewhere. A page must not read the clipboard, so it clears it only while
 * nothing else can have been copied since: not in this window, and not in another one, which needs the focus for that.
 */
export function createClipboard(parts: () => ClipboardDeps): Clipboard {
  let stop: (() => void) | undefined;
  return {
    async copy(text, { clearAfterMs } = {}) {
      const { byHost, page, after, hasFocus, onBlur, onCopyByHand } = parts();
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
      if (!hasFocus()) {
        return;
      }
      const giveUp = () => stop?.();
      const stopTimer = after(clearAfterMs, () => {
        giveUp();
        void page.writeText('').catch(() => undefined);
      });
      const stopListening = [onCopyByHand(giveUp), onBlur(giveUp)];
      stop = () => {
        stop = undefined;
        stopTimer();
        for (const stopOne of stopListening) {
          stopOne();
        }
      };
    },
  };
}
