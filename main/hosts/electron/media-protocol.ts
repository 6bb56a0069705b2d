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

/**
 * Streams media under `assay-media://item/<token>`: never whole in memory, and stopped as soon as the page lets go.
 *
 * @param log hears of defects, without addresses: a token opens a passport
 */
export function streamMedia(session: Session, serve: ServeMedia, log: (error: unknown) => void): void {
  session.protocol.handle(mediaScheme, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    if (!isAskedByConsole(request)) return refusal(403);
    const token = mediaToken(request.url);
    if (token === undefined) return refusal(404);
    try {
      const reply = await serve(token, {
        range: request.headers.get('range') ?? undefined,
        signal: request.signal,
      });
      const head = { status: reply.status, headers: { ...reply.headers, ...forConsole } };
      if (request.method === 'HEAD') {
        reply.body.destroy();
        return new Response(null, head);
      }
      return new Response(webStream(reply.body), head);
    } catch (error) {
      if (!request.signal.aborted) log(error);
      return refusal(500);
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

/** The runtime names the origin that asks; it cannot be forged by the page. A request without one is the browser's own. */
function isAskedByConsole(request: Request & { initiatorOrigin?: string }): boolean {
  return request.initiatorOrigin === undefined || request.initiatorOrigin === consoleOrigin;
}

function refusal(status: 403 | 404 | 405 | 500): Response {
  return new Response(null, { status, headers: forConsole });
}

/** Bytes flow only as fast as the page reads them; when it stops reading, the source is destroyed. */
function webStream(body: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(body, {
    strategy: new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  }) as ReadableStream<Uint8Array>;
}
