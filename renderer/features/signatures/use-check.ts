import type { StoreApi } from 'zustand/vanilla';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { maxText, maxWholeBody } from '../../../preload/contract/signature-limits.ts';
import type { ImportedRequest, ImportResult } from '../../../preload/contract/signatures.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { searchOptions } from './cause-search.ts';
import type { InputState } from './input-store.ts';
import { verificationRequest } from './verification-request.ts';

/** Returns the check of the input with its three verdicts. */
export function useCheck(store: StoreApi<InputState>) {
  const check = useBridgeAction('signatures.verify', {}, searchOptions);
  const search = useBridgeAction('signatures.explain', {}, searchOptions);
  return {
    check,
    async verify() {
      const state = store.getState();
      const question = verificationRequest(state);
      if (!('request' in question)) {
        return;
      }
      await check.run({ ...question.request, body: state.body.bytes });
    },
    /** Drops the verdicts of an input that has changed. */
    reset() {
      check.reset();
      search.reset();
    },
  };
}

/** Returns the import, which fills all fields from one source and then checks them. */
export function useImport(store: StoreApi<InputState>) {
  const { verify, reset } = useCheck(store);
  const imports = useBridgeAction(
    'signatures.import',
    {},
    {
      ...searchOptions,
      async perform(source: string | File, invoke, signal) {
        const input = await inputOf(source);
        return 'ok' in input ? input : refuseEmpty(await invoke('signatures.import', input, { signal }));
      },
    },
  );
  const result = imports.data?.ok ? imports.data : undefined;
  function fill(index: number, request: ImportedRequest | undefined) {
    if (!request) {
      return;
    }
    const { timestamp, signature, body, contentLength, receivedAt } = request;
    const { fill: fillAll, setBytes } = store.getState();
    // A callback's body by itself leaves the headers that were entered beside it.
    if (request.notes.some(({ code }) => code === 'body-only') && body) {
      setBytes(body);
    } else {
      fillAll(omitUndefined({ timestamp, signature, body, contentLength, receivedAt }));
    }
    store.setState({ requestIndex: index });
    reset();
    void verify();
  }
  return {
    ...imports,
    result,
    /** The reason why nothing could be taken from the source. */
    refusal: imports.data?.ok === false ? imports.data.sentence : undefined,
    async take(source: string | File) {
      const importResult = await imports.run(source);
      if (importResult?.ok) {
        fill(0, importResult.requests[0]);
      }
    },
    choose: (index: number) => fill(index, result?.requests[index]),
  };
}

function refusal(sentence: string): ImportResult {
  return { ok: false, code: 'unknown', sentence };
}

/** Returns the input for main, or why it cannot be read. */
async function inputOf(source: string | File): Promise<OperationInput<'signatures.import'> | ImportResult> {
  const isText = typeof source === 'string';
  if ((isText ? source.length : source.size) > maxWholeBody) {
    return refusal('It is larger than 32 MiB. “assay verify” checks files of any length.');
  }
  if (!isText) {
    const buffer = await source.arrayBuffer().catch(() => undefined);
    return buffer ? { source: new Uint8Array(buffer) } : refusal('The file cannot be read.');
  }
  if (source.length <= maxText) {
    return { source };
  }
  return { source: new TextEncoder().encode(source), pasted: true };
}

/** Refuses nothing but perhaps a first line, which almost any two words resemble; it must not replace the fields. */
function refuseEmpty(result: ImportResult): ImportResult {
  const { timestamp, signature, body } = (result.ok && result.requests[0]) || {};
  return result.ok && timestamp === undefined && signature === undefined && !body?.length
    ? refusal('It contains neither X-Signature nor X-Signature-Timestamp nor a body.')
    : result;
}
