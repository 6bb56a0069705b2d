import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from './listen.ts';

export interface RecordedRequest {
  method: string;
  /** The path with its query, as received. */
  url: string;
  conversationId: string;
}

/** Answers a request; nothing is sent automatically. */
export type Answer = (request: RecordedRequest, response: ServerResponse) => void;

const mediaType = 'application/vnd.service.v1.1+json';

/** A real HTTP server that records every request for a conversation in order of arrival. */
export class RecordingService {
  readonly requests: RecordedRequest[] = [];
  /** Requests whose client closed the connection before the response. */
  readonly aborted: RecordedRequest[] = [];
  /** Called for each request; tests replace it to delay, refuse or break the response. */
  answer: Answer = (request, response) => sendConversation(response, request.conversationId);
  readonly #server = createServer((request, response) => this.#receive(request, response));

  static async start(): Promise<RecordingService> {
    const service = new RecordingService();
    await listen(service.#server);
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The requests with a given method. */
  sent(method: string): RecordedRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  /** Accepts no new connections; open ones continue. */
  stopListening(): void {
    this.#server.close();
  }

  /** Breaks the connections of requests that were not answered. */
  closeConnections(): void {
    this.#server.closeAllConnections();
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #receive(incoming: IncomingMessage, response: ServerResponse): void {
    const url = incoming.url ?? '';
    const request = {
      method: incoming.method ?? '',
      url,
      conversationId: decodeURIComponent(/^\/api\/conversations\/([^/?]*)/.exec(url)?.[1] ?? ''),
    };
    this.requests.push(request);
    response.once('close', () => {
      if (!response.writableFinished) {
        this.aborted.push(request);
      }
    });
    incoming.resume();
    this.answer(request, response);
  }
}

/** Sends a conversation as the service does (interface 2.2); `change` replaces members. */
export function sendConversation(
  response: ServerResponse,
  id: string,
  change: Record<string, unknown> = {},
): void {
  sendJson(response, 200, {
    id,
    userKey: 'customer-1',
    url: 'https://verify.example/',
    status: 'IN_PROGRESS',
    result: { identity: { status: 'IN_PROGRESS', user: {} } },
    ...change,
  });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': mediaType, 'x-request-id': `request-${status}` });
  response.end(JSON.stringify(body));
}
