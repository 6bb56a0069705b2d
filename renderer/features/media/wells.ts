import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import type { GetState, SetState, Slot, Well, WellSlice } from './media-state.ts';
import type { FileToOpen, OpenFile, OpenFiles } from './open-files.ts';
import { firstView, sharedPart } from './view.ts';

export const slots: readonly Slot[] = ['left', 'right'];

export function otherSlot(slot: Slot): Slot {
  return slot === 'left' ? 'right' : 'left';
}

const emptyWell: Well = {
  mediumId: undefined,
  opened: undefined,
  arrival: undefined,
  isOpening: false,
  openings: 0,
  failure: undefined,
  still: undefined,
  view: firstView,
};
const closedWell = { opened: undefined, arrival: undefined, isOpening: false, failure: undefined };

export function wellSlice(bridge: BridgeClient, files: OpenFiles, set: SetState, get: GetState): WellSlice {
  const filesOf: Partial<Record<Slot, OpenFile>> = {};
  /** Aborted when the well shows another file, or none. */
  const openings = { left: new AbortController(), right: new AbortController() };

  function change(slot: Slot, part: Partial<Well>): void {
    const { wells } = get();
    set({ wells: { ...wells, [slot]: { ...wells[slot], ...part } } });
  }

  /** Waits until the file has passed; ended when the well shows another. */
  async function awaitArrival(slot: Slot, mediumId: string, address: string | undefined): Promise<void> {
    if (address === undefined) {
      return;
    }
    const { signal } = openings[slot];
    const arrival = await bridge.invoke('media.arrival', { address }, { signal }).catch(() => ({}));
    if (get().wells[slot].opened?.address === address) {
      change(slot, { arrival });
      get().learn(mediumId, 'sha256' in arrival ? { sha256: arrival.sha256 } : {});
    }
  }

  function release(slot: Slot): void {
    openings[slot].abort();
    get().wells[slot].still?.picture.close();
    openings[slot] = new AbortController();
    filesOf[slot]?.release();
    delete filesOf[slot];
  }

  function fileOf(slot: Slot): FileToOpen | undefined {
    const { target, media, wells } = get();
    const item = media.find(({ id }) => id === wells[slot].mediumId);
    return target && item && { ...target, mediaId: item.id, contentType: item.contentType };
  }

  /** Opens a file for a well; undefined where that failed, which the well then says, or where it shows another meanwhile. */
  async function opening(slot: Slot, file: FileToOpen, again: boolean): Promise<OpenFile | undefined> {
    const { signal } = openings[slot];
    try {
      const open = await files.open(file, signal, again);
      if (!signal.aborted) {
        return open;
      }
      open.release();
    } catch (error) {
      if (!signal.aborted) {
        change(slot, { ...closedWell, failure: failureOf(error) });
      }
    }
    return undefined;
  }

  function hold(slot: Slot, mediumId: string, file: OpenFile): void {
    filesOf[slot]?.release();
    filesOf[slot] = file;
    get().learn(mediumId, file.opened);
    void awaitArrival(slot, mediumId, file.opened.address);
  }

  return {
    wells: { left: emptyWell, right: emptyWell },
    activeSlot: 'left',
    isLocked: false,

    showInWell(mediumId, slot) {
      set({ activeSlot: slot });
      if (get().wells[slot].mediumId === mediumId) {
        return;
      }
      release(slot);
      change(slot, { ...emptyWell, mediumId });
    },

    showStill(picture, title, slot) {
      release(slot);
      change(slot, { ...emptyWell, still: { picture, title } });
    },

    clearWell(slot) {
      release(slot);
      change(slot, emptyWell);
      set({ activeSlot: get().wells[otherSlot(slot)].mediumId === undefined ? slot : otherSlot(slot) });
    },

    activate(slot) {
      if (get().activeSlot !== slot) {
        set({ activeSlot: slot });
      }
    },

    setLocked(isLocked) {
      set({ isLocked });
      if (isLocked) {
        const { wells, activeSlot } = get();
        change(otherSlot(activeSlot), {
          view: { ...wells[otherSlot(activeSlot)].view, ...sharedPart(wells[activeSlot].view) },
        });
      }
    },

    async open(slot, again = false) {
      const file = fileOf(slot);
      if (!file) {
        return;
      }
      release(slot);
      change(slot, { ...closedWell, isOpening: true, openings: get().wells[slot].openings + 1 });
      const open = await opening(slot, file, again);
      if (open) {
        const { opened } = open;
        const { view } = get().wells[slot];
        // PDF pages are first shown at full width.
        const isFirst = view === firstView && opened.form === 'pdf';
        change(slot, { opened, isOpening: false, ...(isFirst && { view: { ...view, zoom: 'width' } }) });
        hold(slot, file.mediaId, open);
      }
    },

    async renewEnded(slot) {
      const { opened } = get().wells[slot];
      if (opened?.address === undefined) {
        return false;
      }
      const works = await files.renew(opened.address).catch(() => true);
      if (works || get().wells[slot].opened !== opened) {
        return false;
      }
      await get().continueFile(slot);
      return true;
    },

    async continueFile(slot) {
      const file = fileOf(slot);
      if (!file) {
        return;
      }
      const open = await opening(slot, file, true);
      if (open) {
        change(slot, { opened: open.opened, arrival: undefined });
        hold(slot, file.mediaId, open);
      }
    },

    changeView(slot, part) {
      const { wells, isLocked } = get();
      const other = otherSlot(slot);
      const { mediumId } = wells[slot];
      if (part.isStraight && part.corners && mediumId !== undefined) {
        get().readStraightened(mediumId, part.corners);
      }
      set({
        wells: {
          ...wells,
          [slot]: { ...wells[slot], view: { ...wells[slot].view, ...part } },
          ...(isLocked && {
            [other]: { ...wells[other], view: { ...wells[other].view, ...sharedPart(part) } },
          }),
        },
      });
    },

    releaseAll() {
      for (const slot of slots) {
        release(slot);
        change(slot, { ...closedWell, still: undefined });
      }
      files.closeAll();
    },

    emptyWells() {
      for (const slot of slots) {
        release(slot);
      }
      set({ wells: { left: emptyWell, right: emptyWell }, activeSlot: 'left', isLocked: false });
    },

    fitWells() {
      const { wells, media } = get();
      const isListed = (id: string | undefined) => media.some((item) => item.id === id);
      for (const slot of slots) {
        if (wells[slot].mediumId !== undefined && !isListed(wells[slot].mediumId)) {
          get().clearWell(slot);
        }
      }
      const first = media[0]?.id;
      if (first !== undefined && slots.every((slot) => get().wells[slot].mediumId === undefined)) {
        get().showInWell(first, 'left');
      }
    },
  };
}
