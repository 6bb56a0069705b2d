import { maxTeamPolicyText, type PolicyInForce } from '../../../preload/contract/policy.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { rulesIn } from '../../../preload/shared/policy-rules.ts';
import { policyProblemText } from '../../../preload/wording/policy.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import type { Core } from '../../hosts/core.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { RunStore } from '../deletion/runs/store/run-store.ts';
import { readPolicy, readTeamPolicy } from './read-policy.ts';

/** The most decisions, and deletions, on which a policy is tried. */
const maxDecisions = 1000;
const maxDeletions = 500;

/** Returns the operations `policy.*`. */
export function composePolicy(
  { environments, policy: company }: Core,
  {
    cases,
    sign,
    runStore,
  }: {
    cases: CaseStore;
    /** Signs a policy for the team; without a text there is none any more. */
    sign(text: string | undefined): Promise<void>;
    runStore: RunStore;
  },
): HandlersOf<'policy'> {
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
      const tried = (await cases.index.team())
        ? { ...company.besideFile(read), problems: read.problems }
        : read;
      const kinds = new Map(
        environments.views().environments.map(({ id, settings: { kind } }) => [id, kind]),
      );
      for (const { id, settings } of tried.environments) {
        kinds.set(id, settings.kind);
      }
      const decisions = await cases.request('tryReviews', {
        environments: [...kinds].map(([environmentId, kind]) => ({
          environmentId,
          inForce: rulesIn(policy?.secondReview ?? [], { environmentId, kind }),
          tried: rulesIn(tried.secondReview, { environmentId, kind }),
        })),
        max: maxDecisions,
      });
      const { runs } = await runStore.register({
        from: 0,
        count: maxDeletions,
        filter: {},
        sort: { by: 'when', descending: true },
      });
      const approved = (of: PolicyInForce | undefined) =>
        runs.filter(({ environmentId, mode, total }) => {
          const kind = kinds.get(environmentId) ?? 'production';
          return needsApproval(of, { environmentId, kind, plans: [mode], count: total });
        }).length;
      return {
        policy: tried,
        decisions,
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
