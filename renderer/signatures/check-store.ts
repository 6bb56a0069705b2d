import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { type KeyName, longestPiece, type Verification } from '../../preload/contract/signatures.ts';
import { CallFailure, failureOf, type Line } from '../bridge/line.ts';
import { type Asked, askedOf } from './asked.ts';
import type { InputState } from './input-store.ts';

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
  line: Line,
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
      const question = askedOf(input.getState());
      if (!('asked' in question)) return;
      const { body } = input.getState();
      current.abort();
      const mine = new AbortController();
      current = mine;
      set({ ...blank, busy: true });
      const { signal } = mine;
      try {
        const verification =
          body.kind === 'bytes'
            ? await line.invoke('signatures.verify', { ...question.asked, body: body.bytes }, { signal })
            : await streamed(line, question.asked, body.file, signal, (bytes) =>
                set({ sent: { bytes, total: body.file.size } }),
              );
        if (signal.aborted) return;
        set({ verification, busy: false, sent: undefined });
        if (verification.signature.verdict !== 'match' && body.kind === 'bytes') onMismatch();
      } catch (error) {
        if (signal.aborted) return;
        set({ failure: failureOf(error), busy: false, sent: undefined });
      }
    },

    stop() {
      current.abort();
      set({ busy: false, sent: undefined });
    },

    async showExpected() {
      const { verification } = get();
      if (!verification) return;
      try {
        const { expected } = await line.invoke('signatures.expected', { verificationId: verification.id });
        if (get().verification === verification) set({ expected });
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

/** Hands a file over piece by piece; each is taken before the next is sent, so that neither side ever holds more than two. */
async function streamed(
  line: Line,
  asked: Asked,
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Verification> {
  const { streamId } = await line.invoke('signatures.stream.begin', asked, { signal });
  try {
    let told = 0;
    let next = read(file, 0);
    for (let at = 0; at < file.size; ) {
      const bytes = await next;
      signal.throwIfAborted();
      if (bytes.length === 0) throw unreadable(file);
      next = read(file, at + bytes.length);
      // Whoever stops does not wait for the piece that was read ahead.
      next.catch(() => undefined);
      await line.invoke('signatures.stream.append', { streamId, at, bytes }, { signal });
      at += bytes.length;
      if (Date.now() - told < 100 && at < file.size) continue;
      told = Date.now();
      onSent(at);
    }
    return await line.invoke('signatures.stream.finish', { streamId }, { signal });
  } catch (error) {
    void line.invoke('signatures.stream.abandon', { streamId }).catch(() => undefined);
    throw error;
  }
}

async function read(file: File, at: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(at, at + longestPiece).arrayBuffer());
  } catch {
    throw unreadable(file);
  }
}

function unreadable({ name }: File): CallFailure {
  return new CallFailure({
    code: 'file-unreadable',
    message: `“${name}” could not be read to its end: it was moved or changed meanwhile.`,
    hint: 'Choose it again.',
    retryable: false,
  });
}
