import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useBridgeAction } from '../bridge/use-bridge.tsx';
import { useStores } from '../stores.tsx';
import { isAllRevealed, revealedIn } from '../ui/mask-store.ts';

export const maskScopeOf = (environmentId: string, conversationId: string) =>
  `conversation ${environmentId} ${conversationId}`;

/**
 * Shows the case's data while its queue's data is shown, and records in its history that it was.
 *
 * @param queued the queue led to the case. Leaving the queue masks what was shown in it.
 */
export function useRevealHistory(environmentId: string, conversationId: string, queued: boolean): void {
  const { queueReveal, ui } = useStores();
  const revealedUntil = useStore(queueReveal, ({ until }) => until);
  const scope = maskScopeOf(environmentId, conversationId);

  // If this cannot be recorded, the state of the list says so; the case is shown all the same.
  const { run } = useBridgeAction('cases.revealed', { environmentId, conversationId });
  const record = useEffectEvent((kind: 'queue' | 'case' | 'field') => void run({ scope: kind }));

  useEffect(() => {
    const entered = new Set<string>();
    return ui.mask.subscribe((state, before) => {
      if (revealedIn(state, scope) <= revealedIn(before, scope)) {
        return;
      }
      const inQueue = queueReveal.getState().until !== undefined;
      const kind = inQueue ? 'queue' : isAllRevealed(state, scope) ? 'case' : 'field';
      if (entered.has(kind)) {
        return;
      }
      entered.add(kind);
      record(kind);
    });
  }, [queueReveal, ui, scope]);

  useEffect(() => {
    if (queued && revealedUntil !== undefined && revealedUntil > Date.now()) {
      ui.mask.getState().revealAll(scope);
    }
  }, [ui, scope, queued, revealedUntil]);

  useEffect(() => {
    const maskQueue = () => {
      if (queueReveal.getState().until !== undefined) {
        queueReveal.setState({ until: undefined });
        ui.mask.getState().hideAll();
      }
    };
    if (!queued) {
      maskQueue();
    }
    return queued ? maskQueue : undefined;
  }, [ui, queueReveal, queued]);

  // When everything is masked at once, by hand or because the window was left, the queue is masked, too.
  useEffect(
    () =>
      ui.mask.subscribe((state, before) => {
        if (state.maskedAll !== before.maskedAll) {
          queueReveal.setState({ until: undefined });
        }
      }),
    [ui, queueReveal],
  );
}
