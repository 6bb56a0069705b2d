import type { SaveProgress } from '../../../preload/contract/application.ts';
import type { FilesResult } from '../../../preload/contract/evidence.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { startDownload } from '../../ui/download.ts';
import type { GetState, MediaState, Saving, SavingSlice, SetState } from './media-state.ts';
import { canPageWriteFolders, saveIntoPageFolder } from './page-folder.ts';
import { sendable } from './report-slice.ts';
import { failedText, savedText } from './saving-texts.ts';

type Start = (
  target: NonNullable<MediaState['target']>,
  followed: { signal: AbortSignal; onProgress(progress: SaveProgress): void },
) => Promise<FilesResult>;

/** @param hasFolderDialog main asks for folders and writes into them; otherwise the page does */
export function savingSlice(
  bridge: BridgeClient,
  set: SetState,
  get: GetState,
  hasFolderDialog: () => boolean,
): SavingSlice {
  let stop = new AbortController();

  /** @param intoFolder how many files are saved into a folder */
  async function run(mediaId: string, title: string, start: Start, intoFolder?: number): Promise<void> {
    const { target, saving, media } = get();
    if (!target || (saving && !saving.done)) {
      return;
    }
    const begun = {
      mediaId,
      title,
      since: performance.now(),
      bytes: 0,
      ...(intoFolder !== undefined && { files: { done: 0, of: intoFolder } }),
    };
    set({ saving: begun });
    const end = (done: NonNullable<Saving['done']>) => set({ saving: { ...begun, done } });
    stop = new AbortController();
    const followed = {
      signal: stop.signal,
      onProgress: ({ bytes, total, files }: SaveProgress) =>
        set({ saving: { ...begun, bytes, ...omitUndefined({ total, files }) } }),
    };
    try {
      const { result, missing } = await start(target, followed);
      if (result.kind === 'cancelled') {
        return set({ saving: undefined });
      }
      let left = missing;
      startDownload(result);
      if (result.kind === 'download') {
        const { address } = result;
        left = (await bridge.invoke('application.downloadOutcome', { address }, followed)).missing;
      }
      const saved = intoFolder === undefined ? undefined : intoFolder - left.length;
      end(savedText(result, left, media, saved));
    } catch (error) {
      end(failedText(failureOf(error), intoFolder === undefined ? undefined : get().saving?.files));
    }
  }

  return {
    saving: undefined,

    save: (mediaId, title) =>
      run(mediaId, title, async (target, followed) => ({
        result: await bridge.invoke('media.save', { ...target, mediaId }, followed),
        missing: [],
      })),

    saveFiles: (mediaIds, to) => {
      const title = mediaIds.length === 1 ? '1 file' : `${mediaIds.length} files`;
      const start: Start =
        to === 'folder' && !hasFolderDialog()
          ? (target, followed) => saveIntoPageFolder(bridge, target, mediaIds, followed)
          : (target, followed) =>
              bridge.invoke('evidence.saveFiles', { ...target, mediaIds: [...mediaIds], to }, followed);
      return run('', title, start, to === 'folder' ? mediaIds.length : undefined);
    },

    canWriteFolders: () => hasFolderDialog() || canPageWriteFolders(),

    savePack: ({ passphrase, ...choice }) =>
      run('', 'Evidence pack', async (target, followed) => {
        const { mediaIds, unmasked } = choice;
        const pictures = sendable(await get().picturesFor(choice, followed.signal));
        return bridge.invoke(
          'evidence.savePack',
          { ...target, mediaIds: [...mediaIds], unmasked, pictures, ...omitUndefined({ passphrase }) },
          followed,
        );
      }),

    saveReport: (choice, as) =>
      run('', 'Case report', async (target, followed) => {
        const { mediaIds, unmasked } = choice;
        const pictures = sendable(await get().picturesFor(choice, followed.signal));
        const result = await bridge.invoke(
          'evidence.saveReport',
          { ...target, mediaIds: [...mediaIds], unmasked, pictures, as },
          followed,
        );
        return { result, missing: [] };
      }),

    stopSaving() {
      stop.abort();
    },

    forgetSaving() {
      if (get().saving?.done) {
        set({ saving: undefined });
      }
    },
  };
}
