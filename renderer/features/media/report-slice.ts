import { LRUCache } from 'lru-cache';
import {
  maxPictureBytes,
  maxPicturesBytes,
  maxReportPictures,
  type ReportPicture,
} from '../../../preload/contract/evidence.ts';
import type { OpenedMedia } from '../../../preload/contract/media.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import type { EvidenceChoice, GetState, ReportSlice, SetState } from './media-state.ts';
import { type MadePicture, makeReportPicture } from './report-picture.ts';

/** The reason why further images have no picture. */
const tooMany = `A report has at most ${maxReportPictures} pictures.`;
const tooLarge = 'The pictures before it are already as large as a report may be.';

/** The pictures of a report; those of the preview are not made again. */
export type PicturesFor = (choice: EvidenceChoice, signal: AbortSignal) => Promise<ReportPicture[]>;

/** Makes the content of a report for a preview, and the pictures in it. */
export function reportSlice(
  bridge: BridgeClient,
  set: SetState,
  get: GetState,
): { slice: ReportSlice; picturesFor: PicturesFor } {
  /** Aborted when another preview is asked for, or none. */
  let preview = new AbortController();
  /** Counts how often the pictures were forgotten: one that is finished after that is not kept. */
  let generation = 0;
  const kept = new LRUCache<string, MadePicture>({
    max: maxReportPictures,
    dispose: ({ bitmap }) => bitmap?.close(),
  });

  async function madeFor(
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
      const before = kept.get(key);
      const made =
        before ??
        (item && (await makeReportPicture(bridge, target, item, signal, (opened) => learn(mediaId, opened))));
      if (made) {
        pictures.push(made);
      }
      if (made && 'jpeg' in made) {
        left.pictures -= 1;
        left.bytes -= made.jpeg.length;
      }
      if (made && !before && 'jpeg' in made && generation === madeIn) {
        kept.set(key, made);
      }
    }
    return pictures;
  }

  const slice: ReportSlice = {
    report: undefined,
    reportPictures: [],
    reportFailure: undefined,

    async loadReport(choice) {
      const { target } = get();
      if (!target) {
        return;
      }
      set({ report: undefined, reportPictures: [], reportFailure: undefined });
      preview.abort();
      preview = new AbortController();
      const { signal } = preview;
      try {
        const made = await madeFor(choice, signal);
        const { unmasked, mediaIds } = choice;
        const report = await bridge.invoke(
          'evidence.preview',
          { ...target, mediaIds: [...mediaIds], unmasked, pictures: sendable(made) },
          { signal },
        );
        if (!signal.aborted) {
          set({ report, reportPictures: made });
        }
      } catch (error) {
        if (!signal.aborted) {
          set({ reportFailure: failureOf(error) });
        }
      }
    },

    forgetReport() {
      preview.abort();
      set({ report: undefined, reportPictures: [], reportFailure: undefined });
      generation += 1;
      kept.clear();
    },
  };
  return {
    slice,
    async picturesFor(choice, signal) {
      return sendable(await madeFor(choice, signal));
    },
  };
}

/** Removes the bitmaps, which only the preview draws. */
function sendable(made: readonly MadePicture[]): ReportPicture[] {
  return made.map(({ bitmap: _, ...picture }) => picture as ReportPicture);
}
