import type { OpenedMedia } from '../../../preload/contract/media.ts';

/** The largest thumbnail, in pixels of the screen; shown at half of it on dense screens. */
const thumbnailWidth = 224;
const thumbnailHeight = 144;
/** Larger images are not decoded for a thumbnail: four bytes of memory for each pixel. */
const maxPixels = 40_000_000;
/** Larger files get no thumbnail. */
const maxBytes = 32 * 1024 * 1024;
/** The time in which a video must show a frame, in milliseconds. */
export const videoTimeMs = 10_000;

/**
 * Returns the thumbnail of a file; undefined if it would be too expensive. Rejects if the file cannot be read.
 *
 * @param onImage receives an image as it was decoded, before it is closed
 */
export async function makeThumbnail(
  opened: OpenedMedia,
  address: string,
  signal: AbortSignal,
  onImage?: (image: ImageBitmap) => void,
): Promise<ImageBitmap | undefined> {
  if (opened.form === 'image') {
    return imageThumbnail(opened, address, signal, onImage);
  }
  if (opened.form === 'pdf') {
    return pdfThumbnail(opened, address, signal);
  }
  return opened.form === 'video' ? videoThumbnail(address, signal) : undefined;
}

/** Draws the first page. A file that needs a password, or takes long, has no thumbnail. */
async function pdfThumbnail(
  { bytes }: OpenedMedia,
  address: string,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  if ((bytes ?? 0) > maxBytes) {
    return undefined;
  }
  const { firstPageOf } = await import('./pdf/first-page.ts');
  return firstPageOf(address, { width: thumbnailWidth, height: thumbnailHeight }, signal);
}

async function imageThumbnail(
  { size, bytes }: OpenedMedia,
  address: string,
  signal: AbortSignal,
  onImage?: (image: ImageBitmap) => void,
): Promise<ImageBitmap | undefined> {
  if ((bytes ?? 0) > maxBytes || (size && size.width * size.height > maxPixels)) {
    return undefined;
  }
  const response = await fetch(address, { signal });
  if (!response.ok) {
    throw new Error(`Status ${response.status}`);
  }
  const image = await createImageBitmap(await response.blob());
  try {
    onImage?.(image);
    return await scale(image, image.width, image.height);
  } finally {
    image.close();
  }
}

/** Draws a frame shortly after the start, since the first one is often black. */
async function videoThumbnail(address: string, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'metadata';
  video.crossOrigin = 'anonymous';
  const ended = AbortSignal.any([signal, AbortSignal.timeout(videoTimeMs)]);
  try {
    await new Promise<void>((resolve, reject) => {
      ended.addEventListener('abort', () => reject(ended.reason), { once: true });
      video.addEventListener('error', () => reject(new Error('The video cannot be read.')), { once: true });
      video.addEventListener(
        'loadedmetadata',
        () => {
          video.currentTime = Number.isFinite(video.duration) ? Math.min(0.5, video.duration / 2) : 0.1;
        },
        { once: true },
      );
      video.addEventListener('seeked', () => resolve(), { once: true });
      video.src = address;
    });
    return await scale(video, video.videoWidth, video.videoHeight);
  } finally {
    // Stops its requests.
    video.removeAttribute('src');
    video.load();
  }
}

function scale(source: ImageBitmap | HTMLVideoElement, width: number, height: number): Promise<ImageBitmap> {
  const factor = Math.min(1, thumbnailWidth / width, thumbnailHeight / height);
  return createImageBitmap(source, {
    resizeWidth: Math.max(1, Math.round(width * factor)),
    resizeHeight: Math.max(1, Math.round(height * factor)),
    resizeQuality: 'medium',
  });
}
