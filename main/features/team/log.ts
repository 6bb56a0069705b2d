import type { EntryDetails } from '../../../preload/contract/new-entry.ts';
import type { LogSample } from '../../../preload/contract/team.ts';
import { policyLines } from '../../../preload/wording/policy.ts';
import { Failure } from '../../common/failure.ts';
import { inParts } from '../../common/in-pages.ts';
import { readTeamPolicy } from '../policy/read-policy.ts';
import type { PlaceToKeep } from '../records/journal/team-log.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { TeamMember, TeamState } from '../records/journal/team-state.ts';
import { proposalDetails } from './approval-entries.ts';
import { isPresent, isWorking, refused, signerOf, signWith } from './deps.ts';
import { type EntryContent, TeamKey } from './entries.ts';
import { joinRequest, type KeyGrant, openGrant } from './joining.ts';
import type { Link, LinkedDeps } from './link.ts';
import { type EntryLine, exportLines } from './log-export.ts';
import { emptyTeam, present, type ReadPlace, recoveryId } from './replay.ts';
import { notKept, Sending } from './sending.ts';
import { Snapshots } from './snapshots.ts';

/** The longest text of the journal about a policy. */
const maxPolicyWords = 4000;

/** Reads the team's log and appends to it. Its methods are called one at a time. */
export class Log {
  readonly #deps: LinkedDeps;
  readonly snapshots: Snapshots;
  readonly sending: Sending;

  constructor(deps: LinkedDeps) {
    this.#deps = deps;
    this.sending = new Sending(deps);
    this.snapshots = new Snapshots(
      deps,
      (places, { members }) => this.#toKeep(places, members),
      (record, wanted) => this.#grantedKeys(record, wanted),
    );
  }

