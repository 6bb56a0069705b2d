import type { FailureView } from '../../../preload/contract/envelope.ts';

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
  #changed = Promise.withResolvers<void>();

  arrived(arrival: Arrival): void {
    this.arrival = arrival;
    this.#changed.resolve();
  }

  brokeOff(problem: FailureView): void {
    this.problem = problem;
    this.#changed.resolve();
  }

  /** Records that another response begins. */
  retry(): void {
    if (this.problem) {
      this.problem = undefined;
      this.#changed = Promise.withResolvers<void>();
    }
  }

  /** Records that the address was given up: nothing more will be known. */
  close(): void {
    this.#changed.resolve();
  }

  /** Resolves once something is known, or nothing will be. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }
}
