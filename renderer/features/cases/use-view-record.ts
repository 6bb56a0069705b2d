import { useEffect, useEffectEvent } from 'react';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { useEnvironment } from '../../environments/use-environment.ts';
import { useShown } from '../../ui/masked.tsx';

/** Records in the history of the case, once for each visit, that it was viewed with personal data shown. */
export function useViewRecord(conversationId: string | undefined): void {
  const { id: environmentId } = useEnvironment();
  const isRevealed = useShown();
  // If this cannot be recorded, the state of the list says so; the case is shown all the same.
  const { run } = useBridgeAction('cases.revealed', {});
  const record = useEffectEvent((of: { environmentId: string; conversationId: string }) => void run(of));
  useEffect(() => {
    if (isRevealed && conversationId !== undefined) {
      record({ environmentId, conversationId });
    }
  }, [isRevealed, environmentId, conversationId]);
}
