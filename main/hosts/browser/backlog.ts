import type { WebSocket } from 'ws';

const mib = 1024 * 1024;

/** The memory that pages may occupy in main, in bytes. */
export interface BacklogLimits {
  /** Queued for one page and not received by it. */
  unsentPerSocket: number;
  /** The same over all pages. */
  unsent: number;
  /** Received from all pages and still being handled. */
  received: number;
}

const usualLimits: BacklogLimits = { unsentPerSocket: 48 * mib, unsent: 128 * mib, received: 256 * mib };

/** Limits the memory of all sockets together. */
export class Backlog {
  readonly #limits: BacklogLimits;
  readonly #sockets = new Set<WebSocket>();
  #received = 0;

  constructor(limits: BacklogLimits = usualLimits) {
    this.#limits = limits;
  }

  add(socket: WebSocket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /**
   * Returns whether this many more bytes may be queued for a socket. A socket over its limit is closed, which frees its
   * queue; over the limit of all sockets, the one with the longest queue is closed.
   */
  mayQueue(socket: WebSocket, bytes: number): boolean {
    if (socket.bufferedAmount + bytes > this.#limits.unsentPerSocket) {
      this.#cutOff(socket);
      return false;
    }
    while (this.#unsent() + bytes > this.#limits.unsent) {
      const furthest = [...this.#sockets].sort((a, b) => b.bufferedAmount - a.bufferedAmount)[0];
      if (furthest === undefined || furthest.bufferedAmount === 0) {
        break;
      }
      this.#cutOff(furthest);
      if (furthest === socket) {
        return false;
      }
    }
    return true;
  }

  /** Counts received bytes; returns a function that releases them, or undefined when there are too many already. */
  receive(bytes: number): (() => void) | undefined {
    if (this.#received + bytes > this.#limits.received) {
      return undefined;
    }
    this.#received += bytes;
    return () => {
      this.#received -= bytes;
    };
  }

  #unsent(): number {
    return [...this.#sockets].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
  }

  #cutOff(socket: WebSocket): void {
    this.#sockets.delete(socket);
    socket.terminate();
  }
}
