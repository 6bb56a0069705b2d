import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CheckedFile, CheckedPart } from '../../../preload/contract/media.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import type { FileInfo, GetState, ListSlice, MediaState, SetState } from './media-state.ts';
import { OpenFiles } from './open-files.ts';
import { reportSlice } from './report-slice.ts';
import { savingSlice } from './saving.ts';
import { thumbnailSlice } from './thumbnails.ts';
import { wellSlice } from './wells.ts';

/** @param hasFolderDialog true if main asks for folders and writes into them; otherwise the page does */
export function createMediaStore(
  bridge: BridgeClient,
  hasFolderDialog: () => boolean = () => false,
): StoreApi<MediaState> {
  const files = new OpenFiles(bridge);
  return createStore<MediaState>((set, get) => {
    const { slice, picturesFor } = reportSlice(bridge, set, get);
    return {
      ...listSlice(bridge, set, get),
      ...wellSlice(bridge, files, set, get),
      ...thumbnailSlice(bridge, files, set, get),
      ...slice,
      ...savingSlice(bridge, set, get, hasFolderDialog, picturesFor),
    };
  });
}

function listSlice(bridge: BridgeClient, set: SetState, get: GetState): ListSlice {
  const listing = new LatestRequest();
  const checking = new LatestRequest();
  let checkedList: MediaState['list'];
  return {
    target: undefined,
    list: undefined,
    readingId: undefined,
    isListing: false,
    listFailure: undefined,
    facts: new Map(),
    foundMismatches: new Map(),
    checkedFiles: new Map(),
    isContentChecked: false,
    isCheckingContent: false,

    checkContents() {
      const { target, list } = get();
      if (!target || !list || list === checkedList || list.media.length === 0) {
        return;
      }
      checkedList = list;
      const media = list.media.map(({ id, type, subtype, variant, contentType }) => ({
        mediaId: id,
        ...omitUndefined({ type, subtype, variant, contentType }),
      }));
      const known = {
        foundMismatches: new Map(get().foundMismatches),
        files: new Map<string, CheckedFile>(),
      };
      const add = ({ mismatches, files }: CheckedPart) => {
        if (get().list !== list) {
          return;
        }
        for (const { mediaId, ...mismatch } of mismatches) {
          known.foundMismatches.set(mediaId, mismatch);
        }
        for (const file of files) {
          known.files.set(file.mediaId, file);
        }
        set({ foundMismatches: new Map(known.foundMismatches), checkedFiles: new Map(known.files) });
      };
      set({ isCheckingContent: true });
      void checking.run(
        (signal) => bridge.invoke('media.checkContents', { ...target, media }, { signal, onProgress: add }),
        {
          done({ isComplete, ...found }) {
            if (isComplete) {
              // The findings about the files of an earlier list are no longer true.
              known.foundMismatches.clear();
            }
            add(found);
            set({ isCheckingContent: false, isContentChecked: isComplete || get().isContentChecked });
          },
          // A file that is not what it claims to be is then known once it is opened.
          failed: () => set({ isCheckingContent: false }),
        },
      );
    },

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
        ...(same
          ? {}
          : {
              foundMismatches: new Map(),
              checkedFiles: new Map(),
              isContentChecked: false,
              isCheckingContent: false,
            }),
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

    leave() {
      listing.discard();
      checking.discard();
      checkedList = undefined;
      get().releaseAll();
      get().forgetThumbnails();
      set({ isListing: false, isCheckingContent: false });
    },

    close() {
      get().leave();
      get().emptyWells();
      get().forgetReport();
      set({
        target: undefined,
        list: undefined,
        facts: new Map(),
        foundMismatches: new Map(),
        checkedFiles: new Map(),
        isContentChecked: false,
        listFailure: undefined,
        readingId: undefined,
      });
    },
  };
}
