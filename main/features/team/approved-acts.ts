import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ProposalView } from '../../../preload/contract/approvals.ts';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyRule } from '../../../preload/contract/operation.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { canonicalJson } from '../../../preload/shared/canonical-json.ts';
import { birthDateOf, nameOf, textOf } from '../../../preload/wording/person.ts';
import type { Permission } from '../../bridge/dispatch.ts';
import { digestOf, maxProposed, type ProposedItem, rootOf, stateDigest } from '../../common/approval.ts';
import { Failure } from '../../common/failure.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { Approvals } from './approvals.ts';

/** The requests at once while the cases of an act are read. */
const readsAtOnce = 4;
/** How long an approval may rely on the reads that were shown, in milliseconds. */
const readLifeMs = 10 * 60_000;

/** The part of an operation's input that is not in its proposal: the cases have a list of their own, pictures are made of its files, and a passphrase never leaves this computer. */
interface ActInput {
  environmentId?: string | undefined;
  conversationId?: string | undefined;
  selection?: unknown;
  pictures?: unknown;
  passphrase?: string | undefined;
}

/** The act of an operation, so that a second person can approve it. */
export interface Act {
  environmentId: string;
  mode: 'EXPORT' | 'APPROVE';
  /** The operation with its input, but for the cases. */
  text: string;
  ids: readonly string[];
}

interface ApprovedActsDeps {
  /** Returns what an operation would do that a second person must approve; undefined where nobody must. */
  actOf(rule: PolicyRule, input: object): Promise<Omit<Act, 'text'> | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  approvals: Approvals;
  cases: CaseStore;
  services: Services;
}

/**
 * Acts other than deletions that need a second person: an operation is refused, can be proposed as it was refused, and is done when it is asked for again
 * after the approval, once. It is claimed in the team's log before it begins, so that it cannot be done twice; one that failed or was cancelled can be done
 * again until Assay closes.
 */
export class ApprovedActs {
  readonly #deps: ApprovedActsDeps;
  /** The acts that were refused last, by what the window calls them. */
  readonly #refused = new LRUCache<string, Act>({ max: 50 });
  /** The proposals that are being carried out, and those that this session began without having done anything. */
  readonly #running = new Set<string>();
  readonly #undone = new Set<string>();
  /** The cases of proposals to answer, as they were read. */
  readonly #read = new LRUCache<string, { root: string; at: number }>({ max: 50 });

  constructor(deps: ApprovedActsDeps) {
    this.#deps = deps;
  }

  /** Returns the proposals of the team. One that this session began without having done anything is still approved. */
  async list(): Promise<ProposalView[]> {
    const isOpen = ({ id, state, endsAt }: ProposalView) =>
      state === 'begun' && this.#undone.has(id) && this.#deps.now() <= endsAt;
    const proposals = await this.#deps.approvals.list();
    return proposals.map((view) => (isOpen(view) ? { ...view, state: 'approved' } : view));
  }

  /** Begins what was approved. @throws Failure set-by-policy where a second person must approve it first; team-unreachable, team-not-allowed */
  async permit(rule: PolicyRule, input: object, operation: string): Promise<Permission | undefined> {
    const ruledAct = await this.#deps.actOf(rule, input);
    if (ruledAct === undefined) {
      return undefined;
    }
    const act = { ...ruledAct, text: actText(operation, input) };
    for (const view of await this.list()) {
      const permission = this.#isApprovedFor(view, act) ? await this.#begin(view, act) : undefined;
      if (permission) {
        return permission;
      }
    }
    const refused = randomUUID();
    this.#refused.set(refused, act);
    throw new Failure({
      code: 'set-by-policy',
      message: 'A second person must approve this: your company’s policy sets that. Nothing was done.',
      hint: 'Propose it. Once somebody with the role approver or admin of your team approved it, do the same again.',
      details: { refused, environmentId: act.environmentId },
    });
  }

