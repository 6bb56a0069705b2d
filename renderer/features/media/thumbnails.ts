import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Corners } from '../../../preload/shared/perspective.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import type { GetState, SetState, Thumbnail, ThumbnailSlice } from './media-state.ts';
import type { ReadMrz } from './mrz-pictures.ts';
import type { OpenFiles } from './open-files.ts';
import { makeThumbnail } from './thumbnail-image.ts';

/** Thumbnails kept at once; each takes at most 100 kB. */
const maxThumbnails = 300;
/** Thumbnails created concurrently. */
const atOnce = 2;

export function thumbnailSlice(
  bridge: BridgeClient,
  files: OpenFiles,
  readMrz: ReadMrz,
  set: SetState,
  get: GetState,
): ThumbnailSlice {
  const limit = pLimit(atOnce);
  const waiting = new Set<string>();
  const cache = new LRUCache<string, Thumbnail>({
    max: maxThumbnails,
    dispose: (thumbnail) => typeof thumbnail === 'object' && thumbnail.close(),
    noDisposeOnSet: true,
  });
  let ending = new AbortController();

  const publish = (): void => set({ thumbnails: new Map(cache.entries()) });

  /** @param corners the part in which a machine-readable zone is read */
  async function make(mediumId: string, signal: AbortSignal, corners?: Corners): Promise<Thumbnail> {
    const { target, media } = get();
    const item = media.find(({ id }) => id === mediumId);
    if (!target || !item) {
      return 'none';
    }
    const file = { ...target, mediaId: item.id, contentType: item.contentType };
    const { opened, release } = await files.open(file, signal);
    try {
      get().learn(item.id, opened);
      if (opened.address === undefined) {
        return 'none';
      }
      const onImage = (image: ImageBitmap) => readMrz(item, image, signal, corners);
      const thumbnail = (await makeThumbnail(opened, opened.address, signal, onImage)) ?? 'none';
      if (opened.form === 'image' && thumbnail !== 'none') {
        // The whole file has passed.
        const { sha256 } = await bridge.invoke('media.arrival', { address: opened.address }, { signal });
        get().learn(item.id, { sha256 });
      }
      return thumbnail;
    } finally {
      release();
    }
  }

  return {
    thumbnails: new Map(),

    wantThumbnail(mediumId) {
      if (cache.has(mediumId) || waiting.has(mediumId)) {
        return;
      }
      const { signal } = ending;
      waiting.add(mediumId);
      void limit(async () => {
        if (signal.aborted || !waiting.delete(mediumId)) {
          return;
        }
        cache.set(mediumId, 'making');
        publish();
        const thumbnail = await make(mediumId, signal).catch(() => 'none' as const);
        if (signal.aborted) {
          return typeof thumbnail === 'object' && thumbnail.close();
        }
        cache.set(mediumId, thumbnail);
        publish();
      });
    },

    dropThumbnail(mediumId) {
      waiting.delete(mediumId);
    },

    readStraightened(mediumId, corners) {
      const { signal } = ending;
      void limit(() => make(mediumId, signal, corners)).then(
        (thumbnail) => typeof thumbnail === 'object' && thumbnail.close(),
        () => undefined,
      );
    },

    forgetThumbnails() {
      ending.abort();
      ending = new AbortController();
      waiting.clear();
      cache.clear();
      files.closeAll();
      publish();
    },
  };
}
