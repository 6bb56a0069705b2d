import type { ReactNode } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A command that a shortcut, the palette or a button runs. */
export interface Action {
  id: string;
  label: string;
  /** The second line in the palette. */
  detail?: string | undefined;
  /** Its heading in the palette and in the list of shortcuts. */
  group?: string | undefined;
  /** Such as `mod+shift+m`; `mod` is Command on a Mac and Control elsewhere. */
  shortcut?: string | undefined;
  /** A second shortcut for the same action. */
  alias?: string | undefined;
  /** Further search terms. */
  keywords?: readonly string[] | undefined;
  icon?: ReactNode;
  /** Not offered and its shortcut does nothing while true. */
  disabled?: boolean | undefined;
  /** Its shortcut acts again for as long as the key is held. */
  repeats?: boolean | undefined;
  /** Its shortcut works even while a dialog is open. */
  always?: boolean;
  run(): void;
}

/** The groups of actions available everywhere, in the order shown. */
export const generalGroups: readonly string[] = ['Anywhere', 'Go to', 'Environment', 'Window', 'Settings'];

export interface ActionState {
  actions: readonly Action[];
  /** Adds actions; the returned function removes them. The later of two with the same shortcut wins. */
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
