import type { SaveProgress } from '../../../preload/contract/application.ts';
import type { FilesResult } from '../../../preload/contract/evidence.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { startDownload } from '../../ui/download.ts';
import type { GetState, MediaState, Saving, SavingSlice, SetState } from './media-state.ts';
import { canPageWriteFolders, saveIntoPageFolder } from './page-folder.ts';
import { sendable } from './report-slice.ts';
import { failedText, savedText } from './saving-texts.ts';

type Start = (
  target: NonNullable<MediaState['target']>,
  context: { signal: AbortSignal; onProgress(progress: SaveProgress): void },
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
    const startState = {
      mediaId,
      title,
      since: performance.now(),
      bytes: 0,
      ...(intoFolder !== undefined && { files: { done: 0, of: intoFolder } }),
    };
    set({ saving: startState });
    const end = (done: NonNullable<Saving['done']>) => set({ saving: { ...startState, done } });
    stop = new AbortController();
    const context = {
      signal: stop.signal,
      onProgress: ({ bytes, total, files }: SaveProgress) =>
        set({ saving: { ...startState, bytes, ...omitUndefined({ total, files }) } }),
    };
    try {
      const { result, missing } = await start(target, context);
      if (result.kind === 'cancelled') {
        return set({ saving: undefined });
      }
      let left = missing;
      startDownload(result);
      if (result.kind === 'download') {
        const { address } = result;
        left = (await bridge.invoke('application.downloadOutcome', { address }, context)).missing;
      }
      const savedCount = intoFolder === undefined ? undefined : intoFolder - left.length;
      end(savedText(result, left, media, savedCount));
    } catch (error) {
      end(failedText(failureOf(error), intoFolder === undefined ? undefined : get().saving?.files));
    }
  }

  return {
    saving: undefined,

    save: (mediaId, title) =>
      run(mediaId, title, async (target, context) => ({
        result: await bridge.invoke('media.save', { ...target, mediaId }, context),
        missing: [],
      })),

    saveFiles: (mediaIds, to) => {
      const title = counted(mediaIds.length, 'file');
      const start: Start =
        to === 'folder' && !hasFolderDialog()
          ? (target, context) => saveIntoPageFolder(bridge, target, mediaIds, context)
          : (target, context) =>
              bridge.invoke('evidence.saveFiles', { ...target, mediaIds: [...mediaIds], to }, context);
      return run('', title, start, to === 'folder' ? mediaIds.length : undefined);
    },

    canWriteFolders: () => hasFolderDialog() || canPageWriteFolders(),

    savePack: ({ passphrase, ...choice }) =>
      run('', 'Evidence pack', async (target, context) => {
        const { mediaIds, unmasked } = choice;
        const pictures = sendable(await get().picturesFor(choice, context.signal));
        return bridge.invoke(
          'evidence.savePack',
          { ...target, mediaIds: [...mediaIds], unmasked, pictures, ...omitUndefined({ passphrase }) },
          context,
        );
      }),

    saveReport: (choice, as) =>
      run('', 'Case report', async (target, context) => {
        const { mediaIds, unmasked } = choice;
        const pictures = sendable(await get().picturesFor(choice, context.signal));
        const result = await bridge.invoke(
          'evidence.saveReport',
          { ...target, mediaIds: [...mediaIds], unmasked, pictures, as },
          context,
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
