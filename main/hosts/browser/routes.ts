import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ServeMedia } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import { devAnswer } from '../dev-server.ts';
import { pageHeaders } from '../page.ts';
import { servePageFile } from '../page-files.ts';
import { answerStream, answerText, goneSignal } from './answer.ts';
import { attachment, type Download, type Downloads } from './downloads.ts';
import { mediaTokenIn } from './host.ts';

export interface RouteDeps {
  downloads: Downloads;
  serveMedia: ServeMedia;
  /** The directory of the built interface. */
  pageRoot: string;
  /** Vite's development server, which serves the interface instead; only under `npm run dev`. */
  devServer?: string;
}

/** A request that was checked by the guard. */
export interface GuardedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
}

/**
 * Answers one request. The page's files are not secret and give access to nothing without a session. Media and downloads
 * have addresses of 256 random bits, issued over the bridge only.
 */
export async function answerRequest(deps: RouteDeps, guarded: GuardedRequest): Promise<void> {
  const { request, response, path } = guarded;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return answerText(response, 405, 'This method is not supported here.');
  }
  if (path === '/favicon.ico') {
    // Browsers request it unasked; the page names its own icon.
    response.writeHead(204, pageHeaders(undefined)).end();
    return;
  }
  if (path.startsWith('/download/')) {
    return download(deps.downloads, guarded);
  }
  const mediaToken = mediaTokenIn(path);
  if (mediaToken !== undefined) {
    return media(deps.serveMedia, mediaToken, guarded);
  }
  return page(deps, guarded);
}

async function page({ devServer, pageRoot }: RouteDeps, { request, response, path }: GuardedRequest) {
  const file = await (devServer === undefined
    ? servePageFile(pageRoot, path)
    : devAnswer(devServer, request.url ?? '/', request.headers.accept));
  if (file === undefined) {
    return answerText(response, 404, 'There is nothing at this address.');
  }
  const { status, headers, body } = file;
  // The build puts a hash of the content into the names below assets/.
  const isHashed = devServer === undefined && path.startsWith('/assets/');
  response.writeHead(status, {
    ...headers,
    'content-length': String(body.byteLength),
    ...(isHashed && { 'cache-control': 'private, max-age=31536000, immutable' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function media(
  serveMedia: ServeMedia,
  token: string,
  { request, response }: GuardedRequest,
): Promise<void> {
  const { range } = request.headers;
  const method = request.method ?? 'GET';
  const served = await serveMedia(token, { range, method, signal: goneSignal(response) });
  const headers = { ...served.headers, 'cross-origin-resource-policy': 'same-origin' };
  if (method === 'HEAD') {
    served.body.destroy();
    response.writeHead(served.status, headers).end();
    return;
  }
  await answerStream(response, { ...served, headers });
}

async function download(downloads: Downloads, { request, response, path }: GuardedRequest): Promise<void> {
  // A HEAD request must not use up the address.
  if (request.method !== 'GET') {
    return answerText(response, 405, 'A download accepts only GET requests.');
  }
  const taken = downloads.take(path);
  if (taken === undefined) {
    return answerText(response, 404, 'This download has been used or has expired. Save the file again.');
  }
  const gone = goneSignal(response);
  let sourceFailure: unknown;
  try {
    const { body, bytes, contentType, contents } = await taken.file.open(
      AbortSignal.any([gone, taken.stopped]),
    );
    taken.total = bytes;
    taken.contents = contents;
    // A disconnected browser ends the source too; an error is reported only when the source failed first.
    body.once('error', (error) => {
      sourceFailure = gone.aborted ? undefined : error;
    });
    response.writeHead(200, {
      ...pageHeaders(undefined),
      'content-type': contentType ?? 'application/octet-stream',
      'content-disposition': attachment(taken.file.fileName),
      'cache-control': 'no-store',
      ...omitUndefined({ 'content-length': bytes?.toString() }),
    });
    await pipeline(body, counting(taken), response, { signal: taken.stopped });
    taken.completed();
  } catch (error) {
    if (gone.aborted && sourceFailure === undefined) {
      taken.abandoned();
    } else {
      taken.failed(sourceFailure ?? error);
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const sentence = error instanceof Failure ? error.message : 'The console could not read the file.';
    answerText(response, 502, sentence);
  }
}

function counting(taken: Download): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      taken.bytes += chunk.byteLength;
      done(undefined, chunk);
    },
  });
}
