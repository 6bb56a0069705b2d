import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { MediaResponse, ServeMedia } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import type { MediaContent, Services } from '../../service/port.ts';
import type { Addresses, Medium } from './addresses.ts';
import { typeOfFirstBytes } from './first-bytes.ts';
import { detectMediaKind } from './media-kind.ts';
import { peek } from './peek.ts';
import { ResumedBody } from './resumed-body.ts';
import { MediaSpool } from './spool/media-spool.ts';
import type { SpoolDirectory } from './spool/spool-directory.ts';
import { ArrivalWatch } from './transfer-status.ts';

/** After so many bytes of media the memory is looked up. */
const checkEvery = 4 * 1024 * 1024;
/** Above so many bytes in buffers, those that are no longer used are freed. */
const maxHeld = 8 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;

/**
 * Frees the buffers of media that have passed. Each piece is a buffer outside V8's heap, which V8 does not count as garbage until there are
 * 64 MiB of them. A collection of the young generation, where they are, takes about a millisecond.
 */
class BufferCollection {
  #collect: Collect | undefined;
  #isPrepared = false;
  #bytes = 0;

  /** Some bytes of a medium were received. */
  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < checkEvery) {
      return;
    }
    this.#bytes = 0;
    if (process.memoryUsage().arrayBuffers > maxHeld) {
      this.#collector()?.({ type: 'minor' });
    }
  }

  #collector(): Collect | undefined {
    if (!this.#isPrepared) {
      this.#isPrepared = true;
      this.#collect = collector();
    }
    return this.#collect;
  }
}

/** V8's own function, which only a context made with this flag has; undefined in a runtime that refuses the flag. */
function collector(): Collect | undefined {
  try {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('globalThis.gc');
    setFlagsFromString('--no-expose-gc');
    return typeof collect === 'function' ? (collect as Collect) : undefined;
  } catch {
    return undefined;
  }
}

/** A PDF up to this size is read whole, in bytes; of a larger one its parts are. */
const maxKeptPdf = 512 * 1024;

/** A medium may run no scripts and is not cached. */
const guard = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Larger files are not hashed while they are shown: it would make the download a third slower. In bytes. */
const maxHashed = 64 * 1024 * 1024;

/**
 * Streams the medium of a token from the service, without buffering the file. A `Range` is passed on (interface 4.5 does
 * not mention it). If the service sends no parts, the bytes that pass are kept sealed on disk while the medium is shown, and ranges
 * are answered from there. The type is checked again whenever the first bytes pass through, since a second response may
 * differ from the first.
 */
export function createServeMedia(
  services: Services,
  addresses: Addresses,
  spools: Pick<SpoolDirectory, 'create'>,
): ServeMedia {
  const buffers = new BufferCollection();
  return async (token, { range, signal: requestSignal }) => {
    const medium = addresses.find(token);
    const closed = addresses.closed(token);
    const signal = closed ? AbortSignal.any([requestSignal, closed]) : requestSignal;
    if (!medium) {
      return refusal(404, 'This address has expired. Open the file again.');
    }
    const begin = async (requestRange: string | undefined): Promise<MediaResponse> => {
      if (medium.spool && !medium.spool.hasFailed) {
        return fromSpool(medium.spool, medium, range, signal);
      }
      const firstResponse = requestRange === undefined ? addresses.takeHeld(token) : undefined;
      const response = firstResponse ?? (await open(services, medium, requestRange, signal));
      if (signal.aborted) {
        response.body.destroy();
      }
      const opened = firstResponse ?? (await responseOfSameType(response, medium, signal));
      if (!opened) {
        return refusal(415, 'The file has changed since it was opened.');
      }
      medium.transfer.retry();
      const reopen = (part: string) => open(services, medium, part, closed ?? signal);
      if (
        opened.status !== 206 &&
        (!opened.acceptRanges || requestRange !== undefined || isKept(opened, medium))
      ) {
        const isInUse = () => addresses.find(token) === medium;
        return throughSpool(opened, medium, { spools, buffers, range, signal, closed, isInUse, reopen });
      }
      const body = follow(opened, medium, buffers, (part) => open(services, medium, part, signal));
      signal.addEventListener('abort', () => body.destroy(), { once: true });
      return respond({ ...opened, body }, medium, range === 'bytes=0-');
    };
    try {
      if (range !== undefined && range !== 'bytes=0-') {
        return await begin(range);
      }
      while (medium.downloading !== undefined) {
        await medium.downloading;
      }
      const response = begin(undefined);
      const finish = () => {
        medium.downloading = undefined;
      };
      medium.downloading = response.then(finish, finish);
      return await response;
    } catch (error) {
      if (signal.aborted) {
        return refusal(503, 'The request was cancelled.');
      }
      if (error instanceof Failure) {
        medium.transfer.brokeOff(error.view());
        return refusal(error.code === 'not-found' || error.code === 'gone' ? 404 : 502, error.message);
      }
      throw error;
    }
  };
}

/** Returns whether a file is kept although the service sends parts: it is read whole, by a thumbnail and by a viewer, and downloaded once. */
function isKept({ bytes }: MediaContent, { foundType }: Medium): boolean {
  if (foundType.startsWith('image/')) {
    return bytes !== undefined && bytes <= maxHashed;
  }
  return foundType === 'application/pdf' && bytes !== undefined && bytes <= maxKeptPdf;
}

