import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UnsentLine } from '../../../../preload/contract/deletion-runs.ts';
import type { ListReport } from '../../../../preload/contract/reading.ts';
import { Failure } from '../../../common/failure.ts';
import { ownBytes } from '../../../common/workers/own-bytes.ts';
import { limitFailure, WorkerLimit } from '../../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../../common/workers/worker-pool.ts';
import type { ListColumns } from './list-columns.ts';
import { completeList, type RecognisedText } from './look-up-list.ts';
import type { ParsedList } from './read-list.ts';

/** Parsed lists kept for use. */
const maxKept = 4;
/** The limits of one list in its worker: milliseconds, and MiB of heap. */
export const listLimits = { timeoutMs: 30_000, heapMb: 512 };

export interface ListReaderDeps {
  /** Returns whether a text is a secret of the console, which must not be taken for an id. */
  isSecret(text: string): boolean;
  /** Returns the entries of the list of cases for texts that are not conversations of the environment. */
  recognise(environmentId: string, texts: readonly string[]): Promise<RecognisedText[]>;
}

/** The conversations of a list, and its lines without one. */
export interface TakenList {
  /** Each with the first line that names it. */
  conversations: readonly { conversationId: string; line: number | undefined }[];
  unsent: readonly UnsentLine[];
  columns: ListColumns;
}

/** Parses pasted and dropped lists in a worker and keeps the last few until they are used. */
export class ListReader {
  readonly #lists = new LRUCache<string, TakenList & { environmentId: string }>({ max: maxKept });
  readonly #deps: ListReaderDeps;
  readonly #pool = new WorkerPool<{ source: string | Uint8Array }, ParsedList | undefined, string[]>({
    url: new URL('./list-worker.ts', import.meta.url),
    name: 'list',
    concurrency: 1,
    queueLength: 4,
    ...listLimits,
  });

  constructor(deps: ListReaderDeps) {
    this.#deps = deps;
  }

  /**
   * @param source a text, or the bytes of a file, which are transferred and must not be used afterwards
   * @throws Failure busy, limit-exceeded, cancelled, invalid-input
   */
  async read(
    environmentId: string,
    source: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<{ listId: string; report: ListReport }> {
    let hasSecret = false;
    const recognised: RecognisedText[] = [];
    let lookUps = Promise.resolve();
    const lookUp = (texts: string[]) => {
      hasSecret ||= texts.some((text) => this.#deps.isSecret(text));
      lookUps = lookUps.then(async () => {
        signal.throwIfAborted();
        recognised.push(...(await this.#deps.recognise(environmentId, texts)));
      });
      // Thrown below, once the list is read.
      lookUps.catch(() => undefined);
    };
    try {
      const list = await this.#pool.run(
        () => {
          if (typeof source === 'string') {
            return { input: { source } };
          }
          const own = ownBytes(source);
          return { input: { source: own }, transfer: [own.buffer] };
        },
        { signal, onEvent: lookUp },
      );
      if (list === undefined) {
        throw new WorkerLimit('memory');
      }
      if (hasSecret) {
        throw new Failure({
          code: 'invalid-input',
          message: 'The list contains one of your keys. It was not read.',
          hint: 'Remove the line with the key and paste the list again.',
        });
      }
      await lookUps;
      const { ids, lines, report, unsent } = completeList(list, recognised);
      const conversations = ids.map((conversationId, index) => ({ conversationId, line: lines[index] }));
      const listId = randomUUID();
      this.#lists.set(listId, { environmentId, conversations, unsent, columns: list.columns });
      return { listId, report };
    } catch (error) {
      throw limitFailure(error, {
        busy: {
          message: 'Several lists are being read at the moment.',
          hint: 'Try again when they are done.',
        },
        limit: {
          message: 'The list is too large to be read at once.',
          hint: 'Split it into several files of at most 100,000 lines.',
        },
      });
    }
  }

  /** @throws Failure reading-expired */
  take(environmentId: string, listId: string): TakenList {
    const list = this.#lists.get(listId);
    if (list?.environmentId !== environmentId) {
      throw new Failure({
        code: 'reading-expired',
        message: 'This list is no longer available.',
        hint: 'Paste or drop it again.',
      });
    }
    this.#lists.delete(listId);
    return list;
  }

  close(): Promise<void> {
    this.#lists.clear();
    return this.#pool.close();
  }
}
