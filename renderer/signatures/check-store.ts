import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { maxInOneGo } from '../../preload/contract/signature-limits.ts';
import type { BodyAtHand, KeyName, Verification } from '../../preload/contract/signatures.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';
import type { InputState } from './input-store.ts';
import { bytesSource, fileSource, streamed } from './streamed.ts';
import { verificationRequest } from './verification-request.ts';

export interface CheckState {
  busy: boolean;
  verification: Verification | undefined;
  failure: FailureView | undefined;
  /** Of a body that is streamed. Bytes. */
  sent: { bytes: number; total: number } | undefined;
  /** Only after it was asked for. */
  expected: readonly { key: KeyName; signature: string }[] | undefined;
  verify(): Promise<void>;
  stop(): void;
  showExpected(): Promise<void>;
  hideExpected(): void;
  /** The input is another now: what was said of the former one must not be taken for it. */
  reset(): void;
}

/** One check of the input, and its three verdicts. `onMismatch` hears of a check that did not match. */
export function createCheckStore(
  bridge: BridgeClient,
  input: StoreApi<InputState>,
  onMismatch: () => void,
): StoreApi<CheckState> {
  let current = new AbortController();
  const blank = {
    busy: false,
    verification: undefined,
    failure: undefined,
    sent: undefined,
    expected: undefined,
  };

  return createStore<CheckState>()((set, get) => ({
    ...blank,

    async verify() {
      const question = verificationRequest(input.getState());
      if (!('asked' in question)) {
        return;
      }
      const { body } = input.getState();
      current.abort();
      const mine = new AbortController();
      current = mine;
      set({ ...blank, busy: true });
      const { signal } = mine;
      const source = body.kind === 'bytes' ? bytesSource(body.bytes) : fileSource(body.file);
      try {
        const verification =
          body.kind === 'bytes' && body.bytes.length <= maxInOneGo
            ? await bridge.invoke('signatures.verify', { ...question.asked, body: body.bytes }, { signal })
            : await streamed(bridge, question.asked, source, signal, (bytes) =>
                set({ sent: { bytes, total: source.size } }),
              );
        if (signal.aborted) {
          return;
        }
        set({ verification, busy: false, sent: undefined });
        if (verification.signature.verdict !== 'match' && body.kind === 'bytes') {
          onMismatch();
        }
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        set({ failure: failureOf(error), busy: false, sent: undefined });
      }
    },

    stop() {
      current.abort();
      set({ busy: false, sent: undefined });
    },

    async showExpected() {
      const { verification } = get();
      if (!verification) {
        return;
      }
      try {
        const { expected } = await bridge.invoke('signatures.expected', { verificationId: verification.id });
        if (get().verification === verification) {
          set({ expected });
        }
      } catch (error) {
        set({ failure: failureOf(error) });
      }
    },

    hideExpected: () => set({ expected: undefined }),

    reset() {
      current.abort();
      current = new AbortController();
      set(blank);
    },
  }));
}

/** The body that was checked, to be searched or compared: itself, or the one main still holds. Undefined for a large file. */
export function checkedBody(
  { body }: Pick<InputState, 'body'>,
  { verification }: Pick<CheckState, 'verification'>,
): BodyAtHand | undefined {
  if (body.kind === 'file') {
    return undefined;
  }
  if (body.bytes.length <= maxInOneGo) {
    return body.bytes;
  }
  return verification && { verificationId: verification.id };
}
