import type { OperationOutput } from '../../../preload/contract/operations.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Creations } from './creations.ts';
import type { CreationSetups } from './setup-store.ts';

interface CreationHandlerDeps {
  creations: Creations;
  setups: CreationSetups;
  /** Creations whose outcome is not known, oldest first. */
  unsettled(environmentId: string): Promise<{ id: string; sentAt: number }[]>;
  /** Records the outcome of a request that a user found out. */
  settle(environmentId: string, id: string): Promise<void>;
  /** Called with every conversation that was created. */
  onCreated(environmentId: string, response: OperationOutput<'creation.create'>): void;
}

/** Returns the operations `creation.*` (interface 4.1). */
export function creationHandlers({
  creations,
  setups,
  unsettled,
  settle,
  onCreated,
}: CreationHandlerDeps): HandlersOf<'creation'> {
  return {
    async 'creation.create'({ environmentId, request, again }, { signal }) {
      const { value, notes } = await creations.create(environmentId, request, again, signal);
      const response = { conversation: value, notes };
      onCreated(environmentId, response);
      return response;
    },
    'creation.unsettled': async ({ environmentId }) => ({ unsettled: await unsettled(environmentId) }),
    async 'creation.settle'({ environmentId, id }) {
      await settle(environmentId, id);
      return { unsettled: await unsettled(environmentId) };
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
