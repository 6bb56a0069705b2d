import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pageHeaders } from '../page.ts';

/** Responds with a plain text. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...pageHeaders(undefined),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${text}\n`);
}

/**
 * Streams a body with backpressure. If the source fails, the connection is closed, so that a browser never takes a part
 * for the whole; if the client disconnects, the source is destroyed.
 */
export async function answerStream(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Readable },
): Promise<void> {
  response.writeHead(status, headers);
  try {
    await pipeline(body, response);
  } catch {
    response.destroy();
  }
}

/** Aborted when the connection closes before the response is complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) {
      gone.abort();
    }
  });
  return gone.signal;
}
