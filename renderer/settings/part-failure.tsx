import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { FailureNotice } from '../ui/failure-notice.tsx';
import type { SettingsPart, SettingsState } from './settings-store.ts';

interface PartFailureProps {
  store: StoreApi<SettingsState>;
  part: SettingsPart;
  /** Other ways on. */
  children?: ReactNode;
}

/** The failure of one part of the room, beside what caused it. */
export function PartFailure({ store, part, children }: PartFailureProps) {
  const failed = useStore(store, (state) => state.failed);
  return failed?.part === part ? <FailureNotice failure={failed.failure}>{children}</FailureNotice> : null;
}
