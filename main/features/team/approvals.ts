import { randomUUID } from 'node:crypto';
import type { ProposalView } from '../../../preload/contract/approvals.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import {
  type ApprovalProofs,
  digestOf,
  type NewProposal,
  type OpenProposal,
  type Proposal,
  proposalMs,
  readAnswer,
  readProposal,
  rootOf,
  type SignedText,
  writeAnswer,
  writeProposal,
} from '../../common/approval.ts';
import { Failure } from '../../common/failure.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { TeamProposal, TeamState } from '../records/journal/team-state.ts';
import { type ApprovalContent, applyApproval, isInTime, mayApprove } from './approval-entries.ts';
import { isWorking, refused, signerOf, signWith } from './deps.ts';
import type { LinkedDeps } from './link.ts';
import type { Log } from './log.ts';
import { maxContent } from './schema.ts';

/** The most that the database takes as one entry, less its time and its seal. */
const maxProposalBytes = maxContent - 1000;

/** Proposals: what members propose, answer and begin is in the team's log, and nothing else of it counts. */
export class Approvals {
  readonly #deps: LinkedDeps;
  readonly #log: Log;
  /** The ids of this session’s attempts to begin, so that one whose reply was lost can go on. */
  readonly #claims = new Map<string, string>();

  constructor(deps: LinkedDeps, log: Log) {
    this.#deps = deps;
    this.#log = log;
  }

