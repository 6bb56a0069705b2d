import { useEffect } from 'react';
import { useStores } from '../stores.tsx';

/** Counts of views are asked for again at most this often, in milliseconds: each looks at the whole list. */
const countEvery = 1000;

/** While the list is shown it follows what changes in it: a case read, labelled or decided, here or by a watch. */
export function useCasesChanged(environmentId: string): void {
  const { bridge, cases, casePreview, caseWork, queue } = useStores();
  useEffect(() => {
    void caseWork.getState().load(environmentId);
    void queue.getState().load(environmentId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = bridge.on('cases.changed', (changed) => {
      if (changed.environmentId !== environmentId) {
        return;
      }
      cases.getState().refresh();
      void casePreview.getState().refresh();
      timer ??= setTimeout(() => {
        timer = undefined;
        void caseWork.getState().load(environmentId);
      }, countEvery);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [bridge, cases, casePreview, caseWork, queue, environmentId]);
}
