import { LRUCache } from 'lru-cache';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import type { TeamNotice, TeamNoticeKind } from '../../../preload/contract/team.ts';
import { allowedKinds, maxAccessHours, type TeamRole } from '../../../preload/contract/team-roles.ts';
import { rulesIn } from '../../../preload/shared/policy-rules.ts';
import { Failure } from '../../common/failure.ts';
import { nameForAll } from '../../common/name-for-all.ts';
import { readTeamPolicy } from '../policy/read-policy.ts';
import { reviewedShare } from '../records/journal/second-review.ts';
import type { TeamMember, TeamPolicy, TeamState } from '../records/journal/team-state.ts';
import { type ApprovalContent, applyApproval, takeApproval, withoutApproval } from './approval-entries.ts';
import {
  aboutNone,
  type CaseContent,
  type ContentReader,
  type EntryContent,
  type EntryHead,
  emptyLog,
  idOfKey,
  isSignedBy,
  logDigest,
  type MemberKeys,
  noPrevious,
  readHead,
  sha256,
} from './entries.ts';

/** The most entries in a row that may be missing, each of which is a notice; and the most places that are read at once. */
const maxMissing = 10_000;

/** An entry as the database returns it: none of it is believed. */
export interface LogRow {
  seq: number;
  author: string;
  authorSeq: number;
  head: Uint8Array;
  signature: Uint8Array;
  /** Null where the database has no content. */
  sealed: Uint8Array | null;
}

/** The result of reading one place of the log. */
export interface ReadPlace {
  seq: number;
  author: string;
  authorSeq: number;
  /** The digest of the log up to here, in hexadecimal. */
  digest: string;
  /** The place and digest of the log that the author had seen; absent where the entry does not verify. */
  seen?: { seq: number; digest: string };
  /** A verified entry about a case, also where its author was not allowed to write it. */
  entry?: CaseContent;
  /** An entry about members that was applied. */
  membership?: MembershipContent;
  /** An entry about a proposal that was applied. */
  approval?: ApprovalContent;
  /** True if the entry is not to be applied. */
  isRefused: boolean;
}

type MembershipContent = Exclude<EntryContent, CaseContent | ApprovalContent>;
/** The subject of an entry that counts. */
type Applied = Pick<ReadPlace, 'entry' | 'membership' | 'approval'>;

export interface Replayed {
  state: TeamState;
  places: ReadPlace[];
  notices: TeamNotice[];
  /** The number of the key without which it cannot go on. */
  missingKey?: number;
}

/** The readers of contents by the number of their key. */
type Keys = Pick<ReadonlyMap<number, ContentReader>, 'get'>;

/** Returns the state of a team before its first entry. */
export function emptyTeam(team: string, first: string, founder: string): TeamState {
  return {
    team,
    first,
    founder,
    seq: 0,
    digest: emptyLog,
    lastHead: '',
    key: 1,
    members: {},
    authors: {},
    keyDigests: {},
    keySince: {},
    invitations: [],
  };
}

/**
 * Reads entries in order. One that does not verify, or was not allowed where it stands, is a notice and nothing else; so is a place without an entry.
 *
 * @param before is not changed
 * @throws Failure team-log-changed if the log does not begin with the team's first entry
 */
export function replay(before: TeamState, keys: Keys, rows: readonly LogRow[]): Replayed {
  const reading = new Replay(structuredClone(before), keys);
  for (const row of rows) {
    if (row.seq > reading.state.seq && !reading.read(row)) {
      break;
    }
  }
  const { state, places, notices, missingKey } = reading;
  return { state, places, notices, ...(missingKey === undefined ? {} : { missingKey }) };
}

class Replay {
  readonly state: TeamState;
  readonly #keys: Keys;
  readonly places: ReadPlace[] = [];
  readonly notices: TeamNotice[] = [];
  missingKey: number | undefined;

  constructor(state: TeamState, keys: Keys) {
    this.state = state;
    this.#keys = keys;
  }

  /** Returns false where what follows cannot be read yet: the reader has no key for it, or it is too much at once. */
  read(row: LogRow): boolean {
    const head = readHead(row.head);
    const publicKey = head && this.#publicKeyOf(row.seq, head);
    const isSigned = publicKey !== undefined && isSignedBy(publicKey, row.head, row.signature);
    if (row.seq === 1 && !(isSigned && sha256(row.head) === this.state.first)) {
      throw new Failure({
        code: 'team-log-changed',
        message:
          'The team’s log does not begin with the entry that the invitation names. Nothing of it was used.',
        hint: 'Ask the admin who invited you whether the address is right.',
      });
    }
    const key = head === undefined ? undefined : this.#keys.get(head.key);
    if (isSigned && head !== undefined && key === undefined && head.key <= this.state.key) {
      this.missingKey = head.key;
      return false;
    }
    if (row.seq - this.state.seq > maxMissing) {
      throw new Failure({
        code: 'team-log-changed',
        message: `More than ${maxMissing.toLocaleString('en')} entries are missing in the team’s database after entry ${this.state.seq}. Nothing more is read or sent.`,
        hint: 'Ask its administrator.',
      });
    }
    if (this.places.length > 0 && this.places.length + row.seq - this.state.seq > maxMissing) {
      // The rest is read next, so that no reply of the database becomes more than that at once.
      return false;
    }
    for (; this.state.seq < row.seq - 1; this.#place(this.state.seq + 1)) {
      this.#notice('missing', this.state.seq + 1);
    }
    if (head === undefined || !isSigned || head.team !== this.state.team || !matches(row, head)) {
      this.#notice('not-signed', row.seq, row.author);
      this.#place(row.seq, row);
      return true;
    }
    const { refusal, ...applied } = this.#apply(row, head, key);
    if (refusal !== undefined) {
      this.#notice(refusal, row.seq, head.author);
    }
    this.#place(row.seq, row, head, applied, refusal !== undefined);
    return true;
  }

