import type { PolicyRule } from '../../../preload/contract/operation.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { policyRefusal } from '../../../preload/shared/policy-rules.ts';
import { Failure } from '../../common/failure.ts';

/** @throws Failure set-by-policy where the policy forbids an operation with this input */
export function checkPolicy(policy: PolicyInForce | undefined, rule: PolicyRule, input: object): void {
  const refusal = policyRefusal(policy, rule, input);
  if (policy !== undefined && refusal !== undefined) {
    throw policyFailure(policy, refusal);
  }
}

/** Returns whether reports may count what single people decided. Without a policy, only where no others share the list. */
export function mayCountPeople(policy: PolicyInForce | undefined, isTeam: boolean): boolean {
  return policy?.figuresAboutPeople ?? !isTeam;
}

/** @param refusal what is forbidden, without a full stop */
function policyFailure({ contact, problems }: PolicyInForce, refusal: string): Failure {
  const why =
    problems.length === 0
      ? ''
      : ' The policy has an error, and until it is fixed its strictest reading counts.';
  return new Failure({
    code: 'set-by-policy',
    message: `${refusal}: your company’s policy sets this.${why} Nothing was done.`,
    hint: `Settings shows the whole policy. ${contact ? `Ask ${contact}.` : 'Ask your administrator.'}`,
  });
}
