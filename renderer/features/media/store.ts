import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import type { CaseSlice, FileInfo, GetState, MediaState, SetState } from './media-state.ts';
import { mrzPictures } from './mrz-pictures.ts';
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
    const readMrz = mrzPictures(bridge, get);
    return {
      ...caseSlice(files, set, get),
      ...wellSlice(bridge, files, set, get),
      ...thumbnailSlice(bridge, files, readMrz, set, get),
      ...reportSlice(bridge, get),
      ...savingSlice(bridge, set, get, hasFolderDialog),
    };
  });
}

function caseSlice(files: OpenFiles, set: SetState, get: GetState): CaseSlice {
  return {
    target: undefined,
    media: [],
    facts: new Map(),

    learn(mediumId, facts) {
      const factsNow = get().facts;
      const before = factsNow.get(mediumId);
      if (before || 'fileName' in facts) {
        set({ facts: new Map(factsNow).set(mediumId, { ...before, ...facts } as FileInfo) });
      }
    },

    showCase(target, media) {
      const { environmentId, conversationId } = get().target ?? {};
      if (environmentId !== target.environmentId || conversationId !== target.conversationId) {
        get().close();
        get().forgetSaving();
      }
      set({ target, media });
      get().fitWells();
    },

    openFile: (file, signal) => files.open(file, signal),

    close() {
      get().releaseAll();
      get().forgetThumbnails();
      get().emptyWells();
      get().forgetPictures();
      set({ target: undefined, media: [], facts: new Map() });
    },
  };
}
