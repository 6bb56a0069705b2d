import { Readable } from 'node:stream';
import type { Session } from 'electron';
import { consoleOrigin, mediaScheme, mediaToken } from './addresses.ts';

/** Answers a request for a medium; made by `compose`. */
export type ServeMedia = (
  token: string,
  request: { range?: string | undefined; signal: AbortSignal },
) => Promise<{ status: number; headers: Record<string, string>; body: Readable }>;

/** What the page may read of a reply from this other origin: enough to seek, nothing that names a person. */
const readable = 'accept-ranges, content-length, content-range, content-type';

/** How long the service may take to begin its answer; longer than an environment's own limits allow. Milliseconds. */
export const longestAnswerMs = 5 * 60_000;

/**
 * Streams media under `assay-media://item/<token>`: never whole in memory, and stopped as soon as the page lets go
 * of its body. Before there is one the page cannot be seen to have gone, since the runtime's request has no signal of the
 * page's: the request ends when its address is closed (`media.close`), by the environment's limits, or by this one.
 *
 * @param log hears of defects, without addresses: a token opens a passport
 */
export function streamMedia(session: Session, serve: ServeMedia, log: (error: unknown) => void): void {
  session.protocol.handle(mediaScheme, async (request) => {
    // The page may have to ask before it sends a `Range`; whether Chromium asks for schemes of our own is not documented.
    if (request.method === 'OPTIONS' && isAskedByConsole(request)) {
      return new Response(null, { status: 204, headers: { ...forConsole, ...rangeAllowed } });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal(405);
    }
    if (!isAskedByConsole(request)) {
      return refusal(403);
    }
    const token = mediaToken(request.url);
    if (token === undefined) {
      return refusal(404);
    }
    const waiting = new AbortController();
    const limit = setTimeout(() => waiting.abort(), longestAnswerMs);
    try {
      const reply = await serve(token, {
        range: request.headers.get('range') ?? undefined,
        signal: waiting.signal,
      });
      const head = { status: reply.status, headers: { ...reply.headers, ...forConsole } };
      if (request.method === 'HEAD') {
        reply.body.destroy();
        return new Response(null, head);
      }
      return new Response(webStream(reply.body), head);
    } catch (error) {
      if (waiting.signal.aborted) {
        return refusal(504);
      }
      log(error);
      return refusal(500);
    } finally {
      clearTimeout(limit);
    }
  });
}

const forConsole = {
  'access-control-allow-origin': consoleOrigin,
  'access-control-expose-headers': readable,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const rangeAllowed = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range',
};

/** The runtime names the origin that asks; it cannot be forged by the page. A request without one is the browser's own. */
function isAskedByConsole(request: Request & { initiatorOrigin?: string }): boolean {
  return request.initiatorOrigin === undefined || request.initiatorOrigin === consoleOrigin;
}

function refusal(status: 403 | 404 | 405 | 500 | 504): Response {
  return new Response(null, { status, headers: forConsole });
}

/** Bytes flow only as fast as the page reads them; when it stops reading, the source is destroyed. */
function webStream(body: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(body, {
    strategy: new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  }) as ReadableStream<Uint8Array>;
}
