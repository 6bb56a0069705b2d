import { join } from 'node:path';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { Creations } from './creations.ts';
import { CreationSetups } from './setup-store.ts';

/** Builds new conversations and their templates, and returns the operations `creation.*` (interface 4.1). */
export function composeCreation(
  { background, dataDir, environments, log, logError, system }: Core,
  { services, cases }: { services: Services; cases: CaseStore },
): HandlersOf<'creation'> {
  const setups = new CreationSetups({ file: join(dataDir, 'templates.json'), log });
  environments.onChange((environmentId) => {
    if (!environments.knownIds().includes(environmentId)) {
      background.run('The templates', setups.forget(environmentId));
    }
  });
  const creations = new Creations({
    services,
    store: {
      find: (environmentId, content) => cases.request('sentCreation', { environmentId, content }),
      save: (environmentId, content, creation) =>
        cases.write('saveSentCreation', { environmentId, content, sent: creation, at: system.now() }),
    },
    now: () => system.now(),
    log: logError('The guard of creations'),
  });
  const unsettled = ({ environmentId }: { environmentId: string }) =>
    cases.request('unsettledCreations', { environmentId });
  return {
    async 'creation.create'({ environmentId, request, again }, { signal }) {
      const { value, notes } = await creations.create(environmentId, request, again, signal);
      const response = { conversation: value, notes };
      const { id } = value;
      if (id !== undefined) {
        cases.openedConversations.recordLater(() => cases.record({ environmentId, ...response }, id, true));
      }
      return response;
    },
    'creation.unsettled': async (input) => ({ unsettled: await unsettled(input) }),
    async 'creation.settle'(input) {
      await cases.write('settleCreation', input);
      return { unsettled: await unsettled(input) };
    },
    'creation.setup': ({ environmentId }) => setups.of(environmentId),
    'creation.saveTemplate': ({ environmentId, name, request }) =>
      setups.saveTemplate(environmentId, name, request),
    'creation.removeTemplate': ({ environmentId, templateId }) =>
      setups.removeTemplate(environmentId, templateId),
    'creation.saveMailText': ({ environmentId, mailText }) => setups.saveMailText(environmentId, mailText),
    'creation.saveDefaults': ({ environmentId, defaults }) => setups.saveDefaults(environmentId, defaults),
  };
}
