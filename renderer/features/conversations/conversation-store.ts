import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttemptProgress } from '../../../preload/contract/attempt.ts';
import type {
  DatabaseVerificationReading,
  OpenedConversation,
} from '../../../preload/contract/conversations.ts';
import type { ErrorCode, FailureView } from '../../../preload/contract/envelope.ts';
import { isAboutAnother } from '../../../preload/wording/console-findings.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import { createRawPlace, type RawPlace } from './raw/raw-tools.ts';

interface Target {
  environmentId: string;
  conversationId: string;
}

export interface ConversationState {
  target: Target | undefined;
  /** The last good reading; kept while a refresh runs, and when it fails for a temporary reason. */
  reading: OpenedConversation | undefined;
  busy: boolean;
  /** The progress of the read while it runs. */
  progress: AttemptProgress | undefined;
  failure: FailureView | undefined;
  /** Database verification's sources (interface 4.8). */
  sources: DatabaseVerificationReading | undefined;
  sourcesBusy: boolean;
  sourcesFailure: FailureView | undefined;
  rawPlace: StoreApi<RawPlace>;
  /** Opens a conversation; one that is open already stays as it is. */
  open(environmentId: string, conversationId: string): Promise<void>;
  /** Reads again; the earlier reading is shown until the reply arrives. */
  refresh(): Promise<void>;
  /** Stops a read in progress. The earlier reading stays. */
  stop(): void;
  loadSources(): Promise<void>;
  /** Called when the view is left: cancels requests and drops all data of the conversation. */
  leave(): void;
}

/** The service no longer gives the conversation to this key: what was read before must not be shown any more. */
const takesAway: readonly ErrorCode[] = ['gone', 'not-found', 'forbidden', 'credentials-rejected'];
/** Database verification has results once its status has reached one of these (interface 4.8; PARTIAL by its meaning in 3.2). */
const sourcesReady = ['FINISHED', 'PARTIAL', 'FAILED'];

/** Returns whether the reply shown is about another conversation than the requested one: nothing may be done with that. */
export function isOtherConversation({
  target,
  reading,
}: Pick<ConversationState, 'target' | 'reading'>): boolean {
  return target !== undefined && isAboutAnother(target.conversationId, reading?.conversation.id);
}

/** Returns when the result that is shown was received, ISO 8601. */
export function shownReadingAt({ reading }: Pick<ConversationState, 'reading'>): string | undefined {
  return reading?.notes.receivedAt;
}

/** Creates the store of one conversation under review. */
export function createConversationStore(bridge: BridgeClient): StoreApi<ConversationState> {
  const readRequest = new LatestRequest();
  const sourcesRequest = new LatestRequest();
  const rawPlace = createRawPlace();

  return createStore<ConversationState>()((set, get) => {
    const nothing = {
      reading: undefined,
      failure: undefined,
      progress: undefined,
      sources: undefined,
      sourcesBusy: false,
      sourcesFailure: undefined,
    };
    const read = (target: Target): Promise<void> => {
      set({ busy: true, progress: undefined });
      const request = (signal: AbortSignal) =>
        bridge.invoke('conversations.open', target, {
          signal,
          onProgress: (progress) => {
            if (readRequest.isLatest(signal)) {
              set({ progress });
            }
          },
        });
      return readRequest.run(request, {
        async done(opened) {
          set({ reading: opened, busy: false, failure: undefined });
          const status = opened.conversation.result?.databaseVerification?.status;
          if (get().sources || (status !== undefined && sourcesReady.includes(status))) {
            await get().loadSources();
          }
        },
        failed: (failure) =>
          set({ ...(takesAway.includes(failure.code) ? nothing : {}), failure, busy: false }),
      });
    };
    /** Main keeps raw replies only while the conversation is open, and drops them by itself when the connection is lost. */
    function release(left: Target): void {
      bridge.invoke('conversations.leave', left).catch(() => undefined);
    }
    return {
      target: undefined,
      busy: false,
      ...nothing,
      rawPlace,
      async open(environmentId, conversationId) {
        const { target } = get();
        if (target?.environmentId === environmentId && target.conversationId === conversationId) {
          return;
        }
        sourcesRequest.discard();
        rawPlace.setState(rawPlace.getInitialState(), true);
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
      stop: () => readRequest.abort(),
      async loadSources() {
        const { target } = get();
        if (!target) {
          return;
        }
        set({ sourcesBusy: true });
        await sourcesRequest.run(
          (signal) => bridge.invoke('conversations.databaseSources', target, { signal }),
          {
            done: (sources) => set({ sources, sourcesBusy: false, sourcesFailure: undefined }),
            failed: (sourcesFailure) => set({ sourcesBusy: false, sourcesFailure }),
          },
        );
      },
      leave() {
        readRequest.discard();
        sourcesRequest.discard();
        rawPlace.setState(rawPlace.getInitialState(), true);
        const { target } = get();
        if (target) {
          release(target);
        }
        set({ ...nothing, target: undefined, busy: false });
      },
    };
  });
}
