import type { Readable } from 'node:stream';
import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { MrzComparison, MrzReading } from '../../../preload/contract/mrz.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Target } from '../../common/target.ts';
import type { MediaContent, Services } from '../../service/port.ts';
import type { Addresses } from './addresses.ts';
import { checkContents } from './content-check.ts';
import { safeFileName } from './file-name.ts';
import { typeOfFirstBytes } from './first-bytes.ts';
import type { ImageSize } from './image-reader.ts';
import { measureImage, sizeRefusal } from './image-size.ts';
import { detectMediaKind, type MediaKind } from './media-kind.ts';
import { mediaListOf } from './metadata-list.ts';
import type { MrzReader } from './mrz/mrz-reader.ts';
import { type BodyBeginning, peek } from './peek.ts';
import { ResumedBody } from './resumed-body.ts';
import { TransferStatus } from './transfer-status.ts';

/** The number of first bytes given to the page of a file that is not shown. */
const firstBytesShown = 256;

interface MediaHandlerDeps {
  services: Services;
  addresses: Addresses;
  /** Keeps a raw response while its conversation is open in the window; returns its id (`conversations.raw`). */
  keepRaw(raw: Uint8Array, owner: Target & { closed: AbortSignal }): string;
  host: Pick<Host, 'mediaAddress' | 'mediaToken' | 'saveFile'>;
  /** Called with the files of a case that are not what they claim to be; without `isComplete` others may be wrong too. */
  onContentChecked(of: Target, checked: { mismatches: FileMismatch[]; isComplete: boolean }): void;
  mrz: MrzReader;
  /** Compares a record with the machine-readable zone in a picture of its document, and keeps the result. */
  compareWithZone(
    of: Target,
    picture: { mediaId: string; subtype: string | undefined },
    zone: MrzReading,
  ): Promise<MrzComparison[]>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Returns the operations `media.*` (interface 4.4, 4.5, 2.3). */
export function mediaHandlers({
  services,
  addresses,
  keepRaw,
  host,
  onContentChecked,
  mrz,
  compareWithZone,
  now,
}: MediaHandlerDeps): HandlersOf<'media'> {
  return {
    async 'media.list'({ environmentId, conversationId }, { signal, closed, progress }) {
      const { value, notes, raw } = await services
        .client(environmentId)
        .readMetadata(conversationId, { signal, onAttempt: progress });
      // The view was closed while loading: its raw response is not kept.
      signal.throwIfAborted();
      const readingId = keepRaw(raw, { environmentId, conversationId, closed });
      return { readingId, ...mediaListOf(value, notes, conversationId) };
    },

    async 'media.open'({ environmentId, conversationId, mediaId, contentType }, { signal, progress }) {
      const response = await services.client(environmentId).openMedia(conversationId, mediaId, {
        signal,
        onAttempt: progress,
      });
      try {
        const beginning = await peek(response.body, signal);
        const kind = detectMediaKind([contentType, response.contentType], typeOfFirstBytes(beginning.first));
        const { whole, ...refusal } = await checkSize(kind, beginning, signal);
        const facts = {
          form: refusal.reason === undefined ? kind.form : ('none' as const),
          claimedType: contentType ?? response.contentType,
          fileName: safeFileName(
            response.contentDisposition,
            kind.foundType ?? response.contentType,
            mediaId,
          ),
          isMismatch: kind.isMismatch === true,
          ...omitUndefined({ foundType: kind.foundType, reason: kind.reason }),
          ...refusal,
          ...omitUndefined({ bytes: response.bytes, requestId: response.requestId }),
        };
        if (facts.form === 'none' || kind.foundType === undefined) {
          whole.destroy();
          return { ...facts, firstBytes: beginning.first.subarray(0, firstBytesShown) };
        }
        const medium = {
          environmentId,
          conversationId,
          mediaId,
          claimedType: contentType,
          foundType: kind.foundType,
          transfer: new TransferStatus(),
        };
        const { token, lifeMs } = addresses.give(medium, { ...response, body: whole });
        return { ...facts, address: host.mediaAddress(token), expiresAt: isoTime(now() + lifeMs) };
      } catch (error) {
        response.body.destroy();
        throw error;
      }
    },

    async 'media.checkContents'(input, { signal, progress }) {
      const { environmentId, conversationId } = input;
      const contents = await checkContents(services.client(environmentId), input, signal, progress);
      const { mismatches, isComplete } = contents;
      if (isComplete || mismatches.length > 0) {
        const checked = { mismatches: mismatches.map(({ mediaId: _, ...mismatch }) => mismatch), isComplete };
        onContentChecked({ environmentId, conversationId }, checked);
      }
      return contents;
    },

    async 'media.readMrz'({ environmentId, conversationId, mediaId, subtype, picture, corners }, { signal }) {
      const zone = await mrz.read(picture, { signal, corners });
      signal.throwIfAborted();
      return {
        comparisons: zone
          ? await compareWithZone({ environmentId, conversationId }, { mediaId, subtype }, zone)
          : [],
      };
    },

    async 'media.arrival'({ address }, { signal }) {
      const token = host.mediaToken(address);
      const transfer = token === undefined ? undefined : addresses.find(token)?.transfer;
      if (!transfer) {
        return {};
      }
      await Promise.race([transfer.change, abortOf(signal)]);
      return { ...transfer.arrival, ...omitUndefined({ problem: transfer.problem }) };
    },

    'media.renew'({ address }) {
      const token = host.mediaToken(address);
      const renewal = token === undefined ? undefined : addresses.renew(token);
      return renewal ? { expiresAt: isoTime(now() + renewal.lifeMs) } : {};
    },

    'media.close'({ address }) {
      const token = host.mediaToken(address);
      if (token !== undefined) {
        addresses.revoke(token);
      }
      return {};
    },

    async 'media.save'({ environmentId, conversationId, mediaId }, { signal, progress }) {
      const client = services.client(environmentId);
      const first: MediaContent = await client.openMedia(conversationId, mediaId, { signal });
      let waiting: MediaContent | undefined = first;
      try {
        return await host.saveFile(
          {
            fileName: safeFileName(first.contentDisposition, first.contentType, mediaId),
            async open(opened) {
              // The dialog may stay open for long; a response that broke off meanwhile is requested again.
              const response =
                waiting && !waiting.body.destroyed
                  ? waiting
                  : await client.openMedia(conversationId, mediaId, { signal: opened });
              waiting = undefined;
              const reopen = (range: string) =>
                client.openMedia(conversationId, mediaId, { signal: opened, range });
              return {
                body: new ResumedBody(response, { reopen: response.acceptRanges ? reopen : undefined }),
                contentType: response.contentType,
                ...omitUndefined({ bytes: response.bytes }),
              };
            },
          },
          {
            signal,
            progress: (bytes, total) => progress({ bytes, ...omitUndefined({ total }) }),
          },
        );
      } finally {
        waiting?.body.destroy();
      }
    },
  };
}

/** Returns the size of an image, why it is too large to show, and the stream that was read from. */
async function checkSize(
  { form, foundType }: MediaKind,
  beginning: BodyBeginning,
  signal: AbortSignal,
): Promise<{ whole: Readable; reason?: string; size?: ImageSize }> {
  if (form !== 'image' || foundType === undefined) {
    return { whole: beginning.whole };
  }
  const { size, whole } = await measureImage(foundType, beginning, signal);
  const reason = sizeRefusal(size);
  return { whole, ...omitUndefined({ reason, size }) };
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
