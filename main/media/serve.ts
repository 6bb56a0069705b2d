import { pipeline, Readable, Transform } from 'node:stream';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../failure.ts';
import type { MediaReply, Services } from '../service/port.ts';
import type { Addresses, Medium } from './addresses.ts';
import { typeOfFirstBytes } from './first-bytes.ts';
import { createImageReader } from './image-reader.ts';
import { detectMediaKind } from './media-kind.ts';
import { peek } from './peek.ts';

/** A host's response to the request of a media address. */
export interface MediaResponse {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

export type ServeMedia = (
  token: string,
  request: { range?: string | undefined; signal: AbortSignal },
) => Promise<MediaResponse>;

/** A medium may run no scripts and is not cached. */
const guard = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Streams the medium of a token from the service, without buffering the file. A `Range` is passed on (interface 4.5 does
 * not mention it; a service that ignores it sends the whole file). The type is checked again whenever the first bytes
 * pass through, since a second response may differ from the first.
 */
export function createServeMedia(services: Services, addresses: Addresses): ServeMedia {
  return async (token, { range, signal: requestSignal }) => {
    const medium = addresses.find(token);
    const closed = addresses.closed(token);
    const signal = closed ? AbortSignal.any([requestSignal, closed]) : requestSignal;
    if (!medium) {
      return refusal(404, 'This address has expired. Open the file again.');
    }
    try {
      const wanted = range === undefined || range === 'bytes=0-' ? undefined : range;
      const held = wanted === undefined ? addresses.takeHeld(token) : undefined;
      const reply = held ?? (await open(services, medium, wanted, signal));
      signal.addEventListener('abort', () => reply.body.destroy(), { once: true });
      if (signal.aborted) {
        reply.body.destroy();
      }
      const opened = held ?? (await openAgain(reply, medium, signal));
      if (!opened) {
        return refusal(415, 'The file has changed since it was opened.');
      }
      // The served stream may be a new one: the first bytes followed by the rest.
      signal.addEventListener('abort', () => opened.body.destroy(), { once: true });
      const isWhole = wanted === undefined && opened.status !== 206;
      return respond(isWhole ? followed(opened, medium) : opened, medium, range === 'bytes=0-');
    } catch (error) {
      if (signal.aborted) {
        return refusal(503, 'The request was cancelled.');
      }
      if (error instanceof Failure) {
        return refusal(error.code === 'not-found' || error.code === 'gone' ? 404 : 502, error.message);
      }
      throw error;
    }
  };
}

function open(
  services: Services,
  medium: Medium,
  range: string | undefined,
  signal: AbortSignal,
): Promise<MediaReply> {
  return services
    .client(medium.environmentId)
    .openMedia(medium.conversationId, medium.mediaId, { signal, ...omitUndefined({ range }) });
}

async function openAgain(
  reply: MediaReply,
  medium: Medium,
  signal: AbortSignal,
): Promise<MediaReply | undefined> {
  if (reply.status === 206 && !/^bytes 0-/.test(reply.contentRange ?? '')) {
    return reply;
  }
  const { first, whole } = await peek(reply.body, signal);
  const { foundType } = detectMediaKind([medium.claimedType, reply.contentType], typeOfFirstBytes(first));
  if (foundType === medium.foundType) {
    return { ...reply, body: whole };
  }
  whole.destroy();
  return undefined;
}

/** Records whether an image is complete as its bytes pass. */
function followed(reply: MediaReply, medium: Medium): MediaReply {
  const reader = createImageReader(medium.foundType);
  if (!reader) {
    return reply;
  }
  const watch = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      reader.feed(chunk);
      done(undefined, chunk);
    },
    flush(done) {
      medium.isCut = !reader.isComplete;
      done();
    },
  });
  // When the source fails, the served stream fails too.
  pipeline(reply.body, watch, () => undefined);
  return { ...reply, body: watch };
}

function respond(reply: MediaReply, medium: Medium, wholeAsRange: boolean): MediaResponse {
  const headers: Record<string, string> = { ...guard, 'content-type': medium.foundType };
  if (reply.bytes !== undefined) {
    headers['content-length'] = String(reply.bytes);
  }
  if (reply.acceptRanges) {
    headers['accept-ranges'] = 'bytes';
  }
  if (reply.contentRange !== undefined) {
    headers['content-range'] = reply.contentRange;
  }
  // A player that requests `bytes=0-` and receives 200 assumes that it cannot seek.
  if (
    wholeAsRange &&
    reply.status === 200 &&
    reply.acceptRanges &&
    reply.bytes !== undefined &&
    reply.bytes > 0
  ) {
    headers['content-range'] = `bytes 0-${reply.bytes - 1}/${reply.bytes}`;
    return { status: 206, headers, body: reply.body };
  }
  // Other 2xx statuses are sent as 200: the page rejects a body with 204 or 205.
  return { status: reply.status === 206 ? 206 : 200, headers, body: reply.body };
}

function refusal(status: number, message: string): MediaResponse {
  return {
    status,
    headers: { ...guard, 'content-type': 'text/plain; charset=utf-8' },
    body: Readable.from([Buffer.from(message)]),
  };
}
