import type { ZipResult } from '../../preload/contract/evidence.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';
import { download } from '../ui/download.ts';
import type { GetState, MediaState, SavingSlice, SetState } from './media-state.ts';

interface Progress {
  bytes: number;
  total?: number | undefined;
}

type Start = (
  target: NonNullable<MediaState['target']>,
  followed: { signal: AbortSignal; onProgress(progress: Progress): void },
) => Promise<ZipResult>;

export function savingSlice(bridge: BridgeClient, set: SetState, get: GetState): SavingSlice {
  const saver = new LatestRequest();
  const previewer = new LatestRequest();

  async function run(mediaId: string, title: string, start: Start): Promise<void> {
    const { target, saving } = get();
    if (!target || (saving && !saving.done)) {
      return;
    }
    const begun = { mediaId, title, since: performance.now(), bytes: 0 };
    set({ saving: begun });
    const end = (text: string, bad: boolean) => set({ saving: { ...begun, done: { text, bad } } });
    await saver.run(
      async (signal) => {
        const followed = {
          signal,
          onProgress: ({ bytes, total }: Progress) => {
            if (saver.isLatest(signal)) {
              set({ saving: { ...begun, bytes, ...omitUndefined({ total }) } });
            }
          },
        };
        const saved = await start(target, followed);
        const { result } = saved;
        if (result.kind === 'download' && saver.isLatest(signal)) {
          download(result.address, result.fileName);
          await bridge.invoke('application.downloadOutcome', { address: result.address }, followed);
        }
        return saved;
      },
      {
        done({ result, missing }) {
          if (result.kind === 'cancelled') {
            return set({ saving: undefined });
          }
          const where =
            result.kind === 'saved' ? `Saved as ${result.path}.` : `Downloaded as ${result.fileName}.`;
          const without = missing.map(({ mediaId: id, reason }) => `${id} (${reason})`).join(', ');
          end(without === '' ? where : `${where} Without these files: ${without}`, without !== '');
        },
        failed({ code, message, hint }) {
          if (code === 'cancelled') {
            return end('Stopped. The file was not saved.', false);
          }
          end([message, hint].filter(Boolean).join(' '), true);
        },
      },
    );
  }

  return {
    saving: undefined,
    report: undefined,
    reportFailure: undefined,

    save: (mediaId, title) =>
      run(mediaId, title, async (target, followed) => ({
        result: await bridge.invoke('media.save', { ...target, mediaId }, followed),
        missing: [],
      })),

    saveFiles: (mediaIds) =>
      run('', mediaIds.length === 1 ? '1 file' : `${mediaIds.length} files`, (target, followed) =>
        bridge.invoke('evidence.saveFiles', { ...target, mediaIds: [...mediaIds] }, followed),
      ),

    savePack: ({ mediaIds, unmasked, passphrase }) =>
      run('', 'Evidence pack', (target, followed) =>
        bridge.invoke(
          'evidence.savePack',
          { ...target, mediaIds: [...mediaIds], unmasked, ...omitUndefined({ passphrase }) },
          followed,
        ),
      ),

    saveReport: ({ mediaIds, unmasked }, as) =>
      run('', 'Case report', async (target, followed) => ({
        result: await bridge.invoke(
          'evidence.saveReport',
          { ...target, mediaIds: [...mediaIds], unmasked, as },
          followed,
        ),
        missing: [],
      })),

    async loadReport({ mediaIds, unmasked }) {
      const { target } = get();
      if (!target) {
        return;
      }
      set({ report: undefined, reportFailure: undefined });
      await previewer.run(
        (signal) =>
          bridge.invoke('evidence.preview', { ...target, mediaIds: [...mediaIds], unmasked }, { signal }),
        {
          done: (report) => set({ report }),
          failed: (reportFailure) => set({ reportFailure }),
        },
      );
    },

    forgetReport() {
      previewer.discard();
      set({ report: undefined, reportFailure: undefined });
    },

    stopSaving() {
      saver.abort();
    },

    forgetSaving() {
      if (get().saving?.done) {
        set({ saving: undefined });
      }
    },
  };
}
