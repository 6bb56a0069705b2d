import { join } from 'node:path';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { Creations } from './creations.ts';
import { creationHandlers } from './handlers.ts';
import { CreationSetups } from './setup-store.ts';

/** New conversations and their templates. */
export function composeCreation(
  { background, dataDir, environments, log, logError, system }: Core,
  { services, cases }: { services: Services; cases: CaseStore },
) {
  const setups = new CreationSetups({ file: join(dataDir, 'templates.json'), log });
  environments.onChange((environmentId) => {
    if (!environments.knownIds().includes(environmentId)) {
      background.run('The templates', setups.forget(environmentId));
    }
  });
  return creationHandlers({
    creations: new Creations({
      services,
      store: {
        find: (environmentId, content) => cases.request('sentCreation', { environmentId, content }),
        save: (environmentId, content, creation) =>
          cases.write('saveSentCreation', { environmentId, content, sent: creation, at: system.now() }),
      },
      now: () => system.now(),
      log: logError('The guard of creations'),
    }),
    unsettled: (environmentId) => cases.request('unsettledCreations', { environmentId }),
    settle: (environmentId, id) => cases.write('settleCreation', { environmentId, id }),
    setups,
    onCreated: (environmentId, { conversation, notes }) => {
      const { id } = conversation;
      if (id !== undefined) {
        cases.openedConversations.recordLater(() =>
          cases.record({ environmentId, conversation, notes }, id, true),
        );
      }
    },
  });
}
