import type { Redaction } from '../../common/redaction.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { WorkerLimit } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import { type ReplyName, type ReplyReading, readReply } from './read.ts';
import { scanJson } from './scan.ts';

/** Smaller replies are parsed in main's thread, in a few milliseconds; larger ones in a worker. */
const small = { bytes: 256 * 1024, values: 5000, depth: 200 };

/** The worker's input; `bytes` are transferred. */
export interface ReplyTask {
  name: ReplyName;
  bytes: Uint8Array<ArrayBuffer>;
  charset: string | undefined;
  /** Secrets to remove from the reply. */
  secrets: string[];
}

/** Parses replies of any size without blocking main's thread. */
export class ReplyReader {
  readonly #pool = new WorkerPool<ReplyTask, ReplyReading>({
    url: new URL('./worker.ts', import.meta.url),
    name: 'reply',
    concurrency: 2,
    queueLength: 16,
    timeoutMs: 10_000,
    heapMb: 512,
  });

  /**
   * Parses a reply by the schema of that name, without the secrets it repeats. `bytes` must not be used afterwards.
   * @throws Failure cancelled
   */
  async read<N extends ReplyName>(
    name: N,
    bytes: Uint8Array,
    charset: string | undefined,
    redaction: Redaction,
    signal: AbortSignal | undefined,
  ): Promise<ReplyReading<N>> {
    if (isSmall(bytes)) {
      return readReply(name, bytes, charset, redaction);
    }
    try {
      const reading = await this.#pool.run(
        () => {
          const own = ownBytes(bytes);
          return {
            input: { name, bytes: own, charset, secrets: redaction.secrets() },
            transfer: [own.buffer],
          };
        },
        { signal },
      );
      return reading as ReplyReading<N>;
    } catch (error) {
      if (error instanceof WorkerLimit) {
        return { ok: false, reason: error.kind, kind: '' };
      }
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > small.bytes) {
    return false;
  }
  // A value needs at least one byte and a separator.
  if (bytes.length <= 2 * small.values) {
    return true;
  }
  const scan = scanJson(bytes, small);
  return scan.values <= small.values && scan.depth <= small.depth;
}
