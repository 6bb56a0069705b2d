import type { Readable } from 'node:stream';
import type {
  Capabilities,
  LastingNotice,
  MissingFile,
  Preferences,
  SaveProgress,
  SaveResult,
} from '../../preload/contract/application.ts';
import type { KeytarChild } from '../keychain/keytar-process.ts';

/** A file that was opened to be saved. */
export interface FileSource {
  body: Readable;
  /** Its length, if known. */
  bytes?: number;
  contentType?: string;
  /** Set for a file that is made from several others. */
  contents?: FileContents;
}

/** The files that another one is made from: the progress, and those left out. Changes while it is written. */
export interface FileContents {
  progress(): SaveProgress;
  missing: readonly MissingFile[];
}

/** A file to save; opened only once its target is known. */
export interface FileToSave {
  /** A safe file name. */
  fileName: string;
  /** Opens the source; called at most once for each delivery. Aborted when the user cancels. */
  open(signal: AbortSignal): Promise<FileSource>;
}

/** Progress and cancellation of a transfer. */
export interface TransferOptions {
  signal: AbortSignal;
  progress(bytes: number, total?: number): void;
}

/** A folder that the user chose. */
export interface SaveFolder {
  path: string;
  /**
   * Writes a whole file or nothing, never over another file: a number is added to a name that is taken.
   * @throws Failure file-not-written, reply-truncated, cancelled, or the failure of the source
   */
  write(
    fileName: string,
    source: FileSource,
    options: TransferOptions,
  ): Promise<{ path: string; bytes: number }>;
}

/** The response to a request of a media address. */
export interface MediaResponse {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/**
 * Streams the medium of a token (main/features/media); each host asks it for what its window requests. A HEAD request is answered like a GET, and
 * the host leaves out the body.
 */
export type ServeMedia = (
  token: string,
  request: { range?: string | undefined; method?: string; signal: AbortSignal },
) => Promise<MediaResponse>;

/** A question to the user, in words that the page cannot change. */
export interface Question {
  message: string;
  detail: string;
  /** The button that agrees; the other one cancels. */
  accept: string;
}

/** The services of a host for the rest of main; implemented in hosts/electron and hosts/browser. */
export interface Host {
  /** For people, such as “browser host”. */
  name: string;
  capabilities: Capabilities;
  /** Notices that the interface shows for as long as they are true. */
  notices: readonly LastingNotice[];
  /** The versions of the runtime and its components. */
  versions: Record<string, string>;
  /** Asks where to save and writes the whole file or nothing, or returns a one-time download address. */
  saveFile(file: FileToSave, options: TransferOptions): Promise<SaveResult>;
  /** Asks for a folder to save into; undefined when the user cancels. Absent where the page writes folders itself. */
  chooseFolder?(): Promise<SaveFolder | undefined>;
  /** Waits for the end of a download that `saveFile` returned; absent where the host writes files itself. */
  downloadOutcome?(
    address: string,
    options: { signal: AbortSignal; progress(progress: SaveProgress): void },
  ): Promise<{ bytes: number; missing: MissingFile[] }>;
  /** Returns the public address of a medium's token, such as `assay-media://…` or `/media/…`. */
  mediaAddress(token: string): string;
  /** Returns the token in an address made by `mediaAddress`, or undefined. */
  mediaToken(address: string): string | undefined;
  /** Asks the user in a dialog of the system, which no page can answer; absent where the host has none. */
  confirm?(question: Question): Promise<boolean>;
  /** Returns whether personal data may be shown again after the screen was locked; absent where the host cannot ask. */
  unlock?(): Promise<boolean>;
  /** Writes the clipboard and clears it later if requested; absent where the page does it. */
  copy?(text: string, clearAfterMs?: number): void;
  /** Called with the saved preferences at the start and after each change. */
  preferencesChanged?(preferences: Preferences): void;
  /** Returns the last lines of the redacted log; absent where the log goes to a terminal. */
  recentLog?(): string;
  /** Shows a notification of the system; absent when the host has none. The text contains no personal data. */
  notify?(text: string): void;
  /** Starts `main/keychain/keytar-worker.ts` in a process of its own; used on Linux. */
  startKeytar(): KeytarChild;
  /** Returns the system's proxy for an address: `http://host:port`, or undefined for none. */
  systemProxy(url: string): Promise<string | undefined>;
}
