import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type {
  BodyInput,
  SignatureExplanation,
  SignatureFinding,
} from '../../../preload/contract/signatures.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import type { InputState } from './input-store.ts';
import { verificationRequest } from './verification-request.ts';

export interface ExplainState {
  busy: boolean;
  /** Proved so far, likeliest first. */
  findings: readonly SignatureFinding[];
  progress: { stage: 'single' | 'pairs'; tried: number; total: number } | undefined;
  explanation: SignatureExplanation | undefined;
  failure: FailureView | undefined;
  /** The framework whose recipe is shown. */
  framework: string | undefined;
  start(): Promise<void>;
  /** Ends the search; what was found and ruled out until then stays. */
  stop(): void;
  reset(): void;
}

/** Creates the store of the search for the change that makes the signature match, in main and off its thread. */
export function createExplainStore(
  bridge: BridgeClient,
  input: StoreApi<InputState>,
  bodyInput: () => BodyInput | undefined,
): StoreApi<ExplainState> {
  const latest = new LatestRequest();
  const blank = {
    busy: false,
    findings: [],
    progress: undefined,
    explanation: undefined,
    failure: undefined,
  };

  return createStore<ExplainState>()((set, get) => ({
    ...blank,
    framework: undefined,

    async start() {
      const question = verificationRequest(input.getState());
      const body = bodyInput();
      if (!('request' in question) || !body) {
        return;
      }
      set({ ...blank, busy: true });
      const { timestamp, signature, key } = question.request;
      await latest.run(
        (signal) =>
          bridge.invoke(
            'signatures.explain',
            { timestamp, signature, key, body },
            {
              signal,
              onProgress(step) {
                if (!latest.isLatest(signal) || !get().busy) {
                  return;
                }
                if (step.type === 'finding') {
                  set({ findings: [...get().findings, step.finding] });
                } else {
                  set({ progress: { stage: step.stage, tried: step.tried, total: step.total } });
                }
              },
            },
          ),
        {
          done: (explanation) => set({ explanation, findings: explanation.findings, busy: false }),
          failed: (failure) => set({ failure, busy: false }),
        },
      );
    },

    stop() {
      latest.abort();
    },

    reset() {
      latest.discard();
      set(blank);
    },
  }));
}
