import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { MediaList, OpenedMedia } from '../../preload/contract/media.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';
import { download } from '../ui/download.ts';

/** A save in progress or just ended. */
export interface Saving {
  mediaId: string;
  title: string;
  /** When it began, by `performance.now()`. */
  since: number;
  bytes: number;
  total?: number;
  done?: { words: string; bad: boolean };
}

export interface MediaState {
  target: { environmentId: string; conversationId: string } | undefined;
  list: MediaList | undefined;
  /** Names the raw reply of the last list; kept while the conversation is open, also when its files are not shown. */
  readingId: string | undefined;
  selectedId: string | undefined;
  /** The selected file. */
  opened: OpenedMedia | undefined;
  /** The image that is shown is incomplete: its data end early. */
  isCut: boolean;
  busy: { list: boolean; open: boolean };
  failure: { list?: FailureView; open?: FailureView };
  saving: Saving | undefined;
  /** Lists what was collected; a target that is already listed is kept unless `again`. */
  load(environmentId: string, conversationId: string, again?: boolean): Promise<void>;
  /** Selects a file; it is opened only on request. */
  choose(mediaId: string): void;
  /** Opens the selected file. */
  open(): Promise<void>;
  /** Asks main whether the image that was shown is incomplete. */
  checkArrival(): Promise<void>;
  /** Saves one file at a time; continues when the view is left. `title` is shown, such as “Passport, front”. */
  save(mediaId: string, title: string): Promise<void>;
  stopSaving(): void;
  /** Dismisses the message of how a save ended. */
  forgetSaving(): void;
  /** The connection to main is back: what failed because it was lost is requested again. */
  connectionRestored(): void;
  /** The view is left: requests are cancelled and the file's address is released. */
  leave(): void;
  /** The conversation is left. */
  close(): void;
}

export function createMediaStore(bridge: BridgeClient): StoreApi<MediaState> {
  const listing = new LatestRequest();
  const opening = new LatestRequest();
  const saver = new LatestRequest();

  return createStore<MediaState>((set, get) => {
    function releaseAddress(): void {
      const address = get().opened?.address;
      // Best effort: the address expires within minutes.
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
        opening.discard();
        releaseAddress();
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
        await listing.run(
          (signal) => bridge.invoke('media.list', { environmentId, conversationId }, { signal }),
          {
            done(found) {
              const { selectedId, busy } = get();
              const isKept = found.media.some((item) => item.id === selectedId);
              set({
                list: found,
                readingId: found.readingId,
                selectedId: isKept ? selectedId : found.media[0]?.id,
                busy: { ...busy, list: false },
              });
            },
            failed: (failure) => set({ busy: { ...get().busy, list: false }, failure: { list: failure } }),
          },
        );
      },

      choose(mediaId) {
        if (mediaId === get().selectedId) {
          return;
        }
        opening.discard();
        releaseAddress();
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
        releaseAddress();
        set({ opened: undefined, isCut: false, busy: { ...get().busy, open: true }, failure: {} });
        await opening.run(
          (signal) =>
            bridge.invoke(
              'media.open',
              { ...target, mediaId: item.id, contentType: item.contentType },
              { signal },
            ),
          {
            done: (opened) => set({ opened, busy: { ...get().busy, open: false } }),
            failed: (failure) => set({ busy: { ...get().busy, open: false }, failure: { open: failure } }),
          },
        );
      },

      async checkArrival() {
        const address = get().opened?.address;
        if (address === undefined) {
          return;
        }
        // Without an answer the image is taken to be complete.
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
        const begun = { mediaId, title, since: performance.now(), bytes: 0 };
        set({ saving: begun });
        const end = (words: string, bad: boolean) => set({ saving: { ...begun, done: { words, bad } } });
        await saver.run(
          async (signal) => {
            const followed = {
              signal,
              onProgress: ({ bytes, total }: { bytes: number; total?: number | undefined }) => {
                if (saver.isLatest(signal)) {
                  set({ saving: { ...begun, bytes, ...omitUndefined({ total }) } });
                }
              },
            };
            const result = await bridge.invoke('media.save', { ...target, mediaId }, followed);
            if (result.kind === 'download' && saver.isLatest(signal)) {
              download(result.address, result.fileName);
              await bridge.invoke('application.downloadOutcome', { address: result.address }, followed);
            }
            return result;
          },
          {
            done(result) {
              if (result.kind === 'cancelled') {
                return set({ saving: undefined });
              }
              end(
                result.kind === 'saved' ? `Saved as ${result.path}.` : `Downloaded as ${result.fileName}.`,
                false,
              );
            },
            failed({ code, message, hint }) {
              if (code === 'cancelled') {
                return end('Stopped. The file was not saved.', false);
              }
              end([message, hint].filter(Boolean).join(' '), true);
            },
          },
        );
      },

      stopSaving() {
        saver.abort();
      },

      forgetSaving() {
        if (get().saving?.done) {
          set({ saving: undefined });
        }
      },

      connectionRestored() {
        const { target, failure } = get();
        if (target && failure.list?.code === 'connection-lost') {
          void get().load(target.environmentId, target.conversationId, true);
        } else if (failure.open?.code === 'connection-lost') {
          void get().open();
        }
      },

      leave() {
        listing.discard();
        opening.discard();
        releaseAddress();
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
