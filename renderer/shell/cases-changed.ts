import { useEffect } from 'react';
import { useStores } from '../stores.tsx';

/** While the list is shown it follows what changes in it: a case read, labelled or decided, here or by a watch. */
export function useCasesChanged(environmentId: string): void {
  const { bridge, cases } = useStores();
  useEffect(
    () =>
      bridge.on('cases.changed', (changed) => {
        if (changed.environmentId === environmentId) {
          cases.getState().refresh();
        }
      }),
    [bridge, cases, environmentId],
  );
}
