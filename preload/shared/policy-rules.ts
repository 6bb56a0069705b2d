import { type EnvironmentSettings, environmentKind } from '../contract/environments.ts';
import type { PolicyRule } from '../contract/operation.ts';
import type { PolicyInForce } from '../contract/policy.ts';

/** The members by which a rule depends on the input of an operation. */
interface RuledInput {
  environmentId?: string;
  settings?: Pick<EnvironmentSettings, 'kind' | 'baseUrl'>;
  retention?: unknown;
  action?: string;
}

/** Each rule: what it forbids in words, or undefined where it permits the input. All rules of a policy are here. */
const rules: { [R in PolicyRule]: (policy: PolicyInForce, input: RuledInput) => string | undefined } = {
  show: ({ showPersonalData }) => (showPersonalData ? undefined : 'Personal data stays masked'),
  export: (policy) => (policy.export ? undefined : 'Files with data of cases cannot be saved'),
  // Ending or pausing a run is always permitted.
  delete: (policy, { action }) =>
    policy.delete || (action !== undefined && action !== 'resume')
      ? undefined
      : 'Nothing can be expired or deleted',
  // Its rules for a second person depend on the case.
  decide: () => undefined,
  integration: ({ integration }) => (integration ? undefined : 'The pages for integration are off'),
  environment(policy, { environmentId, settings }) {
    const { environments, ownEnvironments } = policy;
    if (environments.some(({ id }) => id === environmentId)) {
      return 'This environment cannot be changed or deleted';
    }
    if (settings !== undefined && !ownEnvironments.includes(settings.kind)) {
      return ownEnvironments.length === 0
        ? 'No environment can be added'
        : `Only environments of these kinds can be added: ${ownEnvironments.join(', ')}`;
    }
    return settings !== undefined && isOfPolicy(policy, settings)
      ? 'The host of an environment of the company cannot be used for another one'
      : undefined;
  },
  copy: ({ environments, ownEnvironments }, { environmentId }) =>
    environments.some(({ id }) => id === environmentId) ||
    environmentKind.options.some((kind) => !ownEnvironments.includes(kind))
      ? 'Environments cannot be copied or imported'
      : undefined,
  retention: ({ retention: set }, { retention }) =>
    set === undefined || retention === undefined ? undefined : 'The time that cases are kept is set',
  due: ({ due }) => (due === undefined ? undefined : 'The rule for what is due is set'),
};

/** Returns what the policy forbids, in words without a full stop; undefined where it permits the input of an operation under this rule. */
export function policyRefusal(
  policy: PolicyInForce | undefined,
  rule: PolicyRule,
  input: object = {},
): string | undefined {
  return policy && rules[rule](policy, input);
}

/** Returns whether an environment is on the host of one that the policy sets up: as another kind it would have none of that kind’s safeguards. */
export function isOfPolicy({ environments }: PolicyInForce, { baseUrl }: { baseUrl: string }): boolean {
  const host = (address: string) => URL.parse(address)?.host;
  return environments.some(({ settings }) => host(settings.baseUrl) === host(baseUrl));
}

/** Returns those of some rules that apply in an environment. */
export function rulesIn<Rule extends { environments?: readonly string[] | undefined }>(
  rules: readonly Rule[],
  { environmentId, kind }: { environmentId: string; kind: string },
): Rule[] {
  return rules.filter(
    ({ environments = [kind] }) => environments.includes(kind) || environments.includes(environmentId),
  );
}
