import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { MediaList, OpenedMedia } from '../../preload/contract/media.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';
import { type SavingSlice, savingSlice } from './saving.ts';
import { type ThumbnailSlice, thumbnailSlice } from './thumbnails.ts';
import { type WellSlice, wellSlice } from './wells.ts';

export interface ListSlice {
  target: { environmentId: string; conversationId: string } | undefined;
  list: MediaList | undefined;
  /** Names the raw reply of the last list; kept while the conversation is open, also when its files are not shown. */
  readingId: string | undefined;
  isListing: boolean;
  listFailure: FailureView | undefined;
  /** What opening each file showed of it, by the file's id. */
  facts: ReadonlyMap<string, OpenedMedia>;
  /** Lists what was collected; a target that is already listed is kept unless `again`. */
  load(environmentId: string, conversationId: string, again?: boolean): Promise<void>;
  /** The connection to main is back: what failed because it was lost is requested again. */
  connectionRestored(): void;
  /** The view is left: requests are cancelled and addresses released. What was in the wells is kept. */
  leave(): void;
  /** The conversation is left, and nothing of it is kept. */
  close(): void;
}

export type MediaState = ListSlice & WellSlice & ThumbnailSlice & SavingSlice;

/** How a slice reads and changes the whole state. */
export type GetState = () => MediaState;
export type SetState = (part: Partial<MediaState>) => void;

export function createMediaStore(bridge: BridgeClient): StoreApi<MediaState> {
  return createStore<MediaState>((set, get) => ({
    ...listSlice(bridge, set, get),
    ...wellSlice(bridge, set, get),
    ...thumbnailSlice(bridge, set, get),
    ...savingSlice(bridge, set, get),
  }));
}

function listSlice(bridge: BridgeClient, set: SetState, get: GetState): ListSlice {
  const listing = new LatestRequest();
  return {
    target: undefined,
    list: undefined,
    readingId: undefined,
    isListing: false,
    listFailure: undefined,
    facts: new Map(),

    async load(environmentId, conversationId, again = false) {
      const { target, list } = get();
      const same = target?.environmentId === environmentId && target.conversationId === conversationId;
      if (same && list && !again) {
        return;
      }
      get().releaseAll();
      if (!same) {
        get().emptyWells();
        get().forgetSaving();
      }
      get().forgetThumbnails();
      set({
        target: { environmentId, conversationId },
        list: same ? list : undefined,
        facts: new Map(),
        isListing: true,
        listFailure: undefined,
      });
      await listing.run(
        (signal) => bridge.invoke('media.list', { environmentId, conversationId }, { signal }),
        {
          done(found) {
            set({ list: found, readingId: found.readingId, isListing: false });
            get().fitWells(found.media);
          },
          failed: (failure) => set({ isListing: false, listFailure: failure }),
        },
      );
    },

    connectionRestored() {
      const { target, listFailure } = get();
      if (target && listFailure?.code === 'connection-lost') {
        void get().load(target.environmentId, target.conversationId, true);
        return;
      }
      get().openLostAgain();
    },

    leave() {
      listing.discard();
      get().releaseAll();
      get().forgetThumbnails();
      set({ isListing: false });
    },

    close() {
      get().leave();
      get().emptyWells();
      set({
        target: undefined,
        list: undefined,
        facts: new Map(),
        listFailure: undefined,
        readingId: undefined,
      });
    },
  };
}
