import { createHash } from 'node:crypto';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { createImageReader } from './image-reader.ts';
import type { Arrival } from './transfer-status.ts';

/** Follows a file's bytes as they pass in order: how many, their SHA-256, and whether an image is complete. */
export class ArrivalWatch {
  readonly #hash;
  readonly #image;
  #bytes = 0;

  /** @param isHashed the hash takes time, about half a second for a gigabyte */
  constructor(foundType: string, isHashed: boolean) {
    this.#hash = isHashed ? createHash('sha256') : undefined;
    this.#image = createImageReader(foundType);
  }

  passed(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    this.#hash?.update(chunk);
    this.#image?.feed(chunk);
  }

  /** Once, after the last byte. */
  arrival(): Arrival {
    return {
      bytes: this.#bytes,
      ...omitUndefined({
        sha256: this.#hash?.digest('hex'),
        isCut: this.#image && !this.#image.isComplete,
      }),
    };
  }
}
