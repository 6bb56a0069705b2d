import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import { Failure } from '../failure.ts';
import { safeFileName } from '../media/file-name.ts';
import { ResumedBody } from '../media/resumed-body.ts';
import type { MediaReply, ServiceClient } from '../service/port.ts';
import type { ZipWriter } from './zip-writer.ts';

export interface MissingFile {
  mediaId: string;
  reason: string;
}

interface Source {
  client: Pick<ServiceClient, 'openMedia'>;
  conversationId: string;
  signal: AbortSignal;
}

/**
 * Adds media to a ZIP under the service's names, made safe, with a number added to equal ones. One that the service refuses is left out and
 * named; one that breaks off half way and cannot be taken up fails the whole ZIP.
 */
export async function addMedia(
  zip: ZipWriter,
  folder: string,
  items: readonly Pick<MediaItem, 'id'>[],
  { client, conversationId, signal }: Source,
): Promise<MissingFile[]> {
  const missing: MissingFile[] = [];
  for (const [index, { id }] of items.entries()) {
    const open = (range?: string): Promise<MediaReply> =>
      client.openMedia(conversationId, id, { signal, ...(range === undefined ? {} : { range }) });
    let reply: MediaReply;
    try {
      reply = await open();
    } catch (error) {
      if (!(error instanceof Failure) || signal.aborted) {
        throw error;
      }
      missing.push({ mediaId: id, reason: error.message });
      continue;
    }
    const number = String(index + 1).padStart(String(items.length).length, '0');
    const name = safeFileName(reply.contentDisposition, reply.contentType, id);
    const body = new ResumedBody(reply, { reopen: reply.acceptRanges ? open : undefined });
    await zip.addStream(`${folder}${number}-${name}`, body);
  }
  return missing;
}