  /** Returns the entry about a case, and why an entry is not applied. */
  #apply(
    row: LogRow,
    head: EntryHead,
    key: ContentReader | undefined,
  ): { refusal?: TeamNoticeKind } & Applied {
    const last = this.state.authors[head.author] ?? { seq: 0, digest: noPrevious };
    if (head.authorSeq <= last.seq || (head.authorSeq === last.seq + 1 && head.previous !== last.digest)) {
      return { refusal: 'repeated' };
    }
    if (head.authorSeq > last.seq + 1) {
      this.#notice('missing-of-author', row.seq, head.author);
    }
    this.state.authors[head.author] = { seq: head.authorSeq, digest: sha256(row.head) };
    const author = this.state.members[head.author];
    if (author?.removed !== undefined) {
      return { refusal: 'removed-member' };
    }
    if (row.sealed === null) {
      return { refusal: 'content-missing' };
    }
    const isOldKey = head.key < this.state.key && head.seen >= (this.state.keySince[this.state.key] ?? 0);
    if (key === undefined || isOldKey) {
      return { refusal: 'old-key' };
    }
    const content = key.open(row.sealed, head);
    if (content === undefined) {
      return { refusal: 'content-changed' };
    }
    if (content.kind === 'case') {
      const isAbout = key.about(content.environment, content.conversation) === head.about;
      const isAllowed = author !== undefined && allowedKinds[author.role].includes(content.entry);
      if (!isAbout) {
        return { refusal: 'content-changed' };
      }
      return isAllowed
        ? { entry: this.#checked(row.seq, head, content, key) }
        : { refusal: 'not-allowed', entry: content };
    }
    if (head.about !== aboutNone) {
      return { refusal: 'not-allowed' };
    }
    if (content.kind === 'proposed' || content.kind === 'answered' || content.kind === 'claimed') {
      return applyApproval(this.state, row.seq, head.author, content)
        ? { approval: content }
        : { refusal: 'not-allowed' };
    }
    return this.#membership(row.seq, head.author, author, content, key)
      ? { membership: content }
      : { refusal: 'not-allowed' };
  }

  /**
   * Returns an entry about a case as it counts: without an approval that it names and the log does not have for it, and drawn for a second review where the
   * policy that its author knew has it drawn.
   */
  #checked(
    seq: number,
    { author, ...head }: EntryHead,
    content: CaseContent,
    key: ContentReader,
  ): CaseContent {
    let { details } = content;
    const alone = withoutApproval(details);
    const isNamed = Object.keys(alone).length < Object.keys(details).length;
    if (isNamed && !takeApproval(this.state, author, content)) {
      this.#notice('not-approved', seq, author);
      details = alone;
    }
    const lastSeq = Math.min(content.known ?? head.seen, head.seen);
    const { policy, keySince } = this.state;
    const isKnown = policy !== undefined && lastSeq >= Math.max(policy.seq, keySince[head.key] ?? 0);
    if (isKnown && content.entry === 'decided' && mustDraw(policy, content, key)) {
      details = { ...details, secondReview: true };
    }
    return { ...content, details };
  }

  /** Applies an entry about members. Returns false if its author may not do that. */
  #membership(
    seq: number,
    authorId: string,
    author: TeamMember | undefined,
    content: MembershipContent,
    key: ContentReader,
  ): boolean {
    const { state } = this;
    if (content.kind === 'founded') {
      if (seq !== 1 || idOfKey(content.member.publicKey) !== authorId || content.keyDigest !== key.digest) {
        return false;
      }
      state.members[authorId] = { ...content.member, role: 'admin' };
      state.keyDigests[1] = content.keyDigest;
      state.keySince[1] = 1;
      return true;
    }
    if (content.kind === 'recovered') {
      return recoveryId(state) === authorId && this.#recover(seq, content.member);
    }
    if (author?.role !== 'admin') {
      return false;
    }
    if (content.kind === 'copies-set') {
      state.forgetsCopies = content.forget;
      return true;
    }
    if (content.kind === 'policy-set') {
      const { at = 0, text } = content;
      state.policy = { seq, by: authorId, at, ...omitUndefined({ text }) };
      return true;
    }
    if (content.kind === 'recovery-set') {
      state.recovery = content.key === state.key ? content.recovery : state.recovery;
      return content.key === state.key;
    }
    if (content.kind === 'admitted') {
      // An invitation works once.
      if (state.invitations.includes(content.invitation) || !this.#add(content.member, content.role)) {
        return false;
      }
      state.invitations.push(content.invitation);
      return true;
    }
    const member = state.members[content.member];
    const admins = present(state).filter(([, { role }]) => role === 'admin');
    const isLastAdmin = member?.role === 'admin' && admins.length === 1;
    if (member === undefined || member.removed !== undefined || isLastAdmin) {
      return false;
    }
    if (content.kind === 'role-set') {
      member.role = content.role;
      delete member.access;
      return true;
    }
    if (content.kind === 'access-granted') {
      const { at = 0, until, reason } = content;
      if (member.role !== 'auditor' || until - at > maxAccessHours * 3_600_000) {
        return false;
      }
      member.access = { until, reason };
      return true;
    }
    const stay = sealedFor(state, content.member).map(({ id }) => id);
    if (content.key !== state.key + 1 || content.sealedFor.toSorted().join() !== stay.toSorted().join()) {
      return false;
    }
    member.removed = seq;
    state.key = content.key;
    state.keyDigests[content.key] = content.keyDigest;
    state.keySince[content.key] = seq;
    return true;
  }

  /** Adds a member. Returns false where the key or the name is that of another one: a key is that of one member for ever. */
  #add(member: MemberKeys, role: TeamRole): boolean {
    const { state } = this;
    const id = idOfKey(member.publicKey);
    if (state.members[id] !== undefined || present(state).some(([, { name }]) => name === member.name)) {
      return false;
    }
    state.members[id] = { ...member, role };
    return true;
  }

  /** Makes who used the recovery file an admin, once: a new member, or one who is in the team. */
  #recover(seq: number, keys: MemberKeys): boolean {
    const { state } = this;
    const id = idOfKey(keys.publicKey);
    const isThere = state.members[id] !== undefined && state.members[id].removed === undefined;
    if (!isThere && !this.#add(keys, 'admin')) {
      return false;
    }
    const { access: _access, ...member } = state.members[id] as TeamMember;
    // Keys for a member who left and came back are sealed for the new recipient.
    state.members[id] = { ...member, recipient: keys.recipient, role: 'admin', recovered: seq };
    delete state.recovery;
    return true;
  }

  #publicKeyOf(seq: number, { author }: EntryHead): string | undefined {
    const { founder, members, recovery } = this.state;
    if (seq === 1) {
      return idOfKey(founder) === author ? founder : undefined;
    }
    return (
      members[author]?.publicKey ?? (recoveryId(this.state) === author ? recovery?.publicKey : undefined)
    );
  }

  #notice(kind: TeamNoticeKind, seq: number, author?: string): void {
    this.notices.push({ seq, kind, ...(author === undefined ? {} : { author }) });
  }

  #place(seq: number, row?: LogRow, head?: EntryHead, applied: Applied = {}, isRefused = true): void {
    const digest = logDigest(this.state.digest, row?.head ?? 'missing');
    this.state.seq = seq;
    this.state.digest = digest;
    this.state.lastHead = Buffer.from(row?.head ?? []).toString('base64');
    this.places.push({
      seq,
      digest,
      author: head?.author ?? '',
      authorSeq: head?.authorSeq ?? 0,
      isRefused,
      ...(head === undefined ? {} : { seen: { seq: head.seen, digest: head.seenDigest } }),
      ...applied,
    });
  }
}

