import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import { FailuresInRow } from '../../../../preload/shared/failures-in-row.ts';
import { Failure } from '../../../common/failure.ts';
import type { MediaContent, ServiceClient } from '../../../service/port.ts';
import { safeFileName } from '../../media/file-name.ts';
import { ResumedBody } from '../../media/resumed-body.ts';
import type { FilesProgress } from './files-progress.ts';

export interface MediaSource {
  client: Pick<ServiceClient, 'openMedia'>;
  conversationId: string;
  signal: AbortSignal;
}

/** A medium that is arriving: taken up where it broke off if the service sends parts. */
export interface ArrivingMedium {
  id: string;
  /** The service's name, made safe, with its place in front so that equal ones differ. */
  fileName: string;
  body: ResumedBody;
  bytes: number | undefined;
}

/**
 * Takes media one after the other. One that the service refuses, or that breaks off and cannot be taken up, is left out and named.
 *
 * @param take must read `body` to its end; errors of the body are those of the medium, others end everything
 * @throws what `take` throws for another reason than the medium; Failure cancelled
 */
export async function eachMedium(
  items: readonly Pick<MediaItem, 'id'>[],
  { client, conversationId, signal }: MediaSource,
  progress: FilesProgress,
  take: (medium: ArrivingMedium) => Promise<void>,
): Promise<void> {
  const failures = new FailuresInRow();
  for (const [index, { id }] of items.entries()) {
    if (failures.reason !== undefined) {
      progress.leftOut({ mediaId: id, reason: failures.reason });
      continue;
    }
    const open = (range?: string): Promise<MediaContent> =>
      client.openMedia(conversationId, id, { signal, ...omitUndefined({ range }) });
    try {
      const response = await open();
      const number = String(index + 1).padStart(String(items.length).length, '0');
      const name = safeFileName(response.contentDisposition, response.contentType, id);
      const body = new ResumedBody(response, {
        reopen: response.acceptRanges ? open : undefined,
        passed: (chunk) => progress.received(chunk.length),
      });
      try {
        await take({ id, fileName: `${number}-${name}`, body, bytes: response.bytes });
      } finally {
        body.destroy();
      }
      failures.succeeded();
      progress.saved();
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure) || error.code === 'file-not-written') {
        throw error;
      }
      progress.leftOut({ mediaId: id, reason: error.message });
      failures.failed(error);
    }
  }
}
