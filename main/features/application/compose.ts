import { randomUUID } from 'node:crypto';
import packageFile from '../../../package.json' with { type: 'json' };
import type { LastingNotice } from '../../../preload/contract/application.ts';
import type { PolicyOrigin } from '../../../preload/contract/policy.ts';
import { policyProblems } from '../../../preload/wording/policy.ts';
import type { Core } from '../../hosts/core.ts';
import { trustedAuthorities } from '../../service/transport/authorities.ts';
import { environmentHandlers } from '../environments/handlers.ts';
import { applicationHandlers } from './handlers.ts';
import type { PreferenceStore } from './preferences.ts';

/** Builds information about the console, preferences and environments. */
export async function composeApplication(
  core: Core,
  preferences: PreferenceStore,
  notices: () => Promise<string[]>,
) {
  const { environments, eventBus, host, system } = core;
  // Read before a window is created, so that it opens in the chosen theme.
  host.preferencesChanged?.(await preferences.change({}));
  return {
    ...applicationHandlers(
      host,
      { version: packageFile.version, platform: process.platform },
      preferences,
      async () => [
        ...host.notices,
        ...policyNotices(core.policy.origins),
        ...[...core.directoryNotices, ...(await notices())].map((text) => ({
          label: 'Data directory',
          text,
          dangerous: true,
        })),
      ],
    ),
    ...environmentHandlers({
      environments,
      host,
      publish: eventBus.emit,
      newId: randomUUID,
      checkAuthorities: async (path) => void (await trustedAuthorities(path, system.readFile)),
    }),
  };
}

/** Returns the notices of policies that have errors. */
function policyNotices(origins: readonly PolicyOrigin[]): LastingNotice[] {
  return origins
    .filter(({ policy }) => policy.problems.length > 0)
    .map((one) => ({ label: 'Company policy has an error', text: policyProblems(one), dangerous: true }));
}
