import { createStore, type StoreApi } from 'zustand/vanilla';

export interface AnnouncementState {
  text: string;
  /** Counts up, so that a repeated text is announced again. */
  count: number;
  announce(text: string): void;
}

/** Texts for screen readers: results, and that something was copied. */
export function createAnnouncementStore(): StoreApi<AnnouncementState> {
  return createStore<AnnouncementState>()((set, get) => ({
    text: '',
    count: 0,
    announce: (text) => set({ text, count: get().count + 1 }),
  }));
}
