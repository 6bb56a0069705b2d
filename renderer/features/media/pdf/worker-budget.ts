/** The reason why a PDF, or one page of it, cannot be shown. */
export type PdfProblem =
  /** The file is not a PDF that can be read. */
  | 'damaged'
  /** The file could not be loaded, or a part of it. */
  | 'unreachable'
  /** The service sends no parts, and the file is too large to be read whole. */
  | 'too-large'
  | 'time'
  | 'operators'
  | 'memory'
  /** A worker failed. */
  | 'failed';

/** Messages of a PDF's workers beside those of pdf.js: a limit was passed, or a page has images that cannot be drawn. */
export type WorkerNews =
  | { assay: 'limit'; problem: PdfProblem }
  | { assay: 'missing-images'; page: number; count: number };

/** The members of a worker's global object that a window's lacks; the types of both cannot be loaded together. */
interface WorkerScope {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The global object of the worker this runs in. */
export const workerScope = globalThis as unknown as WorkerScope;

const post = workerScope.postMessage.bind(workerScope);
export const report = (news: WorkerNews) => post(news);

/** @throws RangeError, after it was reported */
export function refuse(): never {
  report({ assay: 'limit', problem: 'memory' });
  throw new RangeError('The file needs too much.');
}

/** Below this nothing is counted, in bytes: what the JavaScript heap holds is bounded by time alone. */
const smallBytes = 64 * 1024;

/** Counts the large arrays or canvases that are in use, and refuses those beyond the limits. */
export class Budget<T extends object> {
  #inUse = 0;
  #references: WeakRef<T>[] = [];
  readonly #largest: number;
  readonly #all: number;
  readonly #bytesOf: (item: T) => number;

  /** @param bytesOf returns 0 for what was transferred or emptied */
  constructor(largest: number, all: number, bytesOf: (item: T) => number) {
    this.#largest = largest;
    this.#all = all;
    this.#bytesOf = bytesOf;
  }

  /** @throws RangeError when `bytes` more would pass a limit */
  take(bytes: number, make: () => T): T {
    if (bytes < smallBytes) {
      return make();
    }
    if (this.#inUse + bytes > this.#all) {
      this.#countAgain();
    }
    if (bytes > this.#largest || this.#inUse + bytes > this.#all) {
      refuse();
    }
    const item = make();
    this.#references.push(new WeakRef(item));
    this.#inUse += bytes;
    return item;
  }

  #countAgain(): void {
    const bytes = (reference: WeakRef<T>) => {
      const item = reference.deref();
      return item ? this.#bytesOf(item) : 0;
    };
    this.#references = this.#references.filter((reference) => bytes(reference) > 0);
    this.#inUse = this.#references.reduce((sum, reference) => sum + bytes(reference), 0);
  }
}
