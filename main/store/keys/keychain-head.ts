import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { type JournalHead, journalHead } from '../../../preload/contract/journal.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { Failure } from '../../common/failure.ts';
import type { KeyStore } from './data-keys.ts';

/** The shortest time between two writes to the keychain, in milliseconds. One write covers all entries since the last. */
const everyMs = 1000;

/** Returns the keychain account for the end of the journal of an index. */
export function journalHeadAccount(indexId: string): string {
  return `index/${indexId}/journal-head`;
}

/** Returns the keychain account for the id of the index in a data directory. */
export function directoryAccount(dataDir: string): string {
  return `index/directory/${createHash('sha256').update(resolve(dataDir)).digest('hex')}`;
}

/**
 * Says that the files of a data directory do not belong to the index that the keychain knows; undefined if they do, or if it knows none.
 * @param indexId of the files; undefined if there are none
 * @throws Failure as the keychain
 */
export async function missingIndex(
  keychain: Pick<KeyStore, 'get'>,
  dataDir: string,
  indexId: string | undefined,
): Promise<string | undefined> {
  const latest = await keychain.get(directoryAccount(dataDir));
  if (latest === undefined || latest === indexId) {
    return undefined;
  }
  const head = await readKeychainHead(keychain, latest);
  return `The list of cases and the journal that were in this data directory are missing${head === undefined ? '' : `, with ${head.seq} entries`}.`;
}

/** Returns the keychain account for the last receipt of the register in a data directory. */
export function registerAccount(dataDir: string): string {
  return `${directoryAccount(dataDir)}/receipts`;
}

/**
 * Reads the end of a journal saved in the keychain; undefined if there is none.
 * @throws Failure as the keychain
 */
export async function readKeychainHead(
  keychain: Pick<KeyStore, 'get'>,
  indexId: string,
): Promise<JournalHead | undefined> {
  const text = await keychain.get(journalHeadAccount(indexId));
  return text === undefined ? undefined : attempt(() => journalHead.parse(JSON.parse(text)));
}

export interface KeychainHeadDeps {
  keychain: KeyStore;
  /** Returns the account to save it in; undefined while nothing may be saved. */
  account(): string | undefined;
  head(): Promise<JournalHead | undefined>;
  log(error: unknown): void;
}

/**
 * Saves the number and hash of the last entry of the journal, or of the last receipt, in the keychain, which detects older copies that were
 * put back.
 */
export class KeychainHead {
  readonly #parts: KeychainHeadDeps;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lastText = '';
  /** True if the saved end disagreed with the journal, or could not be read: it stays until a user has confirmed what is missing. */
  #isHeld = false;

  constructor(parts: KeychainHeadDeps) {
    this.#parts = parts;
  }

  /** Reads the saved end; undefined if it cannot be read. */
  async read(indexId: string): Promise<JournalHead | undefined> {
    try {
      const head = await readKeychainHead(this.#parts.keychain, indexId);
      this.#isHeld = false;
      return head;
    } catch (error) {
      // Nothing is known of the end that is saved, so it is not replaced.
      this.#isHeld = true;
      this.#report(error);
      return undefined;
    }
  }

  /** Called when the journal did not end where it should: the saved end stays. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Called when a user has confirmed what is missing: the present end counts. */
  release(): void {
    this.#isHeld = false;
    this.changed();
  }

  /** Called when the journal has new entries: the end is saved soon. */
  changed(): void {
    this.#timer ??= setTimeout(() => void this.flush(), everyMs).unref();
  }

  /** Saves the end now if it changed. */
  flush(): Promise<void> {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#writing = this.#writing.then(() => this.#write()).catch((error) => this.#report(error));
    }
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { keychain, account: current, head } = this.#parts;
    const last = await head();
    const account = current();
    if (last === undefined || account === undefined || this.#isHeld) {
      return;
    }
    const text = JSON.stringify(last);
    if (text !== this.#lastText) {
      await keychain.set(account, text);
      this.#lastText = text;
    }
  }

  #report(error: unknown): void {
    // The keychain is locked, or the console is closing.
    if (!(error instanceof Failure)) {
      this.#parts.log(error);
    }
  }
}