  /** @throws Failure invalid-input, limit-exceeded, team-unreachable, team-not-allowed; as reading its cases */
  async propose(refused: string, reason: string, ticket: string | undefined): Promise<void> {
    const act = this.#refused.get(refused);
    if (act === undefined) {
      throw new Failure({
        code: 'invalid-input',
        message: 'This can no longer be proposed as it was refused. Nothing was proposed.',
        hint: 'Do it again, and propose it then.',
      });
    }
    const { environmentId, mode, text, ids } = act;
    if (ids.length > maxProposed) {
      throw new Failure({
        code: 'limit-exceeded',
        message: `Nothing was proposed: a proposal has at most ${maxProposed.toLocaleString('en')} conversations.`,
        hint: 'Choose fewer cases, or a shorter time.',
      });
    }
    const id = randomUUID();
    const items = await this.#items(id, environmentId, ids);
    const given = { id, environmentId, mode, act: text, items, ticket };
    await this.#deps.approvals.propose({
      ...given,
      reason: 'other',
      earlyReason: reason,
      startsAt: undefined,
    });
    this.#refused.delete(refused);
  }

  /** Returns why something was proposed, and its cases as they are now. @throws Failure team-unreachable, team-not-allowed; as reading its cases */
  async read(environmentId: string, id: string): Promise<OperationOutput<'approvals.readAct'>> {
    const { items, earlyReason = '' } = await this.#deps.approvals.open(id);
    const at = this.#deps.now();
    const read = await this.#readAll(id, environmentId, idsOf(items));
    this.#read.set(id, { root: rootOf(read.map(({ item }) => item)), at });
    const asked = { environmentId, conversationIds: idsOf(items) };
    const rows = await this.#deps.cases.request('rowsOf', asked);
    const rowOf = new Map(rows.map((row) => [row.conversationId, row]));
    const cases = items.map((item, index) => ({
      conversationId: item.conversationId,
      isChanged: canonicalJson(item) !== canonicalJson(read[index]?.item),
      ...personOf(read[index]?.value ?? {}),
      ...omitUndefined({ assessment: assessmentOf(rowOf.get(item.conversationId)) }),
    }));
    return { reason: earlyReason, cases };
  }

  /** Approves what was shown. @throws Failure preview-outdated, team-unreachable, team-not-allowed */
  async approve(id: string, comment: string | undefined): Promise<void> {
    const read = this.#read.get(id);
    if (read === undefined || this.#deps.now() - read.at > readLifeMs) {
      throw new Failure({
        code: 'preview-outdated',
        message: 'The cases were read more than ten minutes ago. Nothing was approved.',
        hint: 'Open the proposal again.',
      });
    }
    await this.#deps.approvals.approve(id, read.root, 'proposer', comment);
  }

  #isApprovedFor({ id, state, by, act, environmentId }: ProposalView, of: Act): boolean {
    const isSame = by.isMe && act === of.text && environmentId === of.environmentId;
    return state === 'approved' && isSame && !this.#running.has(id);
  }

  /** Begins a proposal. Returns undefined if it is of other cases, or one of them changed. */
  async #begin(view: ProposalView, act: Act): Promise<Permission | undefined> {
    const { approvals } = this.#deps;
    const { id } = view;
    this.#running.add(id);
    try {
      const root = await this.#rootOf(id, act);
      if (root === undefined) {
        this.#running.delete(id);
        return undefined;
      }
      this.#undone.add(id);
      await approvals.claim(id, root);
    } catch (error) {
      this.#running.delete(id);
      throw error;
    }
    return {
      approval: detailsOf(view),
      end: (isDone) => {
        this.#running.delete(id);
        if (isDone) {
          this.#undone.delete(id);
          approvals.forgetClaim(id);
        }
      },
    };
  }

  /** Returns the digest of what was proposed if it is of these cases and none of them changed. */
  async #rootOf(id: string, { environmentId, ids }: Act): Promise<string | undefined> {
    const { items, proposal } = await this.#deps.approvals.open(id);
    if (canonicalJson(idsOf(items).toSorted()) !== canonicalJson([...ids].toSorted())) {
      return undefined;
    }
    const root = rootOf(await this.#items(id, environmentId, idsOf(items)));
    return root === proposal.root ? root : undefined;
  }

  /** @throws Failure of a read that may succeed later */
  async #items(salt: string, environmentId: string, ids: readonly string[]): Promise<ProposedItem[]> {
    return (await this.#readAll(salt, environmentId, ids)).map(({ item }) => item);
  }

  /** Reads conversations; one that the service no longer has is without a value. @throws Failure of a read that may succeed later */
  #readAll(salt: string, environmentId: string, ids: readonly string[]): Promise<ReadCase[]> {
    const client = this.#deps.services.client(environmentId);
    return pLimit(readsAtOnce).map(ids, async (conversationId) => {
      try {
        const { value } = await client.readConversation(conversationId);
        const state = stateDigest(salt, value);
        return { value, item: { conversationId, plan: [], status: value.status?.slice(0, 64) ?? '', state } };
      } catch (error) {
        if (error instanceof Failure && (error.code === 'gone' || error.code === 'not-found')) {
          return { item: { conversationId, plan: [], status: '', state: error.code } };
        }
        throw error;
      }
    });
  }
}

interface ReadCase {
  item: ProposedItem;
  value?: Conversation;
}

const idsOf = (items: readonly ProposedItem[]) => items.map(({ conversationId }) => conversationId);

/** Returns whose a conversation is and what was checked. */
function personOf(value: Conversation) {
  return {
    products: Object.keys(value.result ?? {}).slice(0, 12),
    ...omitUndefined({ userKey: textOf(value.userKey), name: nameOf(value), birthDate: birthDateOf(value) }),
  };
}

function assessmentOf(row: CaseRow | undefined) {
  return row && { verdict: row.verdict, findings: row.findings, findingCount: row.findingCount };
}

/** Returns what the journal says of an approval with the entry that it is for. */
function detailsOf({ id, by, at, answer }: ProposalView): EntryDetails {
  return {
    proposal: id,
    proposedBy: by.name,
    proposedAt: at,
    ...(answer && { approvedBy: answer.name, approvedAt: answer.at }),
  };
}

/** Returns an operation with its input, but for the cases; of one that is too long, its digest. */
function actText(operation: string, given: ActInput): string {
  const {
    environmentId: _,
    conversationId: _one,
    selection: _all,
    pictures: _made,
    passphrase,
    ...input
  } = given;
  const rest = { ...input, ...(passphrase !== undefined && { sealed: true }) };
  // Reasons and comment of a decision that it approves may be others.
  const what = operation === 'cases.decide' ? {} : rest;
  const text = canonicalJson({ operation, ...what });
  return text.length <= 2000 ? text : canonicalJson({ operation, digest: digestOf(text) });
}
