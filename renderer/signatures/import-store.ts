import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { OperationInput } from '../../preload/contract/operations.ts';
import { maxText, maxWholeBody } from '../../preload/contract/signature-limits.ts';
import type { ImportedRequest, ImportResult } from '../../preload/contract/signatures.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';
import type { InputState } from './input-store.ts';

type Imported = Extract<ImportResult, { ok: true }>;

export interface ImportState {
  busy: boolean;
  imported: (Imported & { name?: string }) | undefined;
  /** Index of the request that stands in the fields. */
  chosen: number;
  /** Why nothing could be taken from the source. */
  refusal: string | undefined;
  failure: FailureView | undefined;
  take(source: string | File): Promise<void>;
  choose(index: number): void;
  forget(): void;
}

/** Everything at once, from whatever somebody has. `onFilled` runs when the fields hold another request. */
export function createImportStore(
  bridge: BridgeClient,
  input: StoreApi<InputState>,
  onFilled: () => void,
): StoreApi<ImportState> {
  let current = new AbortController();
  const blank = { busy: false, imported: undefined, chosen: 0, refusal: undefined, failure: undefined };

  return createStore<ImportState>()((set, get) => {
    function fill(request: ImportedRequest): void {
      const { timestamp, signature, body } = request;
      const { fill: fillAll, setBytes } = input.getState();
      // A callback's body by itself leaves the headers that were entered beside it.
      if (request.notes.some(({ code }) => code === 'body-only') && body) {
        setBytes(body);
      } else {
        fillAll({
          ...(timestamp === undefined ? {} : { timestamp }),
          ...(signature === undefined ? {} : { signature }),
          ...(body ? { body } : {}),
        });
      }
      onFilled();
    }
    return {
      ...blank,
      async take(source) {
        current.abort();
        const mine = new AbortController();
        current = mine;
        set({ ...blank, busy: true });
        try {
          const named = typeof source === 'string' ? {} : { name: source.name };
          if ((typeof source === 'string' ? source.length : source.size) > maxWholeBody) {
            return set({
              ...blank,
              refusal: 'It is larger than 32 MiB. Choose the body as a file and enter the headers by hand.',
            });
          }
          const result = await bridge.invoke('signatures.import', await given(source), {
            signal: mine.signal,
          });
          if (mine.signal.aborted) {
            return;
          }
          if (!result.ok) {
            return set({ ...blank, refusal: result.sentence });
          }
          const first = result.requests[0];
          if (!first || isEmpty(first)) {
            return set({
              ...blank,
              refusal: 'It holds neither X-Signature nor X-Signature-Timestamp nor a body.',
            });
          }
          set({ ...blank, imported: { ...result, ...named } });
          fill(first);
        } catch (error) {
          if (mine.signal.aborted) {
            return;
          }
          if (error instanceof DOMException) {
            return set({ ...blank, refusal: 'The file cannot be read.' });
          }
          set({ ...blank, failure: failureOf(error) });
        }
      },
      choose(index) {
        const request = get().imported?.requests[index];
        if (!request) {
          return;
        }
        set({ chosen: index });
        fill(request);
      },
      forget() {
        current.abort();
        set(blank);
      },
    };
  });
}

async function given(source: string | File): Promise<OperationInput<'signatures.import'>> {
  if (typeof source !== 'string') {
    return { source: new Uint8Array(await source.arrayBuffer()) };
  }
  if (source.length <= maxText) {
    return { source };
  }
  return { source: new TextEncoder().encode(source), pasted: true };
}

/** Almost any two words look like the first line of a request; what is in the fields must not go for that. */
function isEmpty({ timestamp, signature, body }: ImportedRequest): boolean {
  return timestamp === undefined && signature === undefined && (body === undefined || body.length === 0);
}
