import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  DeletionList,
  DeletionMode,
  DeletionPreview,
  DeletionView,
} from '../../../preload/contract/deletion.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

/** The input of a preview. */
export interface DeletionTarget {
  environmentId: string;
  conversationId: string;
  mode: DeletionMode;
}

/** The user's input to confirm it. */
type Given = Omit<OperationInput<'deletion.run'>, 'environmentId' | 'previewId'>;

export interface DeletionState {
  mode: DeletionMode;
  target: DeletionTarget | undefined;
  preview: DeletionPreview | undefined;
  failure: FailureView | undefined;
  busy: 'preview' | 'run' | undefined;
  /** Every deletion that main knows of, in all environments, the newest first. */
  deletions: readonly DeletionView[];
  /** Why deletions of an earlier session could not be read back. */
  problem: FailureView | undefined;
  /** Reads the list of deletions. */
  load(): Promise<void>;
  /** Chooses the mode; a conversation that is being previewed is read again for it. */
  setMode(mode: DeletionMode): void;
  /** Drops the preview and its mode when another conversation is entered. */
  enter(conversationId: string | undefined): void;
  /** Reads the conversation from the service and says what would happen. */
  requestPreview(environmentId: string, conversationId: string): Promise<void>;
  /** Sends what was previewed, once. */
  run(given: Given): Promise<void>;
  /** Stops what has not been sent yet. */
  cancel(): void;
  check(deletionId: string): Promise<void>;
  stopChecking(deletionId: string): Promise<void>;
  acknowledge(deletionId: string): Promise<void>;
  dismiss(deletionId: string): Promise<void>;
  /** Returns to the form. Deletions that were sent continue in main. */
  reset(): void;
}

/** Returns the deletion of an environment's conversation that the list has, if any; there is at most one. */
export function deletionOf(
  deletions: readonly DeletionView[],
  environmentId: string,
  conversationId: string | undefined,
): DeletionView | undefined {
  return deletions.find(
    (one) => one.environmentId === environmentId && one.conversationId === conversationId,
  );
}

export function isUnderWay({ phase }: DeletionView): boolean {
  return phase === 'sending' || phase === 'checking';
}

export function createDeletionStore(bridge: BridgeClient): StoreApi<DeletionState> {
  const latest = new LatestRequest();
  const blank = { target: undefined, preview: undefined, failure: undefined, busy: undefined };

  const store = createStore<DeletionState>((set, get) => {
    const show = ({ deletions, problem }: DeletionList) => set({ deletions, problem });
    /** Applies a list of deletions that main returned or published. */
    const change = async (act: () => Promise<unknown>) => {
      try {
        await act();
      } catch (error) {
        set({ failure: failureOf(error) });
      }
    };
    return {
      mode: 'EXPIRE',
      ...blank,
      deletions: [],
      problem: undefined,

      async load() {
        try {
          show(await bridge.invoke('deletion.list', {}));
        } catch (error) {
          set({ failure: failureOf(error) });
        }
      },

      setMode(mode) {
        if (get().busy === 'run' || mode === get().mode) {
          return;
        }
        const { target, preview, failure } = get();
        set({ mode });
        if (target && (preview || failure || get().busy)) {
          void get().requestPreview(target.environmentId, target.conversationId);
        }
      },

      enter(conversationId) {
        const { target, busy } = get();
        if (busy === 'run' || target === undefined || target.conversationId === conversationId) {
          return;
        }
        latest.discard();
        set({ ...blank, mode: 'EXPIRE' });
      },

      async requestPreview(environmentId, conversationId) {
        if (get().busy === 'run') {
          return;
        }
        const id = conversationId.trim();
        const before = get().target;
        const isAnother =
          before !== undefined && (before.conversationId !== id || before.environmentId !== environmentId);
        const mode = isAnother ? 'EXPIRE' : get().mode;
        const target = { environmentId, conversationId: id, mode };
        set({ ...blank, mode, target, busy: 'preview' });
        await latest.run((signal) => bridge.invoke('deletion.preview', target, { signal }), {
          done: (preview) => set({ preview, busy: undefined }),
          failed: (failure) => set({ failure, busy: undefined }),
        });
      },

      async run(given) {
        const { target, preview, busy } = get();
        if (!target || !preview || busy) {
          return;
        }
        set({ busy: 'run', failure: undefined });
        const input = { environmentId: target.environmentId, previewId: preview.previewId };
        await latest.run(
          async (signal) => {
            const view = await bridge.invoke('deletion.run', { ...input, ...given }, { signal });
            // It was sent, whatever is shown now. Its event may arrive after the reply.
            if (!get().deletions.some(({ deletionId }) => deletionId === view.deletionId)) {
              set({ deletions: [view, ...get().deletions] });
            }
          },
          {
            done: () => set({ preview: undefined, busy: undefined }),
            failed: (failure) => set({ failure, preview: undefined, busy: undefined }),
          },
        );
      },

      cancel() {
        latest.abort();
      },

      check: (deletionId) => change(() => bridge.invoke('deletion.check', { deletionId })),
      stopChecking: (deletionId) => change(() => bridge.invoke('deletion.stopChecking', { deletionId })),
      acknowledge: (deletionId) =>
        change(async () => show(await bridge.invoke('deletion.acknowledge', { deletionId }))),
      dismiss: (deletionId) =>
        change(async () => show(await bridge.invoke('deletion.dismiss', { deletionId }))),

      reset() {
        latest.discard();
        set({ ...blank, mode: 'EXPIRE' });
      },
    };
  });
  bridge.on('deletions.changed', ({ deletions, problem }) => store.setState({ deletions, problem }));
  return store;
}
