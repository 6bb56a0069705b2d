import { join } from 'node:path';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { inspectLocalFile } from '../media/media-kind.ts';
import { FlowFile } from './flow-file.ts';
import { HeadlessFlows } from './flows.ts';
import { headlessHandlers } from './handlers.ts';

/** Headless flows. Chosen files are dropped when another environment is selected. */
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
  return {
    forget,
    handlers: headlessHandlers({
      flows,
      services,
      onRead: (reading, conversationId) => background.run(part, cases.record(reading, conversationId, false)),
    }),
  };
}
