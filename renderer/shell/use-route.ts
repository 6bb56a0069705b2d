import { useStore } from 'zustand';
import type { Route } from '../navigation.ts';
import { useStores } from '../stores.tsx';

export function useRoute(): Route {
  return useStore(useStores().navigation, (state) => state.route);
}
