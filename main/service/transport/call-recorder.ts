import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { Failure } from '../../failure.ts';
import type { ConnectionTimes, ConnectPhases } from './connection-times.ts';

/** Milliseconds of the parts of a request, in their order. A connection that was kept has no parts of its own. */
export interface CallPhases extends ConnectPhases {
  /** Before it was sent: the keychain, the system's proxy settings, waiting for a connection. */
  queueMs?: number;
  /** From its first byte going out to the reply's headers. */
  waitMs?: number;
  /** From the headers to the end of the body, at the speed at which it is read. */
  readMs?: number;
}

/** What a request is, as it begins. */
export interface BegunCall {
  /** Milliseconds since the epoch. */
  at: number;
  method: string;
  url: URL;
  /** The path as the interface writes it. */
  template: string;
  conversationId: string | undefined;
  /** From 1; the same call sent again counts on. */
  attempt: number;
  repeat: 'retry' | 'new-token' | undefined;
  headers: Readonly<Record<string, string>>;
  hasBody: boolean;
}

/** What is known of a request so far; later reports hold all of the earlier ones. */
export interface CallProgress {
  state: 'running' | 'answered' | 'failed' | 'cancelled';
  status?: number;
  requestId?: string;
  /** Bytes of the reply's body as they came. */
  bytes?: number;
  /** Origin of the proxy used. */
  proxy?: string;
  /** It went out on a connection that was there before. */
  keptConnection?: boolean;
  failure?: { code: string; message: string };
  phases: CallPhases;
  totalMs?: number;
}

/** Hears of every request of a transport. */
export interface CallRecorder {
  /** The returned function hears how the request goes on, until its state is no longer `running`. */
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

  /** @param elapsed milliseconds on a clock that never goes back */
  constructor(elapsed: () => number, recorder: CallRecorder, call: BegunCall) {
    this.#elapsed = elapsed;
    this.#startedAt = elapsed();
    this.#report = recorder.begin(call);
  }

  proxied(proxy: URL | undefined): void {
    if (proxy !== undefined) {
      this.#progress.proxy = proxy.origin;
    }
  }

  /** Its first byte goes out. */
  sent(connection: ConnectionTimes | undefined): void {
    this.#sentAt = this.#elapsed();
    // A connection begun for an earlier request that was then cancelled took none of this one's time alone.
    const own = connection !== undefined && connection.startedAt >= this.#startedAt ? connection : undefined;
    this.#progress.keptConnection = own === undefined;
    this.#beforeSending(this.#sentAt, own);
  }

  answered(status: number, requestId: string | undefined): void {
    this.#headersAt = this.#elapsed();
    this.#progress.status = status;
    if (requestId !== undefined) {
      this.#progress.requestId = requestId;
    }
    this.#waited(this.#headersAt);
    this.#publish();
  }

  /** Follows the body to its end. @param received bytes of it so far */
  follow(body: Readable, received: () => number): void {
    finished(body, { writable: false }, (error) => {
      const now = this.#elapsed();
      this.#progress.bytes = received();
      this.#progress.phases.readMs = now - (this.#headersAt ?? now);
      if (error instanceof Failure) {
        this.#end(error.code === 'cancelled' ? 'cancelled' : 'failed', error);
      } else {
        // A body that nobody needed to the end was answered all the same.
        this.#end('answered');
      }
    });
  }

  /** It ended before the reply's headers. @param connection of a connection that did not come about */
  failed(failure: unknown, connection: ConnectionTimes | undefined): void {
    const now = this.#elapsed();
    if (this.#sentAt === undefined) {
      this.#beforeSending(now, connection);
    } else {
      this.#waited(now);
    }
    const known = failure instanceof Failure ? failure : undefined;
    this.#end(known?.code === 'cancelled' ? 'cancelled' : 'failed', known);
  }

  #beforeSending(until: number, connection: ConnectionTimes | undefined): void {
    const phases = connection?.phases ?? {};
    const connecting = Object.values(phases).reduce((sum, ms) => sum + ms, 0);
    this.#progress.phases = { queueMs: Math.max(0, until - this.#startedAt - connecting), ...phases };
  }

  #waited(until: number): void {
    this.#progress.phases.waitMs = until - (this.#sentAt ?? until);
  }

  #end(state: CallProgress['state'], failure?: Failure): void {
    this.#progress.state = state;
    this.#progress.totalMs = this.#elapsed() - this.#startedAt;
    if (failure !== undefined && state === 'failed') {
      this.#progress.failure = { code: failure.code, message: failure.message };
    }
    this.#publish();
  }

  #publish(): void {
    this.#report({ ...this.#progress, phases: { ...this.#progress.phases } });
  }
}
