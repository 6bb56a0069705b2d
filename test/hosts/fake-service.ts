import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../support/listen.ts';

/** A service that records its requests, including those cancelled before the response. */
export interface FakeService {
  baseUrl: string;
  /** Paths of unanswered requests, and of cancelled ones. */
  waiting: string[];
  givenUp: string[];
  close(): Promise<void>;
}

const mediaType = 'application/vnd.service.v1.1+json';

/** Answers every conversation, except that ids beginning with `slow` are never answered. */
export async function startFakeService(): Promise<FakeService> {
  const waiting: string[] = [];
  const givenUp: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const id = decodeURIComponent(path.split('/')[3] ?? '');
    if (id.startsWith('slow')) {
      waiting.push(id);
      response.once('close', () => givenUp.push(id));
      return;
    }
    const status = id === 'missing' ? 404 : 200;
    response.writeHead(status, { 'content-type': mediaType, 'x-request-id': `request-${id}` });
    response.end(
      JSON.stringify(
        status === 404
          ? { status: 'NOT_FOUND', message: 'Conversation not found', violations: [] }
          : { id, userKey: 'u', url: 'https://a.example/', status: 'CREATED', result: {}, unknown: 'ключ' },
      ),
    );
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    waiting,
    givenUp,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
