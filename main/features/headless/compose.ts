import { join } from 'node:path';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { readTarget } from '../../service/read-target.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { inspectLocalFile } from '../media/media-kind.ts';
import { readValues } from './answers.ts';
import { FlowFile } from './flow-file.ts';
import { HeadlessFlows } from './flows.ts';

/** Builds headless flows, and the operations `headless.*` (interface 4.6, 4.7). Chosen files are dropped when another environment is selected. */
export function composeHeadless(
  { background, dataDir, environments, log, logError, selection, system }: Core,
  { services, cases }: { services: Services; cases: CaseStore },
) {
  const part = 'The headless flows';
  const flows = new HeadlessFlows({
    services,
    settings: (environmentId) => environments.settings(environmentId),
    file: new FlowFile({ file: join(dataDir, 'headless-runs.json'), log }),
    inspect: inspectLocalFile,
    now: () => system.now(),
    log: logError(part),
  });
  const forget = (environmentId: string, conversationIds?: readonly string[]) => {
    background.run(part, flows.forget(environmentId, conversationIds));
  };
  selection.onSwitch(() => background.run(part, flows.dropFiles()));
  environments.onChange((environmentId) => {
    if (!environments.knownIds().includes(environmentId)) {
      forget(environmentId);
    }
  });
  const handlers: HandlersOf<'headless'> = {
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
      const reading = { conversation: value, notes };
      background.run(part, cases.record({ environmentId, ...reading }, conversationId, false));
      return reading;
    },
    async 'headless.forget'({ unsettled, ...target }) {
      await flows.remove(target, unsettled);
      return {};
    },
  };
  return { forget, handlers };
}
