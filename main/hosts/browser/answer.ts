import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pageHeaders } from '../page.ts';

/** Answers with a sentence. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...pageHeaders(undefined),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${text}\n`);
}

/**
 * Streams a body at the pace of whoever reads it. A source that breaks off breaks the connection too, so that a browser
 * never takes a part for the whole; a reader that goes away ends the source.
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

/** Aborted when the connection closes before the answer is complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) {
      gone.abort();
    }
  });
  return gone.signal;
}
