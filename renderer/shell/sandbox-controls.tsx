import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useAction } from '../actions/use-action.ts';
import { useEnvironment } from '../environments/use-environment.ts';
import { useStores } from '../stores.tsx';
import { useListeners } from './use-listeners.ts';
import { useRoute } from './use-route.ts';
import { sandboxDrawerView } from './views.ts';

export const sandboxShortcut = 'mod+shift+x';

/** Shows the drawer for the console's own sandbox, while it is selected. */
export function SandboxControls() {
  const { id: environmentId } = useEnvironment();
  const { sandbox } = useStores();
  const opened = useStore(sandbox, (state) => state.opened);
  const listenerUrl = useListeners().find((one) => one.environmentId === environmentId)?.url;
  const route = useRoute();
  useAction({
    id: 'sandbox-controls',
    group: 'Environment',
    label: 'Sandbox controls',
    detail: 'Simulate the end user, send callbacks, cause faults, move the clock',
    keywords: ['end user', 'callback', 'fault', 'error', 'clock', 'time', 'simulate', 'drawer'],
    shortcut: sandboxShortcut,
    run: () => sandbox.setState({ opened: true }),
  });
  return (
    <Suspense>
      {opened && (
        <sandboxDrawerView.View
          conversationId={route.page === 'conversations' ? route.conversationId : undefined}
          listenerUrl={listenerUrl}
          onClose={() => sandbox.setState({ opened: false })}
        />
      )}
    </Suspense>
  );
}
