import { randomBytes, randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { LogSample, TeamConnection, TeamView } from '../../../preload/contract/team.ts';
import { Failure } from '../../common/failure.ts';
import type { Send } from '../../common/workers/request-worker.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { EarlierEntries } from '../records/journal/team-unsent.ts';
import { Approvals } from './approvals.ts';
import { Around } from './around.ts';
import { Claims } from './claims.ts';
import type { DatabaseAddress } from './database.ts';
import { isPresent, isWorking, refused, signWith, type TeamDeps } from './deps.ts';
import { type EntryContent, idOfKey, type MemberKeys, sha256, TeamKey } from './entries.ts';
import { joinCode, joinRequest, readInvitation } from './joining.ts';
import { Link, type LinkedDeps } from './link.ts';
import type { LinkRequests } from './link-service.ts';
import { Log } from './log.ts';
import { Members } from './members.ts';
import { signEntries } from './outgoing.ts';
import { readWith, signRecovered } from './recovery.ts';
import { emptyTeam } from './replay.ts';

/** The longest wait for a notice before the log is read anyway, in milliseconds. */
const pollMs = 5_000;

/** The console as a member of a team: begins and ends the membership, and reads and sends meanwhile. */
export class Team {
  readonly #deps: LinkedDeps;
  readonly #log: Log;
  readonly #around: Around;
  readonly members: Members;
  readonly claims: Claims;
  readonly approvals: Approvals;
  #connection: TeamConnection = { state: 'connecting' };
  #running: Promise<void> | undefined;
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(given: TeamDeps) {
    const link = new Link(given);
    const deps = { ...given, link, oneAtATime: pLimit(1) };
    this.#deps = deps;
    this.#log = new Log(deps);
    this.#around = new Around(deps);
    this.members = new Members(deps, this.#log, this.#around);
    this.approvals = new Approvals(deps, this.#log);
    this.claims = new Claims(deps, this.#around, () => this.#connection.state === 'connected');
  }

  /** Begins to read and send, where there is a team. Does nothing while it does. */
  start(): void {
    this.#running ??= this.#run()
      .catch(this.#deps.log)
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Reads and sends soon, after something was entered in the journal or an environment changed. */
  wake(): void {
    if (this.#running !== undefined) {
      this.#wake();
      this.#deps.link.wake();
    }
  }

  async close(): Promise<void> {
    await this.claims.end();
    this.#isClosed = true;
    this.#wake();
    await this.#deps.link.end();
    await this.#log.snapshots.end();
    await this.#running;
  }

  async view(): Promise<TeamView | undefined> {
    const { kept: record, notices, waiting, unsent } = await this.#deps.cases.request('teamView', {});
    if (record === undefined) {
      return undefined;
    }
    const { me, address, joining, log, snapshot } = record;
    const { progress, requests } = this.#around;
    const stage =
      joining !== undefined || (log.seq > 0 && log.members[me] === undefined)
        ? 'waiting'
        : log.members[me]?.removed === undefined
          ? 'member'
          : 'removed';
    return {
      stage,
      address,
      me,
      notices,
      waiting,
      unsent,
      entries: log.seq,
      first: log.first,
      isRecoverable: log.recovery !== undefined,
      forgetsCopies: log.forgetsCopies === true,
      connection: this.#connection,
      ...(joining === undefined ? {} : { code: joining.code }),
      ...(snapshot?.log === undefined ? {} : { earlier: { read: snapshot.log.seq, of: snapshot.seq } }),
      members: Object.entries(log.members).map(([id, { name, role, access, removed, recovered }]) => {
        const read = progress.get(id);
        return {
          id,
          name,
          role,
          access,
          recovered,
          isRemoved: removed !== undefined,
          // Its own report may be some seconds old.
          ...(read === undefined ? {} : { read: id === me ? log.seq : read.seq, readAt: read.at }),
        };
      }),
      invitations: record.invited
        .filter(({ id, until }) => until > this.#deps.now() && !log.invitations.includes(id))
        .map(({ id }) => id),
      requests: requests.map(({ invitation, member, code }) => ({ invitation, name: member.name, code })),
    };
  }

  /** @throws Failure team-unreachable, team-refused, not-supported-here */
  create(address: DatabaseAddress, name: string): Promise<void> {
    return this.#begin(
      address,
      async (send, member) => {
        const signer = await this.#deps.signer();
        const team = randomUUID();
        const secret = randomBytes(32);
        const keyDigest = new TeamKey(1, secret).digest;
        const keys = { 1: secret.toString('base64') };
        const log = emptyTeam(team, '', member.publicKey);
        const content: EntryContent = {
          kind: 'founded',
          at: this.#deps.now(),
          keyDigest,
          member: { ...member, name },
        };
        const batch = signEntries({ me: signer.keyId, keys, log }, [content], signWith(signer));
        const first = sha256(Buffer.from(batch[0]?.head ?? '', 'base64'));
        await send('call', { name: 'create_team', values: [team] });
        await send('call', { name: 'append', values: [team, JSON.stringify(batch)] });
        return { keys, log: { ...log, first } };
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
      async (send, member) => {
        await send('call', { name: 'ask_to_join', values: [team, id, joinRequest(invitation, member)] });
        const me = idOfKey(member.publicKey);
        // The login is that of this member before anybody else knows the member.
        await send('call', { name: 'report_progress', values: [team, me, 0] });
        const joining = { id, secret, admin, code: joinCode(invitation, member) };
        return { keys: {}, joining, log: emptyTeam(team, first, founder) };
      },
      name,
    );
  }

  /**
   * Makes this console's member an admin with a recovery file, or a new member with a name and a login.
   * @throws Failure invalid-input, team-not-allowed, team-unreachable, team-refused
   */
  recover(
    file: Uint8Array,
    passphrase: string,
    newMember?: DatabaseAddress & { name: string },
  ): Promise<void> {
    if (newMember === undefined) {
      return this.members.recover(file, passphrase);
    }
    const { name, ...address } = newMember;
    return this.#begin(
      address,
      async (send, member) => {
        const recovery = await send('openRecovery', { file, passphrase });
        const { team, first, founder } = recovery;
        const { log, keys } = await readWith(send, recovery);
        const me = idOfKey(member.publicKey);
        await send('call', { name: 'report_progress', values: [team, me, 0] });
        const recovered = signRecovered(recovery, { log, keys }, member, this.#deps.now());
        // It is sent once it was saved: its keys are nowhere else.
        return { keys, log: emptyTeam(team, first, founder), ...omitUndefined({ recovered }) };
      },
      name,
    );
  }

  /** Uses another address or login of the same database. @throws Failure team-unreachable, team-refused: nothing was changed */
  async reconnect(address: DatabaseAddress): Promise<void> {
    await this.#deps.oneAtATime(async () => {
      const record = await this.#deps.cases.index.team();
      if (record === undefined) {
        throw refused('This console is in no team.');
      }
      const { team, seq } = record.log;
      const { identity } = await this.#deps.secrets.read(team);
      this.#deps.secretKnown([address.password, identity]);
      await this.#deps.link.close();
      await this.#deps.link.open(address);
      await this.#deps.link.send('call', { name: 'report_progress', values: [team, record.me, seq] });
      await this.#deps.secrets.save(team, { password: address.password, identity });
      await this.#deps.changeTeam('saveTeam', { team: { ...record, address: withoutPassword(address) } });
    });
    this.#wake();
    this.#deps.changed();
  }

  /** Returns what this console entered before it joined, by environment that it still has. */
  async earlier(): Promise<EarlierEntries[]> {
    const record = await this.#deps.cases.index.team();
    const environments = this.#deps.environments();
    return record === undefined || !isWorking(record)
      ? []
      : (await this.#deps.cases.request('earlierEntries', {})).filter(({ environmentId }) =>
          environments.has(environmentId),
        );
  }

  /** Sends what this console entered in environments before it joined. Returns the number of entries. */
  async bring(environmentIds: readonly string[]): Promise<number> {
    const entries = await this.#deps.oneAtATime(() =>
      this.#deps.cases.request('bringEntries', { environmentIds }),
    );
    this.wake();
    this.#deps.changed();
    return entries;
  }

  /** Ends the membership. Returns the number of cases that were forgotten; undefined where they were kept. */
  async leave(): Promise<number | undefined> {
    const forgotten = await this.#deps.oneAtATime(async () => {
      const record = await this.#deps.cases.index.team();
      const cases = record?.log.forgetsCopies === true ? await this.#forgetCases() : undefined;
      if (record !== undefined) {
        await this.claims.end();
        await this.#deps.changeTeam('leaveTeam', {});
        await this.#deps.secrets.forget(record.log.team);
      }
      this.#around.reset();
      return cases;
    });
    this.wake();
    this.#deps.changed();
    return forgotten;
  }

  /** Forgets the cases of the team on a console that was removed, once, where an admin set so. */
  async #forgetWhenRemoved(): Promise<void> {
    const record = await this.#deps.cases.index.team();
    const isDue = record?.log.forgetsCopies === true && !isPresent(record);
    if (isDue && Object.keys(record.keys).length > 0) {
      await this.#forgetCases();
      // Dropping the team's keys marks it as done.
      await this.#deps.changeTeam('saveTeam', { team: { ...record, keys: {} } });
      this.#deps.changed();
    }
  }

  async #forgetCases(): Promise<number> {
    let forgotten = 0;
    for (const { environmentId, conversationIds } of await this.#deps.cases.request('casesOfTeam', {})) {
      forgotten += (await this.#deps.cases.forget(environmentId, { ids: conversationIds })).affected;
    }
    return forgotten;
  }

  /** Returns the whole log as the lines of an export. @throws Failure team-unreachable, team-refused, invalid-input */
  export(sample?: LogSample): Promise<AsyncIterable<string>> {
    return this.#log.export(sample);
  }

  async #run(): Promise<void> {
    // A list of cases that cannot be read ends it, until it is started again.
    await this.#deps.cases.index.team();
    for (let failed = 0; !this.#isClosed; ) {
      try {
        const ms = await this.#deps.oneAtATime(() => this.#step());
        if (ms === undefined) {
          await this.#deps.link.close();
          await this.#deps
            .oneAtATime(() => this.#forgetWhenRemoved())
            .catch((error) => this.#sayFailed(error));
          return;
        }
        failed = 0;
        this.#say({ state: 'connected' });
        await this.#deps.link.send('wait', { ms });
      } catch (error) {
        this.#log.sending.reset();
        this.#deps.link.disconnect();
        // Nothing would end the pause of a console that is closed.
        if (this.#isClosed) {
          return;
        }
        this.#sayFailed(error);
        const { retryMs } = this.#deps;
        await this.#pause(retryMs[Math.min(failed, retryMs.length - 1)] ?? 0);
        failed += 1;
      }
    }
  }

  /**
   * Reads a part of what is new, sends a part of what is not sent yet, and looks around. Returns the longest wait for something new, in milliseconds;
   * undefined where this console is in no team.
   */
  async #step(): Promise<number | undefined> {
    const before = await this.#deps.cases.index.team();
    if (before === undefined || !isPresent(before)) {
      return undefined;
    }
    const { record: read, isAll } = await this.#log.readNext(before);
    const record = read && isAll ? await this.#log.sendRecovered(read) : read;
    if (record === undefined || !isWorking(record)) {
      return isAll ? pollMs : 0;
    }
    await this.#log.keepWaiting();
    const team = isAll ? await this.members.enterAgain(record) : record;
    const isSent = await this.#log.sending.sendNext(team, isAll);
    if (isAll && isSent) {
      return 0;
    }
    const dueMs = await this.#around.read(team);
    if (!isAll) {
      return 0;
    }
    this.#log.snapshots.writeSoon(team);
    const isMore = team.snapshot !== undefined && (await this.#log.snapshots.readEarlier());
    return isMore ? 0 : Math.min(dueMs, pollMs);
  }

  /** Connects with an address for the first time, saves the team that `act` returns, and begins to read. */
  async #begin(
    address: DatabaseAddress,
    act: (
      send: Send<LinkRequests>,
      member: MemberKeys,
    ) => Promise<Pick<KeptTeam, 'keys' | 'log' | 'joining' | 'recovered'>>,
    name: string,
  ): Promise<void> {
    const check = async () => {
      if ((await this.#deps.cases.index.team()) !== undefined) {
        throw refused('This console is in a team already.');
      }
    };
    await check();
    // Reading and sending for a team that was just left end first.
    await this.#running;
    await this.#deps.oneAtATime(async () => {
      await check();
      const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
      const identity = await generateX25519Identity();
      const recipient = await identityToRecipient(identity);
      const { publicKey } = await this.#deps.signer();
      this.#deps.secretKnown([address.password, identity]);
      try {
        await this.#deps.link.open(address);
        const team = await act(this.#deps.link.send, { name, publicKey, recipient });
        await this.#deps.secrets.save(team.log.team, { password: address.password, identity });
        const me = { me: idOfKey(publicKey), name, address: withoutPassword(address), invited: [] };
        await this.#deps.changeTeam('saveTeam', { team: { ...me, ...team } });
        this.#deps.link.keepFor(team.log.team);
      } catch (error) {
        await this.#deps.link.close();
        throw error;
      }
    });
    this.#around.reset();
    this.#say({ state: 'connecting' });
    this.start();
  }

  #sayFailed(error: unknown): void {
    const failure = error instanceof Failure ? error : undefined;
    if (failure === undefined) {
      this.#deps.log(error);
    }
    const state = failure?.code === 'team-log-changed' ? 'stopped' : 'interrupted';
    const message = failure?.message ?? 'An unexpected error occurred in Assay.';
    this.#say({ state, message, ...(failure?.hint === undefined ? {} : { hint: failure.hint }) });
  }

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

function withoutPassword({ password: _password, ...address }: DatabaseAddress): KeptTeam['address'] {
  return address;
}
