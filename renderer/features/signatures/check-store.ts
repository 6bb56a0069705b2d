import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { maxInOneGo } from '../../../preload/contract/signature-limits.ts';
import type { BodyInput, KeyName, Verification } from '../../../preload/contract/signatures.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import type { InputState } from './input-store.ts';
import { bytesSource, fileSource, streamed } from './streamed.ts';
import { verificationRequest } from './verification-request.ts';

export interface CheckState {
  busy: boolean;
  verification: Verification | undefined;
  failure: FailureView | undefined;
  /** The progress of a body that is streamed. Bytes. */
  sent: { bytes: number; total: number } | undefined;
  /** Only on request. */
  expected: readonly { key: KeyName; signature: string }[] | undefined;
  verify(): Promise<void>;
  stop(): void;
  showExpected(): Promise<void>;
  hideExpected(): void;
  /** Drops the verdicts of an input that has changed. */
  reset(): void;
}

/** Creates the store of one check of the input and its three verdicts. `onMismatch` is called when it does not match. */
export function createCheckStore(
  bridge: BridgeClient,
  input: StoreApi<InputState>,
  onMismatch: () => void,
): StoreApi<CheckState> {
  const latest = new LatestRequest();
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
      if (!('request' in question)) {
        return;
      }
      const { body } = input.getState();
      set({ ...blank, busy: true });
      const source = body.kind === 'bytes' ? bytesSource(body.bytes) : fileSource(body.file);
      await latest.run(
        (signal) =>
          body.kind === 'bytes' && body.bytes.length <= maxInOneGo
            ? bridge.invoke('signatures.verify', { ...question.request, body: body.bytes }, { signal })
            : streamed(bridge, question.request, source, signal, (bytes) => {
                if (latest.isLatest(signal)) {
                  set({ sent: { bytes, total: source.size } });
                }
              }),
        {
          done(verification) {
            set({ verification, busy: false, sent: undefined });
            if (isWrong(verification) && body.kind === 'bytes') {
              onMismatch();
            }
          },
          failed: (failure) => set({ failure, busy: false, sent: undefined }),
        },
      );
    },

    stop() {
      latest.discard();
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
      latest.discard();
      set(blank);
    },
  }));
}

/** Returns whether the cause should be searched, which needs the headers and the body. */
function isWrong({ signature: { verdict, code } }: Verification): boolean {
  return verdict !== 'match' && code !== 'missing';
}

/** Returns the body that was checked, to be searched or compared: itself, or the one main still holds. Undefined for a large file. */
export function checkedBody(
  { body }: Pick<InputState, 'body'>,
  { verification }: Pick<CheckState, 'verification'>,
): BodyInput | undefined {
  if (body.kind === 'file') {
    return undefined;
  }
  if (body.bytes.length <= maxInOneGo) {
    return body.bytes;
  }
  return verification && { verificationId: verification.id };
}
