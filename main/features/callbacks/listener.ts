import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { CallbackAnswer, listenerSettings } from '../../../preload/contract/callbacks.ts';
import { Failure } from '../../common/failure.ts';
import { BodyReader, BodyRefused, bodyLimits } from './body-reader.ts';
import type { ArrivedCallback } from './inbox.ts';
import { Connections, listenerLimits, listening, serverOf } from './listener-server.ts';

/** The most requests that may wait for an answer, in all and on one connection. */
const maxUnanswered = { inAll: 2048, onConnection: 16 };
/** The seconds after which a sender that was refused for the load should try again. */
const retryAfter = 5;
/** The time for which a connection that is never answered is held, in milliseconds: longer than senders wait. */
const neverMs = 120_000;
/** Headers that are not kept: they may contain credentials of a person who sends a callback by hand. */
const leftOut = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** The answer to a callback that was kept. */
interface Outcome {
  answer: CallbackAnswer;
  status: number | undefined;
}

interface Refusal {
  status: number;
  text: string;
  headers: Record<string, string>;
}

class NotKept extends Error {}

export interface ListenerDeps {
  /** Verifies and keeps a callback. The listener answers with the status; without one it does not answer. */
  receive(callback: ArrivedCallback, answer: CallbackAnswer): Promise<number | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called after each request. */
  onChange(): void;
  /** Called with errors of `receive`; messages contain no personal values. */
  log(error: unknown): void;
}

