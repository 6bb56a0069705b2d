import { omitUndefined } from '../../preload/contract/objects.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';
import { download } from '../ui/download.ts';
import type { GetState, SavingSlice, SetState } from './media-state.ts';

export function savingSlice(bridge: BridgeClient, set: SetState, get: GetState): SavingSlice {
  const saver = new LatestRequest();
  return {
    saving: undefined,

    async save(mediaId, title) {
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
  };
}
