import type { MissingFile, SaveProgress, SaveResult } from '../../../preload/contract/application.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { FilesResult } from '../../../preload/contract/evidence.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { startDownload } from '../../ui/download.ts';
import type { GetState, MediaState, SavedText, Saving, SavingSlice, SetState } from './media-state.ts';
import { titleOf } from './media-titles.ts';
import { canPageWriteFolders, saveIntoPageFolder } from './page-folder.ts';
import { sendable } from './report-slice.ts';

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

/** @param files the number of saved files of a folder */
export function savedText(
  result: Exclude<SaveResult, { kind: 'cancelled' }>,
  missing: readonly MissingFile[],
  media: readonly MediaItem[],
  files?: number,
): SavedText {
  const where =
    result.kind === 'download'
      ? `Downloaded as ${result.fileName}.`
      : files === undefined
        ? `Saved as ${result.path}.`
        : `${counted(files, 'file')} saved in ${result.path}.`;
  return {
    text: [where, ...missingTexts(missing, media)].join(' '),
    tone: missing.length > 0 ? 'bad' : 'good',
  };
}

/** Returns the text of a failure, or of a save that the user stopped; files saved in a folder before are complete and stay. */
export function failedText(failure: FailureView, files: Saving['files']): SavedText {
  const { code, message, hint } = failure;
  const before =
    files && files.done > 0 ? [`${files.done} of ${files.of} files were saved before and are complete.`] : [];
  return code === 'cancelled'
    ? {
        text: ['Stopped.', ...(before.length > 0 ? before : ['Nothing was saved.'])].join(' '),
        tone: 'neutral',
      }
    : { text: [message, hint, ...before].filter(Boolean).join(' '), tone: 'bad', failure };
}

/** Returns each reason once, with the numbers and titles of its files. */
function missingTexts(missing: readonly MissingFile[], media: readonly MediaItem[]): string[] {
  const byReason = Map.groupBy(missing, ({ reason }) => reason);
  return [...byReason].map(([reason, files]) => {
    const names = files.map(({ mediaId }) => {
      const index = media.findIndex(({ id }) => id === mediaId);
      const item = media[index];
      return item ? `${index + 1} ${titleOf(item)}` : mediaId;
    });
    return `Without ${names.join('; ')}: ${reason}`;
  });
}
