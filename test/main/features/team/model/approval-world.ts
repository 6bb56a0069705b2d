import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { type ProposedItem, readAnswer, readProposal, rootOf } from '../../../../../main/common/approval.ts';
import type { Draft } from '../../../../../main/features/deletion/runs/preview/draft.ts';
import { RunApprovals } from '../../../../../main/features/deletion/runs/run-approvals.ts';
import type {
  NewRun,
  StoredItem,
  StoredRun,
} from '../../../../../main/features/deletion/runs/store/records.ts';
import type { KeptTeam } from '../../../../../main/features/records/journal/team-marks.ts';
import type { TeamState } from '../../../../../main/features/records/journal/team-state.ts';
import { Approvals } from '../../../../../main/features/team/approvals.ts';
import {
  type EntryContent,
  idOfKey,
  readHead,
  sha256,
  TeamKey,
} from '../../../../../main/features/team/entries.ts';
import type { LinkedDeps } from '../../../../../main/features/team/link.ts';
import type { Log } from '../../../../../main/features/team/log.ts';
import { signEntries } from '../../../../../main/features/team/outgoing.ts';
import { emptyTeam, type LogRow, replay } from '../../../../../main/features/team/replay.ts';
import type { TeamRole } from '../../../../../preload/contract/team-roles.ts';
import { noEarly } from '../../deletion/no-early.ts';

const team = randomUUID();
/** A day as the console counts it, in milliseconds. */
export const dayMs = 86_400_000;

/** The database of a team, which keeps what it is given and may lose a reply. */
class SharedLog {
  readonly rows: LogRow[] = [];
  readonly secrets: Record<number, string> = { 1: randomBytes(32).toString('base64') };
  first = '';
  founder = '';

  get keys() {
    const all = Object.entries(this.secrets).map(
      ([key, secret]) => [Number(key), new TeamKey(Number(key), Buffer.from(secret, 'base64'))] as const,
    );
    return new Map(all);
  }

  add(batch: ReturnType<typeof signEntries>): void {
    for (const { author, authorSeq, head, signature, sealed } of batch) {
      const bytes = (text: string) => Buffer.from(text, 'base64');
      const row = {
        author,
        authorSeq,
        head: bytes(head),
        signature: bytes(signature),
        sealed: bytes(sealed),
      };
      this.rows.push({ seq: this.rows.length + 1, ...row });
    }
  }

  read(from: TeamState): TeamState {
    return replay(from, this.keys, this.rows.slice(from.seq)).state;
  }

  /** Returns what is not as it should be in the whole log, such as `7 not-allowed`. */
  notices(): string[] {
    return replay(this.start(), this.keys, this.rows).notices.map(({ seq, kind }) => `${seq} ${kind}`);
  }

  start(): TeamState {
    return emptyTeam(team, this.first, this.founder);
  }
}

/** A console: a key of one person, with the parts of the product that propose, approve, begin and check. */
export class ModelConsole {
  readonly person: string;
  readonly name: string;
  readonly world: ApprovalWorld;
  readonly publicKey: string;
  readonly id: string;
  readonly #key: KeyObject;
  state: TeamState;
  /** The time by which its clock is ahead, in milliseconds. */
  ahead = 0;
  /** The part that is lost of the next entry that is sent: the reply, or the entry. */
  fault: 'reply' | 'entry' | undefined;
  /** The runs in its file, which outlives the session. */
  readonly runs = new Map<string, { run: StoredRun; texts: NewRun['texts']; items: StoredItem[] }>();
  approvals: Approvals;
  gate: RunApprovals;