/** Begins to keep a file that arrives as a whole. The download continues when this request is cancelled. */
async function throughSpool(
  response: MediaContent,
  medium: Medium,
  how: {
    spools: Pick<SpoolDirectory, 'create'>;
    buffers: BufferCollection;
    range: string | undefined;
    signal: AbortSignal;
    closed: AbortSignal | undefined;
    isInUse(): boolean;
    reopen: (range: string) => Promise<MediaContent>;
  },
): Promise<MediaResponse> {
  const watch = new ArrivalWatch(medium.foundType, true);
  const file = await how.spools.create().catch((error: unknown) => {
    response.body.destroy();
    throw error;
  });
  if (medium.spool && !medium.spool.hasFailed) {
    // Another request has begun to keep the file meanwhile.
    response.body.destroy();
    await file.close();
    return fromSpool(medium.spool, medium, how.range, how.signal);
  }
  await medium.spool?.close();
  const spool = new MediaSpool(
    {
      body: response.acceptRanges ? new ResumedBody(response, { reopen: how.reopen }) : response.body,
      bytes: response.bytes,
    },
    file,
    (chunk) => {
      how.buffers.countBytes(chunk.length);
      watch.countChunk(chunk);
    },
    (error) => {
      if (error === undefined) {
        medium.transfer.setArrival(watch.arrival());
      } else if (error instanceof Failure) {
        medium.transfer.brokeOff(error.view());
      }
    },
  );
  // Closed by the page, or ended while the service was waited for.
  if (how.closed?.aborted || !how.isInUse()) {
    await spool.close();
    return refusal(503, 'The request was cancelled.');
  }
  medium.spool = spool;
  return fromSpool(spool, medium, how.range, how.signal);
}

async function fromSpool(
  spool: MediaSpool,
  medium: Medium,
  header: string | undefined,
  signal: AbortSignal,
): Promise<MediaResponse> {
  const part = await spool.part(header, signal);
  if (!part) {
    return refusal(416, 'The file has no such part.');
  }
  const { range, total, body } = part;
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  const headers: Record<string, string> = {
    ...guard,
    'content-type': medium.foundType,
    ...(total !== undefined && {
      'accept-ranges': 'bytes',
      'content-length': String(range ? range.end - range.start : total),
    }),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end - 1}/${total}` }),
  };
  return { status: range ? 206 : 200, headers, body };
}

function open(
  services: Services,
  medium: Medium,
  range: string | undefined,
  signal: AbortSignal,
): Promise<MediaContent> {
  return services
    .client(medium.environmentId)
    .openMedia(medium.conversationId, medium.mediaId, { signal, ...omitUndefined({ range }) });
}

/** Returns a later response for a medium; undefined where its first bytes are of another type than when it was opened. */
async function responseOfSameType(
  response: MediaContent,
  medium: Medium,
  signal: AbortSignal,
): Promise<MediaContent | undefined> {
  if (response.status === 206 && !/^bytes 0-/.test(response.contentRange ?? '')) {
    return response;
  }
  const { first, whole } = await peek(response.body, signal);
  const { foundType } = detectMediaKind([medium.claimedType, response.contentType], typeOfFirstBytes(first));
  if (foundType === medium.foundType) {
    return { ...response, body: whole };
  }
  whole.destroy();
  return undefined;
}

/** Passes the bytes of a response on, resumes it where the connection breaks, and records what is known once all have passed. */
function follow(
  response: MediaContent,
  medium: Medium,
  buffers: BufferCollection,
  reopen: (range: string) => Promise<MediaContent>,
): ResumedBody {
  const isWhole = response.status !== 206;
  const watch = new ArrivalWatch(medium.foundType, isWhole && (response.bytes ?? 0) <= maxHashed);
  const body = new ResumedBody(response, {
    reopen: response.acceptRanges ? reopen : undefined,
    passed(chunk) {
      buffers.countBytes(chunk.length);
      if (isWhole) {
        watch.countChunk(chunk);
      }
    },
    ...(isWhole && {
      onArrival: () => {
        medium.transfer.setArrival(watch.arrival());
      },
    }),
  });
  body.once('error', (error) => {
    if (error instanceof Failure) {
      medium.transfer.brokeOff(error.view());
    }
  });
  return body;
}

function respond(response: MediaContent, medium: Medium, wholeAsRange: boolean): MediaResponse {
  const headers: Record<string, string> = { ...guard, 'content-type': medium.foundType };
  if (response.bytes !== undefined) {
    headers['content-length'] = String(response.bytes);
  }
  if (response.acceptRanges) {
    headers['accept-ranges'] = 'bytes';
  }
  if (response.contentRange !== undefined) {
    headers['content-range'] = response.contentRange;
  }
  // A player that requests `bytes=0-` and receives 200 assumes that it cannot seek.
  if (
    wholeAsRange &&
    response.status === 200 &&
    response.acceptRanges &&
    response.bytes !== undefined &&
    response.bytes > 0
  ) {
    headers['content-range'] = `bytes 0-${response.bytes - 1}/${response.bytes}`;
    return { status: 206, headers, body: response.body };
  }
  // Other 2xx statuses are sent as 200: the page rejects a body with 204 or 205.
  return { status: response.status === 206 ? 206 : 200, headers, body: response.body };
}

function refusal(status: number, message: string): MediaResponse {
  return {
    status,
    headers: { ...guard, 'content-type': 'text/plain; charset=utf-8' },
    body: Readable.from([Buffer.from(message)]),
  };
}