  /** Returns the team after all that is new was read. */
  async readAll(): Promise<KeptTeam | undefined> {
    for (;;) {
      const { record, isAll } = await this.readNext(await this.#deps.cases.index.team());
      if (isAll) {
        return record;
      }
    }
  }

  /** Reads a part of what is new. Returns the team, which is absent after an error of the log was repaired, and whether there was no more. */
  async readNext(record: KeptTeam | undefined): Promise<{ record?: KeptTeam; isAll: boolean }> {
    if (record === undefined) {
      return { isAll: true };
    }
    await this.#deps.link.connect(record);
    if (record.joining !== undefined && Object.keys(record.keys).length === 0) {
      // Later keys are named by the log.
      const keys = await this.#grantedKeys(record, 1);
      if (Object.keys(keys).length === 0) {
        await this.#askAgain(record, record.joining);
        return { record, isAll: true };
      }
      await this.#deps.changeTeam('saveTeam', { team: { ...record, keys } });
      return { isAll: false };
    }
    const isNew = record.log.seq === 0 && record.joining !== undefined;
    if (isNew && (await this.snapshots.begin(record))) {
      return { isAll: false };
    }
    const read = await this.#read(record);
    if (read === undefined) {
      return { isAll: false };
    }
    const { state, places, notices, missingKey, isAll } = read;
    const isKeyNew = isWorking({ ...record, log: state }) && record.keys[state.key] === undefined;
    const wanted = missingKey ?? (isKeyNew ? state.key : undefined);
    const keys = wanted === undefined ? {} : await this.#grantedKeys({ ...record, log: state }, wanted);
    if (places.length === 0 && Object.keys(keys).length === 0) {
      if (missingKey !== undefined && isPresent(record)) {
        throw new Failure({
          code: 'team-unreachable',
          message: `The database does not have the key that this console needs for entry ${record.log.seq + 1}. Nothing more is read until it has.`,
          hint: 'Ask an admin of the team and the administrator of the database.',
          retryable: true,
        });
      }
      return { record, isAll: true };
    }
    const isAdmitted = state.members[record.me] !== undefined;
    const { joining, ...rest } = record;
    const team = {
      ...rest,
      keys: { ...record.keys, ...keys },
      log: state,
      ...(joining === undefined || isAdmitted ? {} : { joining }),
    };
    // Before they are kept: where it fails, they are read again.
    if (places.some(({ author, entry }) => author === record.me && entry?.entry === 'data-deleted')) {
      await this.#deps.link.send('call', { name: 'drop_snapshots', values: [state.team] });
    }
    await this.#deps.changeTeam('keepTeam', { team, notices, places: this.#toKeep(places, state.members) });
    this.#deps.changed();
    return { record: team, isAll: isAll && Object.keys(keys).length === 0 };
  }

  /** Writes entries to the journal whose environment this console has by now. */
  keepWaiting(): Promise<void> {
    return this.#deps.changeTeam('keepWaiting', { environments: byName(this.#deps.environments()) });
  }

  #toKeep(places: readonly ReadPlace[], members: Readonly<Record<string, TeamMember>>): PlaceToKeep[] {
    const environments = byName(this.#deps.environments());
    return places.map((place) => placeToKeep(place, members, environments, this.#deps.now()));
  }

  /** Returns what follows in the log; undefined where it is to be read again, such as after the console went back to what the database still has. */
  async #read(record: KeptTeam) {
    try {
      return await this.#deps.link.send('read', { state: record.log, keys: record.keys });
    } catch (error) {
      if (!(error instanceof Failure && error.details?.wentBack === true)) {
        throw error;
      }
      if (record.snapshot !== undefined) {
        // The digests of what was not read yet are needed to find the last common entry.
        for (let isMore = true; isMore; isMore = await this.snapshots.readEarlier()) {
          this.#deps.changed();
        }
        if ((await this.#deps.cases.index.team())?.snapshot !== undefined) {
          throw error;
        }
        return undefined;
      }
      const log = await this.#common(record);
      if (log.seq === 0) {
        throw error;
      }
      // It is all there again, as where a standby takes over: nothing went back.
      if (log.seq === record.log.seq) {
        return undefined;
      }
      await this.#deps.changeTeam('goBack', { log, notice: 'went-back' });
      this.sending.reset();
      this.#deps.changed();
      return undefined;
    }
  }

  /** Returns the state of the team at the last place where the database still has what was read. */
  async #common({ log, keys }: KeptTeam): Promise<TeamState> {
    let state = emptyTeam(log.team, log.first, log.founder);
    for (;;) {
      const read = await this.#deps.link.send('read', { state, keys });
      const digests = await this.#deps.cases.request('teamDigests', {
        after: state.seq,
        max: read.places.length,
      });
      const differs = read.places.findIndex(({ digest }, at) => digest !== digests[at]);
      if (differs === 0) {
        return state;
      }
      if (differs > 0) {
        const upTo = read.places[differs - 1]?.seq ?? state.seq;
        return (await this.#deps.link.send('read', { state, keys, upTo })).state;
      }
      ({ state } = read);
      if (read.isAll) {
        return state;
      }
    }
  }

  /** Returns the whole log as the lines of an export. @param sample what is opened of it */
  async export(sample?: LogSample): Promise<AsyncIterable<string>> {
    const record = await this.#deps.cases.index.team();
    if (record === undefined) {
      throw refused('This console is in no team.');
    }
    await this.#checkSample(sample);
    const sign = signWith(await signerOf(this.#deps, record));
    const link = this.#deps.link;
    await link.connect(record);
    const opened = sample?.numbers ?? [];
    const { log, keys } = record;
    const parts = inParts<EntryLine>((last) =>
      link.send('exported', { team: log.team, after: last?.seq ?? 0, keys, opened }),
    );
    return exportLines(log, record.me, parts, sign);
  }

  /** @throws Failure invalid-input where the log does not have the head, or an entry may not be opened here */
  async #checkSample(sample: LogSample | undefined): Promise<void> {
    if (sample === undefined) {
      return;
    }
    const { head, numbers } = sample;
    const fail = (message: string) => new Failure({ code: 'invalid-input', message });
    const [digest] =
      head.seq > 0 ? await this.#deps.cases.request('teamDigests', { after: head.seq - 1, max: 1 }) : [];
    if (digest !== head.digest) {
      throw fail('The log of this team does not have this entry with this digest. Nothing was saved.');
    }
    const later = numbers.find((number) => number > head.seq);
    if (later !== undefined) {
      throw fail(`Entry ${later} comes after the fixed one. Nothing was saved.`);
    }
    const [held] = await this.#deps.cases.request('heldPlaces', { seqs: numbers });
    if (held !== undefined) {
      throw fail(`Entry ${held} is not shown here until a second review is decided. Nothing was saved.`);
    }
  }

  /** Appends entries about members or a proposal. Returns the team after they were read. */
  async append(record: KeptTeam, contents: readonly EntryContent[]): Promise<KeptTeam> {
    const at = this.#deps.now();
    const authorSeq = await this.sending.append(
      record,
      // One that is written again has its time.
      contents.map((content) => ({ at, ...content })),
    );
    let after: KeptTeam | undefined;
    for (let isAll = false; !isAll && !hasRead(after, authorSeq); ) {
      ({ record: after, isAll } = await this.readNext(await this.#deps.cases.index.team()));
    }
    if (after === undefined) {
      throw refused('This console left the team meanwhile.');
    }
    if (!hasRead(after, authorSeq)) {
      throw notKept();
    }
    // Proposals that the database loses are not written again: they are proposed anew.
    const acts = contents.filter(({ kind }) => !['proposed', 'answered', 'claimed'].includes(kind));
    if (acts.length === 0) {
      return after;
    }
    const entered = acts.map((content) => ({ authorSeq, content: { at, ...content } }));
    const team = { ...after, acts: [...(after.acts ?? []), ...entered] };
    await this.#deps.changeTeam('saveTeam', { team });
    return team;
  }

  /** Sends the entry of the recovery file where the log does not have it. Returns the team after it was read. */
  async sendRecovered(record: KeptTeam): Promise<KeptTeam> {
    const { recovered, log } = record;
    if (recovered === undefined || recovered.author !== recoveryId(log)) {
      return record;
    }
    const values = [log.team, JSON.stringify([recovered]), log.seq, Buffer.from(log.lastHead, 'base64')];
    await this.#deps.link.send('call', { name: 'append', values });
    const after = await this.readAll();
    if (after === undefined || recovered.author === recoveryId(after.log)) {
      throw notKept();
    }
    return after;
  }

  /** Sends the request to join again where the database lost it. */
  async #askAgain(record: KeptTeam, { id, secret, admin }: NonNullable<KeptTeam['joining']>): Promise<void> {
    const { team, first } = record.log;
    const requests = await this.#deps.link.send('call', { name: 'join_requests', values: [team] });
    if (!requests.some(({ invitation }) => invitation === id)) {
      const { identityToRecipient } = await import('age-encryption');
      const recipient = await identityToRecipient((await this.#deps.secrets.read(team)).identity);
      const { publicKey } = await signerOf(this.#deps, record);
      const request = joinRequest(
        { secret, team, first, admin, id },
        { name: record.name, publicKey, recipient },
      );
      await this.#deps.link.send('call', { name: 'ask_to_join', values: [team, id, request] });
      await this.#deps.link.send('call', { name: 'report_progress', values: [team, record.me, 0] });
    }
  }

  async #grantedKeys(record: KeptTeam, wanted: number): Promise<Record<number, string>> {
    const { identity } = await this.#deps.secrets.read(record.log.team);
    return grantedKeys(this.#deps.link.send, record, identity, wanted);
  }
}

/** Returns a key that an admin sealed for a member, which must be the one that the log names. */
export async function grantedKeys(
  send: Link['send'],
  { me, log, joining }: Pick<KeptTeam, 'me' | 'log' | 'joining'>,
  identity: string,
  wanted: number,
): Promise<Record<number, string>> {
  const admins = present(log).filter(([, { role }]) => role === 'admin');
  const keysOfAdmins = [
    ...admins.map(([, { publicKey }]) => publicKey),
    ...(joining === undefined ? [] : [joining.admin]),
  ];
  for (const row of await send('call', { name: 'key_grants', values: [log.team, me] })) {
    const sealed = row.sealed as Uint8Array;
    const signature = row.signature as Uint8Array;
    const grant: KeyGrant = { member: me, key: Number(row.key_number), sealed, signature };
    const secret =
      grant.key === wanted ? await openGrant(log.team, grant, identity, keysOfAdmins) : undefined;
    const expected = log.keyDigests[wanted];
    const digest = secret && new TeamKey(wanted, secret).digest;
    if (secret !== undefined && (expected ?? digest) === digest) {
      return { [wanted]: secret.toString('base64') };
    }
  }
  return {};
}

/** Returns the ids of environments, by the name that all consoles use: what a member wrote looks it up. */
function byName(environments: ReadonlyMap<string, string>): Map<string, string[]> {
  return Map.groupBy(environments.keys(), (id) => environments.get(id) ?? '');
}

function hasRead(record: KeptTeam | undefined, authorSeq: number): boolean {
  return record !== undefined && (record.log.authors[record.me]?.seq ?? 0) >= authorSeq;
}

/** Returns a place in the words of this console. */
function placeToKeep(
  { entry, membership, approval, ...rest }: ReadPlace,
  members: Readonly<Record<string, TeamMember>>,
  environments: ReadonlyMap<string, string[]>,
  now: number,
): PlaceToKeep {
  // The member who used the recovery file wrote with its key.
  const author = membership?.kind === 'recovered' ? membership.member : members[rest.author];
  const actor = author?.name ?? '';
  if (membership !== undefined) {
    const { kind: change, at = now } = membership;
    const member = 'member' in membership ? membership.member : '';
    const name = typeof member === 'string' ? members[member]?.name : member.name;
    const role = 'role' in membership ? { role: membership.role } : {};
    const access =
      'until' in membership
        ? { hours: Math.round((membership.until - at) / 3_600_000), reason: membership.reason }
        : {};
    const forget = 'forget' in membership ? { forget: membership.forget } : {};
    const policy = membership.kind === 'policy-set' ? policyDetails(membership.text) : {};
    return {
      ...rest,
      change: { at, actor, details: { change, name: name ?? '', ...role, ...access, ...forget, ...policy } },
    };
  }
  if (approval !== undefined) {
    return { ...rest, change: { at: approval.at ?? now, actor, details: proposalDetails(approval) } };
  }
  if (entry === undefined) {
    return rest;
  }
  const { at, environment, conversation: conversationId, details, local, known, note } = entry;
  return {
    ...rest,
    entry: {
      kind: entry.entry,
      at,
      actor,
      environment,
      conversationId,
      details,
      local,
      known,
      note,
      environmentIds: environments.get(environment) ?? [],
    },
  };
}

/** Returns what the journal says about a policy that was signed; nothing where there is none any more. */
function policyDetails(given: string | undefined): EntryDetails {
  if (given === undefined) {
    return {};
  }
  const policy = readTeamPolicy(given);
  const text = policyLines(policy)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ')
    .slice(0, maxPolicyWords);
  return { company: policy.company, text };
}
