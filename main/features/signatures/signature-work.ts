import type { ImportResult } from '../../../preload/contract/signatures.ts';
import { Failure } from '../../common/failure.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { WorkerLimit } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import { checkBody, readShortMessage } from './check-body.ts';
import { type ComparedBodies, compareBodies } from './compare-bodies.ts';
import { type MessageVerdict, unreadMessage } from './engine/message.ts';
import type { CheckedBody } from './engine/verdicts.ts';
import { importViews } from './import-views.ts';
import type { SignatureEvent, SignatureResult, SignatureTask, TaskKind } from './tasks.ts';

/** Smaller bodies are read on main's own thread, which takes a few milliseconds. */
const smallBytes = 64 * 1024;

/** Reads bodies and imports without blocking main's thread. */
export class SignatureWork {
  readonly #pool = new WorkerPool<SignatureTask, SignatureResult, SignatureEvent>({
    url: new URL('./worker.ts', import.meta.url),
    name: 'signatures',
    concurrency: 2,
    queueLength: 16,
    timeoutMs: 10_000,
    heapMb: 512,
  });

  /** Finds requests in a source, which must not be used afterwards. @throws Failure busy, limit-exceeded, cancelled */
  async import(source: string | Uint8Array, pasted: boolean, signal?: AbortSignal): Promise<ImportResult> {
    if (source.length <= smallBytes) {
      return importViews(source, pasted);
    }
    if (typeof source === 'string') {
      return this.#run({ kind: 'import', source, pasted }, [], signal);
    }
    const own = ownBytes(source);
    return this.#run({ kind: 'import', source: own, pasted }, [own.buffer], signal);
  }

  /** Checks a body with every key; it must not be used afterwards. @throws Failure busy, limit-exceeded, cancelled */
  async check(
    timestamp: string,
    keys: string[],
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<CheckedBody> {
    if (body.length <= smallBytes) {
      return checkBody(timestamp, keys, body);
    }
    const own = ownBytes(body);
    return this.#run({ kind: 'check', timestamp, keys, body: own }, [own.buffer], signal);
  }

  /** Reads a body as a message; the verdict says when a limit was exceeded. @throws Failure busy, cancelled */
  async message(body: Uint8Array, signal?: AbortSignal): Promise<MessageVerdict> {
    if (body.length <= smallBytes) {
      return readShortMessage(body);
    }
    try {
      return await this.#run({ kind: 'message', body }, [], signal);
    } catch (error) {
      if (error instanceof Failure && error.code === 'limit-exceeded') {
        return unreadMessage(body.length);
      }
      throw error;
    }
  }

  /** Compares a callback's conversation with the service's reply. @throws Failure busy, limit-exceeded, cancelled */
  async compare(callback: Uint8Array, service: Uint8Array, signal?: AbortSignal): Promise<ComparedBodies> {
    if (callback.length + service.length <= smallBytes) {
      return compareBodies(callback, service);
    }
    return this.#run({ kind: 'compare', callback, service }, [], signal);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run<K extends TaskKind>(
    task: SignatureTask<K>,
    transfer: ArrayBuffer[],
    signal: AbortSignal | undefined,
  ): Promise<SignatureResult<K>> {
    try {
      const result = await this.#pool.run(() => ({ input: task as SignatureTask, transfer }), { signal });
      // The result belongs to this task; TypeScript cannot follow the pairing.
      return result as SignatureResult<K>;
    } catch (error) {
      throw error instanceof WorkerLimit ? limitFailure(error) : error;
    }
  }
}

function limitFailure({ kind }: WorkerLimit): Failure {
  if (kind === 'busy') {
    return new Failure({
      code: 'busy',
      message: 'Too many large bodies are being read at the same time, so this one was not read.',
      hint: 'Wait until the others are done, then try again.',
      retryable: true,
    });
  }
  const limit = kind === 'time' ? 'longer than 10 seconds' : 'more memory than the console allows';
  return new Failure({
    code: 'limit-exceeded',
    message: `Reading it took ${limit}, so it was stopped. Nothing was changed.`,
    hint: 'Verify the body as a file with “assay verify”, which has no such limit.',
  });
}
