import { type StoreApi, useStore } from 'zustand';
import { violationsOf } from '../../ui/failure-notice.tsx';
import { type DraftField, fieldOfViolation } from './environment-draft.ts';
import type { SettingsState } from './settings-store.ts';

/** Returns the messages of main about refused fields. */
export function useRefused(store: StoreApi<SettingsState>): Partial<Record<DraftField, string>> {
  const failed = useStore(store, (state) => state.failed);
  const refused: Partial<Record<DraftField, string>> = {};
  if (failed?.part !== 'form') {
    return refused;
  }
  for (const { field, message } of violationsOf(failed.failure.details?.violations)) {
    const name = field === undefined ? undefined : fieldOfViolation(field);
    if (name) {
      refused[name] = message;
    }
  }
  return refused;
}
