import { join } from 'node:path';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { inspectLocalFile } from '../media/local-file.ts';
import { FlowFile } from './flow-file.ts';
import { HeadlessFlows } from './flows.ts';
import { headlessHandlers } from './handlers.ts';

/** Headless flows. Chosen files are dropped when another environment is selected. */
export function composeHeadless(
  { dataDir, environments, log, logError, selection, system }: Core,
  deps: { services: Services; cases: CaseStore; logCases(error: unknown): void },
) {
  const { services, cases } = deps;
  const logFlow = logError('The headless flows');
  const flows = new HeadlessFlows({
    services,
    settings: (environmentId) => environments.settings(environmentId),
    file: new FlowFile({ file: join(dataDir, 'headless-runs.json'), log }),
    inspect: inspectLocalFile,
    now: () => system.now(),
    log: logFlow,
  });
  const forget = (environmentId: string, conversationIds?: readonly string[]) => {
    flows.forget(environmentId, conversationIds).catch(logFlow);
  };
  selection.onSwitch(() => {
    flows.dropFiles().catch(logFlow);
  });
  environments.onChange((environmentId) => {
    if (!environments.ids().includes(environmentId)) {
      forget(environmentId);
    }
  });
  return {
    forget,
    handlers: headlessHandlers({
      flows,
      services,
      onRead: (reading, conversationId) =>
        void cases.record(reading, conversationId, false).catch(deps.logCases),
    }),
  };
}
