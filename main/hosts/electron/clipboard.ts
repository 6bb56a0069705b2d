import type { Clipboard } from 'electron';

/** Writes texts to the clipboard and takes them away again. */
export interface ClipboardWriter {
  /** Writes; with `clearAfterMs`, clears the clipboard after that time if it still holds the same text. */
  copy(text: string, clearAfterMs?: number): void;
  /** Takes away at once whatever waits to be taken away: the console quits. */
  close(): Promise<void>;
}

/** @param log hears that the clipboard refused, never what was to be written */
export function createClipboardWriter(
  clipboard: Pick<Clipboard, 'readText' | 'writeText' | 'clear'>,
  log: (message: string) => void,
): ClipboardWriter {
  let pending: { text: string; timer: NodeJS.Timeout } | undefined;

  async function clearIfSame(text: string): Promise<void> {
    try {
      if ((await clipboard.readText()) === text) clipboard.clear();
    } catch {
      log('The clipboard could not be cleared.');
    }
  }

  return {
    copy(text, clearAfterMs) {
      clearTimeout(pending?.timer);
      pending = undefined;
      clipboard.writeText(text).catch(() => log('The clipboard could not be written.'));
      if (clearAfterMs === undefined) return;
      const timer = setTimeout(() => {
        pending = undefined;
        void clearIfSame(text);
      }, clearAfterMs);
      pending = { text, timer };
    },
    async close() {
      const last = pending;
      pending = undefined;
      clearTimeout(last?.timer);
      if (last) await clearIfSame(last.text);
    },
  };
}
