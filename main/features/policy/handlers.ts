import type { EnvironmentKind } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyEffect, PolicyInForce, SecondReviewRule } from '../../../preload/contract/policy.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { rulesIn } from '../../../preload/shared/policy-rules.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { readPolicy } from './read-policy.ts';

/** The most decisions, and deletions, on which a policy is tried. */
const [maxDecisions, maxDeletions] = [1000, 500];

interface PolicyHandlerDeps {
  policy: PolicyInForce | undefined;
  environments(): readonly { id: string; settings: { kind: EnvironmentKind } }[];
  /** Returns how many of the last decisions a second person is expected to review. */
  tryReviews(input: {
    environments: { environmentId: string; inForce: SecondReviewRule[]; tried: SecondReviewRule[] }[];
    max: number;
  }): Promise<PolicyEffect>;
  /** Returns the last deletions that are over. */
  deletions(max: number): Promise<readonly { environmentId: string; mode: string; total: number }[]>;
}

/** Returns the operations `policy.*`. */
export function policyHandlers({
  policy,
  environments,
  tryReviews,
  deletions,
}: PolicyHandlerDeps): HandlersOf<'policy'> {
  return {
    'policy.view': () => omitUndefined({ policy }),
    async 'policy.try'({ text }) {
      const tried = readPolicy(text, 'This file');
      const kinds = new Map(environments().map(({ id, settings: { kind } }) => [id, kind]));
      for (const { id, settings } of tried.environments) {
        kinds.set(id, settings.kind);
      }
      const decisions = await tryReviews({
        environments: [...kinds].map(([environmentId, kind]) => ({
          environmentId,
          inForce: rulesIn(policy?.secondReview ?? [], { environmentId, kind }),
          tried: rulesIn(tried.secondReview, { environmentId, kind }),
        })),
        max: maxDecisions,
      });
      const runs = await deletions(maxDeletions);
      const approved = (of: PolicyInForce | undefined) =>
        runs.filter(({ environmentId, mode, total }) => {
          const kind = kinds.get(environmentId) ?? 'production';
          return needsApproval(of, { environmentId, kind, plans: [mode], count: total });
        }).length;
      return {
        ...{ policy: tried, decisions },
        deletions: { total: runs.length, inForce: approved(policy), tried: approved(tried) },
      };
    },
  };
}