  constructor(world: ApprovalWorld, person: string, name: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    [this.world, this.person, this.name, this.#key] = [world, person, name, privateKey];
    this.publicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    this.id = idOfKey(this.publicKey);
    this.state = world.log.start();
    [this.approvals, this.gate] = this.#open();
  }

  get member() {
    return { name: this.name, publicKey: this.publicKey, recipient: `age1${'q'.repeat(58)}` };
  }

  get kept(): KeptTeam {
    const { log } = this.world;
    this.state = log.read(this.state.first === log.first ? this.state : log.start());
    const address = { host: '', port: 0, database: '', user: '' };
    return { me: this.id, name: this.name, address, keys: log.secrets, log: this.state, invited: [] };
  }

  get now(): number {
    return this.world.now + this.ahead;
  }

  sign = (bytes: Uint8Array) => sign(null, bytes, this.#key);

  signed = (text: string) => ({ text, signature: this.sign(Buffer.from(text)).toString('base64') });

  /** As a new start of the console: what was only in memory is gone. */
  restart(): void {
    [this.approvals, this.gate] = this.#open();
  }

  /** Writes what a console that was changed would write. */
  write(...contents: EntryContent[]): KeptTeam {
    const dated = contents.map((one) => (one.kind === 'case' ? one : { at: this.now, ...one }));
    const batch = signEntries(this.kept, dated, this.sign);
    const { fault } = this;
    this.fault = undefined;
    if (fault !== 'entry') {
      this.world.log.add(batch);
    }
    if (fault !== undefined) {
      throw new Error('The database did not answer.');
    }
    return this.kept;
  }

  /** Returns the preview of a list, or of what was proposed, read now. */
  draft(conversations: readonly string[], proposal?: Draft['proposal']): Draft {
    const items = this.world.items(conversations);
    const { now, name } = this;
    const draftId = proposal?.proposal.id ?? randomUUID();
    const view = () => ({
      draftId,
      mode: 'DELETE_DATA',
      state: 'ready',
      included: items.length,
      needsApproval: true,
    });
    return {
      environmentId: 'sandbox',
      proposal,
      readAt: now,
      view,
      identity: undefined,
      mode: 'DELETE_DATA',
      settings: { name, kind: 'test', baseUrl: '' },
      items: () => [],
      proposedItems: () => items,
    } as unknown as Draft;
  }

  #open(): [Approvals, RunApprovals] {
    const deps = {
      cases: { index: { team: async () => this.kept } },
      link: { send: async (_name: string, { seq }: { seq: number }) => this.world.content(seq) },
      oneAtATime: (act: () => Promise<unknown>) => act(),
      signer: async () => ({
        keyId: this.id,
        sign: (bytes: Uint8Array) => ({ signature: this.sign(bytes).toString('base64') }),
      }),
      environments: () => new Map([['sandbox', 'sandbox']]),
      now: () => this.now,
      changed: () => undefined,
    } as unknown as LinkedDeps;
    const log = {
      readAll: async () => this.kept,
      append: async (_kept: KeptTeam, contents: EntryContent[]) => this.write(...contents),
    } as unknown as Log;
    const approvals = new Approvals(deps, log);
    const gate = new RunApprovals({
      approvals: {
        isNeeded: () => true,
        nameOf: () => 'sandbox',
        forgetClaim: (id) => approvals.forgetClaim(id),
        open: (id) => approvals.open(id),
        propose: (one) => approvals.propose(one),
        approve: (...given) => approvals.approve(...given),
        reject: (...given) => approvals.reject(...given),
        claim: (...given) => approvals.claim(...given),
      },
      early: noEarly,
      keyId: async () => this.id,
      store: {
        textsOf: (runId: string) => this.runs.get(runId)?.texts,
        readTexts: async () => undefined,
        request: async (_name: string, { runId }: { runId: string }) => this.runs.get(runId)?.run,
      } as never,
      settings: () => ({ readOnly: false, name: this.name, kind: 'test', baseUrl: '' }) as never,
      newId: randomUUID,
      now: () => this.now,
    });
    return [approvals, gate];
  }
}

/** Everything that is true in the model, whatever the consoles believe. */
export class ApprovalWorld {
  readonly log = new SharedLog();
  now = 1_800_000_000_000;
  readonly consoles: ModelConsole[] = [];
  /** The version of what the service has of each conversation. */
  readonly versions = new Map<string, number>();
  /** The roles of members; undefined after they were removed. */
  readonly roles = new Map<ModelConsole, TeamRole | undefined>();
  /** The acts of people with the product: what they saw on screen when they proposed and approved. */
  readonly proposed = new Map<string, { by: ModelConsole; items: ProposedItem[]; at: number }>();
  readonly approved = new Map<string, { by: ModelConsole; carrier: ModelConsole; items: ProposedItem[] }>();
  /** The calls that were sent, by proposal and conversation. */
  readonly sent = new Map<string, ModelConsole>();

