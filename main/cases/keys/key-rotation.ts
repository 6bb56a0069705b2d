import { Failure } from '../../failure.ts';
import { type IndexConnection, maintenanceMs } from '../index/index-connection.ts';
import { addDataKey, type KeyStore, readDataKeys, saveDataKeys } from './data-keys.ts';

/** Values resealed per request. */
const resealedAtOnce = 500;

export interface RotationProgress {
  done: number;
  total: number;
}

/** The result of a rotation. `unreadable`: names of the backups whose sealed values no key can decrypt. */
export interface RotationResult {
  resealed: number;
  unreadable: string[];
}

/** Replaces the data key and reseals everything: the list, the journal's key, and their backups. */
export class KeyRotation {
  readonly #index: IndexConnection;
  readonly #keychain: KeyStore;
  readonly #onRotated: (result: RotationResult) => Promise<void>;
  readonly #listeners = new Set<(progress: RotationProgress) => void>();
  #running: Promise<RotationResult | undefined> | undefined;
  /** Resolves when the key is in the keychain and the index is sealed with it from then on. */
  #adding: Promise<void> | undefined;

  /** @param onRotated records the rotation in the journal */
  constructor(
    index: IndexConnection,
    keychain: KeyStore,
    onRotated: (result: RotationResult) => Promise<void>,
  ) {
    this.#index = index;
    this.#keychain = keychain;
    this.#onRotated = onRotated;
  }

  /**
   * Creates a new data key, reseals everything with it and deletes the old one. An interrupted rotation is finished at the next start.
   * @throws Failure not-supported-here if the index is in memory; as the keychain
   */
  async rotate(progress: (progress: RotationProgress) => void): Promise<RotationResult> {
    await this.#index.begin();
    this.#listeners.add(progress);
    try {
      // One at a time: of two new keys one would be lost, and what was sealed with it.
      this.#adding ??= this.#addKey().finally(() => {
        this.#adding = undefined;
      });
      await this.#adding;
      return (await this.finish()) ?? { resealed: 0, unreadable: [] };
    } finally {
      this.#listeners.delete(progress);
    }
  }

  async #addKey(): Promise<void> {
    const { indexId } = this.#index;
    const keys = indexId === undefined ? undefined : await readDataKeys(this.#keychain, indexId);
    if (indexId === undefined || keys === undefined) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'There is no key to replace: cases are kept in memory until the console closes.',
      });
    }
    if (keys.length === 1) {
      await addDataKey(this.#keychain, indexId, keys);
      await this.#index.reopen(false);
    }
  }

  /** Reseals what is not sealed with the current key, then removes the other keys from the keychain. Does nothing with a single key. */
  finish(): Promise<RotationResult | undefined> {
    this.#running ??= this.#resealAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #resealAll(): Promise<RotationResult | undefined> {
    const { indexId } = this.#index;
    const keys = indexId === undefined ? undefined : await readDataKeys(this.#keychain, indexId);
    if (indexId === undefined || keys === undefined || keys.length === 1) {
      return undefined;
    }
    const input = { max: resealedAtOnce, indexId, keyId: keys[0].id };
    // One slice per request, so that other requests are answered in between.
    while (await this.#index.request('reseal', input, { timeoutMs: maintenanceMs })) {
      const { done, total } = await this.#index.request('rotation', {});
      for (const report of this.#listeners) {
        report({ done, total });
      }
    }
    const { total, unreadable } = await this.#index.request('rotation', {});
    await saveDataKeys(this.#keychain, indexId, [keys[0]]);
    await this.#index.reopen(false);
    const result = { resealed: total, unreadable };
    await this.#onRotated(result);
    return result;
  }
}
