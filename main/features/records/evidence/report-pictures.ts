import {
  type CaseReport,
  maxPictureSide,
  maxReportPictures,
  type ReportPicture,
} from '../../../../preload/contract/evidence.ts';
import { createImageReader, type ImageSize } from '../../media/image-reader.ts';
import { type ChosenMedium, chosenTitle } from './chosen-media.ts';

/** The pictures of a report: what it says about them, and the JPEG of each in the same order. */
export interface CheckedPictures extends Pick<CaseReport, 'pictures' | 'withoutPicture'> {
  jpegs: Uint8Array[];
}

/**
 * Checks the copies that the window made, before a library reads them: each must be a whole JPEG of a sensible size and belong to a file
 * of the report. Others are named, not embedded.
 */
export function checkedPictures(
  pictures: readonly ReportPicture[],
  media: readonly ChosenMedium[],
): CheckedPictures {
  const result: CheckedPictures = { pictures: [], withoutPicture: [], jpegs: [] };
  for (const picture of pictures) {
    const { mediaId } = picture;
    const item = media.find(({ id }) => id === mediaId);
    if (!item) {
      continue;
    }
    const title = chosenTitle(item);
    if ('reason' in picture) {
      result.withoutPicture.push({ mediaId, title, reason: picture.reason });
    } else if (result.pictures.length >= maxReportPictures) {
      const reason = `A report has at most ${maxReportPictures} pictures.`;
      result.withoutPicture.push({ mediaId, title, reason });
    } else {
      const size = sizeOfWhole(picture.jpeg);
      if (size) {
        result.pictures.push({ mediaId, title, ...size });
        result.jpegs.push(picture.jpeg);
      } else {
        result.withoutPicture.push({ mediaId, title, reason: 'Its copy is not a complete JPEG.' });
      }
    }
  }
  return result;
}

function sizeOfWhole(jpeg: Uint8Array): ImageSize | undefined {
  const reader = createImageReader('image/jpeg');
  if (!reader || jpeg[0] !== 0xff || jpeg[1] !== 0xd8) {
    return undefined;
  }
  reader.feed(jpeg);
  const { isComplete, size } = reader;
  const isSensible =
    size && size.width > 0 && size.height > 0 && Math.max(size.width, size.height) <= maxPictureSide;
  return isComplete && isSensible ? size : undefined;
}
