import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ReadingPace } from '../../../../preload/contract/reading.ts';

/** Input of the dialog that adds cases. */
export interface AddingState {
  /** True while the dialog is open. */
  isAdding: boolean;
  text: string;
  /** A file in place of the text. */
  file: File | undefined;
  pace: ReadingPace;
  /** Opens the dialog, filled with text or a file that was pasted or dropped elsewhere. */
  begin(source?: string | File): void;
  end(): void;
  take(source: string | File): void;
  setPace(pace: ReadingPace): void;
}

export function createAddingStore(): StoreApi<AddingState> {
  const empty = { isAdding: false, text: '', file: undefined };
  return createStore<AddingState>()((set, get) => ({
    ...empty,
    pace: { concurrency: 4 },
    begin(source = '') {
      set({ isAdding: true });
      get().take(source);
    },
    end: () => set(empty),
    take: (source) =>
      set(typeof source === 'string' ? { text: source, file: undefined } : { text: '', file: source }),
    setPace: (pace) => set({ pace }),
  }));
}
