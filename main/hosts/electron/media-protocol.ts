import { Readable } from 'node:stream';
import type { Session } from 'electron';
import type { ServeMedia } from '../../bridge/host.ts';
import { consoleOrigin, mediaScheme, mediaToken } from './addresses.ts';

/** The response headers a page of another origin may read: enough to seek, no personal data. */
const readable = 'accept-ranges, content-length, content-range, content-type';

/** The time limit for the service's response headers, longer than any environment's own. Milliseconds. */
export const maxResponseMs = 5 * 60_000;

/**
 * Streams media under `assay-media://item/<token>` without buffering them, until the page cancels the body. Before there
 * is a body, the runtime gives no sign that the page is gone: the request then ends when its address is closed
 * (`media.close`), by the environment's time limits, or by this one.
 *
 * @param log receives defects without addresses, since a token gives access to a medium
 */
export function streamMedia(session: Session, serve: ServeMedia, log: (error: unknown) => void): void {
  session.protocol.handle(mediaScheme, async (request) => {
    // A page may send a preflight before a `Range` request; whether Chromium does so for custom schemes is not
    // documented.
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
    const limit = setTimeout(() => waiting.abort(), maxResponseMs);
    try {
      const response = await serve(token, {
        range: request.headers.get('range') ?? undefined,
        signal: waiting.signal,
      });
      const head = { status: response.status, headers: { ...response.headers, ...forConsole } };
      if (request.method === 'HEAD') {
        response.body.destroy();
        return new Response(null, head);
      }
      return new Response(webStream(response.body), head);
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

/** Returns the requesting origin, set by the runtime and not forgeable by the page. A request without one is the browser's own. */
function isAskedByConsole(request: Request & { initiatorOrigin?: string }): boolean {
  return request.initiatorOrigin === undefined || request.initiatorOrigin === consoleOrigin;
}

function refusal(status: 403 | 404 | 405 | 500 | 504): Response {
  return new Response(null, { status, headers: forConsole });
}

/** Reads the source at the page's pace; when the page cancels, the source is destroyed. */
function webStream(body: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(body, {
    strategy: new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  }) as ReadableStream<Uint8Array>;
}
