import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { CallPhases } from '../../../preload/contract/calls.ts';

/** The parts of making a connection. */
export type ConnectPhases = Pick<CallPhases, 'nameMs' | 'connectMs' | 'proxyMs' | 'tlsMs'>;

/** When a connection was begun, and how long each part of it took; milliseconds. */
export interface ConnectionTimes {
  startedAt: number;
  phases: ConnectPhases;
}

/** Measures one connection from its socket's events. */
export class ConnectionTimer {
  readonly #elapsed: () => number;
  readonly #startedAt: number;
  readonly #phases: ConnectPhases = {};
  #part: keyof ConnectPhases = 'connectMs';
  #partSince: number;

  /** @param elapsed milliseconds on a clock that never goes back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#startedAt = elapsed();
    this.#partSince = this.#startedAt;
  }

  /** Listens to a socket that has just been made. */
  watch(socket: Socket): void {
    // Emitted only for a name; an address is connected to at once.
    socket.prependOnceListener('lookup', () => this.#endPart('nameMs', 'connectMs'));
    // Before the listener that hands the connection over.
    socket.prependOnceListener('connect', () => this.#endPart('connectMs', 'tlsMs'));
    socket.prependOnceListener('secureConnect', () => this.#endPart('tlsMs', 'tlsMs'));
  }

  /** There is a connection to the proxy: it is now asked for the tunnel. */
  tunnelRequestedAt(): void {
    this.#part = 'proxyMs';
  }

  /** Records that the proxy has opened the tunnel: TLS with the peer comes next. */
  tunnelOpened(): void {
    this.#endPart('proxyMs', 'tlsMs');
  }

  /** Returns the times of a connection that is ready. */
  times(): ConnectionTimes {
    return { startedAt: this.#startedAt, phases: { ...this.#phases } };
  }

  /** Returns the times of a connection that failed in the part that was under way. */
  failed(): ConnectionTimes {
    this.#endPart(this.#part, this.#part);
    return this.times();
  }

  #endPart(part: keyof ConnectPhases, next: keyof ConnectPhases): void {
    const now = this.#elapsed();
    this.#phases[part] = (this.#phases[part] ?? 0) + now - this.#partSince;
    this.#partSince = now;
    this.#part = next;
  }
}

/** Remembers how long the connections of a transport took, each for the first request that goes out on it. */
export class SocketTimes {
  readonly #times = new WeakMap<Socket, ConnectionTimes>();
  #receiver: ((times: ConnectionTimes | undefined) => void) | undefined;
  // The network library says nowhere else which connection a request went out on.
  readonly #onHeaders = (message: unknown) => {
    const receiver = this.#receiver;
    if (receiver === undefined) {
      return;
    }
    this.#receiver = undefined;
    const { socket } = message as { socket: Socket };
    receiver(this.#times.get(socket));
    this.#times.delete(socket);
  };

  constructor() {
    subscribe(sendHeaders, this.#onHeaders);
  }

  keep(socket: Socket, times: ConnectionTimes): void {
    this.#times.set(socket, times);
  }

  /**
   * To be called as a request is about to be written: `receive` gets the times of its connection before control returns to the event
   * loop, undefined where an earlier request went out on it.
   */
  ofNextRequest(receive: (times: ConnectionTimes | undefined) => void): void {
    this.#receiver = receive;
    queueMicrotask(() => {
      if (this.#receiver === receive) {
        this.#receiver = undefined;
      }
    });
  }

  close(): void {
    unsubscribe(sendHeaders, this.#onHeaders);
  }
}

const sendHeaders = 'undici:client:sendHeaders';
