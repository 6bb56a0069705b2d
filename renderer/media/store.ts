import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';
import type { FileInfo, GetState, ListSlice, MediaState, SetState } from './media-state.ts';
import { savingSlice } from './saving.ts';
import { thumbnailSlice } from './thumbnails.ts';
import { wellSlice } from './wells.ts';

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

    learn(mediumId, facts) {
      const known = get().facts;
      const before = known.get(mediumId);
      if (before || 'fileName' in facts) {
        set({ facts: new Map(known).set(mediumId, { ...before, ...facts } as FileInfo) });
      }
    },

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
      get().forgetReport();
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