  constructor() {
    const founder = this.#add('anna', 'Anna', 'admin');
    this.log.founder = founder.publicKey;
    const keyDigest = this.log.keys.get(1)?.digest ?? '';
    const log = emptyTeam(team, '', founder.publicKey);
    const founded: EntryContent = { kind: 'founded', member: founder.member, keyDigest };
    const batch = signEntries({ me: founder.id, keys: this.log.secrets, log }, [founded], founder.sign);
    this.log.first = sha256(Buffer.from(batch[0]?.head ?? '', 'base64'));
    this.log.add(batch);
    founder.state = this.log.start();
    this.admit('ben', 'Ben', 'approver');
    this.admit('carla', 'Carla', 'reviewer');
    this.admit('dan', 'Dan', 'approver');
    this.admit('ed', 'Ed', 'auditor');
  }

  get founder(): ModelConsole {
    return this.consoles[0] as ModelConsole;
  }

  #add(person: string, name: string, role: TeamRole): ModelConsole {
    const one = new ModelConsole(this, person, name);
    this.consoles.push(one);
    this.roles.set(one, role);
    return one;
  }

  admit(person: string, name: string, role: TeamRole): ModelConsole {
    const one = this.#add(person, name, role);
    this.founder.fault = undefined;
    this.founder.write({ kind: 'admitted', member: one.member, role, invitation: randomUUID() });
    return one;
  }

  setRole(of: ModelConsole, role: TeamRole): void {
    this.founder.fault = undefined;
    this.founder.write({ kind: 'role-set', member: of.id, role });
    this.roles.set(of, role);
  }

  remove(of: ModelConsole): void {
    this.founder.fault = undefined;
    const { log } = this.founder.kept;
    const key = log.key + 1;
    const secret = randomBytes(32);
    this.log.secrets[key] = secret.toString('base64');
    const stay = Object.entries(log.members).filter(
      ([id, { removed }]) => removed === undefined && id !== of.id,
    );
    const keyDigest = new TeamKey(key, secret).digest;
    this.founder.write({
      kind: 'removed',
      member: of.id,
      key,
      keyDigest,
      sealedFor: stay.map(([id]) => id),
    });
    this.roles.set(of, undefined);
  }

  /** Loses the last entries of the log, as far as they say that something began; each console reads it anew. */
  loseClaims(): void {
    while (this.content(this.log.rows.length)?.kind === 'claimed') {
      this.log.rows.pop();
    }
    for (const one of this.consoles) {
      one.state = this.log.start();
    }
  }

  items(conversations: readonly string[]): ProposedItem[] {
    return conversations.map((conversationId) => ({
      conversationId,
      plan: ['DELETE_DATA'],
      status: 'FINISHED',
      state: `v${this.versions.get(conversationId) ?? 0}`,
    }));
  }

  /** Returns the content of an entry, whoever wrote it. */
  content(seq: number): EntryContent | undefined {
    const row = this.log.rows[seq - 1];
    const head = row && readHead(row.head);
    return row?.sealed && head ? this.log.keys.get(head.key)?.open(row.sealed, head) : undefined;
  }

  proposals(): string[] {
    return Object.keys(this.founder.kept.log.proposals ?? {});
  }

  async propose(by: ModelConsole, conversations: readonly string[]): Promise<void> {
    const draft = by.draft(conversations);
    const { draftId } = draft.view();
    try {
      await by.gate.propose(draft, {
        environmentId: 'sandbox',
        draftId,
        reason: 'other',
        count: String(conversations.length),
      });
    } finally {
      // A proposal whose reply was lost was made all the same.
      if (this.proposals().includes(draftId)) {
        this.proposed.set(draftId, { by, items: draft.proposedItems(), at: by.now });
      }
    }
  }

  async approve(by: ModelConsole, id: string, carrier: 'proposer' | 'approver'): Promise<void> {
    const open = await by.approvals.open(id);
    const draft = by.draft(
      open.items.map(({ conversationId }) => conversationId),
      open,
    );
    try {
      await by.gate.approve(draft, { environmentId: 'sandbox', draftId: id, carrier });
    } finally {
      // An approval whose reply was lost was given all the same.
      this.judge(by, id, draft.proposedItems());
    }
  }

