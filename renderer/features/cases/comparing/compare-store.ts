import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import type { BridgeClient } from '../../../bridge/bridge-client.ts';
import { LatestRequest } from '../../../bridge/latest-request.ts';

/** One side of the comparison: a read stored by the console. */
export interface ComparedRead {
  conversationId: string;
  /** Milliseconds since the epoch. */
  at: number;
  conversation: Conversation;
}

interface KeptRead {
  id: number;
  at: number;
}

export interface CompareState {
  environmentId: string | undefined;
  /** `cases`: two cases. `reads`: a read of one case and the one before it. */
  kind: 'cases' | 'reads' | undefined;
  /** For `reads`: all stored ones, oldest first, and the index of the one shown. */
  reads: readonly KeptRead[];
  step: number;
  left: ComparedRead | undefined;
  right: ComparedRead | undefined;
  busy: boolean;
  failure: FailureView | undefined;
  /** The case without a stored read, if comparing failed for that reason. */
  missing: string | undefined;
  compareCases(environmentId: string, conversationId: string, otherId: string): Promise<void>;
  showReads(environmentId: string, conversationId: string, step?: number): Promise<void>;
  close(): void;
}

/** Compares stored reads of cases. It does not call the service. */
export function createCompareStore(bridge: BridgeClient): StoreApi<CompareState> {
  const latest = new LatestRequest();
  const empty = {
    environmentId: undefined,
    kind: undefined,
    reads: [],
    step: 0,
    left: undefined,
    right: undefined,
    busy: false,
    failure: undefined,
    missing: undefined,
  } as const;
  return createStore<CompareState>()((set) => {
    const readsOf = async (environmentId: string, conversationId: string, signal: AbortSignal) => {
      const found = await bridge.invoke('cases.get', { environmentId, conversationId }, { signal });
      return [...(found.case?.reads ?? [])].reverse();
    };
    const read = async (
      environmentId: string,
      conversationId: string,
      kept: KeptRead | undefined,
      signal: AbortSignal,
    ): Promise<ComparedRead | undefined> => {
      if (kept === undefined) {
        return undefined;
      }
      const target = { environmentId, conversationId, readId: kept.id };
      return { conversationId, ...(await bridge.invoke('cases.reading', target, { signal })) };
    };
    const failed = (failure: FailureView) => set({ failure, busy: false });
    return {
      ...empty,
      compareCases: (environmentId, conversationId, otherId) =>
        latest.run(
          async (signal) => {
            set({ ...empty, environmentId, kind: 'cases', busy: true });
            const last = async (id: string) =>
              read(environmentId, id, (await readsOf(environmentId, id, signal)).at(-1), signal);
            return Promise.all([last(conversationId), last(otherId)]);
          },
          {
            done: ([left, right]) => {
              const missing = left ? (right ? undefined : otherId) : conversationId;
              set({ left, right, missing, busy: false });
            },
            failed,
          },
        ),
      showReads: (environmentId, conversationId, step) =>
        latest.run(
          async (signal) => {
            set({ ...(step === undefined ? empty : {}), environmentId, kind: 'reads', busy: true });
            const reads = await readsOf(environmentId, conversationId, signal);
            const at = Math.min(Math.max(step ?? reads.length - 1, 0), Math.max(0, reads.length - 1));
            const of = (index: number) => read(environmentId, conversationId, reads[index], signal);
            const [left, right] = await Promise.all([at > 0 ? of(at - 1) : undefined, of(at)]);
            return { reads, step: at, left, right };
          },
          {
            done: (shown) =>
              set({
                ...shown,
                missing: shown.right ? undefined : conversationId,
                failure: undefined,
                busy: false,
              }),
            failed,
          },
        ),
      close() {
        latest.discard();
        set(empty);
      },
    };
  });
}
