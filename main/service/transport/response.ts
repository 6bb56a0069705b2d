import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { cancelledRequest, type Failure } from '../../common/failure.ts';
import type { Deadline } from './deadline.ts';
import { type Exchange, networkFailure } from './network-failure.ts';
import { RequestStopped } from './reason.ts';

/** The most interim responses (1xx) before the final one. */
const maxInterimResponses = 16;

export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Streamed with backpressure. When it breaks off, it fails with a `Failure`. */
  body: Readable;
}

/** Receives the response to one request from the network library. */
export class ResponseReceiver implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange;
  readonly #deadline: Deadline;
  readonly #signal: AbortSignal;
  readonly #maySend: () => boolean;
  readonly #head = Promise.withResolvers<ResponseHead>();
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;
  #interimResponses = 0;
  /** True once the response is complete or the request has ended otherwise. */
  #isOver = false;

  /**
   * @param signal ends the request, at once for the caller also while there is no connection yet
   * @param maySend called when the first byte is about to be sent; false: nothing is sent
   */
  constructor(exchange: Exchange, deadline: Deadline, signal: AbortSignal, maySend: () => boolean) {
    this.#exchange = exchange;
    this.#deadline = deadline;
    this.#signal = signal;
    this.#maySend = maySend;
    signal.addEventListener('abort', this.#stop);
  }

  /** Rejects with the network library's error, or with the reason of the signal. */
  get head(): Promise<ResponseHead> {
    return this.#head.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver || !this.#maySend()) {
      controller.abort(new Error('The request was cancelled before it was sent.'));
    }
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHead['headers'],
  ): void {
    if (status >= 200) {
      this.#exchange.receivedBytes = 0;
      this.#body = this.#openBody(controller);
      this.#head.resolve({ status, headers, body: this.#body });
      return;
    }
    this.#interimResponses++;
    if (this.#interimResponses > maxInterimResponses) {
      controller.abort(new RequestStopped('ASSAY_INTERIM_RESPONSES'));
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#exchange.receivedBytes = (this.#exchange.receivedBytes ?? 0) + chunk.length;
    this.#deadline.noteBytes(chunk.length);
    if (this.#body?.push(chunk) === false) {
      controller.pause();
      this.#deadline.pause();
    }
  }

  onResponseEnd(): void {
    this.#finish();
    this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(error);
  }

  #openBody(controller: Dispatcher.DispatchController): Readable {
    const body = new Readable({
      highWaterMark: 256 * 1024,
      read: () => {
        this.#deadline.run();
        controller.resume();
      },
      destroy: (error, done) => {
        if (!this.#isOver) {
          this.#finish();
          controller.abort(new Error('The rest of the response is not needed.'));
        }
        done(error);
      },
    });
    // It may fail before it has a listener; a later reader still receives the failure.
    body.on('error', () => {});
    this.#deadline.pause();
    return body;
  }

  readonly #stop = () => {
    this.#fail(this.#signal.reason);
    this.#controller?.abort(this.#signal.reason);
  };

  #fail(error: unknown): void {
    if (this.#isOver) {
      return;
    }
    this.#finish();
    if (this.#body === undefined) {
      this.#head.reject(error);
    } else {
      this.#body.destroy(endedBy(this.#signal, error, this.#exchange));
    }
  }

  #finish(): void {
    this.#isOver = true;
    this.#deadline.pause();
    this.#signal.removeEventListener('abort', this.#stop);
  }
}

/** Returns why a request ended: cancelled by the caller, stopped by Assay, or a network failure. */
export function endedBy(signal: AbortSignal, error: unknown, exchange: Exchange): Failure {
  if (!signal.aborted) {
    return networkFailure(error, exchange);
  }
  const reason: unknown = signal.reason;
  if (reason instanceof RequestStopped) {
    return networkFailure(reason, exchange);
  }
  return cancelledRequest(exchange.requestSent);
}
