import packageFile from '../../../../package.json' with { type: 'json' };
import type { Core } from '../../../hosts/core.ts';
import type { Services } from '../../../service/port.ts';
import type { CaseStore } from '../../cases/case-store.ts';
import { maintenanceMs } from '../../cases/index/index-connection.ts';
import type { LazyPlausibility } from '../../cases/plausibility/lazy.ts';
import type { SpoolDirectory } from '../../media/spool/spool-directory.ts';
import { evidenceHandlers } from './handlers.ts';
import { ReportWork } from './report-work.ts';

/** @param deps.fontDir the fonts that reports are written with */
export function composeEvidence(
  { actor, consoleKey, environments, host, opened, system }: Core,
  {
    services,
    cases,
    plausibility,
    spools,
    fontDir,
  }: {
    services: Services;
    cases: CaseStore;
    plausibility: LazyPlausibility;
    spools: SpoolDirectory;
    fontDir: string;
  },
) {
  const reports = new ReportWork(fontDir);
  opened.defer(() => reports.close());
  return evidenceHandlers({
    services,
    details: (environmentId, conversationId) => cases.request('get', { environmentId, conversationId }),
    noteFile: (target) => cases.request('attachment', target),
    selected: (environmentId, selection) => cases.request('selectedAtService', { environmentId, selection }),
    unsignable: () => cases.request('unsignable', {}, { timeoutMs: maintenanceMs }),
    environment: (environmentId) => {
      const { name, kind, baseUrl } = environments.settings(environmentId);
      return { name, kind, address: baseUrl };
    },
    company: (environmentId) => cases.request('settings', { environmentId }),
    plausibility,
    signer: () => consoleKey.signer(),
    host,
    spools,
    actor,
    program: `Assay ${packageFile.version}`,
    reports,
    now: () => system.now(),
  });
}
