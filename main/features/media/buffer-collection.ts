import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After so many bytes of media the memory is looked up. */
const checkEvery = 4 * 1024 * 1024;
/** Above so many bytes in buffers, those that are no longer used are freed. */
const maxHeld = 8 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;

/**
 * Frees the buffers of media that have passed. Each piece is a buffer outside V8's heap, which V8 does not count as garbage until there are
 * 64 MiB of them. A collection of the young generation, where they are, takes about a millisecond.
 */
export class BufferCollection {
  #collect: Collect | undefined;
  #isPrepared = false;
  #passed = 0;

  /** Some bytes of a medium were received. */
  passed(bytes: number): void {
    this.#passed += bytes;
    if (this.#passed < checkEvery) {
      return;
    }
    this.#passed = 0;
    if (process.memoryUsage().arrayBuffers > maxHeld) {
      this.#prepared()?.({ type: 'minor' });
    }
  }

  #prepared(): Collect | undefined {
    if (!this.#isPrepared) {
      this.#isPrepared = true;
      this.#collect = collector();
    }
    return this.#collect;
  }
}

/** V8's own function, which only a context made with this flag has; undefined in a runtime that refuses the flag. */
function collector(): Collect | undefined {
  try {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('globalThis.gc');
    setFlagsFromString('--no-expose-gc');
    return typeof collect === 'function' ? (collect as Collect) : undefined;
  } catch {
    return undefined;
  }
}
