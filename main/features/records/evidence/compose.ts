import packageFile from '../../../../package.json' with { type: 'json' };
import type { Core } from '../../../hosts/core.ts';
import type { Services } from '../../../service/port.ts';
import type { CaseStore } from '../../cases/case-store.ts';
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
    cases,
    environment: (environmentId) => {
      const { name, kind, baseUrl } = environments.settings(environmentId);
      return { name, kind, address: baseUrl };
    },
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
