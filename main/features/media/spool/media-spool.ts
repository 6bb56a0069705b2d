import { Readable } from 'node:stream';
import { Failure } from '../../../common/failure.ts';
import { chunkBytes, type SpoolFile } from './spool-directory.ts';

/** The bytes by which the download may be ahead of the last byte that was requested. */
const readAhead = 32 * 1024 * 1024;

interface Source {
  body: Readable;
  /** Undefined when the service does not say. */
  bytes?: number | undefined;
}

/** A part of a file; `end` is exclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/** The body of a request, its range and the total of bytes, which is undefined where the service has not given it. */
export interface SpoolPart {
  range: ByteRange | undefined;
  total: number | undefined;
  body: Readable;
}

/**
 * A file that the service sends only as a whole: it is downloaded once, and what has passed can be read in any order. The
 * download waits when it is far ahead of what is asked for.
 */
export class MediaSpool {
  readonly #file: SpoolFile;
  readonly #source: Source;
  #total: number | undefined;
  /** Bytes in sealed chunks. */
  #bytes = 0;
  /** The bytes that arrived after them. */
  readonly #tail = Buffer.allocUnsafe(chunkBytes);
  #tailBytes = 0;
  #hasEnded = false;
  #failure: unknown;
  #isClosed = false;
  /** The end of what was asked for. */
  #position = 0;
  #change = Promise.withResolvers<void>();

  /**
   * @param onChunk called with each piece as it arrives, in order
   * @param ended called once, with the error where the download broke off
   */
  constructor(
    source: Source,
    file: SpoolFile,
    onChunk: (chunk: Buffer) => void,
    ended: (error?: unknown) => void,
  ) {
    this.#source = source;
    this.#file = file;
    this.#total = source.bytes;
    this.#download(onChunk).then(
      () => {
        this.#total = this.#bytes + this.#tailBytes;
        this.#hasEnded = true;
        ended();
        this.#notify();
      },
      (error: unknown) => {
        this.#failure ??= error;
        ended(error);
        this.#notify();
      },
    );
  }

  /** Returns whether the download broke off, so that a new one is needed for what is missing. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Returns a part of the file, or all of it.
   *
   * @param header the value of `Range`; one that is not understood is ignored (RFC 9110, 14.2)
   * @returns undefined when no byte of the range exists
   */
  async part(header: string | undefined, signal: AbortSignal): Promise<SpoolPart | undefined> {
    // A range from somewhere else than the start needs the length, which is known at the end at the latest.
    while (this.#total === undefined && header !== undefined && !/^bytes=0-/.test(header)) {
      this.#want(Number.MAX_SAFE_INTEGER);
      if (!(await this.#more(signal))) {
        break;
      }
    }
    const total = this.#total;
    const range = total === undefined ? undefined : byteRangeOf(header, total);
    if (range === 'unsatisfiable') {
      return undefined;
    }
    const { start, end } = range ?? { start: 0, end: total ?? Number.MAX_SAFE_INTEGER };
    const body = Readable.from(this.#read(start, end, signal), {
      objectMode: false,
      highWaterMark: chunkBytes,
    });
    return { range, total, body };
  }

  /** Resolves when all of the file has arrived. @throws what ended the download, or the signal's reason */
  async whole(signal: AbortSignal): Promise<void> {
    this.#want(Number.MAX_SAFE_INTEGER);
    while (await this.#more(signal)) {
      // Waits for the end.
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failure ??= new Error('The file is no longer shown.');
    this.#source.body.destroy();
    this.#notify();
    await this.#file.close();
  }

  async *#read(start: number, end: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    let at = start;
    while (at < end) {
      this.#want(Math.min(end, at + chunkBytes));
      const index = Math.floor(at / chunkBytes);
      const base = index * chunkBytes;
      if (base < this.#bytes) {
        const length = Math.min(chunkBytes, this.#bytes - base);
        const chunk = await this.#file.read(index, length);
        const piece = chunk.subarray(at - base, Math.min(length, end - base));
        at += piece.length;
        yield piece;
        continue;
      }
      const piece = this.#tail.subarray(at - this.#bytes, Math.min(this.#tailBytes, end - this.#bytes));
      if (piece.length > 0) {
        at += piece.length;
        // The bytes that follow are written over these.
        yield Buffer.from(piece);
        continue;
      }
      if (!(await this.#more(signal))) {
        return;
      }
    }
  }

  /** Waits for more bytes; false at the end. @throws what ended the download, or the signal's reason */
  async #more(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (this.#hasEnded) {
      return false;
    }
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    const abort = Promise.withResolvers<void>();
    const onAbort = () => abort.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#change.promise, abort.promise]);
    signal.removeEventListener('abort', onAbort);
    return true;
  }

  #want(end: number): void {
    if (end > this.#position) {
      this.#position = end;
      this.#notify();
    }
  }

  #notify(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<void>();
    resolve();
  }

  async #download(onChunk: (chunk: Buffer) => void): Promise<void> {
    for await (const piece of this.#source.body as AsyncIterable<Buffer>) {
      onChunk(piece);
      for (let at = 0; at < piece.length; ) {
        const copied = piece.copy(this.#tail, this.#tailBytes, at);
        at += copied;
        this.#tailBytes += copied;
        if (this.#tailBytes === chunkBytes) {
          await this.#file.write(this.#bytes / chunkBytes, this.#tail);
          this.#bytes += chunkBytes;
          this.#tailBytes = 0;
        }
      }
      this.#notify();
      while (!this.#isClosed && this.#bytes > this.#position + readAhead) {
        await this.#change.promise;
      }
    }
    const total = this.#bytes + this.#tailBytes;
    if (this.#source.bytes !== undefined && this.#source.bytes !== total) {
      throw new Failure({
        code: 'reply-truncated',
        message: `The file ended after ${total} of ${this.#source.bytes} bytes.`,
        hint: 'Open it again.',
        retryable: true,
      });
    }
  }
}

/**
 * Returns the single byte range of a `Range` header within a file (RFC 9110, 14.1.2).
 *
 * @returns undefined for none, or one that is not understood; `unsatisfiable` when no byte of it exists
 */
function byteRangeOf(header: string | undefined, total: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') {
    return undefined;
  }
  const start = first === '' ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === '' || last === '' ? total : Math.min(total, Number(last) + 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) {
    return undefined;
  }
  return start < end ? { start, end } : 'unsatisfiable';
}
