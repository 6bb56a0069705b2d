import { type StoreApi, useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

/** Returns some members of a store's state; the component is rendered again only when one of them changes. */
export function usePick<State, Name extends keyof State>(
  store: StoreApi<State>,
  ...names: Name[]
): Pick<State, Name> {
  return useStore(
    store,
    useShallow((state) => Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<State, Name>),
  );
}
