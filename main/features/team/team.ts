import { randomBytes, randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { TeamConnection, TeamView } from '../../../preload/contract/team.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import { Failure } from '../../common/failure.ts';
import { RequestWorker, type Send } from '../../common/workers/request-worker.ts';
import type { ConsoleSigner } from '../records/console-key/console-key.ts';
import type { KeptTeam, PlaceToKeep, TeamReading, UnsentEntry } from '../records/journal/team-log.ts';
import type { DatabaseAddress } from './database.ts';
import { type EntryContent, idOfKey, type MemberKeys, sha256, TeamKey } from './entries.ts';
import {
  grantKey,
  invitationLine,
  invitationMs,
  joinCode,
  joinRequest,
  type KeyGrant,
  openGrant,
  readInvitation,
  readJoinRequest,
} from './joining.ts';
import type { LinkRequests } from './link-service.ts';
import { caseContents, signEntries } from './outgoing.ts';
import { emptyTeam, present, type ReadPlace } from './replay.ts';
import type { MemberSecrets } from './secrets.ts';

/** How long the wait for a notice is before the log is read anyway, in milliseconds. */
const pollMs = 5_000;
/** The waits after failed attempts to connect, in milliseconds. */
const retryMs = [1_000, 2_000, 5_000, 15_000, 30_000];
const requestMs = 120_000;
const heapMb = 512;
const dayMs = 24 * 60 * 60 * 1000;
/** Entries sent at once. */
const sentAtOnce = 200;

/** The list of cases and the journal, as the team needs them. */
export interface TeamStore {
  team(): Promise<KeptTeam | undefined>;
  view(): Promise<{
    kept: KeptTeam | undefined;
    notices: TeamView['notices'];
    waiting: number;
    unsent: number;
  }>;
  save(team: KeptTeam): Promise<void>;
  keep(reading: TeamReading): Promise<void>;
  keepWaiting(environments: ReadonlyMap<string, string>): Promise<void>;
  unsent(max: number): Promise<UnsentEntry[]>;
  /** Returns whether the last decision on a case is another member's, made since a time. */
  isDecidedByOther(environmentId: string, conversationId: string, since: number): Promise<boolean>;
  leave(): Promise<void>;
}

export interface TeamDeps {
  store: TeamStore;
  secrets: MemberSecrets;
  signer(): Promise<ConsoleSigner>;
  /** The names that all consoles use of the environments, by id. */
  environments(): ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. */
  now(): number;
  changed(): void;
  /** Called with each password and key, to be kept out of what leaves main. */
  secretKnown(secrets: readonly string[]): void;
  log(error: unknown): void;
}

/** What the database says beside the log; none of it is believed for more than it shows. */
interface Around {
  progress: Map<string, { seq: number; at: number }>;
  requests: { invitation: string; member: MemberKeys; code: string }[];
  claims: Map<string, string>;
}

/** The console as a member of a team: reads the log, sends what was done here, and what is done with members. */
export class Team {
  readonly #deps: TeamDeps;
  /** One at a time, so that each entry follows the one before. */
  readonly #oneAtATime = pLimit(1);
  #link: RequestWorker<LinkRequests> | undefined;
  /** The id of the team that the link is connected to. */
  #connectedTo: string | undefined;
  #connection: TeamConnection = { state: 'connecting' };
  #around: Around = { progress: new Map(), requests: [], claims: new Map() };
  #reported = -1;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #wake: () => void = () => undefined;
  #claimed: string | undefined;

  constructor(deps: TeamDeps) {
    this.#deps = deps;
  }

  /** Begins to read and send, where there is a team. Does nothing while it does. */
  start(): void {
    this.#running ??= this.#run()
      .catch(this.#deps.log)
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Called when something was entered in the journal, or an environment changed. */
  wake(): void {
    if (this.#running !== undefined) {
      this.#wake();
      void this.#link?.request('wakeUp', undefined as never).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#link?.close();
    await this.#running;
  }

  async view(): Promise<TeamView | undefined> {
    const { kept, notices, waiting, unsent } = await this.#deps.store.view();
    if (kept === undefined) {
      return undefined;
    }
    const { me, address, joining, log } = kept;
    const { progress, requests } = this.#around;
    const stage =
      joining !== undefined ? 'waiting' : log.members[me]?.removed === undefined ? 'member' : 'removed';
    return {
      ...{
        stage,
        address,
        me,
        notices,
        waiting,
        unsent,
        entries: log.seq,
        connection: this.#connection,
      },
      ...(joining === undefined ? {} : { code: joining.code }),
      members: Object.entries(log.members).map(([id, { name, role, removed }]) => {
        const read = progress.get(id);
        return {
          ...{ id, name, role, isRemoved: removed !== undefined },
          ...(read === undefined ? {} : { read: read.seq, readAt: read.at }),
        };
      }),
      invitations: kept.invited
        .filter(({ id, until }) => until > this.#deps.now() && !log.invitations.includes(id))
        .map(({ id }) => id),
      requests: requests.map(({ invitation, member, code }) => ({ invitation, name: member.name, code })),
    };
  }

  /** @throws Failure team-unreachable, team-refused, not-supported-here */
  create(address: DatabaseAddress, name: string): Promise<void> {
    return this.#begin(
      address,
      async (send, member, identity) => {
        const signer = await this.#deps.signer();
        const [team, secret] = [randomUUID(), randomBytes(32)];
        const keyDigest = new TeamKey(1, secret).digest;
        const keys = { 1: secret.toString('base64') };
        const log = emptyTeam(team, '', member.publicKey);
        const content: EntryContent = { kind: 'founded', member: { ...member, name }, keyDigest };
        const batch = signEntries({ me: signer.keyId, keys, log }, [content], signWith(signer));
        const first = sha256(Buffer.from(batch[0]?.head ?? '', 'base64'));
        await send('call', { name: 'create_team', values: [team] });
        await send('call', { name: 'append', values: [team, JSON.stringify(batch)] });
        await this.#deps.secrets.save(team, { password: address.password, identity });
        const kept = {
          me: signer.keyId,
          name,
          address: withoutPassword(address),
          keys,
          log: { ...log, first },
        };
        await this.#deps.store.save({ ...kept, invited: [] });
      },
      name,
    );
  }

  /** @throws Failure invalid-input, team-unreachable, team-refused, not-supported-here */
  join(line: string, login: { user: string; password: string }, name: string): Promise<void> {
    const invitation = readInvitation(line, this.#deps.now());
    const { host, port, database, authority, team, first, founder, id, secret, admin } = invitation;
    const address = { host, port, database, authority, ...login };
    return this.#begin(
      address,
      async (send, member, identity) => {
        await send('call', { name: 'ask_to_join', values: [team, id, joinRequest(invitation, member)] });
        await this.#deps.secrets.save(team, { password: address.password, identity });
        await this.#deps.store.save({
          ...{
            me: idOfKey(member.publicKey),
            name,
            address: withoutPassword(address),
            keys: {},
            invited: [],
          },
          joining: { id, secret, admin, code: joinCode(invitation, member) },
          log: emptyTeam(team, first, founder),
        });
      },
      name,
    );
  }

  /** Uses another address or login of the same database. @throws Failure team-unreachable, team-refused: nothing was changed */
  async reconnect(address: DatabaseAddress): Promise<void> {
    await this.#oneAtATime(async () => {
      const kept = await this.#deps.store.team();
      if (kept === undefined) {
        throw refused('This console is in no team.');
      }
      const { team } = kept.log;
      const { identity } = await this.#deps.secrets.read(team);
      this.#deps.secretKnown([address.password, identity]);
      await this.#disconnect();
      await this.#send('open', address);
      await this.#send('call', { name: 'progress_of', values: [team] });
      await this.#deps.secrets.save(team, { password: address.password, identity });
      await this.#deps.store.save({ ...kept, address: withoutPassword(address) });
      this.#connectedTo = team;
    });
    this.#wake();
    this.#deps.changed();
  }

  /** Returns an invitation as one line. */
  invite(): Promise<{ invitation: string; line: string; until: number }> {
    return this.#oneAtATime(async () => {
      const kept = await this.#asAdmin();
      const until = this.#deps.now() + invitationMs;
      const [id, secret] = [randomUUID(), randomBytes(32).toString('base64')];
      const { host, port, database, authority } = kept.address;
      const { team, first, founder, members } = kept.log;
      const admin = members[kept.me]?.publicKey ?? '';
      const invited = [...kept.invited.filter((one) => one.until > this.#deps.now()), { id, secret, until }];
      await this.#deps.store.save({ ...kept, invited });
      const address = { host, port, database, ...(authority === undefined ? {} : { authority }) };
      this.#deps.changed();
      const line = invitationLine({ ...address, team, first, founder, admin, id, secret, until });
      return { invitation: id, line, until };
    });
  }

  /** Admits who asked with an invitation, by the code that was compared: an entry, and every key of the team sealed for them. */
  admit(invitation: string, code: string, role: TeamRole): Promise<void> {
    return this.#oneAtATime(async () => {
      let kept = await this.#asAdmin();
      const request = this.#around.requests.find((one) => one.invitation === invitation);
      if (request === undefined) {
        throw refused('Nobody asks to join with this invitation any more.');
      }
      if (request.code !== code) {
        throw refused(
          'Another console asks with this invitation now. Nobody was admitted: compare the code again.',
        );
      }
      const id = idOfKey(request.member.publicKey);
      const isNameTaken = present(kept.log).some(
        ([other, { name }]) => other !== id && name === request.member.name,
      );
      if (isNameTaken) {
        throw refused(
          'Somebody in the team has this name already. Nobody was admitted: ask them to join with another name.',
        );
      }
      // First, so that an admission whose entry could not be written can be made again.
      await this.#grant(kept, [{ id, recipient: request.member.recipient }], kept.keys);
      kept = await this.#enter(kept, { kind: 'admitted', member: request.member, role, invitation });
      if (kept.log.members[id]?.recipient !== request.member.recipient) {
        throw refused('This key is in the team already, or the invitation was used. Nobody was admitted.');
      }
      await this.#answer(kept, invitation);
    });
  }

  refuse(invitation: string): Promise<void> {
    return this.#oneAtATime(async () => this.#answer(await this.#asAdmin(), invitation));
  }

  setRole(member: string, role: TeamRole): Promise<void> {
    return this.#oneAtATime(async () => {
      const kept = await this.#enter(await this.#asAdmin(), { kind: 'role-set', member, role });
      if (kept.log.members[member]?.role !== role) {
        throw refused('The role was not changed: a team has at least one admin.');
      }
    });
  }

  /** Removes a member: a new key is sealed for those who stay, and counts from the entry on. */
  remove(member: string): Promise<void> {
    return this.#oneAtATime(async () => {
      const kept = await this.#asAdmin();
      const stay = present(kept.log).filter(([id]) => id !== member);
      const [key, secret] = [kept.log.key + 1, randomBytes(32)];
      const keyDigest = new TeamKey(key, secret).digest;
      // First, so that nobody is without it once it counts.
      await this.#grant(
        kept,
        stay.map(([id, { recipient }]) => ({ id, recipient })),
        { [key]: secret.toString('base64') },
      );
      const sealedFor = stay.map(([id]) => id);
      const after = await this.#enter(kept, { kind: 'removed', member, key, keyDigest, sealedFor });
      if (after.log.members[member]?.removed === undefined) {
        throw refused('Nobody was removed: the team changed meanwhile, or this is its last admin.');
      }
    });
  }

  async leave(): Promise<void> {
    await this.#oneAtATime(async () => {
      const kept = await this.#deps.store.team();
      if (kept !== undefined) {
        await this.#deps.store.leave();
        await this.#deps.secrets.forget(kept.log.team);
      }
      this.#around = { progress: new Map(), requests: [], claims: new Map() };
    });
    this.wake();
    this.#deps.changed();
  }

  /** Returns the name of the other member who works on a case. */
  async holder(environmentId: string, conversationId: string): Promise<{ isTeam: boolean; holder?: string }> {
    if (this.#running === undefined) {
      return { isTeam: false };
    }
    const kept = this.#around.claims.size === 0 ? undefined : await this.#deps.store.team();
    const subject = kept && this.#subject(kept, environmentId, conversationId);
    const id = subject && this.#around.claims.get(subject);
    const holder = id === undefined || id === kept?.me ? undefined : kept?.log.members[id]?.name;
    return { isTeam: true, ...(holder === undefined ? {} : { holder }) };
  }

  /** Takes the first of the cases that nobody else has or decided; the first of all without a team or a connection. */
  async takeNext(environmentId: string, conversationIds: readonly string[]): Promise<string | undefined> {
    if (this.#running === undefined || this.#connection.state !== 'connected') {
      return conversationIds[0];
    }
    try {
      return await this.#take(environmentId, conversationIds);
    } catch (error) {
      if (error instanceof Failure) {
        // The connection was just lost: work goes on without claims.
        return conversationIds[0];
      }
      throw error;
    }
  }

  async #take(environmentId: string, conversationIds: readonly string[]): Promise<string | undefined> {
    const kept = await this.#deps.store.team();
    if (kept === undefined || !isWorking(kept)) {
      return conversationIds[0];
    }
    const { team } = kept.log;
    const before = this.#claimed;
    let found: string | undefined;
    for (const conversationId of conversationIds) {
      const subject = this.#subject(kept, environmentId, conversationId);
      if (subject === undefined) {
        return conversationId;
      }
      if (await this.#deps.store.isDecidedByOther(environmentId, conversationId, this.#deps.now() - dayMs)) {
        continue;
      }
      const values = [team, Buffer.from(subject, 'hex'), kept.me];
      const [taken] = await this.#send('call', { name: 'take_claim', values });
      if (taken?.take_claim === kept.me) {
        this.#claimed = subject;
        found = conversationId;
        break;
      }
    }
    if (before !== undefined && (found === undefined || before !== this.#claimed)) {
      this.#claimed = found === undefined ? undefined : this.#claimed;
      const values = [team, Buffer.from(before, 'hex'), kept.me];
      await this.#send('call', { name: 'end_claim', values });
    }
    return found;
  }

  async #run(): Promise<void> {
    for (let failed = 0; !this.#isClosed; ) {
      const kept = await this.#deps.store.team();
      if (kept === undefined || (kept.joining === undefined && !isWorking(kept))) {
        await this.#disconnect();
        return;
      }
      try {
        await this.#oneAtATime(() => this.#step());
        failed = 0;
        this.#say({ state: 'connected' });
        await this.#send('wait', { ms: pollMs });
      } catch (error) {
        if (this.#isClosed) {
          return;
        }
        await this.#disconnect();
        const failure = error instanceof Failure ? error : undefined;
        if (failure === undefined) {
          this.#deps.log(error);
        }
        const state = failure?.code === 'team-log-changed' ? 'stopped' : 'interrupted';
        const message = failure?.message ?? 'An unexpected error occurred in Assay.';
        this.#say({ state, message, ...(failure?.hint === undefined ? {} : { hint: failure.hint }) });
        await this.#pause(retryMs[Math.min(failed, retryMs.length - 1)] ?? 0);
        failed += 1;
      }
    }
  }

  /** Reads all that is new, sends what is not sent yet, and looks around. */
  async #step(): Promise<void> {
    const kept = await this.#readAll();
    if (kept !== undefined && isWorking(kept)) {
      await this.#sendAll(kept);
      await this.#lookAround();
    }
  }

  /** Returns the team after all that is new was read. */
  async #readAll(): Promise<KeptTeam | undefined> {
    for (;;) {
      const kept = await this.#deps.store.team();
      if (kept === undefined) {
        return undefined;
      }
      await this.#connect(kept);
      if (kept.joining !== undefined && Object.keys(kept.keys).length === 0) {
        // Of the others the log has to say which they are.
        const keys = await this.#grantedKeys(kept, 1);
        if (Object.keys(keys).length === 0) {
          return kept;
        }
        await this.#deps.store.save({ ...kept, keys });
        continue;
      }
      const { state, places, notices, missingKey, isAll } = await this.#send('read', {
        state: kept.log,
        keys: kept.keys,
      });
      const isKeyNew = isWorking({ ...kept, log: state }) && kept.keys[state.key] === undefined;
      const wanted = missingKey ?? (isKeyNew ? state.key : undefined);
      const keys = wanted === undefined ? {} : await this.#grantedKeys({ ...kept, log: state }, wanted);
      if (places.length === 0 && Object.keys(keys).length === 0) {
        if (missingKey !== undefined && isPresent(kept)) {
          throw new Failure({
            code: 'team-unreachable',
            message: `The database does not have the key that this console needs for entry ${kept.log.seq + 1}. Nothing more is read until it has.`,
            hint: 'Ask an admin of the team and the administrator of the database.',
            retryable: true,
          });
        }
        return kept;
      }
      const isAdmitted = state.members[kept.me] !== undefined;
      const { joining, ...rest } = kept;
      const team = {
        ...{ ...rest, keys: { ...kept.keys, ...keys }, log: state },
        ...(joining === undefined || isAdmitted ? {} : { joining }),
      };
      const environments = byName(this.#deps.environments());
      await this.#deps.store.keep({
        team,
        notices,
        places: places.map((place) =>
          placeToKeep(place, state.members[place.author]?.name ?? '', environments),
        ),
      });
      this.#deps.changed();
      if (isAll && Object.keys(keys).length === 0) {
        return team;
      }
    }
  }

  async #sendAll(before: KeptTeam): Promise<void> {
    let kept = before;
    let sent: number | undefined;
    const names = this.#deps.environments();
    await this.#deps.store.keepWaiting(byName(names));
    for (;;) {
      const unsent = await this.#deps.store.unsent(sentAtOnce);
      const contents = caseContents(kept, unsent, (environmentId) => names.get(environmentId));
      if (contents.length === 0) {
        return;
      }
      const [first] = contents;
      if (first?.local === sent) {
        throw notKept();
      }
      sent = first?.local;
      kept = await this.#append(kept, contents);
    }
  }

  /** Appends one entry about members, after all that is new was read. Returns the team afterwards. */
  async #enter(kept: KeptTeam, content: EntryContent): Promise<KeptTeam> {
    return this.#append(kept, [content]);
  }

  async #append(kept: KeptTeam, contents: readonly EntryContent[]): Promise<KeptTeam> {
    const batch = signEntries(kept, contents, signWith(await this.#signerOf(kept)));
    await this.#send('call', { name: 'append', values: [kept.log.team, JSON.stringify(batch)] });
    const after = await this.#readAll();
    if (after === undefined) {
      throw refused('This console left the team meanwhile.');
    }
    if ((after.log.authors[kept.me]?.seq ?? 0) < (batch.at(-1)?.authorSeq ?? 0)) {
      throw notKept();
    }
    return after;
  }

  async #lookAround(): Promise<void> {
    const kept = await this.#deps.store.team();
    if (kept === undefined) {
      return;
    }
    const { team, seq } = kept.log;
    if (this.#reported !== seq) {
      await this.#send('call', { name: 'report_progress', values: [team, kept.me, seq] });
      this.#reported = seq;
    }
    const [progress, requests, claims] = await Promise.all([
      this.#send('call', { name: 'progress_of', values: [team] }),
      kept.invited.length === 0 ? [] : this.#send('call', { name: 'join_requests', values: [team] }),
      this.#send('call', { name: 'claims', values: [team] }),
    ]);
    const before = JSON.stringify(this.#around, (_name, value) =>
      value instanceof Map ? [...value] : value,
    );
    this.#around = {
      progress: new Map(
        progress
          .map((row) => [String(row.member), { seq: Number(row.seq), at: Number(row.at) }] as const)
          .filter(([, one]) => Number.isSafeInteger(one.seq) && Number.isSafeInteger(one.at)),
      ),
      requests: requests.flatMap((row) => this.#requestOf(kept, row) ?? []),
      claims: new Map(
        claims.map((row) => [Buffer.from(row.subject as Uint8Array).toString('hex'), String(row.member)]),
      ),
    };
    if (
      JSON.stringify(this.#around, (_name, value) => (value instanceof Map ? [...value] : value)) !== before
    ) {
      this.#deps.changed();
    }
  }

  /** Returns a request to join that was made with the secret of an invitation of this console, in its time. */
  #requestOf(kept: KeptTeam, row: Record<string, unknown>): Around['requests'][number] | undefined {
    const invited = kept.invited.find(({ id, until }) => id === row.invitation && until > this.#deps.now());
    const admin = kept.log.members[kept.me]?.publicKey ?? '';
    if (invited === undefined || kept.log.invitations.includes(invited.id)) {
      return undefined;
    }
    const { team, first } = kept.log;
    const secret = { team, first, admin, id: invited.id, secret: invited.secret };
    const member = readJoinRequest(secret, row.request as Uint8Array);
    return member && { invitation: invited.id, member, code: joinCode(secret, member) };
  }

  async #answer(kept: KeptTeam, invitation: string): Promise<void> {
    await this.#send('call', { name: 'answer_request', values: [kept.log.team, invitation] });
    await this.#deps.store.save({ ...kept, invited: kept.invited.filter(({ id }) => id !== invitation) });
    const requests = this.#around.requests.filter((one) => one.invitation !== invitation);
    this.#around = { ...this.#around, requests };
    this.#deps.changed();
  }

  async #grant(
    kept: KeptTeam,
    members: readonly { id: string; recipient: string }[],
    keys: Record<number, string>,
  ): Promise<void> {
    const { team } = kept.log;
    const sign = signWith(await this.#signerOf(kept));
    const grants = await Promise.all(
      members.flatMap((member) =>
        Object.entries(keys).map(async ([number, secret]) => {
          const key = { number: Number(number), secret: Buffer.from(secret, 'base64') };
          const { sealed, signature } = await grantKey(team, member, key, sign);
          const texts = {
            sealed: Buffer.from(sealed).toString('base64'),
            signature: Buffer.from(signature).toString('base64'),
          };
          return { member: member.id, key: key.number, ...texts };
        }),
      ),
    );
    await this.#send('call', { name: 'grant_keys', values: [team, JSON.stringify(grants)] });
  }

  /** Returns a key that an admin sealed for this console, which must be the one that the log names. */
  async #grantedKeys({ me, log, joining }: KeptTeam, wanted: number): Promise<Record<number, string>> {
    const { identity } = await this.#deps.secrets.read(log.team);
    const admins = present(log).filter(([, { role }]) => role === 'admin');
    const known = [
      ...admins.map(([, { publicKey }]) => publicKey),
      ...(joining === undefined ? [] : [joining.admin]),
    ];
    const found: Record<number, string> = {};
    for (const row of await this.#send('call', { name: 'key_grants', values: [log.team, me] })) {
      const [sealed, signature] = [row.sealed as Uint8Array, row.signature as Uint8Array];
      const grant: KeyGrant = { member: me, key: Number(row.key_number), sealed, signature };
      if (grant.key !== wanted) {
        continue;
      }
      const secret = await openGrant(log.team, grant, identity, known);
      const expected = log.keyDigests[grant.key];
      if (
        secret !== undefined &&
        (expected === undefined || new TeamKey(grant.key, secret).digest === expected)
      ) {
        found[grant.key] = secret.toString('base64');
      }
    }
    return found;
  }

  /** Returns the team, of which this console must be an admin, after all that is new was read. */
  async #asAdmin(): Promise<KeptTeam> {
    const kept = await this.#readAll();
    const member = kept?.log.members[kept.me];
    if (kept === undefined || member?.role !== 'admin' || member.removed !== undefined) {
      throw refused('Only an admin of the team may do that. Nothing was changed.');
    }
    return kept;
  }

  async #signerOf({ me }: KeptTeam): Promise<ConsoleSigner> {
    const signer = await this.#deps.signer();
    if (signer.keyId !== me) {
      throw refused('This console has another key than the one it joined the team with. Nothing is sent.');
    }
    return signer;
  }

  #subject(kept: KeptTeam, environmentId: string, conversationId: string): string | undefined {
    const name = this.#deps.environments().get(environmentId);
    const key = kept.keys[kept.log.key];
    return name === undefined || key === undefined
      ? undefined
      : new TeamKey(kept.log.key, Buffer.from(key, 'base64')).about(name, conversationId);
  }

  /** Connects with an address for the first time, and begins to read once `act` has saved the team. */
  async #begin(
    address: DatabaseAddress,
    act: (send: Send<LinkRequests>, member: MemberKeys, identity: string) => Promise<void>,
    name: string,
  ): Promise<void> {
    await this.#running;
    await this.#oneAtATime(async () => {
      if ((await this.#deps.store.team()) !== undefined) {
        throw refused('This console is in a team already.');
      }
      const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
      const identity = await generateX25519Identity();
      const recipient = await identityToRecipient(identity);
      const { publicKey } = await this.#deps.signer();
      this.#deps.secretKnown([address.password, identity]);
      try {
        await this.#send('open', address);
        await act(this.#send, { name, publicKey, recipient }, identity);
      } finally {
        await this.#disconnect();
      }
    });
    this.#reported = -1;
    this.#say({ state: 'connecting' });
    this.start();
  }

  async #connect({ log, address }: KeptTeam): Promise<void> {
    if (this.#connectedTo !== log.team) {
      const { password, identity } = await this.#deps.secrets.read(log.team);
      this.#deps.secretKnown([password, identity]);
      await this.#send('open', { ...address, password });
      this.#connectedTo = log.team;
    }
  }

  async #disconnect(): Promise<void> {
    this.#connectedTo = undefined;
    const link = this.#link;
    this.#link = undefined;
    await link?.close();
  }

  readonly #send: Send<LinkRequests> = (name, input, options) => {
    this.#link ??= new RequestWorker<LinkRequests>({
      url: new URL('./link-worker.ts', import.meta.url),
      name: 'team',
      timeoutMs: requestMs,
      heapMb,
      prepare: async () => undefined,
    });
    return this.#link.request(name, input, options);
  };

  #say(connection: TeamConnection): void {
    if (JSON.stringify(connection) !== JSON.stringify(this.#connection)) {
      this.#connection = connection;
      this.#deps.changed();
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}

/** Returns the ids of environments, by the name that all consoles use: what a member wrote looks it up. */
function byName(environments: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...environments].map(([id, name]) => [name, id]));
}

