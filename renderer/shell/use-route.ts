import { useStore } from 'zustand';
import type { NavigationState, Route } from '../navigation.ts';
import { useStores } from '../stores.tsx';

export function useRoute(): Route {
  return useStore(useStores().navigation, (state) => state.route);
}

/**
 * Opens a place in the environment its id comes from: selects that environment first, and goes nowhere when it could not be
 * selected, since the id would then be looked up in another one.
 */
export function useGoIn(): (environmentId: string, route: Route) => Promise<void> {
  const { environments, navigation } = useStores();
  return async (environmentId, route) => {
    const isSelected = () => environments.getState().selected?.id === environmentId;
    if (!isSelected()) {
      await environments.getState().select(environmentId);
    }
    if (isSelected()) {
      navigation.getState().go(route);
    }
  };
}

/** `go(place)` steps to another place; focus goes to its heading. */
export function useGo(): NavigationState['go'] {
  return useStores().navigation.getState().go;
}
