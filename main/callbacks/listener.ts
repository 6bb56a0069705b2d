import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { CallbackAnswer, listenerSettings } from '../../preload/contract/callbacks.ts';
import { Failure } from '../failure.ts';
import type { ArrivedMessage } from './inbox.ts';
import { BodyTooLarge, readBody } from './request-body.ts';

/** Limits of the server, so that no sender can hold it. Milliseconds, bytes, connections. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
  connections: 1024,
};
/** How many large bodies are received at once. */
const largeAtOnce = 4;
/** How long a connection that is never answered is held, in milliseconds: longer than senders wait. */
const neverMs = 120_000;
const maxHeaders = 60;
const maxHeader = 1000;
/** Not kept: they may contain credentials of a person who sends a message by hand. */
const leftOut = new Set(['authorization', 'proxy-authorization', 'cookie']);

export interface ListenerDeps {
  /** Verifies and keeps a message. The listener answers with the status; without one it does not answer. */
  receive(message: ArrivedMessage, answer: CallbackAnswer): Promise<number | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called after each request. */
  changed(): void;
  /** Called with errors of `receive`; messages contain no personal values. */
  log(error: unknown): void;
}

/** An HTTP server on loopback that receives callbacks (interface 6.1). A bad request never ends it. */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #slots = pLimit(largeAtOnce);
  readonly url: string;
  answer: CallbackAnswer;
  received = 0;
  refused = 0;
  fault: string | undefined;

  /** Use `open`. */
  constructor(deps: ListenerDeps, server: Server, url: string, answer: CallbackAnswer) {
    this.#deps = deps;
    this.#server = server;
    this.url = url;
    this.answer = answer;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#handle(request, response);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#refuse(error, socket));
    server.on('tlsClientError', () => this.#count());
    server.on('drop', () => this.#count());
    server.on('error', (error) => deps.log(error));
  }

  /** @throws Failure invalid-input where the port is taken, or the key or the certificate cannot be used */
  static async open(settings: z.output<typeof listenerSettings>, deps: ListenerDeps): Promise<Listener> {
    const { address, port, tls, answer } = settings;
    const server = serverOf(tls);
    server.maxConnections = limits.connections;
    await listening(server, address, port);
    const { port: chosen } = server.address() as AddressInfo;
    const host = address.includes(':') ? `[${address}]` : address;
    const url = `${tls === undefined ? 'http' : 'https'}://${host}:${chosen}/callback`;
    return new Listener(deps, server, url, answer);
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = this.#deps.now();
    // Errors of the connection end in 'close'; without a listener they would end the process.
    response.on('error', () => undefined);
    try {
      if (request.method !== 'POST') {
        this.#count();
        end(response, 405, 'Callbacks are sent with POST.', { Allow: 'POST' });
        request.resume();
        return;
      }
      const body = await readBody(request, this.#slots);
      const message = arrived(request, body, receivedAt);
      await this.#receive(message, response);
    } catch (error) {
      this.#count();
      if (error instanceof BodyTooLarge) {
        end(response, 413, 'The body is too large.', { Connection: 'close' });
        response.once('finish', () => request.destroy());
      } else {
        // The sender ended the connection before its body was complete.
        response.destroy();
      }
    }
  }

  async #receive(message: ArrivedMessage, response: ServerResponse): Promise<void> {
    const { answer } = this;
    let status: number | undefined;
    try {
      status = await this.#deps.receive(message, answer);
      this.received++;
      this.fault = undefined;
    } catch (error) {
      if (this.#closing.signal.aborted) {
        return;
      }
      this.#deps.log(error);
      this.fault =
        error instanceof Failure ? error.message : 'The last message could not be kept on this computer.';
      this.#count();
      // Not kept, so the sender must try again.
      end(response, 503, 'The message could not be kept.');
      return;
    }
    this.#deps.changed();
    const waitMs = answer.kind === 'slow' ? answer.seconds * 1000 : answer.kind === 'never' ? neverMs : 0;
    if (waitMs > 0 && !(await this.#wait(waitMs, response))) {
      return;
    }
    if (status === undefined) {
      response.destroy();
    } else {
      end(response, status, '');
    }
  }

  /** False if the connection ended meanwhile. */
  async #wait(ms: number, response: ServerResponse): Promise<boolean> {
    const ended = new AbortController();
    const onClose = () => ended.abort();
    response.once('close', onClose);
    try {
      await delay(ms, undefined, {
        signal: AbortSignal.any([this.#closing.signal, ended.signal]),
        ref: false,
      });
      return true;
    } catch {
      return false;
    } finally {
      response.off('close', onClose);
    }
  }

  /** A request that is no HTTP, too slow, or whose headers are too large. */
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

  #count(): void {
    this.refused++;
    this.#deps.changed();
  }
}

function serverOf(tls: { key: string; certificate: string } | undefined): Server {
  const { connections: _connections, ...options } = limits satisfies ServerOptions & { connections: number };
  if (tls === undefined) {
    return createServer(options);
  }
  try {
    return createTlsServer({
      ...options,
      handshakeTimeout: limits.headersTimeout,
      key: tls.key,
      cert: tls.certificate,
    });
  } catch {
    throw new Failure({
      code: 'invalid-input',
      message:
        'The listener was not started: the key or the certificate cannot be read, or they do not belong together.',
      hint: 'Both must be PEM, the key without a passphrase.',
    });
  }
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port, backlog: 4096 }, resolve);
  try {
    await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `port ${port} is already in use`,
      EACCES: `port ${port} can only be used by an administrator`,
      EADDRNOTAVAIL: `this computer has no address ${host}`,
      EAFNOSUPPORT: `this computer has no address ${host}`,
    };
    throw new Failure({
      code: 'invalid-input',
      message: `The listener was not started: ${reasons[code ?? ''] ?? `the system refused it (${code})`}.`,
      hint: 'Choose another port, or 0 for any free one.',
    });
  } finally {
    server.off('error', reject);
  }
}

function arrived(request: IncomingMessage, body: Uint8Array, receivedAt: number): ArrivedMessage {
  const headers: [string, string][] = [];
  for (let index = 0; index < request.rawHeaders.length && headers.length < maxHeaders; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (!leftOut.has(name.toLowerCase())) {
      headers.push([name, (request.rawHeaders[index + 1] ?? '').slice(0, maxHeader)]);
    }
  }
  const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  return {
    receivedAt,
    source: 'listener',
    method: request.method,
    path: (request.url ?? '').slice(0, 2000),
    headers,
    timestamp: text(request.headers['x-signature-timestamp']),
    signature: text(request.headers['x-signature']),
    body,
  };
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
