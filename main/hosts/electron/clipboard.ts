import type { Clipboard, ClipboardItem } from 'electron';

export interface ClipboardDeps {
  clipboard: Pick<Clipboard, 'readText' | 'write' | 'writeText' | 'clear'>;
  /** Electron's own. */
  ClipboardItem: new (
    items: Record<string, string | Blob>,
  ) => ClipboardItem;
  platform: NodeJS.Platform;
  /** Receives that the clipboard refused, never the text. */
  log(message: string): void;
}

/** Writes texts to the clipboard and clears them after a time. */
export class ClipboardWriter {
  readonly #deps: ClipboardDeps;
  #pending: { text: string; timer: NodeJS.Timeout } | undefined;

  constructor(deps: ClipboardDeps) {
    this.#deps = deps;
  }

  /**
   * Writes a text; with `clearAfterMs` it is marked as sensitive, and cleared after that time if it is still the
   * clipboard's content.
   */
  copy(text: string, clearAfterMs?: number): void {
    clearTimeout(this.#pending?.timer);
    this.#pending = undefined;
    const written = clearAfterMs === undefined ? this.#write(text) : this.#writeSensitive(text);
    written.catch(() => this.#deps.log('The clipboard could not be written.'));
    if (clearAfterMs === undefined) {
      return;
    }
    const timer = setTimeout(() => {
      this.#pending = undefined;
      void this.#clearIfSame(text);
    }, clearAfterMs);
    this.#pending = { text, timer };
  }

  /** Clears all pending texts at once, when the console quits. */
  async close(): Promise<void> {
    const last = this.#pending;
    this.#pending = undefined;
    clearTimeout(last?.timer);
    if (last) {
      await this.#clearIfSame(last.text);
    }
  }

  #write(text: string): Promise<void> {
    return this.#deps.clipboard.writeText(text);
  }

  async #writeSensitive(text: string): Promise<void> {
    const { clipboard, ClipboardItem: Item, platform, log } = this.#deps;
    try {
      await clipboard.write([new Item(sensitiveText(text, platform))]);
    } catch {
      log('The clipboard text could not be marked as sensitive.');
      await this.#write(text);
    }
  }

  async #clearIfSame(text: string): Promise<void> {
    const { clipboard, log } = this.#deps;
    try {
      if ((await clipboard.readText()) === text) {
        clipboard.clear();
      }
    } catch {
      log('The clipboard could not be cleared.');
    }
  }
}

/** Formats that tell clipboard managers not to keep, show or sync a text. */
const marks: Partial<Record<NodeJS.Platform, Record<string, Uint8Array<ArrayBuffer>>>> = {
  // A DWORD of 0 means no; for the first format its presence counts.
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: new Uint8Array(4),
    CanIncludeInClipboardHistory: new Uint8Array(4),
    CanUploadToCloudClipboard: new Uint8Array(4),
  },
  // http://nspasteboard.org
  darwin: {
    'org.nspasteboard.ConcealedType': new Uint8Array(1),
    'org.nspasteboard.TransientType': new Uint8Array(1),
  },
  linux: { 'x-kde-passwordManagerHint': new TextEncoder().encode('secret') },
};

/** Returns a text with these marks, as a clipboard item (electron.d.ts, `Clipboard.has`: raw formats of a system). */
function sensitiveText(text: string, platform: NodeJS.Platform): Record<string, string | Blob> {
  const named = Object.entries(marks[platform] ?? {}).map(([format, bytes]): [string, Blob] => [
    `electron application/osclipboard;format="${format}"`,
    new Blob([bytes]),
  ]);
  return { 'text/plain': text, ...Object.fromEntries(named) };
}
