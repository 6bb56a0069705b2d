import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { useCaseEntries } from '../features/cases/use-case-entries.ts';
import { useStores } from '../stores.tsx';
import { useGo } from './use-route.ts';
import { creationView } from './views.ts';

/** Shows the page for a new conversation, with what leads from it to the cases. */
export function CreationRoute({ environment }: { environment: EnvironmentView }) {
  const { creation } = useStores();
  const { watch } = useCaseEntries(environment.id);
  const go = useGo();
  return (
    <creationView.View
      draft={creation}
      environment={environment}
      onOpen={(conversationId) => go({ page: 'conversations', conversationId })}
      onHeadless={(conversationId) => go({ page: 'headless', conversationId })}
      onWatch={async (conversationId) =>
        (await watch({ selection: { ids: [conversationId] }, watched: true })) !== undefined
      }
    />
  );
}
