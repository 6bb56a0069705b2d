import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { maxText, maxWholeBody } from '../../../preload/contract/signature-limits.ts';
import type { ImportedRequest, ImportResult } from '../../../preload/contract/signatures.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import type { InputState } from './input-store.ts';

type Imported = Extract<ImportResult, { ok: true }>;

export interface ImportState {
  busy: boolean;
  imported: (Imported & { name?: string }) | undefined;
  /** Index of the request that is in the fields. */
  chosen: number;
  /** The reason why nothing could be taken from the source. */
  refusal: string | undefined;
  failure: FailureView | undefined;
  take(source: string | File): Promise<void>;
  choose(index: number): void;
  forget(): void;
}

/** Fills all fields from one source. `onFilled` is called when the fields hold another request. */
export function createImportStore(
  bridge: BridgeClient,
  input: StoreApi<InputState>,
  onFilled: () => void,
): StoreApi<ImportState> {
  const latest = new LatestRequest();
  const blank = { busy: false, imported: undefined, chosen: 0, refusal: undefined, failure: undefined };

  return createStore<ImportState>()((set, get) => {
    function fill(request: ImportedRequest): void {
      const { timestamp, signature, body, contentLength, receivedAt } = request;
      const { fill: fillAll, setBytes } = input.getState();
      // A callback's body by itself leaves the headers that were entered beside it.
      if (request.notes.some(({ code }) => code === 'body-only') && body) {
        setBytes(body);
      } else {
        fillAll(omitUndefined({ timestamp, signature, body, contentLength, receivedAt }));
      }
      onFilled();
    }
    return {
      ...blank,
      async take(source) {
        const isText = typeof source === 'string';
        const refuse = (refusal: string) => set({ ...blank, refusal });
        if ((isText ? source.length : source.size) > maxWholeBody) {
          latest.discard();
          return refuse('It is larger than 32 MiB. Choose the body as a file and enter the headers by hand.');
        }
        set({ ...blank, busy: true });
        await latest.run(
          async (signal) => {
            const input = await inputOf(source);
            return input && bridge.invoke('signatures.import', input, { signal });
          },
          {
            done(result) {
              if (!result) {
                return refuse('The file cannot be read.');
              }
              if (!result.ok) {
                return refuse(result.sentence);
              }
              const [first] = result.requests;
              if (!first || isEmpty(first)) {
                return refuse('It contains neither X-Signature nor X-Signature-Timestamp nor a body.');
              }
              set({ ...blank, imported: { ...result, ...(isText ? {} : { name: source.name }) } });
              fill(first);
            },
            failed: (failure) => set({ ...blank, failure }),
          },
        );
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
        latest.discard();
        set(blank);
      },
    };
  });
}

/** Returns the input for main; undefined where the file cannot be read. */
async function inputOf(source: string | File): Promise<OperationInput<'signatures.import'> | undefined> {
  if (typeof source !== 'string') {
    const buffer = await source.arrayBuffer().catch(() => undefined);
    return buffer && { source: new Uint8Array(buffer) };
  }
  if (source.length <= maxText) {
    return { source };
  }
  return { source: new TextEncoder().encode(source), pasted: true };
}

/** Returns whether nothing but perhaps a first line was found, which almost any two words resemble; it must not replace the fields. */
function isEmpty({ timestamp, signature, body }: ImportedRequest): boolean {
  return timestamp === undefined && signature === undefined && (body === undefined || body.length === 0);
}
