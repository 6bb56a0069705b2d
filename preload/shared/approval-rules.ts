import type { PlanStep } from '../contract/deletion-runs.ts';
import type { PolicyInForce } from '../contract/policy.ts';
import { rulesIn } from './policy-rules.ts';

/** What is to be done at the service at once. */
export interface ApprovedAct {
  environmentId: string;
  kind: string;
  /** The calls of each conversation, such as `EXPIRE,DELETE_DATA`. */
  plans: readonly string[];
  /** The number of conversations. */
  count: number;
}

/** Returns whether a second person must approve an act: the one place that decides it. */
export function needsApproval(policy: PolicyInForce | undefined, act: ApprovedAct): boolean {
  const steps = new Set(act.plans.flatMap((plan) => plan.split(',') as PlanStep[]));
  const isDeletion = steps.has('DELETE_DATA') || steps.has('END_MONITORING');
  return rulesIn(policy?.approval ?? [], act).some(
    ({ actions = [], moreThan = Number.POSITIVE_INFINITY }) =>
      act.count > moreThan ||
      (isDeletion && actions.includes('delete')) ||
      (steps.has('EXPIRE') && actions.includes('expire')),
  );
}