  /** Returns the proposals, the newest first. */
  async list(): Promise<ProposalView[]> {
    const record = await this.#deps.cases.index.team();
    if (record === undefined || !isWorking(record)) {
      return [];
    }
    const environments = [...this.#deps.environments()];
    const { proposals = {} } = record.log;
    return Object.values(proposals)
      .sort((one, other) => other.seq - one.seq)
      .flatMap((one) => {
        const view = viewOf(record, one, this.#deps.now());
        const environmentId = environments.find(([, name]) => name === view?.environment)?.[0];
        return view === undefined ? [] : { ...view, ...omitUndefined({ environmentId }) };
      });
  }

  /** Writes a proposal. @throws Failure team-unreachable, team-not-allowed */
  propose({ environmentId, items, ticket, earlyReason, startsAt, ...given }: NewProposal): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#read();
      const text = writeProposal({
        id: given.id,
        team: record.log.team,
        by: record.me,
        at: this.#deps.now(),
        environment: this.#deps.environments().get(environmentId) ?? '',
        mode: given.mode,
        reason: given.reason,
        ticket: ticket ?? null,
        early: earlyReason === undefined ? null : digestOf(earlyReason),
        startsAt: startsAt ?? null,
        count: items.length,
        root: rootOf(items),
        ...omitUndefined({ act: given.act }),
      });
      const statement = await this.#sign(record, text);
      const early = omitUndefined({ early: earlyReason });
      const content = { kind: 'proposed' as const, statement, items: [...items], ...early };
      if (Buffer.byteLength(JSON.stringify(content)) > maxProposalBytes) {
        throw new Failure({
          code: 'limit-exceeded',
          message: 'Nothing was proposed: the ids of these conversations are too long for one proposal.',
          hint: 'Split the list.',
        });
      }
      const after = await this.#append(record, content);
      if (after.log.proposals?.[given.id]?.statement.text !== text) {
        throw refused(
          'The team did not accept the proposal: your role does not allow it. Nothing was proposed.',
        );
      }
    });
  }

  /** Returns a proposal with its list, as its author signed it. @throws Failure team-unreachable, team-not-allowed */
  open(id: string): Promise<OpenProposal> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#read();
      const { stored, proposal } = proposalIn(record.log, id);
      const { team } = record.log;
      const content = await this.#deps.link.send('content', { team, seq: stored.seq, keys: record.keys });
      const isListed =
        content?.kind === 'proposed' &&
        content.statement.text === stored.statement.text &&
        content.items.length === proposal.count &&
        rootOf(content.items) === proposal.root &&
        (content.early === undefined ? null : digestOf(content.early)) === proposal.early;
      if (!isListed) {
        throw refused('The list of this proposal is not the one that its author signed. Nothing was done.');
      }
      return { proposal, items: content.items, earlyReason: content.early };
    });
  }

  /**
   * Approves exactly what was shown, which has a digest.
   * @param root the digest of the list as this console read it
   * @throws Failure team-unreachable, team-not-allowed
   */
  approve(id: string, root: string, by: 'proposer' | 'approver', comment: string | undefined): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#read();
      const { stored, proposal } = proposalIn(record.log, id);
      if (proposal.root !== root) {
        throw refused('The case changed after the proposal. Nothing was approved.');
      }
      if (!mayApprove(record.log, record.me, proposal.by)) {
        throw refused('A second person with the role approver or admin approves this. Nothing was approved.');
      }
      if (!isInTime(proposal.at, this.#deps.now())) {
        throw refused('This proposal has ended: it is more than a day old. Nothing was approved.');
      }
      const carrier = by === 'approver' ? record.me : proposal.by;
      await this.#answer(record, stored, { verdict: 'approved', carrier, comment });
    });
  }

  /** Rejects a proposal, or withdraws one's own. @throws Failure team-unreachable, team-not-allowed */
  reject(id: string, comment: string | undefined): Promise<void> {
    return this.#deps.oneAtATime(async () => {
      const record = await this.#read();
      const { stored, proposal } = proposalIn(record.log, id);
      await this.#answer(record, stored, { verdict: 'rejected', carrier: proposal.by, comment });
    });
  }

  /**
   * Begins what was approved, once in the whole team. Returns what proves the proposal and the approval.
   * @param root the digest of the list as this console read it just before
   * @throws Failure team-unreachable, team-not-allowed: nothing may be sent
   */
  claim(id: string, root: string): Promise<ApprovalProofs> {
    return this.#deps.oneAtATime(async () => {
      let record = await this.#read();
      const { stored, proposal } = proposalIn(record.log, id);
      const answer = stored.answer && readAnswer(stored.answer.statement.text);
      if (proposal.root !== root) {
        throw refused('The case changed after the proposal. Nothing was sent.');
      }
      if (answer?.verdict !== 'approved' || answer.carrier !== record.me) {
        throw refused('A second person has to approve this for this console. Nothing was sent.');
      }
      const claim = this.#claims.get(id) ?? randomUUID();
      this.#claims.set(id, claim);
      if (stored.claim === undefined && !isInTime(answer.at, this.#deps.now())) {
        throw refused('This approval has ended: it is more than a day old. Nothing was sent.');
      }
      if (stored.claim === undefined) {
        record = await this.#append(record, { kind: 'claimed', proposal: id, claim });
      }
      const { stored: begun } = proposalIn(record.log, id);
      if (begun.claim?.claim !== claim) {
        throw refused(
          'This proposal was begun before, or one of the two may not do it any more. Nothing was sent.',
        );
      }
      this.#deps.changed();
      return provenBy(record.log, begun, proposal.by, answer.by);
    });
  }

  /** Forgets the attempt to begin a proposal, once its run is recorded: it cannot be begun again. */
  forgetClaim(id: string): void {
    this.#claims.delete(id);
  }

  async #answer(
    record: KeptTeam,
    { statement: { text: proposal }, seq }: TeamProposal,
    { comment, ...given }: { verdict: 'approved' | 'rejected'; carrier: string; comment: string | undefined },
  ): Promise<void> {
    const digest = digestOf(proposal);
    const { team } = record.log;
    const text = writeAnswer({ team, by: record.me, at: this.#deps.now(), proposal: digest, ...given });
    const statement = await this.#sign(record, text);
    const content = { kind: 'answered' as const, statement, ...omitUndefined({ comment }) };
    const after = await this.#append(record, content);
    const entry = Object.values(after.log.proposals ?? {}).find((one) => one.seq === seq);
    if (entry?.answer?.statement.text !== text) {
      throw refused(
        'The team did not accept this: the proposal was answered meanwhile, or your role does not allow it.',
      );
    }
    this.#deps.changed();
  }

  /** Writes an entry that counts as the log is now. One that does not is not written: it would be shown as a fault of its author. */
  async #append(record: KeptTeam, content: ApprovalContent): Promise<KeptTeam> {
    const dated = { ...content, at: this.#deps.now() };
    const isApplied = applyApproval(structuredClone(record.log), record.log.seq + 1, record.me, dated);
    return isApplied ? await this.#log.append(record, [content]) : record;
  }

  /** Returns the team after all that is new was read. */
  async #read(): Promise<KeptTeam> {
    const record = await this.#log.readAll();
    if (record === undefined || !isWorking(record)) {
      throw refused(
        'A second person of a team has to approve this, and this console is in no team. Nothing was done.',
      );
    }
    return record;
  }

  async #sign(record: KeptTeam, text: string): Promise<SignedText> {
    const sign = signWith(await signerOf(this.#deps, record));
    return { text, signature: Buffer.from(sign(Buffer.from(text))).toString('base64') };
  }
}

/** @throws Failure team-not-allowed */
function proposalIn({ proposals }: TeamState, id: string): { stored: TeamProposal; proposal: Proposal } {
  const stored = proposals?.[id];
  const proposal = stored && readProposal(stored.statement.text);
  if (stored === undefined || proposal === undefined) {
    throw refused('This proposal is not in the team’s log any more. Propose it again.');
  }
  return { stored, proposal };
}

function provenBy(
  { members }: TeamState,
  { statement, answer }: TeamProposal,
  proposer: string,
  approver: string,
): ApprovalProofs {
  const of = (id: string) => {
    const { name = '', publicKey = '' } = members[id] ?? {};
    return { publicKey, name };
  };
  return {
    proposal: { ...statement, ...of(proposer) },
    approval: { text: '', signature: '', ...answer?.statement, ...of(approver) },
  };
}

function viewOf({ me, log }: KeptTeam, stored: TeamProposal, now: number): ProposalView | undefined {
  const proposal = readProposal(stored.statement.text);
  if (proposal === undefined) {
    return undefined;
  }
  const { id, environment, mode, reason, ticket, count, startsAt, by, at, act } = proposal;
  const answer = stored.answer && readAnswer(stored.answer.statement.text);
  const who = (member: string) => ({ name: log.members[member]?.name ?? '', isMe: member === me });
  const since = answer?.at ?? at;
  const isOver = now > since + proposalMs;
  const state =
    answer?.verdict === 'rejected'
      ? answer.by === by
        ? 'withdrawn'
        : 'rejected'
      : stored.claim !== undefined
        ? 'begun'
        : isOver
          ? 'ended'
          : answer === undefined
            ? 'waiting'
            : 'approved';
  return {
    id,
    state,
    environment,
    mode,
    reason,
    count,
    by: who(by),
    at,
    endsAt: since + proposalMs,
    ...omitUndefined({
      ticket: ticket ?? undefined,
      startsAt: startsAt ?? undefined,
      act,
      answer: answer && {
        ...who(answer.by),
        at: answer.at,
        ...omitUndefined({ comment: stored.answer?.comment }),
      },
      carrier: answer?.verdict === 'approved' ? who(answer.carrier) : undefined,
      begunAt: stored.claim?.at,
    }),
    mayAnswer: state === 'waiting' && mayApprove(log, me, by),
  };
}
