import type { StoreApi } from 'zustand/vanilla';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { type CheckState, checkedBody, createCheckStore } from './check-store.ts';
import { createExplainStore, type ExplainState } from './explain-store.ts';
import { createImportStore, type ImportState } from './import-store.ts';
import { createInputStore, type InputState } from './input-store.ts';

/** The stores of the Signatures page, kept in memory as long as the window exists. */
export interface SignatureStore {
  input: StoreApi<InputState>;
  imports: StoreApi<ImportState>;
  check: StoreApi<CheckState>;
  explain: StoreApi<ExplainState>;
  /** Drops the pasted key and the expected signature when the page is left. */
  leave(): void;
  clear(): void;
}

export function createSignatureStore(bridge: BridgeClient): SignatureStore {
  const input = createInputStore(() => new Date());
  const check = createCheckStore(bridge, input, () => void explain.getState().start());
  const bodyInput = () => checkedBody(input.getState(), check.getState());
  const explain = createExplainStore(bridge, input, bodyInput);
  const imports = createImportStore(bridge, input, () => void check.getState().verify());
  // Every verdict belongs to exactly one input.
  input.subscribe((state, before) => {
    if (state.revision === before.revision) {
      return;
    }
    check.getState().reset();
    explain.getState().reset();
  });
  return {
    input,
    imports,
    check,
    explain,
    leave() {
      input.getState().leave();
      check.getState().hideExpected();
    },
    clear() {
      imports.getState().forget();
      input.getState().clear();
    },
  };
}
