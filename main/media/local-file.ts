import { omitUndefined } from '../../preload/contract/objects.ts';
import { typeOfFirstBytes } from './first-bytes.ts';
import { imageSize, sizeRefusal } from './image-size.ts';
import { detectMediaKind } from './media-kind.ts';

/** How far the size of an image is searched for, in bytes. */
const lookAhead = 2 * 1024 * 1024;

/** What a file of this computer is, by the same rules as files of the service: its type, and whether it may be shown as an image. */
export interface LocalFile {
  type?: string;
  /** Of an image, in pixels. */
  size?: { width: number; height: number };
  isShown: boolean;
  /** Why it is not shown. */
  reason?: string;
}

export function inspectLocalFile(bytes: Uint8Array): LocalFile {
  const { form, foundType, reason } = detectMediaKind([], typeOfFirstBytes(bytes));
  const type = foundType === undefined ? {} : { type: foundType };
  if (form !== 'image' || foundType === undefined) {
    const why = form === 'none' ? reason : 'Only images are previewed here.';
    return { ...type, isShown: false, ...omitUndefined({ reason: why }) };
  }
  const first = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, lookAhead));
  const size = imageSize(foundType, first);
  const refusal = sizeRefusal(size);
  return {
    ...type,
    ...omitUndefined({ size }),
    ...(refusal === undefined ? { isShown: true } : { isShown: false, reason: refusal }),
  };
}
