import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import { type ApprovedProposal, maxProposed, rootOf, verifiedApproval } from '../../../common/approval.ts';
import { Failure } from '../../../common/failure.ts';
import { reasonMissing } from '../early-deletions.ts';
import { outdated } from '../failures.ts';
import type { RunsDeps } from './deps.ts';
import type { Draft } from './preview/draft.ts';
import { confirmedRun, type StartRun } from './start-confirmation.ts';
import type { StoredItem, StoredRun } from './store/records.ts';

type Deps = Pick<RunsDeps, 'approvals' | 'early' | 'keyId' | 'store' | 'settings' | 'newId' | 'now'>;

/** How long an approval may rely on the reads of its preview, in milliseconds. */
const readLifeMs = 10 * 60_000;

/** The approval of runs by a second person: what is proposed and approved by a preview, and the last check before each call. */
export class RunApprovals {
  readonly #deps: Deps;
  /** The calls that two people approved, by run: the steps of each conversation. */
  readonly #calls = new Map<string, ReadonlyMap<string, string>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Proposes what a preview shows, as it would be confirmed. @throws Failure as `confirmedRun`; limit-exceeded; team-unreachable, team-not-allowed */
  async propose(draft: Draft, input: ParsedInput<'approvals.propose'>): Promise<void> {
    const { approvals, early } = this.#deps;
    const { environmentId, reason, ticket, earlyReason, startsAt } = input;
    confirmedRun(draft, input, this.#deps);
    const items = draft.proposedItems();
    if (items.length > maxProposed) {
      throw new Failure({
        code: 'limit-exceeded',
        message: `Nothing was proposed: a proposal has at most ${maxProposed.toLocaleString('en')} conversations.`,
        hint: 'Split the list.',
      });
    }
    const counts = await early.count(environmentId, draft.items());
    if (earlyReason === undefined && counts.held + counts.early + counts.unknown > 0) {
      throw reasonMissing(counts);
    }
    const { draftId: id, mode } = draft.view();
    await approvals.propose({ id, environmentId, mode, reason, ticket, earlyReason, startsAt, items });
  }

  /** Approves what the preview of a proposal shows. @throws Failure preview-outdated, team-unreachable, team-not-allowed */
  async approve(draft: Draft, { carrier, comment }: ParsedInput<'approvals.approve'>): Promise<void> {
    const { id, root } = this.#listOf(draft);
    await this.#deps.approvals.approve(id, root, carrier, comment);
  }

  /** Returns how a preview is confirmed: that of a proposal with the reason, ticket and time that were approved. @throws Failure set-by-policy */
  inputFor(draft: Draft, input: StartRun): StartRun {
    const { proposal: { reason, ticket, startsAt } = {}, earlyReason } = draft.proposal ?? {};
    if (reason === undefined) {
      if (draft.view().needsApproval) {
        throw notApproved('A second person must approve this.');
      }
      return input;
    }
    return {
      ...input,
      reason,
      ticket: ticket ?? undefined,
      earlyReason,
      // A time that has passed meanwhile is now.
      startsAt:
        startsAt === null || startsAt === undefined || startsAt <= this.#deps.now() ? undefined : startsAt,
    };
  }

  /** Begins what was approved, once in the whole team; undefined where nothing had to be. @throws Failure preview-outdated, team-unreachable, team-not-allowed */
  async claim(draft: Draft): Promise<{ runId: string; approval: ApprovedProposal } | undefined> {
    if (draft.proposal === undefined) {
      return undefined;
    }
    const { id, root } = this.#listOf(draft);
    if ((await this.#deps.store.request('run', { runId: id })) !== undefined) {
      // Also where the team's database lost that it began.
      throw new Failure({
        code: 'preview-outdated',
        message: 'Nothing was sent: this proposal was begun here before.',
        hint: 'The page Deletion lists what became of it.',
      });
    }
    const { items } = draft.proposal;
    return { runId: id, approval: { ...(await this.#deps.approvals.claim(id, root)), items: [...items] } };
  }

  /**
   * The last check before a call: where the policy asks for a second person, the item must be in a list that two people signed for this run.
   * @param count the conversations of the run
   * @throws Failure set-by-policy: nothing may be sent
   */
  async check(run: StoredRun, item: StoredItem, count: number): Promise<void> {
    const { approvals, store } = this.#deps;
    const plan = item.plan.join();
    let calls = this.#calls.get(run.runId);
    if (calls === undefined) {
      if (store.textsOf(run.runId) === undefined) {
        await store.readTexts([run.runId]);
      }
      const approval = store.textsOf(run.runId)?.approval;
      if (approval === undefined) {
        const { environmentId, environmentKind: kind } = run;
        if (approvals.isNeeded({ environmentId, kind, plans: [plan], count })) {
          throw notApproved('A second person must approve this, and there is no approval of it.');
        }
        return;
      }
      calls = await this.#callsOf(run, approval);
      this.#calls.set(run.runId, calls);
    }
    if (calls.size !== count || calls.get(item.conversationId) !== plan) {
      throw notApproved('This is not what a second person approved.');
    }
  }

  async #callsOf(run: StoredRun, given: ApprovedProposal): Promise<ReadonlyMap<string, string>> {
    const { approvals, store, keyId } = this.#deps;
    const proof = verifiedApproval(given);
    if (typeof proof === 'string') {
      throw notApproved(proof);
    }
    const { proposal, approval } = proof;
    const isOfRun =
      proposal.id === run.runId &&
      proposal.environment === approvals.nameOf(run.environmentId) &&
      proposal.mode === run.mode &&
      proposal.reason === run.reason &&
      proposal.ticket === (store.textsOf(run.runId)?.ticket ?? null) &&
      proposal.root === rootOf(given.items) &&
      approval.carrier === (await keyId());
    if (!isOfRun) {
      throw notApproved('This is not what a second person approved, or not for this console.');
    }
    return new Map(given.items.map(({ conversationId, plan }) => [conversationId, plan.join()]));
  }

  /** Returns the proposal that a preview is of, which must be as it was proposed and read just now. */
  #listOf(draft: Draft): { id: string; root: string } {
    const { proposal } = draft.proposal ?? {};
    if (proposal === undefined) {
      throw outdated('this is no preview of a proposal');
    }
    if (draft.view().state !== 'ready') {
      throw outdated('the preview is not complete yet');
    }
    const root = rootOf(draft.proposedItems());
    if (root !== proposal.root) {
      throw new Failure({
        code: 'preview-outdated',
        message: 'The case changed after the proposal. Nothing was approved or sent.',
        hint: 'Reject it, and have it proposed again.',
      });
    }
    if (Math.abs(this.#deps.now() - draft.readAt) > readLifeMs) {
      throw outdated('the preview is more than ten minutes old');
    }
    return { id: proposal.id, root };
  }
}

function notApproved(message: string): Failure {
  return new Failure({
    code: 'set-by-policy',
    message: `${message} Nothing was sent.`,
    hint: 'Propose it on the page Deletion. Somebody with the role approver or admin in your team approves it.',
  });
}
