import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ConversationReading,
  DatabaseVerificationReading,
} from '../../preload/contract/conversations.ts';
import type { ErrorCode, FailureView } from '../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';
import { createRawStore, type RawState } from './raw-store.ts';

interface Target {
  environmentId: string;
  conversationId: string;
}

export interface ConversationState {
  target: Target | undefined;
  /** The last good reading; stays in sight while a refresh runs and when it fails for a passing reason. */
  reading: ConversationReading | undefined;
  busy: boolean;
  failure: FailureView | undefined;
  /** Database verification's sources (interface 4.8). */
  sources: DatabaseVerificationReading | undefined;
  sourcesBusy: boolean;
  sourcesFailure: FailureView | undefined;
  raw: StoreApi<RawState>;
  /** Opens a conversation; one that is open already stays as it is. */
  open(environmentId: string, conversationId: string): Promise<void>;
  /** Reads again; what is in sight stays until the answer is there. */
  refresh(): Promise<void>;
  loadSources(): Promise<void>;
  /** The line to main is back: what failed because it was lost is asked for again. */
  lineRestored(): void;
  /** The view is left: what runs is cancelled, and nothing of the conversation stays in the window. */
  leave(): void;
}

/** The service no longer gives the conversation to this key: what was read before must not stay in sight. */
const takesAway: readonly ErrorCode[] = ['gone', 'not-found', 'forbidden', 'credentials-rejected'];
/** Database verification has results once its status has reached one of these (interface 4.8; PARTIAL by its meaning in 3.2). */
const sourcesReady = ['FINISHED', 'PARTIAL', 'FAILED'];

/** One conversation under review. */
export function createConversationStore(bridge: BridgeClient): StoreApi<ConversationState> {
  let reading = new AbortController();
  let asking = new AbortController();
  const raw = createRawStore(bridge);

  return createStore<ConversationState>()((set, get) => {
    const nothing = {
      reading: undefined,
      failure: undefined,
      sources: undefined,
      sourcesBusy: false,
      sourcesFailure: undefined,
    };
    async function read(target: Target): Promise<void> {
      reading.abort();
      const mine = new AbortController();
      reading = mine;
      set({ busy: true });
      try {
        const opened = await bridge.invoke('conversations.open', target, { signal: mine.signal });
        if (mine.signal.aborted) {
          return;
        }
        set({ reading: opened, busy: false, failure: undefined });
        const status = opened.conversation.result?.databaseVerification?.status;
        if (get().sources || (status !== undefined && sourcesReady.includes(status))) {
          await get().loadSources();
        }
      } catch (error) {
        if (mine.signal.aborted) {
          return;
        }
        const failure = failureOf(error);
        set({ ...(takesAway.includes(failure.code) ? nothing : {}), failure, busy: false });
      }
    }
    /** Main keeps raw replies only while the conversation is open; where the line is lost it lets go of them by itself. */
    function release(left: Target): void {
      bridge.invoke('conversations.leave', left).catch(() => undefined);
    }
    return {
      target: undefined,
      busy: false,
      ...nothing,
      raw,
      async open(environmentId, conversationId) {
        const { target } = get();
        if (target?.environmentId === environmentId && target.conversationId === conversationId) {
          return;
        }
        asking.abort();
        raw.getState().leave();
        if (target) {
          release(target);
        }
        const next = { environmentId, conversationId };
        set({ ...nothing, target: next });
        await read(next);
      },
      async refresh() {
        const { target } = get();
        if (target) {
          await read(target);
        }
      },
      async loadSources() {
        const { target } = get();
        if (!target) {
          return;
        }
        asking.abort();
        const mine = new AbortController();
        asking = mine;
        set({ sourcesBusy: true });
        try {
          const sources = await bridge.invoke('conversations.databaseSources', target, {
            signal: mine.signal,
          });
          if (!mine.signal.aborted) {
            set({ sources, sourcesBusy: false, sourcesFailure: undefined });
          }
        } catch (error) {
          if (!mine.signal.aborted) {
            set({ sourcesBusy: false, sourcesFailure: failureOf(error) });
          }
        }
      },
      lineRestored() {
        const { failure, sourcesFailure } = get();
        raw.getState().lineRestored();
        if (failure?.code === 'connection-lost') {
          void get().refresh();
        } else if (sourcesFailure?.code === 'connection-lost') {
          void get().loadSources();
        }
      },
      leave() {
        reading.abort();
        asking.abort();
        raw.getState().leave();
        const { target } = get();
        if (target) {
          release(target);
        }
        set({ ...nothing, target: undefined, busy: false });
      },
    };
  });
}
