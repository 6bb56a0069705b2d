import { useMemo, useRef } from 'react';
import type { StoreApi } from 'zustand';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { useActions } from '../../actions/use-action.ts';
import { usePick } from '../../ui/use-pick.ts';
import type { MediaState, Slot } from './media-state.ts';
import { orderOf, titleOf } from './media-titles.ts';
import { faceMatchShortcut, useFaceMatch } from './use-face-match.ts';
import { useChosenFiles } from './use-view.ts';
import { otherSlot } from './wells.ts';

/** Registers the shortcuts and commands that belong to no single well. Rendered once. */
export function MediaActions({ store }: { store: StoreApi<MediaState> }) {
  const { media, activeSlot, isLocked } = usePick(store, 'media', 'activeSlot', 'isLocked');
  const chosen = useChosenFiles(store);
  const { activate, setLocked, showInWell } = store.getState();
  const hasOther = chosen[otherSlot(activeSlot)] !== undefined;
  // Also while the list of files is folded or another tab is open.
  const order = useMemo(() => orderOf(media), [media]);
  const at = order.indexOf(chosen[activeSlot] ?? '');
  const goTo = (id: string | undefined) => id !== undefined && showInWell(id, activeSlot);
  const match = useFaceMatch(store);
  useActions('File', [
    {
      id: 'media.next',
      label: 'Next file',
      shortcut: 'alt+arrowdown',
      disabled: at >= order.length - 1,
      run: () => goTo(order[at + 1]),
    },
    {
      id: 'media.previous',
      label: 'Previous file',
      shortcut: 'alt+arrowup',
      disabled: at <= 0,
      run: () => goTo(order[at - 1]),
    },
    {
      id: 'media.other-well',
      label: 'Go to the other file shown',
      shortcut: 'b',
      disabled: !hasOther,
      run: () => activate(otherSlot(activeSlot)),
    },
    {
      id: 'media.lock',
      label: isLocked ? 'Zoom the two files separately' : 'Zoom the two files together',
      shortcut: 'y',
      disabled: !hasOther,
      run: () => setLocked(!isLocked),
    },
    {
      id: 'media.match-faces',
      label: match.label,
      shortcut: faceMatchShortcut,
      keywords: ['portrait', 'selfie', 'same size'],
      disabled: !match.isPossible,
      run: match.toggle,
    },
  ]);
  useFileKeys(store, media);
  return null;
}

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as const;
/** Milliseconds after a 0 within which another digit is added to it. */
const pause = 1000;

/** Returns the keys of a file by its number from 1: its digit after a 0 for each ten, such as `3`, `0` for 10 and `03` for 13. */
export function fileKeys(number: number): string {
  const last = number % 10;
  return '0'.repeat(Math.floor(number / 10)) + (last === 0 ? '' : last);
}

function useFileKeys(store: StoreApi<MediaState>, media: readonly MediaItem[]): void {
  const zeros = useRef<{ count: number; at: number; slot: Slot }>({ count: 0, at: 0, slot: 'left' });
  const press = (digit: number, isBeside: boolean) => {
    const { activeSlot, showInWell } = store.getState();
    const now = performance.now();
    const before = now - zeros.current.at < pause ? zeros.current.count : 0;
    // A digit after a 0 goes to the same well, which is the active one by then.
    const slot = before > 0 ? zeros.current.slot : isBeside ? otherSlot(activeSlot) : activeSlot;
    const tens = before + (digit === 0 ? 1 : 0);
    zeros.current = { count: digit === 0 ? tens : 0, at: now, slot };
    const item = media[tens * 10 + digit - 1];
    if (item) {
      showInWell(item.id, slot);
    }
  };
  useActions(
    'File',
    digits.flatMap((digit) => {
      const number = digit === 0 ? 10 : digit;
      const item = media[number - 1];
      if (item === undefined) {
        return [];
      }
      return [false, true].map((isBeside) => ({
        id: `media.file-${number}${isBeside ? '-beside' : ''}`,
        label: `File ${number}${isBeside ? ' beside it' : ''}: ${titleOf(item)}`,
        shortcut: `${isBeside ? 'shift+' : ''}${digit}`,
        run: () => press(digit, isBeside),
      }));
    }),
  );
}