  /**
   * Looks at what came of an answer: it counts only where its author may give it.
   * @param items what the author had on screen; what was proposed for an answer that a changed console wrote
   */
  judge(by: ModelConsole, id: string, items = this.proposed.get(id)?.items): void {
    const answer = this.founder.kept.log.proposals?.[id]?.answer;
    const proposed = this.proposed.get(id);
    const { by: author, verdict, carrier } = (answer && readAnswer(answer.statement.text)) ?? {};
    if (author !== by.id || verdict !== 'approved' || this.approved.has(id) || !proposed || !items) {
      return;
    }
    if (!this.mayApprove(by) || !this.mayPropose(proposed.by) || by.person === proposed.by.person) {
      throw new Violation('an answer counts that its author may not give');
    }
    const named = this.consoles.find((one) => one.id === carrier) ?? by;
    this.approved.set(id, { by, carrier: named, items });
  }

  /** Begins what was approved, and records its run as the product does. */
  async begin(by: ModelConsole, id: string): Promise<void> {
    const open = await by.approvals.open(id);
    const draft = by.draft(
      open.items.map(({ conversationId }) => conversationId),
      open,
    );
    const claimed = await by.gate.claim(draft);
    if (claimed === undefined || by.runs.has(claimed.runId)) {
      throw new Violation('a proposal began twice on one console');
    }
    const approved = this.approved.get(id);
    const proposer = this.consoles.find((one) => one.id === open.proposal.by);
    if (!approved || !proposer || !this.mayApprove(approved.by) || !this.mayPropose(proposer)) {
      throw new Violation('something began without two people who may do it');
    }
    const { reason, mode } = open.proposal;
    const run = { runId: claimed.runId, environmentId: 'sandbox', reason, mode } as StoredRun;
    const items = open.items.map(
      ({ conversationId, plan, state }, itemId) =>
        ({
          itemId,
          conversationId,
          plan,
          record: { attempts: 0, approvedState: state },
        }) as unknown as StoredItem,
    );
    by.runs.set(claimed.runId, { run, texts: { actor: by.name, approval: claimed.approval }, items });
    by.approvals.forgetClaim(claimed.runId);
  }

  /** Sends what a run has not sent yet, as far as the last check before each call lets it. */
  async send(by: ModelConsole, runId: string): Promise<void> {
    const { run, items } = by.runs.get(runId) ?? {};
    for (const item of items ?? []) {
      await by.gate.check(run as StoredRun, item, items?.length ?? 0);
      const isSame = item.record.approvedState === `v${this.versions.get(item.conversationId) ?? 0}`;
      if (item.state !== 'done' && isSame) {
        item.state = 'done';
        this.#called(by, runId, item);
      }
    }
  }

  #called(by: ModelConsole, runId: string, { conversationId, plan }: StoredItem): void {
    const proposed = this.proposed.get(runId);
    const approved = this.approved.get(runId);
    const key = `${runId} ${conversationId}`;
    const now = this.items([conversationId])[0];
    if (proposed === undefined || approved === undefined) {
      throw new Violation('one person’s act was sent');
    }
    if (proposed.by.person === approved.by.person) {
      throw new Violation('somebody approved their own act');
    }
    if (this.sent.has(key)) {
      throw new Violation('the same act was sent twice');
    }
    if (approved.carrier !== by) {
      throw new Violation('another console sent it than the one it was approved for');
    }
    const isListed = [proposed, approved].every(({ items }) =>
      items.some((one) => now !== undefined && rootOf([one]) === rootOf([{ ...now, plan }])),
    );
    if (!isListed) {
      throw new Violation('what was sent is not what both saw');
    }
    this.sent.set(key, by);
  }

  /** Returns the number of the console that may begin a proposal. */
  carrierOf(id: string): number {
    return Math.max(0, this.consoles.indexOf(this.approved.get(id)?.carrier ?? this.founder));
  }

  mayApprove(one: ModelConsole): boolean {
    return ['admin', 'approver'].includes(this.roles.get(one) ?? '');
  }

  mayPropose(one: ModelConsole): boolean {
    return ![undefined, 'auditor'].includes(this.roles.get(one));
  }

  textOf(id: string): { text: string; proposal: ReturnType<typeof readProposal> } {
    const text = this.founder.kept.log.proposals?.[id]?.statement.text ?? '';
    return { text, proposal: readProposal(text) };
  }
}

/** An outcome that must never be, whatever the consoles do. */
export class Violation extends Error {}
