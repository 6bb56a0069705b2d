import type { ConversationReading } from '../../preload/contract/conversations.ts';
import type { Handlers } from '../bridge/handlers.ts';
import type { Services } from '../service/port.ts';
import { readValues } from './answers.ts';
import type { HeadlessRuns } from './runs.ts';

interface HeadlessHandlerDeps {
  runs: HeadlessRuns;
  services: Pick<Services, 'client'>;
  /** Called with a conversation that was read beside its flow. */
  onRead(reading: ConversationReading, conversationId: string): void;
}

export type HeadlessOperation = Extract<keyof Handlers, `headless.${string}`>;

/** The operations `headless.*` (interface 4.6, 4.7). */
export function headlessHandlers({
  runs,
  services,
  onRead,
}: HeadlessHandlerDeps): Pick<Handlers, HeadlessOperation> {
  return {
    'headless.runs': async ({ environmentId }) => ({ runs: await runs.list(environmentId) }),
    async 'headless.view'(target) {
      const view = await runs.view(target);
      return view === undefined ? {} : { view };
    },
    'headless.read': ({ userIp, ...target }, { signal, progress }) =>
      runs.read(target, userIp, { signal, onAttempt: progress }),
    'headless.submit': ({ environmentId, conversationId, args, ...answer }, { signal }) =>
      runs.submit({ environmentId, conversationId }, { ...answer, args: readValues(args) }, signal),
    'headless.addFile': ({ name, fileName, bytes, ...target }) => runs.addFile(target, name, fileName, bytes),
    async 'headless.removeFile'({ fileId, ...target }) {
      await runs.removeFile(target, fileId);
      return {};
    },
    async 'headless.conversation'({ environmentId, conversationId }, { signal }) {
      const { value, notes } = await services
        .client(environmentId)
        .readConversation(conversationId, { signal });
      onRead({ readingId: '', environmentId, conversation: value, notes }, conversationId);
      return { conversation: value, notes };
    },
    async 'headless.forget'({ unsettled, ...target }) {
      await runs.remove(target, unsettled);
      return {};
    },
  };
}
