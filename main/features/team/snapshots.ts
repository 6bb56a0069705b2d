import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Target } from '../../common/target.ts';
import type { TeamReading } from '../records/journal/team-log.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { TeamState } from '../records/journal/team-state.ts';
import { isWorking, signerOf, signWith } from './deps.ts';
import { idOfKey, sha256 } from './entries.ts';
import type { LinkedDeps } from './link.ts';
import { sharedDetails } from './outgoing.ts';
import { emptyTeam, type ReadPlace } from './replay.ts';
import {
  readSnapshotHead,
  type SnapshotEntry,
  type SnapshotHead,
  snapshotBytes,
  stateDigest,
} from './snapshot-format.ts';

/** The number of entries from which on a new console begins with a snapshot, and after which a new one is written. */
const minEntries = 1_000;
/** About the number of entries in a part. */
const entriesInPart = 2_000;

/** Returns the part of a reading that the journal keeps. */
type ToKeep = (places: readonly ReadPlace[], state: TeamState) => TeamReading['places'];
type GrantedKeys = (record: KeptTeam, wanted: number) => Promise<Record<number, string>>;

/** Writes snapshots of the team's log for those who are invited, and begins with one on a new console. */
export class Snapshots {
  readonly #deps: LinkedDeps;
  readonly #toKeep: ToKeep;
  readonly #grantedKeys: GrantedKeys;
  readonly #minEntries: number;
  #writing: Promise<void> | undefined;
  #isEnded = false;

  constructor(deps: LinkedDeps, toKeep: ToKeep, grantedKeys: GrantedKeys) {
    this.#deps = deps;
    this.#toKeep = toKeep;
    this.#grantedKeys = grantedKeys;
    this.#minEntries = deps.snapshotAfter ?? minEntries;
  }

