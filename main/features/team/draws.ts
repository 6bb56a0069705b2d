import { LRUCache } from 'lru-cache';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { rulesIn } from '../../../preload/shared/policy-rules.ts';
import { nameForAll } from '../../common/name-for-all.ts';
import { readTeamPolicy } from '../policy/read-policy.ts';
import { reviewedShare } from '../records/journal/second-review.ts';
import type { TeamPolicy } from '../records/journal/team-state.ts';
import type { CaseContent, ContentReader } from './entries.ts';

/** Policies as they were read, by their text. */
const policies = new LRUCache<string, PolicyInForce>({ max: 2 });

/**
 * Returns whether the policy of the team has a decision drawn for a second review, whatever was found and whatever the environment is on a console: by the rules
 * for all environments and those for one that the policy sets up. Consoles may differ in the rest.
 */
export function mustDraw(
  { text }: TeamPolicy,
  { environment, conversation, details }: CaseContent,
  key: ContentReader,
): boolean {
  if (key.draw === undefined || text === undefined) {
    return false;
  }
  const policy = policies.get(text) ?? readTeamPolicy(text);
  policies.set(text, policy);
  const { id: environmentId = '', settings } =
    policy.environments.find((one) => nameForAll(one.id, one.settings.baseUrl) === environment) ?? {};
  const kind = settings?.kind ?? (environment === 'sandbox' ? environment : '');
  const share = reviewedShare(rulesIn(policy.secondReview, { environmentId, kind }), details.decision, 0);
  return share > 0 && key.draw(conversation) < share;
}
