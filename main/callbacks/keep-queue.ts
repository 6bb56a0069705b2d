import type { CallbackRow } from '../../preload/contract/callbacks.ts';

/** A verified message to keep. Structurally what the list of cases keeps. */
export interface KeptMessage {
  receivedAt: number;
  state: CallbackRow['state'];
  isGenuine: boolean;
  isKnown: boolean;
  answered: number | undefined;
  callbackId: string | undefined;
  conversationId: string | undefined;
  content: Pick<CallbackRow, 'source' | 'target' | 'event' | 'created'> & { [name: string]: unknown };
  body: Uint8Array;
}

/** The most messages kept in one transaction, and their size in bytes. */
const maxAtOnce = 500;
const maxBytesAtOnce = 16 * 1024 * 1024;

interface Waiting {
  message: KeptMessage;
  resolve(row: CallbackRow): void;
  reject(error: unknown): void;
}

/** Messages that arrive together share a transaction; each caller waits until its own is on disk. */
export class KeepQueue {
  readonly #keep: (environmentId: string, messages: KeptMessage[]) => Promise<CallbackRow[]>;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(keep: (environmentId: string, messages: KeptMessage[]) => Promise<CallbackRow[]>) {
    this.#keep = keep;
  }

  keep(environmentId: string, message: KeptMessage): Promise<CallbackRow> {
    const { promise, resolve, reject } = Promise.withResolvers<CallbackRow>();
    const waiting = this.#waiting.get(environmentId);
    if (waiting === undefined) {
      this.#waiting.set(environmentId, [{ message, resolve, reject }]);
      void this.#write(environmentId);
    } else {
      waiting.push({ message, resolve, reject });
    }
    return promise;
  }

  async #write(environmentId: string): Promise<void> {
    // Lets messages of the same tick share the transaction.
    await Promise.resolve();
    const waiting = this.#waiting.get(environmentId) ?? [];
    while (waiting.length > 0) {
      const batch = waiting.splice(0, countOf(waiting));
      try {
        const rows = await this.#keep(
          environmentId,
          batch.map(({ message }) => message),
        );
        for (const [index, { resolve, reject }] of batch.entries()) {
          const row = rows[index];
          if (row === undefined) {
            reject(new Error('A message that was kept has no row.'));
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

/** How many of the first messages fit into one transaction; at least one. */
function countOf(waiting: readonly Waiting[]): number {
  let bytes = 0;
  for (const [index, { message }] of waiting.slice(0, maxAtOnce).entries()) {
    bytes += message.body.byteLength;
    if (bytes > maxBytesAtOnce) {
      return Math.max(1, index);
    }
  }
  return Math.min(waiting.length, maxAtOnce);
}