/** An HTTP server on loopback that receives callbacks (interface 6.1). A bad request never ends it, and no sender holds up others. */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #closing = new AbortController();
  readonly #bodies: BodyReader;
  readonly #unanswered = new WeakMap<Socket, { unanswered: number; hasEnded: boolean }>();
  #unansweredInAll = 0;
  readonly url: string;
  answer: CallbackAnswer;
  received = 0;
  refused = 0;
  fault: string | undefined;

  /** Use `open`. */
  constructor(
    deps: ListenerDeps,
    server: Server,
    url: string,
    answer: CallbackAnswer,
    limits: typeof bodyLimits,
  ) {
    this.#deps = deps;
    this.#server = server;
    const isTls = url.startsWith('https:');
    this.#connections = new Connections(server, isTls ? listenerLimits.headersTimeout : undefined);
    this.url = url;
    this.answer = answer;
    this.#bodies = new BodyReader(limits);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#handle(request, response);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#refuse(error, socket));
    // After the handshake has failed nothing can be sent, so the connection would wait for its answer to be written.
    server.on('tlsClientError', (_error, socket: Socket) => socket.destroy());
    server.on('drop', () => this.#count());
    server.on('error', (error) => deps.log(error));
  }

  /** @throws Failure invalid-input where the port is taken, or the key or the certificate cannot be used */
  static async open(
    settings: z.output<typeof listenerSettings>,
    deps: ListenerDeps,
    limits = bodyLimits,
  ): Promise<Listener> {
    const { address = '127.0.0.1', port = 0, tls, answer } = settings;
    const server = serverOf(tls);
    await listening(server, address, port);
    const { port: actualPort } = server.address() as AddressInfo;
    const host = address.includes(':') ? `[${address}]` : address;
    const url = `${tls === undefined ? 'http' : 'https'}://${host}:${actualPort}/callback`;
    return new Listener(deps, server, url, answer, limits);
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    this.#connections.destroyAll();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Errors of the connection end in 'close'; without a listener they would end the process.
    response.on('error', () => undefined);
    if (this.#countUnanswered(request.socket, response) > maxUnanswered.onConnection) {
      // Their answers would be kept in memory until the first one is sent.
      this.#count();
      request.socket.destroy();
      return;
    }
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) {
      this.#count();
      const { status, text, headers } = refusal;
      endConnection(request, response, status, text, headers);
      return;
    }
    try {
      const outcome = await this.#keep(request);
      if (outcome !== undefined) {
        await this.#response(outcome, response);
      }
    } catch (error) {
      if (this.#closing.signal.aborted) {
        return;
      }
      this.#count();
      if (error instanceof NotKept) {
        // The sender must try again.
        end(response, 503, error.message, { 'Retry-After': String(retryAfter) });
      } else if (error instanceof BodyRefused) {
        if (error.status === 503) {
          this.fault = 'Too many callbacks arrived at the same time. Their sender was asked to try again.';
        }
        const headers = error.status === 503 ? { 'Retry-After': String(retryAfter) } : {};
        endConnection(request, response, error.status, error.message, headers);
      } else {
        // The sender ended the connection before its body was complete.
        response.destroy();
      }
    }
  }

  /** Returns why a request is not read at all. */
  #refusalOf(request: IncomingMessage): Refusal | undefined {
    if (this.#unansweredInAll > maxUnanswered.inAll) {
      return {
        status: 503,
        text: 'Too many callbacks arrive at the same time.',
        headers: { 'Retry-After': String(retryAfter) },
      };
    }
    if (request.method !== 'POST') {
      return { status: 405, text: 'Callbacks are sent with POST.', headers: { Allow: 'POST' } };
    }
    // Browsers send it with every POST of a page; the service is no browser (interface 6.1).
    return request.headers.origin === undefined
      ? undefined
      : { status: 403, text: 'Callbacks are not accepted from web pages.', headers: {} };
  }

  /** Returns how many requests of the connection are not answered yet; all that were sent on it once it has ended. */
  #countUnanswered(socket: Socket, response: ServerResponse): number {
    const pending = this.#unanswered.get(socket);
    const connection = pending ?? { unanswered: 0, hasEnded: false };
    if (pending === undefined) {
      this.#unanswered.set(socket, connection);
      // Answers that were not begun yet end without an event of their own.
      socket.once('close', () => {
        connection.hasEnded = true;
        this.#unansweredInAll -= connection.unanswered;
      });
    }
    connection.unanswered += 1;
    this.#unansweredInAll += 1;
    response.once('close', () => {
      if (!connection.hasEnded) {
        connection.unanswered -= 1;
        this.#unansweredInAll -= 1;
      }
    });
    return connection.unanswered;
  }

  /**
   * Reads, verifies and keeps a callback. Nothing of it is held when this returns. Undefined when the listener was closed meanwhile.
   * @throws BodyRefused, NotKept; Error when the sender ends the connection
   */
  async #keep(request: IncomingMessage): Promise<Outcome | undefined> {
    const receivedAt = this.#deps.now();
    const { bytes, release } = await this.#bodies.read(request);
    const { answer } = this;
    try {
      const status = await this.#deps.receive(this.#arrivalOf(request, bytes, receivedAt), answer);
      this.received++;
      this.fault = undefined;
      this.#deps.onChange();
      return { answer, status };
    } catch (error) {
      if (this.#closing.signal.aborted) {
        return undefined;
      }
      this.#deps.log(error);
      this.fault =
        error instanceof Failure ? error.message : 'The last callback could not be kept on this computer.';
      throw new NotKept('The callback could not be kept.');
    } finally {
      release();
    }
  }

  async #response({ answer, status }: Outcome, response: ServerResponse): Promise<void> {
    const waitMs = answer.kind === 'slow' ? answer.seconds * 1000 : answer.kind === 'never' ? neverMs : 0;
    if (waitMs > 0) {
      await this.#wait(waitMs, response);
    }
    if (status === undefined) {
      response.destroy();
    } else {
      end(response, status, '');
    }
  }

  /** Waits, at most until the connection ends: an answer to that goes nowhere. */
  async #wait(ms: number, response: ServerResponse): Promise<void> {
    const ended = new AbortController();
    const onClose = () => ended.abort();
    response.once('close', onClose);
    const signal = AbortSignal.any([this.#closing.signal, ended.signal]);
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
    response.off('close', onClose);
  }

  /** Answers a request that is not HTTP, is too slow, or whose headers are too large. */
  #refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    this.#count();
    if (socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
      socket.destroy(),
    );
  }

  #arrivalOf(request: IncomingMessage, body: Uint8Array, receivedAt: number): ArrivedCallback {
    const headers: [string, string][] = [];
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      const name = request.rawHeaders[index] ?? '';
      if (!leftOut.has(name.toLowerCase())) {
        headers.push([name, request.rawHeaders[index + 1] ?? '']);
      }
    }
    const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
    return {
      receivedAt,
      source: 'listener',
      method: request.method,
      path: request.url ?? '',
      headers,
      timestamp: text(request.headers['x-signature-timestamp']),
      signature: text(request.headers['x-signature']),
      body,
    };
  }

  #count(): void {
    this.refused++;
    this.#deps.onChange();
  }
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  const withBody = text !== '' && status !== 204;
  response.writeHead(status, {
    ...headers,
    ...(withBody ? { 'Content-Type': 'text/plain; charset=utf-8' } : {}),
  });
  response.end(withBody ? text : undefined);
}

/** Answers a request whose body is not read, and ends its connection. */
function endConnection(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string>,
): void {
  response.once('finish', () => request.destroy());
  end(response, status, text, { ...headers, Connection: 'close' });
}
