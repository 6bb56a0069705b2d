import type { ConversationReading } from '../../../preload/contract/conversations.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Services } from '../../service/port.ts';
import { readTarget } from '../../service/read-target.ts';
import { readValues } from './answers.ts';
import type { HeadlessFlows } from './flows.ts';

interface HeadlessHandlerDeps {
  flows: HeadlessFlows;
  services: Pick<Services, 'client'>;
  /** Called with a conversation that was read beside its flow. */
  onRead(reading: ConversationReading, conversationId: string): void;
}

/** Returns the operations `headless.*` (interface 4.6, 4.7). */
export function headlessHandlers({ flows, services, onRead }: HeadlessHandlerDeps): HandlersOf<'headless'> {
  return {
    'headless.flows': async ({ environmentId }) => ({ flows: await flows.list(environmentId) }),
    async 'headless.view'(target) {
      const view = await flows.view(target);
      return view === undefined ? {} : { view };
    },
    'headless.read': ({ userIp, ...target }, { signal, progress }) =>
      flows.read(target, userIp, { signal, onAttempt: progress }),
    'headless.submit': ({ environmentId, conversationId, args, ...answer }, { signal }) =>
      flows.submit({ environmentId, conversationId }, { ...answer, args: readValues(args) }, signal),
    'headless.addFile': ({ name, fileName, bytes, ...target }) =>
      flows.addFile(target, name, fileName, bytes),
    async 'headless.removeFile'({ fileId, ...target }) {
      await flows.removeFile(target, fileId);
      return {};
    },
    async 'headless.conversation'({ environmentId, conversationId }, { signal }) {
      const client = services.client(environmentId);
      const { value, notes } = await readTarget(client, conversationId, { signal });
      onRead({ readingId: '', environmentId, conversation: value, notes }, conversationId);
      return { conversation: value, notes };
    },
    async 'headless.forget'({ unsettled, ...target }) {
      await flows.remove(target, unsettled);
      return {};
    },
  };
}
