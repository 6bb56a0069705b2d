import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';

/** Asks before the window is closed while a run of deletions is in progress, since the run stops with the console. */
export function useClosingQuestion(): void {
  const { deletionRuns } = useStores();
  const isGoing = useStore(deletionRuns, ({ runs }) =>
    runs.some(({ state }) => ['holding', 'running', 'waiting', 'settling'].includes(state)),
  );
  useEffect(() => {
    if (!isGoing) {
      return;
    }
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isGoing]);
}
