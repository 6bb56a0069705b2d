import { createStore, type StoreApi } from 'zustand/vanilla';

export interface AnnouncementState {
  text: string;
  /** Counts up, so that the same text twice is said twice. */
  count: number;
  announce(text: string): void;
}

/** What is to be said to people who do not see the screen: results, and that something was copied. */
export function createAnnouncementStore(): StoreApi<AnnouncementState> {
  return createStore<AnnouncementState>()((set, get) => ({
    text: '',
    count: 0,
    announce: (text) => set({ text, count: get().count + 1 }),
  }));
}
