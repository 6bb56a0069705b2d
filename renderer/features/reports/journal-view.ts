import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PeriodChoice } from '../../ui/period-fields.tsx';

/** The filter of the journal's entries, which stays while another page is shown. */
export interface JournalView {
  /** Empty for all, as the kind and the text. */
  actor: string;
  kind: string;
  text: string;
  period: PeriodChoice;
}

export const createJournalView = (): StoreApi<JournalView> =>
  createStore<JournalView>(() => ({
    actor: '',
    kind: '',
    text: '',
    period: { period: 'all', own: { from: '', to: '' } },
  }));
