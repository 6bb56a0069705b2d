import { createContext, type ReactNode, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { ActionState } from './action-store.ts';

const Context = createContext<StoreApi<ActionState> | undefined>(undefined);

export function ActionsProvider({ store, children }: { store: StoreApi<ActionState>; children: ReactNode }) {
  return <Context.Provider value={store}>{children}</Context.Provider>;
}

export function useActionStore(): StoreApi<ActionState> {
  const store = useContext(Context);
  if (!store) {
    throw new Error('ActionsProvider is missing');
  }
  return store;
}
