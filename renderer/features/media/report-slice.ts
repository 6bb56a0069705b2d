import { LRUCache } from 'lru-cache';
import {
  maxPictureBytes,
  maxPicturesBytes,
  maxReportPictures,
  type ReportPicture,
} from '../../../preload/contract/evidence.ts';
import type { OpenedMedia } from '../../../preload/contract/media.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import type { EvidenceChoice, GetState, ReportSlice } from './media-state.ts';
import { type MadePicture, makeReportPicture } from './report-picture.ts';

/** The reason why further images have no picture. */
const tooMany = `A report has at most ${maxReportPictures} pictures.`;
const tooLarge = 'The pictures before it are already as large as a report may be.';

/** Makes the pictures of a report; those of its preview are not made again when it is saved. */
export function reportSlice(bridge: BridgeClient, get: GetState): ReportSlice {
  /** Counts how often the pictures were forgotten: one that is finished after that is not kept. */
  let generation = 0;
  const cache = new LRUCache<string, MadePicture>({
    max: maxReportPictures,
    dispose: ({ bitmap }) => bitmap?.close(),
  });

  async function picturesFor(
    { mediaIds, withPictures }: EvidenceChoice,
    signal: AbortSignal,
  ): Promise<MadePicture[]> {
    const { target, media } = get();
    const pictures: MadePicture[] = [];
    if (!withPictures || !target) {
      return pictures;
    }
    const madeIn = generation;
    const learn = (mediaId: string, opened: OpenedMedia) => {
      if (get().target === target) {
        get().learn(mediaId, opened);
      }
    };
    const left = { pictures: maxReportPictures, bytes: maxPicturesBytes };
    // One after the other, since a decoded image takes much memory.
    for (const mediaId of mediaIds) {
      const item = media.find(({ id }) => id === mediaId);
      if (left.pictures === 0 || left.bytes < maxPictureBytes) {
        const reason = left.pictures === 0 ? tooMany : tooLarge;
        pictures.push(...(item?.contentType?.startsWith('image/') ? [{ mediaId, reason }] : []));
        continue;
      }
      const key = JSON.stringify([target.environmentId, target.conversationId, mediaId]);
      const before = cache.get(key);
      const picture =
        before ??
        (item && (await makeReportPicture(bridge, target, item, signal, (opened) => learn(mediaId, opened))));
      if (picture) {
        pictures.push(picture);
      }
      if (picture && 'jpeg' in picture) {
        left.pictures -= 1;
        left.bytes -= picture.jpeg.length;
      }
      if (picture && !before && 'jpeg' in picture && generation === madeIn) {
        cache.set(key, picture);
      }
    }
    return pictures;
  }

  return {
    picturesFor,
    forgetPictures() {
      generation += 1;
      cache.clear();
    },
  };
}

/** Removes the bitmaps, which only the preview draws. */
export function sendable(pictures: readonly MadePicture[]): ReportPicture[] {
  return pictures.map(({ bitmap: _, ...picture }) => picture as ReportPicture);
}
