import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';
import { isAllRevealed, revealedIn } from '../ui/mask-store.ts';

export const maskScopeOf = (environmentId: string, conversationId: string) =>
  `conversation ${environmentId} ${conversationId}`;

/** Shows the case's data while its queue's data is shown, and records in its history that it was. */
export function useRevealHistory(environmentId: string, conversationId: string): void {
  const { bridge, queue, ui } = useStores();
  const revealedUntil = useStore(queue, (state) => state.revealedUntil);
  const scope = maskScopeOf(environmentId, conversationId);

  useEffect(() => {
    const entered = new Set<string>();
    return ui.mask.subscribe((state, before) => {
      if (revealedIn(state, scope) <= revealedIn(before, scope)) {
        return;
      }
      const inQueue = queue.getState().revealedUntil !== undefined;
      const kind = inQueue ? 'queue' : isAllRevealed(state, scope) ? 'case' : 'field';
      if (entered.has(kind)) {
        return;
      }
      entered.add(kind);
      // If this cannot be recorded, the state of the list says so; the case is shown all the same.
      bridge.invoke('cases.revealed', { environmentId, conversationId, scope: kind }).catch(() => undefined);
    });
  }, [bridge, queue, ui, scope, environmentId, conversationId]);

  useEffect(() => {
    if (revealedUntil !== undefined && revealedUntil > Date.now()) {
      ui.mask.getState().revealAll(scope);
    }
  }, [ui, scope, revealedUntil]);

  // When everything is masked at once, by hand or because the window was left, the queue is masked, too.
  useEffect(
    () =>
      ui.mask.subscribe((state, before) => {
        if (state.maskedAll !== before.maskedAll) {
          queue.getState().reveal(undefined);
        }
      }),
    [ui, queue],
  );
}
