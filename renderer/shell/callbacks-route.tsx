import type { EnvironmentView } from '../../preload/contract/environments.ts';
import type { CallbackView } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { useGo } from './use-route.ts';
import { callbacksView } from './views.ts';

/** Shows the page for callbacks, with what leads from it to the cases. */
export function CallbacksRoute({ environment, view }: { environment: EnvironmentView; view: CallbackView }) {
  const { inbox, sending, exam, navigation } = useStores();
  const go = useGo();
  return (
    <callbacksView.View
      inbox={inbox}
      send={sending}
      exam={exam}
      environment={environment}
      view={view}
      onView={(chosen) => navigation.getState().replace({ page: 'callbacks', view: chosen })}
      onSettings={() => go({ page: 'settings', section: 'environment', environmentId: environment.id })}
      onOpen={(conversationId) => go({ page: 'conversations', conversationId })}
    />
  );
}
