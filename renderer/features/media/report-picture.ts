import { maxPictureBytes, type ReportPicture } from '../../../preload/contract/evidence.ts';
import type { OpenedMedia } from '../../../preload/contract/media.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { type BridgeClient, CallFailure } from '../../bridge/bridge-client.ts';
import { makeThumbnail, videoTimeMs } from './thumbnail-image.ts';

/** The largest side of a picture in a report, in pixels: about 200 to the inch on half a page's width. */
const side = 800;
/** Larger images are not decoded for it: four bytes of memory for each pixel. */
const maxPixels = 120_000_000;
/** The most bytes of a file from which a picture is made: it is held in memory whole. */
const maxFileBytes = 64 * 1024 * 1024;
/** Tried in order until the picture is small enough. */
const qualities = [0.85, 0.7, 0.5];

/** A picture for a report, and the one drawn in the preview; or the reason why there is none. */
export type MadePicture = ReportPicture & { bitmap?: ImageBitmap };

/**
 * Returns a scaled copy of an image for a report, or a thumbnail of a video or a PDF; undefined for a file without one, which a report only lists.
 * @param learn receives the facts from opening the file
 */
export async function makeReportPicture(
  bridge: BridgeClient,
  target: { environmentId: string; conversationId: string },
  { id: mediaId, contentType }: MediaItem,
  signal: AbortSignal,
  learn: (opened: OpenedMedia) => void,
): Promise<MadePicture | undefined> {
  let address: string | undefined;
  try {
    const opened = await bridge.invoke('media.open', { ...target, mediaId, contentType }, { signal });
    learn(opened);
    ({ address } = opened);
    if (address !== undefined && (opened.form === 'video' || opened.form === 'pdf')) {
      const thumbnail = await makeThumbnail(opened, address, signal);
      return thumbnail && (await copyOf(thumbnail, mediaId));
    }
    if (opened.form !== 'image' || address === undefined) {
      const isImage = opened.foundType?.startsWith('image/') || opened.claimedType.startsWith('image/');
      return isImage ? { mediaId, reason: opened.reason ?? 'It is not shown in the console.' } : undefined;
    }
    const { size } = opened;
    if (size && size.width * size.height > maxPixels) {
      return { mediaId, reason: 'The image is too large.' };
    }
    const download = await receive(address, signal);
    if (!download) {
      return { mediaId, reason: 'It could not be received completely: the connection was lost.' };
    }
    const { response, blob } = download;
    if (blob === undefined) {
      return { mediaId, reason: 'The file is too large for a picture in a report.' };
    }
    const arrival = await bridge.invoke('media.arrival', { address }, { signal });
    if (!response.ok || arrival.problem) {
      return { mediaId, reason: arrival.problem?.message ?? 'It could not be received.' };
    }
    if (arrival.isCut) {
      return { mediaId, reason: 'It is incomplete: the file ends before the image does.' };
    }
    return await copyOf(await createImageBitmap(blob), mediaId);
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return { mediaId, reason: reasonOf(error) };
  } finally {
    if (address !== undefined) {
      bridge.invoke('media.close', { address }).catch(() => undefined);
    }
  }
}

/** Returns why there is no picture. */
function reasonOf(error: unknown): string {
  if (error instanceof CallFailure) {
    return error.view.message;
  }
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `It took longer than ${videoTimeMs / 1000} seconds to show.`
    : 'It could not be decoded: it may be damaged.';
}

/** Returns the file; undefined where the connection was lost. */
async function receive(
  address: string,
  signal: AbortSignal,
): Promise<{ response: Response; blob: Blob | undefined } | undefined> {
  try {
    const response = await fetch(address, { signal });
    return { response, blob: await wholeFile(response) };
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return undefined;
  }
}

/** Returns the file; undefined where it is longer than what may be held in memory. */
async function wholeFile({ body, headers }: Response): Promise<Blob | undefined> {
  if (body === null || Number(headers.get('content-length') ?? 0) > maxFileBytes) {
    await body?.cancel();
    return undefined;
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return new Blob(pieces);
    }
    pieces.push(value);
    length += value.length;
    if (length > maxFileBytes) {
      await reader.cancel();
      return undefined;
    }
  }
}

async function copyOf(image: ImageBitmap, mediaId: string): Promise<MadePicture> {
  try {
    const factor = Math.min(1, side / Math.max(image.width, image.height));
    const width = Math.max(1, Math.round(image.width * factor));
    const height = Math.max(1, Math.round(image.height * factor));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) {
      return { mediaId, reason: 'The image could not be scaled.' };
    }
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    for (const quality of qualities) {
      const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (picture.size <= maxPictureBytes) {
        const jpeg = new Uint8Array(await picture.arrayBuffer());
        return { mediaId, jpeg, bitmap: await createImageBitmap(canvas) };
      }
    }
    return { mediaId, reason: 'Its copy is too large for a report.' };
  } finally {
    image.close();
  }
}
