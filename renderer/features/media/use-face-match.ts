import { type StoreApi, useStore } from 'zustand';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import type { MediaState } from './media-state.ts';
import { useChosenFiles } from './use-view.ts';
import { isPortrait } from './view.ts';
import { slots } from './wells.ts';

const isImage = ({ contentType }: MediaItem) => contentType?.startsWith('image/') !== false;

/** Returns the pictures of faces, or those of documents but for their backs. */
export function picturesOf(media: readonly MediaItem[], type: 'FACE' | 'DOCUMENT'): MediaItem[] {
  return media.filter((item) => item.type === type && item.variant !== 'BACK' && isImage(item));
}

/** The action that shows the portrait on the document beside the face at the same size. */
export interface FaceMatch {
  label: string;
  isMatched: boolean;
  isPossible: boolean;
  /** Matches the faces, or fits both pictures again. */
  toggle(): void;
}

export const faceMatchShortcut = 'shift+m';

export function useFaceMatch(store: StoreApi<MediaState>): FaceMatch {
  const media = useStore(store, (state) => state.media);
  const chosen = useChosenFiles(store);
  const { showInWell, setLocked, changeView } = store.getState();
  const isShown = ({ id }: MediaItem) => slots.some((slot) => chosen[slot] === id);
  const first = (items: MediaItem[]) => items.find(isShown) ?? items[0];
  const document = first(picturesOf(media, 'DOCUMENT').filter(({ subtype }) => subtype !== 'UTILITY_BILL'));
  const face = first(picturesOf(media, 'FACE'));
  const isMatched = useStore(store, ({ wells }) => slots.every((slot) => isPortrait(wells[slot].view.zoom)));
  return {
    label: isMatched ? 'Fit both pictures' : 'Match faces',
    isMatched,
    isPossible: document !== undefined && face !== undefined,
    toggle() {
      if (isMatched) {
        for (const slot of slots) {
          changeView(slot, { zoom: 'fit' });
        }
      } else if (document && face) {
        setLocked(false);
        showInWell(document.id, 'left');
        showInWell(face.id, 'right');
        const isPage = document.subtype === 'PASSPORT';
        changeView('left', { zoom: isPage ? 'portrait on a page' : 'portrait on a card' });
        changeView('right', { zoom: 'portrait alone' });
      }
    },
  };
}
