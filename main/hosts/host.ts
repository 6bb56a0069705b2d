import type { Readable } from 'node:stream';
import type { Capabilities, Preferences, SaveResult } from '../../preload/contract/application.ts';

/** A file on its way to the person: opened only once it is known where it goes. */
export interface FileToSave {
  /** Already made safe. */
  fileName: string;
  /** Opens the source; called at most once per delivery. Aborted when the person cancels. */
  open(signal: AbortSignal): Promise<{ body: Readable; bytes?: number; contentType?: string }>;
}

/** How a transfer is followed. */
export interface TransferOptions {
  signal: AbortSignal;
  progress(bytes: number, total?: number): void;
}

/** What a host does for the rest of main; the two implementations are in hosts/electron and hosts/browser. */
export interface Host {
  /** For people, such as “browser host”. */
  name: string;
  capabilities: Capabilities;
  /** Shown in the interface as a lasting notice, where there is one. */
  notice?: string;
  /** Names the runtime and what it is made of. */
  versions: Record<string, string>;
  /** Asks where to save and writes there (whole or not at all), or hands out a one-time download address. */
  saveFile(file: FileToSave, options: TransferOptions): Promise<SaveResult>;
  /** Waits for the end of a download that `saveFile` handed out; absent where the host writes files itself. */
  downloadOutcome?(address: string, options: TransferOptions): Promise<{ bytes: number }>;
  /** The public address of a medium's token, such as `assay-media://…` or `/media/…`. */
  mediaAddress(token: string): string;
  /** The token in an address made by `mediaAddress`, or undefined. */
  mediaToken(address: string): string | undefined;
  /** Asks the person, then opens the system's browser; false when they declined. */
  openExternal(url: string): Promise<boolean>;
  /** Writes the clipboard, clearing it later when asked; absent where the page does it. */
  copy?(text: string, clearAfterMs?: number): void;
  /** Called with the preferences as they were kept, at the start and after each change. */
  preferencesChanged?(kept: Preferences): void;
  /** The last lines of the log, redacted; absent where it is shown in a terminal. */
  recentLog?(): string;
  /** The proxy the system uses for an address: `http://host:port`, or undefined for none. */
  systemProxy(url: string): Promise<string | undefined>;
}
