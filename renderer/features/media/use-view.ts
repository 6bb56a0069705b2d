import { useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { MediaState, Slot } from './media-state.ts';
import { nextZoom, previousZoom, type View, type Zoom } from './view.ts';

/** The view of a well's file, and its controls. */
export interface ViewControls {
  view: View;
  /** True if keys act on this well. */
  isActive: boolean;
  change(part: Partial<View>): void;
  /** `factor` is the current zoom factor. */
  zoomIn(factor: number): void;
  zoomOut(factor: number): void;
  to(zoom: Zoom): void;
  /** Clockwise, in degrees. */
  rotate(by: number): void;
}

/** Returns the ids of the files in the two wells. */
export function useChosenFiles(store: StoreApi<MediaState>): Record<Slot, string | undefined> {
  return useStore(
    store,
    useShallow(({ wells: { left, right } }) => ({ left: left.mediumId, right: right.mediumId })),
  );
}

export function useView(store: StoreApi<MediaState>, slot: Slot): ViewControls {
  const view = useStore(store, ({ wells }) => wells[slot].view);
  const isActive = useStore(store, ({ activeSlot }) => activeSlot === slot);
  return useMemo(() => {
    const change = (part: Partial<View>) => store.getState().changeView(slot, part);
    return {
      view,
      isActive,
      change,
      zoomIn: (factor: number) => change({ zoom: nextZoom(factor) }),
      zoomOut: (factor: number) => change({ zoom: previousZoom(factor) }),
      to: (zoom: Zoom) => change({ zoom }),
      rotate: (by: number) => change({ rotation: (view.rotation + by + 360) % 360 }),
    };
  }, [store, slot, view, isActive]);
}
