import pLimit from 'p-limit';
import { maxMrzPixels, maxMrzWidth } from '../../../preload/contract/media.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import type { Corners } from '../../../preload/shared/perspective.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import type { GetState } from './media-state.ts';

/** Hands a decoded picture of a file to main, which compares the machine-readable zone in it with the record. Other files are left out. */
export type ReadMrz = (
  item: MediaItem,
  picture: ImageBitmap | OffscreenCanvas,
  signal: AbortSignal,
  corners?: Corners,
) => void;

/** The picture is read before this returns; main gets one after the other. Nothing is said of a picture that cannot be read. */
export function mrzPictures(bridge: BridgeClient, get: GetState): ReadMrz {
  const limit = pLimit(1);
  return (item, picture, signal, corners) => {
    const { target } = get();
    const grey = target && item.type === 'DOCUMENT' && !signal.aborted ? greyOf(picture) : undefined;
    if (!target || !grey) {
      return;
    }
    const optional = omitUndefined({ subtype: item.subtype, corners });
    const input = { ...target, mediaId: item.id, picture: grey, ...optional };
    void limit(async () => {
      if (!signal.aborted) {
        await bridge.invoke('media.readMrz', input, { signal });
      }
    }).catch(() => undefined);
  };
}

/** Returns a picture in shades of grey, as large as a zone needs. */
function greyOf(
  picture: ImageBitmap | OffscreenCanvas,
): { width: number; height: number; grey: Uint8Array } | undefined {
  const pixels = picture.width * picture.height;
  const factor = Math.min(1, maxMrzWidth / picture.width, Math.sqrt(maxMrzPixels / pixels));
  const scaled = (side: number) => Math.max(1, Math.floor(side * factor));
  const width = scaled(picture.width);
  const height = scaled(picture.height);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) {
    return undefined;
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    grey[at] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return { width, height, grey };
}