function matches(row: LogRow, head: EntryHead): boolean {
  return row.author === head.author && row.authorSeq === head.authorSeq;
}

/** Returns the id by which the recovery file writes; undefined without one. */
export function recoveryId({ recovery }: TeamState): string | undefined {
  return recovery && idOfKey(recovery.publicKey);
}

/** Returns for whom a new key is sealed: the members but for one who is removed, and the recovery file. */
export function sealedFor(state: TeamState, removed: string): { id: string; recipient: string }[] {
  const stay = present(state).map(([id, { recipient }]) => ({ id, recipient }));
  const { recovery } = state;
  return [
    ...stay.filter(({ id }) => id !== removed),
    ...(recovery === undefined ? [] : [{ id: idOfKey(recovery.publicKey), recipient: recovery.recipient }]),
  ];
}

/** Returns the members who were not removed. */
export function present(state: TeamState): [string, TeamMember][] {
  return Object.entries(state.members).filter(([, { removed }]) => removed === undefined);
}

/** Policies as they were read, by their text. */
const policies = new LRUCache<string, PolicyInForce>({ max: 2 });

/**
 * Returns whether the policy of the team has a decision drawn for a second review, whatever was found and whatever the environment is on a console: by the rules
 * for all environments and those for one that the policy sets up. Consoles may differ in the rest.
 */
function mustDraw(
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
