import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type {
  BodyAtHand,
  SignatureExplanation,
  SignatureFinding,
  SignatureRecipe,
} from '../../preload/contract/signatures.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';
import type { InputState } from './input-store.ts';
import { verificationRequest } from './verification-request.ts';

export interface ExplainState {
  busy: boolean;
  /** Proved so far, likeliest first. */
  findings: readonly SignatureFinding[];
  progress: { stage: 'single' | 'pairs'; tried: number; total: number } | undefined;
  explanation: SignatureExplanation | undefined;
  failure: FailureView | undefined;
  recipes: readonly SignatureRecipe[];
  /** The framework whose recipe is shown. */
  framework: string | undefined;
  start(): Promise<void>;
  /** Ends the search; what was found and ruled out until then stays. */
  stop(): void;
  reset(): void;
  loadRecipes(): Promise<void>;
  chooseFramework(id: string): void;
}

/** The search for the change that makes the signature match, in main and off its thread. */
export function createExplainStore(
  bridge: BridgeClient,
  input: StoreApi<InputState>,
  bodyAtHand: () => BodyAtHand | undefined,
): StoreApi<ExplainState> {
  let current = new AbortController();
  const blank = {
    busy: false,
    findings: [],
    progress: undefined,
    explanation: undefined,
    failure: undefined,
  };

  return createStore<ExplainState>()((set, get) => ({
    ...blank,
    recipes: [],
    framework: undefined,

    async start() {
      const question = verificationRequest(input.getState());
      const body = bodyAtHand();
      if (!('asked' in question) || !body) {
        return;
      }
      current.abort();
      const mine = new AbortController();
      current = mine;
      set({ ...blank, busy: true });
      const { timestamp, signature, key } = question.asked;
      try {
        const explanation = await bridge.invoke(
          'signatures.explain',
          { timestamp, signature, key, body },
          {
            signal: mine.signal,
            onProgress: (step) => {
              if (current !== mine || !get().busy) {
                return;
              }
              if (step.type === 'finding') {
                set({ findings: [...get().findings, step.finding] });
              } else {
                set({ progress: { stage: step.stage, tried: step.tried, total: step.total } });
              }
            },
          },
        );
        if (current === mine) {
          set({ explanation, findings: explanation.findings, busy: false });
        }
      } catch (error) {
        if (current === mine) {
          set({ failure: failureOf(error), busy: false });
        }
      }
    },

    stop() {
      current.abort();
    },

    reset() {
      current.abort();
      current = new AbortController();
      set(blank);
    },

    async loadRecipes() {
      if (get().recipes.length > 0) {
        return;
      }
      try {
        const { recipes } = await bridge.invoke('signatures.recipes', {});
        set({ recipes, framework: get().framework ?? recipes[0]?.id });
      } catch (error) {
        set({ failure: failureOf(error) });
      }
    },

    chooseFramework: (framework) => set({ framework }),
  }));
}
