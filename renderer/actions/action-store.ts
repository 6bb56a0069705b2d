import type { ReactNode } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Something a person can have done from anywhere: by its shortcut, from the palette, from a button. */
export interface Action {
  id: string;
  label: string;
  /** A second line in the palette. */
  detail?: string | undefined;
  /** The heading it stands under in the palette and in the list of shortcuts. */
  group?: string | undefined;
  /** Such as `mod+shift+m`; `mod` is Command on a Mac and Control elsewhere. */
  shortcut?: string | undefined;
  /** A second one for the same. */
  alias?: string | undefined;
  /** More words to find it by. */
  keywords?: readonly string[] | undefined;
  icon?: ReactNode;
  /** Not offered and its shortcut does nothing while true. */
  disabled?: boolean | undefined;
  /** Its shortcut acts again for as long as the key is held. */
  repeats?: boolean | undefined;
  /** Its shortcut acts even while a dialog is open: for what must never wait. */
  always?: boolean;
  run(): void;
}

/** The groups of what can be done from everywhere, in the order in which they are shown. */
export const generalGroups: readonly string[] = ['Anywhere', 'Go to', 'Environment', 'Window'];

export interface ActionState {
  actions: readonly Action[];
  /** Adds actions; the returned function takes them away. Of two with the same shortcut, the later one is meant. */
  register(actions: readonly Action[]): () => void;
}

export function createActionStore(): StoreApi<ActionState> {
  return createStore<ActionState>()((set, get) => ({
    actions: [],
    register(added) {
      set({ actions: [...get().actions, ...added] });
      return () => set({ actions: get().actions.filter((action) => !added.includes(action)) });
    },
  }));
}
