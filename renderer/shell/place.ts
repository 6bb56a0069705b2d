import { useStore } from 'zustand';
import type { NavigationState, Place } from '../navigation.ts';
import { useStores } from '../stores.tsx';

export function usePlace(): Place {
  return useStore(useStores().navigation, (state) => state.place);
}

/** `go(place)` steps to another place; focus goes to its heading. */
export function useGo(): NavigationState['go'] {
  return useStores().navigation.getState().go;
}
