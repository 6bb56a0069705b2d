import { useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { useAction } from '../../actions/use-action.ts';
import type { MediaState } from './media-state.ts';
import { orderOf, titleOf } from './media-titles.ts';
import { otherSlot } from './wells.ts';

/** The files with shortcuts 1 to 9. */
const numbered = 9;

/** Registers the shortcuts and commands that belong to no single well. Rendered once. */
export function MediaActions({ store }: { store: StoreApi<MediaState> }) {
  const { media, wells, activeSlot, activate, isLocked, setLocked, showInWell } = useStore(store);
  const hasOther = wells[otherSlot(activeSlot)].mediumId !== undefined;
  // Also while the list of files is folded or another tab is open.
  const order = useMemo(() => orderOf(media), [media]);
  const at = order.indexOf(wells[activeSlot].mediumId ?? '');
  const goTo = (id: string | undefined) => id !== undefined && showInWell(id, activeSlot);
  useAction({
    id: 'media.next',
    group: 'File',
    label: 'Next file',
    shortcut: 'alt+arrowdown',
    disabled: at >= order.length - 1,
    run: () => goTo(order[at + 1]),
  });
  useAction({
    id: 'media.previous',
    group: 'File',
    label: 'Previous file',
    shortcut: 'alt+arrowup',
    disabled: at <= 0,
    run: () => goTo(order[at - 1]),
  });
  useAction({
    id: 'media.other-well',
    group: 'File',
    label: 'Go to the other file shown',
    shortcut: 'b',
    disabled: !hasOther,
    run: () => activate(otherSlot(activeSlot)),
  });
  useAction({
    id: 'media.lock',
    group: 'File',
    label: isLocked ? 'Zoom the two files separately' : 'Zoom the two files together',
    shortcut: 'y',
    disabled: !hasOther,
    run: () => setLocked(!isLocked),
  });
  return media
    .slice(0, numbered)
    .map((item, index) => <NumberKeys key={item.id} store={store} item={item} number={index + 1} />);
}

function NumberKeys({
  store,
  item,
  number,
}: {
  store: StoreApi<MediaState>;
  item: MediaItem;
  number: number;
}) {
  const title = titleOf(item);
  const show = (isBeside: boolean) => {
    const { activeSlot, showInWell } = store.getState();
    showInWell(item.id, isBeside ? otherSlot(activeSlot) : activeSlot);
  };
  useAction({
    id: `media.file-${number}`,
    group: 'File',
    label: `File ${number}: ${title}`,
    shortcut: String(number),
    run: () => show(false),
  });
  useAction({
    id: `media.file-${number}-beside`,
    group: 'File',
    label: `File ${number} beside it: ${title}`,
    shortcut: `shift+${number}`,
    run: () => show(true),
  });
  return null;
}
