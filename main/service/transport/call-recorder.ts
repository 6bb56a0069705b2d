import type { Readable } from 'node:stream';
import type { CallPhases } from '../../../preload/contract/calls.ts';
import { Failure } from '../../common/failure.ts';
import type { ConnectionTimes } from './connection-times.ts';

/** The facts of a request when it begins. */
export interface BegunCall {
  /** Milliseconds since the epoch. */
  at: number;
  method: string;
  url: URL;
  /** The path as in the interface, without ids. */
  template: string;
  conversationId: string | undefined;
  /** From 1; counts the attempts of one call. */
  attempt: number;
  repeat: 'retry' | 'new-token' | undefined;
  headers: Readonly<Record<string, string>>;
  hasBody: boolean;
  body: string | undefined;
}

/** The progress of a request. */
export interface CallProgress {
  state: 'running' | 'answered' | 'failed' | 'cancelled';
  status?: number;
  requestId?: string;
  /** Bytes of the response's body as received. */
  bytes?: number;
  /** Origin of the proxy used. */
  proxy?: string;
  /** True if an existing connection was reused. */
  keptConnection?: boolean;
  failure?: { code: string; message: string };
  phases: CallPhases;
  totalMs?: number;
}

/** Receives every request of a transport. */
export interface CallRecorder {
  /** Returns a function that takes the progress of a request: one object, which changes until its state is no longer `running`. */
  begin(call: BegunCall): (progress: CallProgress) => void;
}

/** Follows one request and reports it. */
export class CallTrace {
  readonly #elapsed: () => number;
  readonly #report: (progress: CallProgress) => void;
  readonly #startedAt: number;
  #sentAt: number | undefined;
  #headersAt: number | undefined;
  readonly #progress: CallProgress = { state: 'running', phases: {} };

  /** @param elapsed milliseconds on a monotonic clock */
  constructor(elapsed: () => number, recorder: CallRecorder, call: BegunCall) {
    this.#elapsed = elapsed;
    this.#startedAt = elapsed();
    this.#report = recorder.begin(call);
  }

  noteProxy(proxy: URL | undefined): void {
    if (proxy !== undefined) {
      this.#progress.proxy = proxy.origin;
    }
  }

  /** Records that the first byte is about to be sent. */
  noteSending(connection: ConnectionTimes | undefined): void {
    this.#sentAt = this.#elapsed();
    // A connection that was opened for an earlier, cancelled request took only part of its time in this one.
    const own = connection !== undefined && connection.startedAt >= this.#startedAt ? connection : undefined;
    this.#progress.keptConnection = own === undefined;
    this.#beforeSending(this.#sentAt, own);
  }

  noteHeaders(status: number, requestId: string | undefined): void {
    this.#headersAt = this.#elapsed();
    this.#progress.status = status;
    if (requestId !== undefined) {
      this.#progress.requestId = requestId;
    }
    this.#noteWait(this.#headersAt);
    this.#report(this.#progress);
  }

  /** Follows the body to its end. @param receivedBytes bytes of it so far */
  follow(body: Readable, receivedBytes: () => number): void {
    body.once('close', () => {
      const error = body.errored;
      const now = this.#elapsed();
      this.#progress.bytes = receivedBytes();
      this.#progress.phases.readMs = now - (this.#headersAt ?? now);
      if (error instanceof Failure) {
        this.#end(error.code === 'cancelled' ? 'cancelled' : 'failed', error);
      } else {
        // A body that was not read to its end still belongs to a complete response.
        this.#end('answered');
      }
    });
  }

  /** Records that the request ended before the response's headers. @param connection the connection that failed, if that was the reason */
  failed(failure: unknown, connection: ConnectionTimes | undefined): void {
    const now = this.#elapsed();
    if (this.#sentAt === undefined) {
      this.#beforeSending(now, connection);
    } else {
      this.#noteWait(now);
    }
    const own = failure instanceof Failure ? failure : undefined;
    this.#end(own?.code === 'cancelled' ? 'cancelled' : 'failed', own);
  }

  #beforeSending(until: number, connection: ConnectionTimes | undefined): void {
    const phases = connection?.phases ?? {};
    const connecting = Object.values(phases).reduce<number>((sum, ms = 0) => sum + ms, 0);
    this.#progress.phases = { queueMs: Math.max(0, until - this.#startedAt - connecting), ...phases };
  }

  #noteWait(until: number): void {
    this.#progress.phases.waitMs = until - (this.#sentAt ?? until);
  }

  #end(state: CallProgress['state'], failure?: Failure): void {
    this.#progress.state = state;
    this.#progress.totalMs = this.#elapsed() - this.#startedAt;
    if (failure !== undefined && state === 'failed') {
      this.#progress.failure = { code: failure.code, message: failure.message };
    }
    this.#report(this.#progress);
  }
}
