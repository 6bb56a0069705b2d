import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { isOfPolicy } from '../../../preload/shared/policy-rules.ts';
import type { SettingsDocument, StoredEnvironment } from './settings-file.ts';

/** An environment as it is used, and whether the policy sets it up. */
export type UsedEnvironment = StoredEnvironment & { setByPolicy?: true };

/** Returns the settings file with the environments of the policy, whose secrets are recorded as those of others. */
export function withPolicy(document: SettingsDocument, policy: PolicyInForce | undefined): SettingsDocument {
  const ids = new Set(document.environments.map(({ id }) => id));
  const missing = (policy?.environments ?? []).filter(({ id }) => !ids.has(id));
  return missing.length === 0
    ? document
    : {
        ...document,
        environments: [...missing.map((one) => ({ ...one, signingKeys: [] })), ...document.environments],
      };
}

/** Returns the environments that the policy permits, with the settings that it sets. */
export function underPolicy(
  { environments }: SettingsDocument,
  policy: PolicyInForce | undefined,
): readonly UsedEnvironment[] {
  if (policy === undefined) {
    return environments;
  }
  if (policy.isBlocked) {
    return [];
  }
  return environments.flatMap((environment): UsedEnvironment[] => {
    const set = policy.environments.find(({ id }) => id === environment.id);
    if (set !== undefined) {
      return [{ ...environment, settings: settingsUnder(policy, set.settings), setByPolicy: true }];
    }
    return policy.ownEnvironments.includes(environment.settings.kind) &&
      !isOfPolicy(policy, environment.settings)
      ? [{ ...environment, settings: settingsUnder(policy, environment.settings) }]
      : [];
  });
}

/** Returns settings to save, in which what the policy sets is as it was in the file. */
export function settingsToSave(
  policy: PolicyInForce | undefined,
  settings: EnvironmentSettings,
  { readOnly, extraCaFile, proxy }: EnvironmentSettings,
): EnvironmentSettings {
  return {
    ...settings,
    ...(policy?.readOnly && { readOnly }),
    ...(policy?.certificateAuthorities !== undefined && { extraCaFile }),
    ...(policy?.proxy && { proxy }),
  };
}

function settingsUnder(policy: PolicyInForce, settings: EnvironmentSettings): EnvironmentSettings {
  return {
    ...settings,
    readOnly: settings.readOnly || policy.readOnly,
    extraCaFile: policy.certificateAuthorities ?? settings.extraCaFile,
    proxy: policy.proxy ?? settings.proxy,
  };
}
