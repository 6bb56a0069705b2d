import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useAction } from '../actions/use-action.ts';
import { useRevealed } from '../ui/masked.tsx';
import { showShortcut } from './media-well.tsx';
import type { MediaState } from './store.ts';
import { otherSlot } from './wells.ts';

/** The commands of the files that belong to no well. */
export function MediaActions({ store }: { store: StoreApi<MediaState> }) {
  const { wells, activeSlot, activate } = useStore(store);
  const { revealed, all, reveal, hide } = useRevealed('media');
  useAction({
    id: 'media.show',
    group: 'File',
    label: revealed ? 'Mask the files' : 'Show the files',
    shortcut: showShortcut,
    disabled: all,
    run: revealed ? hide : reveal,
  });
  useAction({
    id: 'media.other-well',
    group: 'File',
    label: 'Go to the other file shown',
    shortcut: 'b',
    disabled: wells[otherSlot(activeSlot)].mediumId === undefined,
    run: () => activate(otherSlot(activeSlot)),
  });
  return null;
}
