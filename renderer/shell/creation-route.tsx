import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { useStores } from '../stores.tsx';
import { useGo } from './use-route.ts';
import { creationView } from './views.ts';

/** Shows the page for a new conversation, with what leads from it to the cases. */
export function CreationRoute({ environment }: { environment: EnvironmentView }) {
  const { creation, caseWork } = useStores();
  const go = useGo();
  return (
    <creationView.View
      draft={creation}
      environment={environment}
      onOpen={(conversationId) => go({ page: 'conversations', conversationId })}
      onHeadless={(conversationId) => go({ page: 'headless', conversationId })}
      onWatch={async (conversationId) => {
        await caseWork.getState().load(environment.id);
        return caseWork.getState().watch({ ids: [conversationId] }, true);
      }}
    />
  );
}
