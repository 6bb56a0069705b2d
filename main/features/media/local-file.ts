import { omitUndefined } from '../../../preload/contract/objects.ts';
import { typeOfFirstBytes } from './first-bytes.ts';
import { imageSize, sizeRefusal } from './image-size.ts';
import { detectMediaKind } from './media-kind.ts';

/** The number of bytes that are searched for the size of an image. */
const lookAhead = 2 * 1024 * 1024;

/** The type of a file of this computer and whether it may be shown as an image, by the same rules as files of the service. */
export interface LocalFile {
  type?: string;
  /** An image's size in pixels. */
  size?: { width: number; height: number };
  isShown: boolean;
  /** The reason why it is not shown. */
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
