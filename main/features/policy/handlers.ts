import type { EnvironmentKind } from '../../../preload/contract/environments.ts';
import {
  maxTeamPolicyText,
  type PolicyEffect,
  type PolicyInForce,
  type SecondReviewRule,
} from '../../../preload/contract/policy.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { rulesIn } from '../../../preload/shared/policy-rules.ts';
import { policyProblemText } from '../../../preload/wording/policy.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import type { CompanyPolicy } from './company-policy.ts';
import { readPolicy, readTeamPolicy } from './read-policy.ts';

/** The most decisions, and deletions, on which a policy is tried. */
const [maxDecisions, maxDeletions] = [1000, 500];

interface PolicyHandlerDeps {
  policy: Pick<CompanyPolicy, 'current' | 'inForce' | 'origins' | 'besideFile'>;
  /** Returns whether this console is in a team, whose policy counts beside that of the computer. */
  isInTeam(): Promise<boolean>;
  /** Signs a policy for the team; without a text there is none any more. */
  sign(text: string | undefined): Promise<void>;
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
  policy: company,
  isInTeam,
  sign,
  environments,
  tryReviews,
  deletions,
}: PolicyHandlerDeps): HandlersOf<'policy'> {
  return {
    async 'policy.view'() {
      // While the list of cases cannot be read, the policy of the team is as it was read last.
      const policy = await company.current().catch(() => company.inForce);
      return policy === undefined ? {} : { policy, origins: company.origins };
    },
    async 'policy.sign'({ text }) {
      if (text !== undefined) {
        checkSignable(text);
      }
      await sign(text);
      return {};
    },
    async 'policy.try'({ text }) {
      const policy = await company.current();
      const read = readPolicy(text, 'This file');
      const tried = (await isInTeam()) ? { ...company.besideFile(read), problems: read.problems } : read;
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

/** @throws Failure limit-exceeded, invalid-input */
function checkSignable(text: string): void {
  if (Buffer.byteLength(text) > maxTeamPolicyText) {
    throw new Failure({
      code: 'limit-exceeded',
      message: `A policy for a team has at most ${maxTeamPolicyText.toLocaleString('en')} bytes. Nothing was signed.`,
    });
  }
  const [problem] = readTeamPolicy(text).problems;
  if (problem !== undefined) {
    throw new Failure({
      code: 'invalid-input',
      message: `The policy has an error. Nothing was signed. ${policyProblemText(problem)}`,
    });
  }
}
