import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  DeletionForecast,
  DeletionMode,
  DeletionOutcome,
  DeletionStep,
} from '../../preload/contract/deletion.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { failureOf, type Line } from '../bridge/line.ts';

/** What a forecast was made for; a run is allowed only for exactly this. */
export interface DeletionTarget {
  environmentId: string;
  conversationId: string;
  mode: DeletionMode;
}

export interface DeletionState {
  mode: DeletionMode;
  target: DeletionTarget | undefined;
  forecast: DeletionForecast | undefined;
  steps: DeletionStep[];
  outcome: DeletionOutcome | undefined;
  failure: FailureView | undefined;
  busy: 'forecast' | 'run' | undefined;
  /** A run has ended and its end has not been on screen yet. */
  unseen: boolean;
  setMode(mode: DeletionMode): void;
  /** The end of a run is on screen. */
  seen(): void;
  /** Reads the conversation afresh and says what would happen; not while a run is under way. */
  look(environmentId: string, conversationId: string): Promise<void>;
  /** Asks the service, once, for what the forecast was made for. */
  run(confirmation: string | undefined): Promise<void>;
  /** Stops the reading; before the request was sent nothing happens, afterwards only the watching ends. */
  stop(): void;
  /** Back to the start; not while a run is under way, whose request cannot be called back. */
  reset(): void;
}

export function createDeletionStore(line: Line): StoreApi<DeletionState> {
  let current = new AbortController();
  const blank = {
    target: undefined,
    forecast: undefined,
    steps: [],
    outcome: undefined,
    failure: undefined,
    busy: undefined,
    unseen: false,
  };

  return createStore<DeletionState>((set, get) => ({
    mode: 'EXPIRE',
    ...blank,

    setMode(mode) {
      if (get().busy === 'run' || mode === get().mode) return;
      const { target } = get();
      set({ mode });
      if (target) void get().look(target.environmentId, target.conversationId);
    },

    seen() {
      if (get().unseen) set({ unseen: false });
    },

    async look(environmentId, conversationId) {
      if (get().busy === 'run') return;
      current.abort();
      const mine = new AbortController();
      current = mine;
      const target = { environmentId, conversationId: conversationId.trim(), mode: get().mode };
      set({ ...blank, target, busy: 'forecast' });
      try {
        const forecast = await line.invoke('deletion.forecast', target, { signal: mine.signal });
        if (current === mine) set({ forecast, busy: undefined });
      } catch (error) {
        if (current === mine) set({ failure: failureOf(error), busy: undefined });
      }
    },

    async run(confirmation) {
      const { target, forecast, busy } = get();
      if (!target || !forecast || busy) return;
      const mine = new AbortController();
      current = mine;
      set({ busy: 'run', steps: [], outcome: undefined, failure: undefined });
      try {
        const outcome = await line.invoke(
          'deletion.run',
          { ...target, ...(confirmation === undefined ? {} : { confirmation }) },
          {
            signal: mine.signal,
            onProgress: (step) => {
              if (current === mine) set({ steps: [...get().steps, step] });
            },
          },
        );
        if (current === mine) set({ outcome, steps: outcome.steps, busy: undefined, unseen: true });
      } catch (error) {
        if (current === mine) set({ failure: failureOf(error), busy: undefined, unseen: true });
      }
    },

    stop() {
      current.abort();
    },

    reset() {
      if (get().busy === 'run') return;
      current.abort();
      current = new AbortController();
      set(blank);
    },
  }));
}
