import { useEffect } from 'react';
import { useStores } from '../stores.tsx';

/** The shortest interval at which the counts of views are requested, in milliseconds: each request scans the whole list. */
const countEvery = 1000;

/** Updates the shown list when a case is read, labelled or decided, here or by a watch. */
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
      const previewed = casePreview.getState().target?.conversationId ?? '';
      if (changed.conversationIds?.includes(previewed) ?? true) {
        void casePreview.getState().refresh();
      }
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