  /** Writes a snapshot while somebody is invited by this console and the last one is old. Nobody waits for it. */
  writeSoon(record: KeptTeam): void {
    const isExpecting = record.invited.some(
      ({ id, until }) => until > this.#deps.now() && !record.log.invitations.includes(id),
    );
    if (isExpecting && record.snapshot === undefined && record.log.seq >= this.#minEntries) {
      this.#writing ??= this.#write(record)
        // Without a connection it is written later.
        .catch(() => undefined)
        .finally(() => {
          this.#writing = undefined;
        });
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#writing;
  }

  /** Begins with the last snapshot of the admin who invited. Returns false where there is none that can be used. */
  async begin(record: KeptTeam): Promise<boolean> {
    const admin = record.joining?.admin ?? '';
    const { team } = record.log;
    const rows = await this.#deps.link.send('call', { name: 'snapshots', values: [team, idOfKey(admin)] });
    const heads = rows.map((row) => ({
      seq: Number(row.seq),
      head: readSnapshotHead(admin, team, row.head as Uint8Array, row.signature as Uint8Array),
    }));
    const isBegun = ({ head }: (typeof heads)[number]) =>
      head !== undefined && nameOf(head) === record.snapshot?.head;
    if (record.snapshot !== undefined && !heads.some(isBegun)) {
      await this.#drop(record);
    }
    for (const { seq, head } of [...heads.filter(isBegun), ...heads.filter((one) => !isBegun(one))]) {
      if (head === undefined) {
        await this.#refuse(seq);
      } else if (await this.#load(head, admin)) {
        return true;
      }
    }
    return false;
  }

  /** Reads entries from before the snapshot that this console began with. Returns whether there are more. */
  async readEarlier(): Promise<boolean> {
    const record = await this.#deps.cases.index.team();
    if (record?.snapshot?.log === undefined) {
      return false;
    }
    const { snapshot, ...rest } = record;
    const { state, places, notices, missingKey, isAll } = await this.#deps.link.send('read', {
      state: record.snapshot.log,
      keys: record.keys,
      upTo: record.snapshot.seq,
    });
    const keys = {
      ...record.keys,
      ...(missingKey === undefined ? {} : await this.#grantedKeys({ ...record, log: state }, missingKey)),
    };
    const isEnd = state.seq === record.snapshot.seq || (isAll && missingKey === undefined);
    const isSame = state.seq === record.snapshot.seq && stateDigest(state) === record.snapshot.state;
    const team =
      isEnd && isSame ? { ...rest, keys } : { ...rest, keys, snapshot: { ...record.snapshot, log: state } };
    await this.#deps.changeTeam('keepTeam', {
      team,
      notices,
      places: this.#toKeep(places, state),
      isEarlier: true,
    });
    if (isEnd && !isSame) {
      await this.#deps.changeTeam('goBack', {
        log: state,
        notice: state.seq < record.snapshot.seq ? 'went-back' : 'snapshot',
      });
    }
    this.#deps.changed();
    return !isEnd && (missingKey === undefined || keys[missingKey] !== undefined);
  }

  async #load(head: SnapshotHead, admin: string): Promise<boolean> {
    const record = await this.#deps.cases.index.team();
    const granted =
      record?.keys[head.key] === undefined ? record && (await this.#grantedKeys(record, head.key)) : {};
    const keys = { ...record?.keys, ...granted };
    const secret = keys[head.key];
    if (record === undefined || secret === undefined) {
      return false;
    }
    const { team, first, founder } = record.log;
    const read = (part: number) => {
      const place = { team, author: head.author, seq: head.seq, part };
      const key = { number: head.key, secret };
      const reading = this.#deps.link.send('readPart', { key, place, digest: head.parts[part] ?? '' });
      // It is awaited after the part before it was kept.
      reading.catch(() => undefined);
      return reading;
    };
    const state = (await read(0))?.state;
    const isOfTeam = state?.first === first && state.founder === founder;
    if (state === undefined || !isOfTeam || state.members[head.author]?.publicKey !== admin) {
      await this.#refuse(head.seq);
      return false;
    }
    const snapshot = { author: head.author, seq: head.seq, head: nameOf(head), state: stateDigest(state) };
    const begun = record.snapshot?.head === snapshot.head ? record.snapshot.parts : 1;
    let next = read(begun);
    for (let part = begun; part < head.parts.length; part += 1) {
      const reply = await next;
      next = part + 1 < head.parts.length ? read(part + 1) : next;
      if (reply?.entries === undefined) {
        await this.#drop(record);
        // It may have been removed meanwhile.
        await (reply === null ? undefined : this.#refuse(head.seq));
        return false;
      }
      await this.#deps.changeTeam('keepTeam', {
        team: { ...record, keys, snapshot: { ...snapshot, parts: part + 1 } },
        notices: [],
        places: this.#toKeep(reply.entries.map(placeOf), state),
      });
      this.#deps.changed();
    }
    const { joining, ...rest } = record;
    const all = { ...snapshot, parts: head.parts.length, log: emptyTeam(team, first, founder) };
    await this.#deps.changeTeam('keepTeam', {
      team: {
        ...rest,
        keys,
        log: state,
        snapshot: all,
        ...(joining === undefined || state.members[record.me] !== undefined ? {} : { joining }),
      },
      notices: [],
      places: [],
    });
    return true;
  }

  /** Says that a snapshot is not what its author signed. It is not used. */
  async #refuse(seq: number): Promise<void> {
    const team = await this.#deps.cases.index.team();
    if (team !== undefined) {
      const author = idOfKey(team.joining?.admin ?? '');
      await this.#deps.changeTeam('keepTeam', {
        team,
        places: [],
        notices: [{ seq, kind: 'snapshot', author }],
      });
    }
  }

  /** Takes back the parts of a snapshot that cannot be read to its end. */
  async #drop({ log: { team, first, founder } }: KeptTeam): Promise<void> {
    await this.#deps.changeTeam('goBack', { log: emptyTeam(team, first, founder) });
  }

  async #write(record: KeptTeam): Promise<void> {
    const { log, me } = record;
    const secret = record.keys[log.key];
    if (!isWorking(record) || log.members[me]?.role !== 'admin' || secret === undefined) {
      return;
    }
    const { team, seq } = log;
    const [last] = await this.#deps.link.send('call', { name: 'snapshots', values: [team, me] });
    if (seq - Number(last?.seq ?? 0) < this.#minEntries) {
      return;
    }
    const names = this.#deps.environments();
    const parts: string[] = [];
    const send = async (value: TeamState | SnapshotEntry[]) => {
      const place = { team, author: me, seq, part: parts.length };
      parts.push(await this.#deps.link.send('sendPart', { key: { number: log.key, secret }, place, value }));
    };
    await send(log);
    let after: Target | undefined;
    do {
      const part = await this.#deps.cases.request('snapshotPart', { after, upTo: seq, max: entriesInPart });
      const entries = part.entries.flatMap(({ kind, environmentId, conversationId, details, ...place }) => {
        const environment = names.get(environmentId);
        const about = { environment, conversation: conversationId, details: sharedDetails(details) };
        return environment === undefined ? [] : [{ ...place, ...about, environment, entry: kind }];
      });
      if (entries.length > 0) {
        await send(entries);
      }
      after = part.last;
    } while (after !== undefined && !this.#isEnded);
    const now = await this.#deps.cases.index.team();
    // The snapshot may hold entries that the database lost meanwhile.
    if (!this.#isEnded && now?.log.team === team && now.log.seq >= seq) {
      const bytes = snapshotBytes({ team, author: me, key: log.key, seq, parts });
      const sign = signWith(await signerOf(this.#deps, record));
      await this.#deps.link.send('call', {
        name: 'add_snapshot',
        values: [team, me, seq, bytes, sign(bytes)],
      });
    }
  }
}

function placeOf({ seq, author, authorSeq, known, note, ...entry }: SnapshotEntry): ReadPlace {
  return {
    seq,
    author,
    authorSeq,
    digest: '',
    isRefused: false,
    entry: { ...entry, kind: 'case', local: 0, ...omitUndefined({ known, note }) },
  };
}

function nameOf(head: SnapshotHead): string {
  return sha256(snapshotBytes(head));
}
