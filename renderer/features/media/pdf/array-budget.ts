/** Below this an array is not counted, in bytes: what the JavaScript heap holds is bounded by time alone. */
const smallBytes = 64 * 1024;

/** Counts the large arrays that are in use, and refuses those beyond the limits. */
export class ArrayBudget {
  #inUse = 0;
  #arrays: WeakRef<{ byteLength: number }>[] = [];
  readonly #largest: number;
  readonly #all: number;
  readonly #refused: () => void;

  /** @param refused called before each refusal */
  constructor(largest: number, all: number, refused: () => void) {
    this.#largest = largest;
    this.#all = all;
    this.#refused = refused;
  }

  /** @throws RangeError when `bytes` more would pass a limit */
  take<T extends { byteLength: number }>(bytes: number, make: () => T): T {
    if (bytes < smallBytes) {
      return make();
    }
    if (bytes <= this.#largest && this.#inUse + bytes > this.#all) {
      this.#countAgain();
    }
    if (bytes > this.#largest || this.#inUse + bytes > this.#all) {
      this.#refused();
      throw new RangeError('The file needs too much memory.');
    }
    const made = make();
    this.#arrays.push(new WeakRef(made));
    this.#inUse += bytes;
    return made;
  }

  /** Leaves out what has been collected, and what was transferred (its length is 0). */
  #countAgain(): void {
    this.#arrays = this.#arrays.filter((reference) => (reference.deref()?.byteLength ?? 0) > 0);
    this.#inUse = this.#arrays.reduce((sum, reference) => sum + (reference.deref()?.byteLength ?? 0), 0);
  }
}
