import type { ListenerState } from '../../preload/contract/callbacks.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';

/** Returns the listeners for callbacks that are on, of all environments: they go on whatever is shown. */
export function useListeners(): readonly ListenerState[] {
  return useBridgeQuery('callbacks.listeners', {}).data?.listeners ?? [];
}
