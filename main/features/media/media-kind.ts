import type { OpenedMedia } from '../../../preload/contract/media.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { mediaTypeOf } from '../../service/response/media-type.ts';
import { typeOfFirstBytes } from './first-bytes.ts';
import { imageSize, sizeRefusal } from './image-size.ts';

type Form = OpenedMedia['form'];

/** The types that are shown, and how. Others, SVG and HTML in particular, can only be saved. */
const forms: Record<string, Form> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/bmp': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'audio/mpeg': 'video',
  'audio/mp4': 'video',
  'audio/ogg': 'video',
  'audio/wav': 'video',
  'audio/flac': 'video',
  'application/pdf': 'pdf',
};

/** Other names of the same types. */
const sameAs: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'image/heif': 'image/heic',
  'video/x-m4v': 'video/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'application/x-pdf': 'application/pdf',
};

/** The most characters of a type in a sentence: a header may hold one of any length. */
const maxNamedType = 120;

/** Types that do not say what a file is. */
const silent = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** Returns a `content-type` without parameters, in lower case, with one name for each type. */
export function bareType(contentType: string | undefined): string {
  const bare = mediaTypeOf(contentType);
  return sameAs[bare] ?? bare;
}

export interface MediaKind {
  form: Form;
  foundType?: string;
  /** Its content is of another type than it claims. */
  isMismatch?: boolean;
  /** Why it is not shown. */
  reason?: string;
}

/**
 * Decides how a medium is shown: its declared types (in the metadata and the response's header) and the type found from
 * its first bytes must agree, and the type must be safe to show.
 *
 * @param claims MIME types from `media[].contentType` (interface 2.3) and the response's `content-type` (4.5)
 */
export function detectMediaKind(
  claims: readonly (string | undefined)[],
  type: string | undefined,
): MediaKind {
  if (type === undefined) {
    return {
      form: 'none',
      reason: 'Its content is not a known kind of image, video, recording or PDF.',
    };
  }
  const liar = claims
    .map(bareType)
    .find((claim) => !silent.has(claim) && claim !== type && !sameFamily(claim, type));
  if (liar !== undefined) {
    return {
      form: 'none',
      foundType: type,
      isMismatch: true,
      reason: `The file says ${liar.slice(0, maxNamedType)}, but its content looks like ${type}.`,
    };
  }
  const form = forms[type];
  if (form === undefined) {
    return {
      form: 'none',
      foundType: type,
      reason: `Files of type ${type} are not shown in the console.`,
    };
  }
  return { form, foundType: type };
}

/** MP4 and QuickTime share their container, and their names are often confused. */
function sameFamily(claim: string, type: string): boolean {
  const family = new Set(['video/mp4', 'video/quicktime', 'video/3gpp']);
  return family.has(claim) && family.has(type);
}

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
