import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { MediaList, OpenedMedia } from '../../preload/contract/media.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';

/** A save under way or just ended. */
export interface Saving {
  mediaId: string;
  title: string;
  /** When it began, as `performance.now()` tells it. */
  since: number;
  bytes: number;
  total?: number;
  done?: { words: string; bad: boolean };
}

export interface MediaState {
  target: { environmentId: string; conversationId: string } | undefined;
  list: MediaList | undefined;
  /** Names the raw reply of the last list; kept while the conversation is open, also when its media are not in view. */
  readingId: string | undefined;
  selectedId: string | undefined;
  /** Of the selected medium. */
  opened: OpenedMedia | undefined;
  /** The image that is shown ends before its end. */
  isCut: boolean;
  busy: { list: boolean; open: boolean };
  failure: { list?: FailureView; open?: FailureView };
  saving: Saving | undefined;
  /** Lists what was collected; a target that is already listed is kept unless `again`. */
  load(environmentId: string, conversationId: string, again?: boolean): Promise<void>;
  /** Chooses one; it is not opened before somebody asks to see it. */
  choose(mediaId: string): void;
  /** Opens the chosen one. */
  open(): Promise<void>;
  /** Asks whether the image that was shown is cut. */
  checkArrival(): Promise<void>;
  /** One at a time; goes on when the view is left. `title` is what it is, in words. */
  save(mediaId: string, title: string): Promise<void>;
  stopSaving(): void;
  /** Puts the word of how a save ended away. */
  forgetSaving(): void;
  /** The line to main is back: what failed because it was lost is asked for again. */
  lineRestored(): void;
  /** The view is left: what runs is cancelled and the address given up. */
  leave(): void;
  /** The conversation is left. */
  close(): void;
}

export function createMediaStore(bridge: BridgeClient): StoreApi<MediaState> {
  let listing = new AbortController();
  let opening = new AbortController();
  let saver = new AbortController();

  return createStore<MediaState>((set, get) => {
    function giveUpAddress(): void {
      const address = get().opened?.address;
      // Best effort: the address ends by itself within minutes.
      if (address !== undefined) {
        bridge.invoke('media.close', { address }).catch(() => undefined);
      }
    }

    return {
      target: undefined,
      list: undefined,
      readingId: undefined,
      selectedId: undefined,
      opened: undefined,
      isCut: false,
      busy: { list: false, open: false },
      failure: {},
      saving: undefined,

      async load(environmentId, conversationId, again = false) {
        const { target, list } = get();
        const same = target?.environmentId === environmentId && target.conversationId === conversationId;
        if (same && list && !again) {
          return;
        }
        listing.abort();
        opening.abort();
        const mine = new AbortController();
        listing = mine;
        giveUpAddress();
        if (!same && get().saving?.done) {
          set({ saving: undefined });
        }
        set({
          target: { environmentId, conversationId },
          list: same ? list : undefined,
          selectedId: same ? get().selectedId : undefined,
          opened: undefined,
          isCut: false,
          busy: { list: true, open: false },
          failure: {},
        });
        try {
          const found = await bridge.invoke(
            'media.list',
            { environmentId, conversationId },
            { signal: mine.signal },
          );
          if (listing !== mine) {
            return;
          }
          set({ list: found, readingId: found.readingId, busy: { ...get().busy, list: false } });
          const kept = found.media.some((item) => item.id === get().selectedId);
          if (!kept) {
            set({ selectedId: found.media[0]?.id });
          }
        } catch (error) {
          if (listing === mine) {
            set({ busy: { ...get().busy, list: false }, failure: { list: failureOf(error) } });
          }
        }
      },

      choose(mediaId) {
        if (mediaId === get().selectedId) {
          return;
        }
        opening.abort();
        giveUpAddress();
        set({
          selectedId: mediaId,
          opened: undefined,
          isCut: false,
          busy: { ...get().busy, open: false },
          failure: {},
        });
      },

      async open() {
        const { target, list, selectedId } = get();
        const item = list?.media.find((candidate) => candidate.id === selectedId);
        if (!target || !item) {
          return;
        }
        opening.abort();
        const mine = new AbortController();
        opening = mine;
        giveUpAddress();
        set({ opened: undefined, isCut: false, busy: { ...get().busy, open: true }, failure: {} });
        try {
          const opened = await bridge.invoke(
            'media.open',
            { ...target, mediaId: item.id, contentType: item.contentType },
            { signal: mine.signal },
          );
          if (opening === mine) {
            set({ opened, busy: { ...get().busy, open: false } });
          }
        } catch (error) {
          if (opening === mine) {
            set({ busy: { ...get().busy, open: false }, failure: { open: failureOf(error) } });
          }
        }
      },

      async checkArrival() {
        const address = get().opened?.address;
        if (address === undefined) {
          return;
        }
        // Without an answer nothing is said of it.
        const { isCut } = await bridge.invoke('media.arrival', { address }).catch(() => ({ isCut: false }));
        if (get().opened?.address === address) {
          set({ isCut: isCut === true });
        }
      },

      async save(mediaId, title) {
        const { target, saving } = get();
        if (!target || (saving && !saving.done)) {
          return;
        }
        const mine = new AbortController();
        saver = mine;
        const begun = { mediaId, title, since: performance.now(), bytes: 0 };
        set({ saving: begun });
        const followed = {
          signal: mine.signal,
          onProgress: ({ bytes, total }: { bytes: number; total?: number | undefined }) => {
            if (saver === mine) {
              set({ saving: { ...begun, bytes, ...(total === undefined ? {} : { total }) } });
            }
          },
        };
        try {
          const result = await bridge.invoke('media.save', { ...target, mediaId }, followed);
          if (saver !== mine) {
            return;
          }
          if (result.kind === 'cancelled') {
            return set({ saving: undefined });
          }
          if (result.kind === 'download') {
            download(result.address, result.fileName);
            await bridge.invoke('application.downloadOutcome', { address: result.address }, followed);
            if (saver !== mine) {
              return;
            }
          }
          const words =
            result.kind === 'saved' ? `Saved as ${result.path}.` : `Downloaded as ${result.fileName}.`;
          set({ saving: { ...begun, done: { words, bad: false } } });
        } catch (error) {
          if (saver !== mine) {
            return;
          }
          const view = failureOf(error);
          const words =
            view.code === 'cancelled'
              ? 'Stopped. The file was not saved.'
              : [view.message, view.hint].filter(Boolean).join(' ');
          set({ saving: { ...begun, done: { words, bad: view.code !== 'cancelled' } } });
        }
      },

      stopSaving() {
        saver.abort();
      },

      forgetSaving() {
        if (get().saving?.done) {
          set({ saving: undefined });
        }
      },

      lineRestored() {
        const { target, failure } = get();
        if (target && failure.list?.code === 'connection-lost') {
          void get().load(target.environmentId, target.conversationId, true);
        } else if (failure.open?.code === 'connection-lost') {
          void get().open();
        }
      },

      leave() {
        listing.abort();
        opening.abort();
        giveUpAddress();
        set({
          target: undefined,
          list: undefined,
          selectedId: undefined,
          opened: undefined,
          isCut: false,
          failure: {},
          busy: { list: false, open: false },
        });
      },

      close() {
        get().leave();
        set({ readingId: undefined });
      },
    };
  });
}

/** A host without a save dialog hands out a one-time address; the browser saves what comes from it. */
function download(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
}
