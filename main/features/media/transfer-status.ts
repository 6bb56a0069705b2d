import { createHash } from 'node:crypto';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { createImageReader } from './image-reader.ts';

/** The facts about a file once its bytes have passed. */
export interface Arrival {
  /** In hexadecimal; undefined where it was not computed. */
  sha256?: string;
  bytes: number;
  /** True if the image's data end before the image does; undefined for other files. */
  isCut?: boolean;
}

/** The state of the transfer of a medium: nothing yet, whole, or broken off with a reason. */
export class TransferStatus {
  arrival: Arrival | undefined;
  /** The reason why the last response was incomplete. */
  problem: FailureView | undefined;
  #change = Promise.withResolvers<void>();

  setArrival(arrival: Arrival): void {
    this.arrival = arrival;
    this.#change.resolve();
  }

  brokeOff(problem: FailureView): void {
    this.problem = problem;
    this.#change.resolve();
  }

  /** Records that another response begins. */
  retry(): void {
    if (this.problem) {
      this.problem = undefined;
      this.#change = Promise.withResolvers<void>();
    }
  }

  /** Records that the address was given up: nothing more will be known. */
  close(): void {
    this.#change.resolve();
  }

  /** Resolves once something is known, or nothing will be. */
  get change(): Promise<void> {
    return this.#change.promise;
  }
}

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

  countChunk(chunk: Uint8Array): void {
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