/** Returns whether this console is a member. */
function isWorking(kept: KeptTeam): boolean {
  return kept.joining === undefined && isPresent(kept);
}

function isPresent({ log, me }: KeptTeam): boolean {
  return log.members[me]?.removed === undefined;
}

/** Waits before it is sent again, whatever a database does with what it is sent. */
function notKept(): Failure {
  return new Failure({
    code: 'team-unreachable',
    message: 'The team’s database did not keep what this console sent. It is sent again.',
    hint: 'If this goes on, ask its administrator.',
    retryable: true,
  });
}

function refused(message: string): Failure {
  return new Failure({ code: 'team-not-allowed', message });
}

function withoutPassword({ password: _password, ...address }: DatabaseAddress): KeptTeam['address'] {
  return address;
}

function signWith(signer: ConsoleSigner): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => Buffer.from(signer.sign(bytes).signature, 'base64');
}

/** Returns a place in the words of this console. */
function placeToKeep(
  place: ReadPlace,
  actor: string,
  environments: ReadonlyMap<string, string>,
): PlaceToKeep {
  const { entry, ...rest } = place;
  if (entry === undefined) {
    return rest;
  }
  const { at, environment, conversation: conversationId, details, local, note } = entry;
  return {
    ...rest,
    entry: {
      ...{ kind: entry.entry, at, actor, environment, conversationId, details, local, note },
      environmentId: environments.get(environment),
    },
  };
}
