import type { PlanStep } from '../contract/deletion-runs.ts';
import type { PolicyInForce } from '../contract/policy.ts';
import { rulesIn } from './policy-rules.ts';

/** The act that is to be done at once. */
export type ApprovedAct = {
  environmentId: string;
  kind: string;
} & (
  | {
      /** The calls of each conversation, such as `EXPIRE,DELETE_DATA`. */
      plans: readonly string[];
      /** The number of conversations. */
      count: number;
    }
  | { action: 'export' }
  /** The heaviest finding of the cases that are approved, and the weight from which one is blocking. */
  | { action: 'approve'; heaviest: number; blockingFrom: number }
);

/** Returns whether a second person must approve an act: the one place that decides it. */
export function needsApproval(policy: PolicyInForce | undefined, act: ApprovedAct): boolean {
  const rules = rulesIn(policy?.approval ?? [], act);
  if ('action' in act) {
    return rules.some(
      ({ actions = [], findingsFrom }) =>
        actions.includes(act.action) &&
        (act.action === 'export' || act.heaviest >= (findingsFrom ?? act.blockingFrom)),
    );
  }
  const steps = new Set(act.plans.flatMap((plan) => plan.split(',') as PlanStep[]));
  const isDeletion = steps.has('DELETE_DATA') || steps.has('END_MONITORING');
  return rules.some(
    ({ actions = [], moreThan = Number.POSITIVE_INFINITY }) =>
      act.count > moreThan ||
      (isDeletion && actions.includes('delete')) ||
      (steps.has('EXPIRE') && actions.includes('expire')),
  );
}
