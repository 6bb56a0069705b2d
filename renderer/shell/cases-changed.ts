import { useEffect } from 'react';
import { useStores } from '../stores.tsx';

/** Updates the shown list when a case is read, labelled or decided, here or by a watch. */
export function useCasesChanged(environmentId: string): void {
  const { bridge, cases } = useStores();
  useEffect(() => {
    return bridge.on('cases.changed', (changed) => {
      if (changed.environmentId === environmentId) {
        cases.getState().refresh();
      }
    });
  }, [bridge, cases, environmentId]);
}
