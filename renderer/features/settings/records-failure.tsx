import { type StoreApi, useStore } from 'zustand';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { RecordsPart, RecordsState } from './records-store.ts';

/** Shows the failure of one part of the list of cases or the journal, beside what caused it. */
export function RecordsFailure({ store, part }: { store: StoreApi<RecordsState>; part: RecordsPart }) {
  const failed = useStore(store, (state) => state.failed);
  return failed?.part === part ? <FailureNotice failure={failed.failure} /> : null;
}
