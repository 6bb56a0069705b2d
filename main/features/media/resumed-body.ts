import { Readable } from 'node:stream';
import { Failure } from '../../common/failure.ts';
import type { MediaContent } from '../../service/port.ts';

/** The most times in a row that a broken download is resumed while no byte arrives. */
const maxAttempts = 3;

interface Hooks {
  /** Requests the rest: the value of a `Range` header. Undefined where the service sends no parts. */
  reopen: ((range: string) => Promise<MediaContent>) | undefined;
  /** Called with each piece, in order. */
  passed?: (chunk: Buffer) => void;
  /** Called once when every byte has arrived. */
  onArrival?: () => void;
}

/**
 * The body of a response that is resumed where it stopped when the connection breaks and the service sends parts. It fails with
 * the first error when that is impossible: the rest is another file's, or the service refuses.
 */
export class ResumedBody extends Readable {
  readonly #hooks: Hooks;
  /** The range within the whole file; its end and the total are undefined when the service does not give them. */
  readonly #first: number;
  readonly #end: number | undefined;
  readonly #total: number | undefined;
  readonly #contentType: string | undefined;
  #source: Readable;
  #at: number;
  #attempts = 0;

  constructor(response: MediaContent, hooks: Hooks) {
    super({ highWaterMark: 256 * 1024 });
    this.#hooks = hooks;
    this.#first = Number(/^bytes (\d+)-/.exec(response.contentRange ?? '')?.[1] ?? 0);
    this.#end = response.bytes === undefined ? undefined : this.#first + response.bytes;
    this.#total = totalOf(response);
    this.#contentType = response.contentType;
    this.#at = this.#first;
    this.#source = response.body;
    // It may fail before it has a listener; a later reader still receives the failure.
    this.on('error', () => {});
    this.#follow(response.body);
  }

  override _read(): void {
    this.#source.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source.destroy();
    done(error);
  }

  #follow(source: Readable): void {
    this.#source = source;
    // A connection may break while the file to keep it in is created: no event follows then.
    if (source.destroyed && !source.readableEnded) {
      this.#resume(source.errored ?? closedFailure());
      return;
    }
    source.on('data', (chunk: Buffer) => {
      this.#at += chunk.length;
      this.#attempts = 0;
      this.#hooks.passed?.(chunk);
      if (!this.push(chunk)) {
        source.pause();
      }
    });
    source.once('end', () => {
      this.#hooks.onArrival?.();
      this.push(null);
    });
    source.once('error', (error) => this.#resume(error));
    source.once('close', () => {
      if (!source.readableEnded && !source.errored && !this.destroyed) {
        this.#resume(closedFailure());
      }
    });
  }

  #resume(error: Error): void {
    const { reopen } = this.#hooks;
    if (this.destroyed) {
      return;
    }
    if (!reopen || this.#end === undefined || this.#attempts >= maxAttempts) {
      this.destroy(error);
      return;
    }
    this.#attempts += 1;
    reopen(`bytes=${this.#at}-${this.#end - 1}`).then(
      (response) => {
        // A part of another file would make a mixture of both.
        const isSameFile =
          isSame(totalOf(response), this.#total) && isSame(response.contentType, this.#contentType);
        const continues =
          response.status === 206 &&
          isSameFile &&
          response.contentRange?.startsWith(`bytes ${this.#at}-`) === true;
        const rest = (this.#end ?? 0) - this.#at;
        if (!continues || response.bytes !== rest || this.destroyed) {
          response.body.destroy();
          this.destroy(error);
          return;
        }
        this.#follow(response.body);
      },
      (refusal: unknown) => this.destroy(refusal instanceof Error ? refusal : error),
    );
  }
}

/** Returns the size of the whole file, in bytes, as far as the response gives it; undefined where its range contradicts itself. */
export function totalOf({
  contentRange,
  bytes,
}: Pick<MediaContent, 'contentRange' | 'bytes'>): number | undefined {
  if (contentRange === undefined) {
    return bytes;
  }
  const [, first, last, total] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? []).map(Number);
  const isRange = first !== undefined && last !== undefined && first <= last;
  return isRange && total !== undefined && last < total && Number.isSafeInteger(total) ? total : undefined;
}

/** Returns whether two responses agree about a value; they do if only one of them gives it. */
function isSame<Value>(left: Value | undefined, right: Value | undefined): boolean {
  return left === undefined || right === undefined || left === right;
}

function closedFailure(): Failure {
  return new Failure({
    code: 'connection-reset',
    message: 'The connection was closed before the file ended.',
    retryable: true,
  });
}
