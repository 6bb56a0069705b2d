import type { CallbackRow } from '../../../preload/contract/callbacks.ts';
import type { NewCallback } from '../../common/new-callback.ts';

/** The most callbacks kept in one transaction, and their size in bytes. */
const maxAtOnce = 500;
const maxBytesAtOnce = 16 * 1024 * 1024;

interface Waiting {
  callback: NewCallback;
  resolve(row: CallbackRow): void;
  reject(error: unknown): void;
}

/** Callbacks that arrive together share a transaction; each caller waits until its own is on disk. */
export class KeepQueue {
  readonly #keep: (environmentId: string, callbacks: NewCallback[]) => Promise<CallbackRow[]>;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(keep: (environmentId: string, callbacks: NewCallback[]) => Promise<CallbackRow[]>) {
    this.#keep = keep;
  }

  keep(environmentId: string, callback: NewCallback): Promise<CallbackRow> {
    const { promise, resolve, reject } = Promise.withResolvers<CallbackRow>();
    const waiting = this.#waiting.get(environmentId);
    if (waiting === undefined) {
      this.#waiting.set(environmentId, [{ callback, resolve, reject }]);
      void this.#write(environmentId);
    } else {
      waiting.push({ callback, resolve, reject });
    }
    return promise;
  }

  async #write(environmentId: string): Promise<void> {
    // Lets callbacks of the same tick share the transaction.
    await Promise.resolve();
    const waiting = this.#waiting.get(environmentId) ?? [];
    while (waiting.length > 0) {
      const batch = waiting.splice(0, countOf(waiting));
      try {
        const rows = await this.#keep(
          environmentId,
          batch.map(({ callback }) => callback),
        );
        for (const [index, { resolve, reject }] of batch.entries()) {
          const row = rows[index];
          if (row === undefined) {
            reject(new Error('A callback that was kept has no row.'));
          } else {
            resolve(row);
          }
        }
      } catch (error) {
        for (const { reject } of batch) {
          reject(error);
        }
      }
    }
    this.#waiting.delete(environmentId);
  }
}

/** Returns how many of the first callbacks fit into one transaction; at least one. */
function countOf(waiting: readonly Waiting[]): number {
  let bytes = 0;
  for (const [index, { callback }] of waiting.slice(0, maxAtOnce).entries()) {
    bytes += callback.body.byteLength;
    if (bytes > maxBytesAtOnce) {
      return Math.max(1, index);
    }
  }
  return Math.min(waiting.length, maxAtOnce);
}
