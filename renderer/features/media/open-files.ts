import { LRUCache } from 'lru-cache';
import type { OpenedMedia } from '../../../preload/contract/media.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';

/** Files that are no longer shown and stay open for a while, since a thumbnail is often followed by its file. */
const maxIdle = 24;
/** Bytes of all of them together, and of one. */
const maxIdleBytes = 128 * 1024 * 1024;
const maxIdleFile = 32 * 1024 * 1024;
/** The size assumed for a file whose size the service does not state, in bytes. */
const usualBytes = 4 * 1024 * 1024;
/** Addresses in use are renewed this often, in milliseconds; they end after five minutes. */
const renewMs = 2 * 60_000;

export interface FileToOpen {
  environmentId: string;
  conversationId: string;
  mediaId: string;
  contentType?: string | undefined;
}

/** A file that is open for one of those who show it. */
export interface OpenFile {
  opened: OpenedMedia;
  /** Called once when it is no longer shown. */
  release(): void;
}

interface Entry {
  opening: Promise<OpenedMedia>;
  cancel: AbortController;
  users: number;
  /** Undefined until it is open, and for a file that is not shown. */
  address: string | undefined;
  isOpen: boolean;
  bytes: number;
  /** By `performance.now()`; after it the address may have ended. */
  until: number;
  /** Replaced by another one, or closed: it does not become idle. */
  isDetached: boolean;
}

/** The files that are open at the service: each once, for its thumbnail and for both viewers. */
export class OpenFiles {
  readonly #bridge: BridgeClient;
  readonly #entries = new Map<string, Entry>();
  readonly #idle = new LRUCache<string, Entry>({
    max: maxIdle,
    maxSize: maxIdleBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (entry, key, reason) => {
      if (reason === 'evict') {
        this.#end(key, entry);
      }
    },
  });
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(bridge: BridgeClient) {
    this.#bridge = bridge;
  }

  /**
   * Opens a file, or gives it as it is already open.
   *
   * @param again asks the service for it anew
   * @throws FailureError of `media.open`, or the signal's reason
   */
  async open(file: FileToOpen, signal: AbortSignal, again = false): Promise<OpenFile> {
    const key = `${file.environmentId} ${file.conversationId} ${file.mediaId}`;
    const entry = this.#usable(key, again) ?? this.#begin(key, file);
    entry.users += 1;
    this.#idle.delete(key);
    let isReleased = false;
    const release = () => {
      if (!isReleased) {
        isReleased = true;
        signal.removeEventListener('abort', release);
        this.#leave(key, entry);
      }
    };
    signal.addEventListener('abort', release, { once: true });
    try {
      signal.throwIfAborted();
      const opened = await Promise.race([entry.opening, rejectedBy(signal)]);
      signal.removeEventListener('abort', release);
      return { opened, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Extends the life of an address. Returns whether it still works. */
  async renew(address: string): Promise<boolean> {
    const { expiresAt } = await this.#bridge.invoke('media.renew', { address });
    if (expiresAt === undefined) {
      return false;
    }
    for (const entry of this.#entries.values()) {
      if (entry.address === address) {
        entry.until = performance.now() + renewMs * 2;
      }
    }
    return true;
  }

  /** Closes what is not shown; what is still shown is closed with its last release. */
  closeAll(): void {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      this.#detach(entry);
    }
    this.#idle.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #usable(key: string, again: boolean): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) {
      return undefined;
    }
    if (again || entry.until < performance.now()) {
      this.#idle.delete(key);
      this.#entries.delete(key);
      this.#detach(entry);
      return undefined;
    }
    return entry;
  }

  #detach(entry: Entry): void {
    entry.isDetached = true;
    if (entry.users === 0) {
      this.#close(entry);
    }
  }

  #begin(key: string, file: FileToOpen): Entry {
    const cancel = new AbortController();
    const entry: Entry = {
      opening: this.#bridge.invoke('media.open', file, { signal: cancel.signal }),
      cancel,
      users: 0,
      address: undefined,
      isOpen: false,
      bytes: usualBytes,
      until: Number.POSITIVE_INFINITY,
      isDetached: false,
    };
    this.#entries.set(key, entry);
    entry.opening.then(
      ({ address, bytes }) => {
        entry.address = address;
        entry.isOpen = true;
        entry.bytes = Math.max(1, bytes ?? usualBytes);
        entry.until = performance.now() + renewMs * 2;
        if (entry.isDetached && entry.users === 0) {
          this.#close(entry);
        }
        this.#timer ??= setInterval(() => this.#renewAll(), renewMs);
      },
      () => {
        if (this.#entries.get(key) === entry) {
          this.#entries.delete(key);
        }
      },
    );
    return entry;
  }

  #leave(key: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0) {
      return;
    }
    if (entry.isDetached || !entry.isOpen || entry.bytes > maxIdleFile) {
      this.#end(key, entry);
    } else {
      this.#idle.set(key, entry);
    }
  }

  #end(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) {
      this.#entries.delete(key);
    }
    entry.isDetached = true;
    entry.cancel.abort();
    this.#close(entry);
    if (this.#entries.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #close(entry: Entry): void {
    const { address } = entry;
    entry.address = undefined;
    // Best effort: the address ends within minutes anyway.
    if (address !== undefined) {
      this.#bridge.invoke('media.close', { address }).catch(() => undefined);
    }
  }

  #renewAll(): void {
    for (const { users, address } of this.#entries.values()) {
      if (users > 0 && address !== undefined) {
        this.renew(address).catch(() => undefined);
      }
    }
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
