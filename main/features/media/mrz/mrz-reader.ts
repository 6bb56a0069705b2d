import { maxMrzPixels } from '../../../../preload/contract/media.ts';
import type { MrzReading } from '../../../../preload/contract/mrz.ts';
import type { Corners } from '../../../../preload/shared/perspective.ts';
import { ownBytes } from '../../../common/workers/own-bytes.ts';
import { WorkerLimit } from '../../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../../common/workers/worker-pool.ts';
import type { GreyPicture } from './text-lines.ts';

/** A picture, and the corners between which it is straightened first. */
export interface MrzTask {
  picture: GreyPicture;
  corners: Corners | undefined;
}

/** Reads machine-readable zones in a thread, which is ended beyond its limits. */
export class MrzReader {
  readonly #pool: WorkerPool<MrzTask, MrzReading | undefined>;

  constructor(limits: { timeoutMs?: number } = {}) {
    this.#pool = new WorkerPool({
      url: new URL('./mrz-worker.ts', import.meta.url),
      name: 'machine-readable zones',
      concurrency: 1,
      queueLength: 8,
      timeoutMs: 10_000,
      heapMb: 128,
      ...limits,
    });
  }

  /**
   * Returns what the zone says; undefined if there is none that can be read, also within the limits.
   *
   * @param picture its bytes are transferred and cannot be used afterwards
   * @throws Failure cancelled
   */
  async read(
    picture: GreyPicture,
    { signal, corners }: { signal?: AbortSignal; corners?: Corners | undefined } = {},
  ): Promise<MrzReading | undefined> {
    const { width, height, grey } = picture;
    if (width * height > maxMrzPixels || grey.length !== width * height) {
      return undefined;
    }
    try {
      const bytes = ownBytes(grey);
      const input = { picture: { width, height, grey: bytes }, corners };
      return await this.#pool.run(() => ({ input, transfer: [bytes.buffer] }), { signal });
    } catch (error) {
      if (error instanceof WorkerLimit) {
        return undefined;
      }
      throw error;
    }
  }

  /** Ends all threads. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
