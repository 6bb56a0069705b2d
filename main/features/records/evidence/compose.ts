import packageFile from '../../../../package.json' with { type: 'json' };
import type { Core } from '../../../hosts/core.ts';
import type { Services } from '../../../service/port.ts';
import type { CaseStore } from '../../cases/case-store.ts';
import type { LazyPlausibility } from '../../cases/plausibility/lazy.ts';
import type { SpoolDirectory } from '../../media/spool/spool-directory.ts';
import type { Printer } from '../print/printer.ts';
import { evidenceHandlers } from './handlers.ts';

export function composeEvidence(
  { actor, consoleKey, environments, host, system }: Core,
  {
    services,
    cases,
    plausibility,
    spools,
    printer,
  }: {
    services: Services;
    cases: CaseStore;
    plausibility: LazyPlausibility;
    spools: SpoolDirectory;
    printer: Printer;
  },
) {
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
    printer,
    now: () => system.now(),
  });
}
