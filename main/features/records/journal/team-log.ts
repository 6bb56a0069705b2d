import type { DatabaseSync } from 'node:sqlite';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import {
  allowedKinds,
  deletionKinds,
  type SharedKind,
  sharedKinds,
} from '../../../../preload/contract/team-roles.ts';
import type { TeamNotice, TeamNoticeKind, TeamState } from '../../../../preload/contract/team-state.ts';
import { Failure } from '../../../common/failure.ts';
import { Meta } from '../../../store/meta.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { metaPlace, readableText, type Sealer } from '../../../store/sealing.ts';
import { inTransaction } from '../../../store/sqlite-file.ts';
import type { DraftEntry, EntryContent, JournalEntry } from './entry.ts';

/** Version 2: the place of entries in the log of a team. Empty without a team. */
export const journalVersion2 = {
  version: 2,
  sql: `
CREATE TABLE team_place (
  place INTEGER PRIMARY KEY,
  author TEXT NOT NULL,
  author_seq INTEGER NOT NULL,
  digest TEXT NOT NULL,
  seq INTEGER UNIQUE,
  is_refused INTEGER NOT NULL,
  waiting BLOB
) STRICT;
CREATE INDEX team_place_by_author ON team_place (author, author_seq);
CREATE INDEX team_place_waiting ON team_place (place) WHERE waiting IS NOT NULL;

CREATE TABLE team_notice (place INTEGER NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL, PRIMARY KEY (place, kind)) STRICT;
`,
};

/** Version 3. `known`: of a decision, the last place that its author knew when making it; null where that is not known. */
export const journalVersion3 = { version: 3, sql: 'ALTER TABLE team_place ADD COLUMN known INTEGER;' };

/** The team of this console, as the journal keeps it, sealed. */
export interface KeptTeam {
  /** The id of this console's member. */
  me: string;
  name: string;
  address: { host: string; port: number; database: string; user: string; authority?: string | undefined };
  /** The team's keys by number, base64. */
  keys: Record<number, string>;
  log: TeamState;
  /** The invitation that this console used, while it waits to be admitted. */
  joining?: { id: string; secret: string; admin: string; code: string };
  /** The invitations that this console made. */
  invited: { id: string; secret: string; until: number }[];
  /** Entries about members that this console wrote, by its own number; 0 for those that the database lost. */
  acts?: { authorSeq: number; content: unknown }[];
}

/** An entry about a case as another member wrote it, in the words of this console. */
export interface PlacedEntry {
  kind: SharedKind;
  at: number;
  actor: string;
  /** The environments of this console that have the address. */
  environmentIds: string[];
  /** The environment as all consoles name it. */
  environment: string;
  conversationId: string;
  details: EntryDetails;
  local: number;
  /** Of a decision: the last place of the log that its author knew. */
  known?: number | undefined;
  note?: { author: string; authorSeq: number } | undefined;
}

/** A place of the team's log that was read. */
export interface PlaceToKeep {
  seq: number;
  author: string;
  authorSeq: number;
  digest: string;
  seen?: { seq: number; digest: string };
  entry?: PlacedEntry;
  /** The change of the members, if the entry is one. */
  change?: { at: number; actor: string; details: EntryDetails };
  isRefused: boolean;
}

export interface TeamReading {
  team: KeptTeam;
  places: readonly PlaceToKeep[];
  notices: readonly TeamNotice[];
}

/** The last place up to which the database still has what was read, and the state of the team there. */
export interface WentBack {
  log: TeamState;
  /** Milliseconds since the epoch. */
  at: number;
  actor: string;
}

/** An entry of this console that the team does not have yet. */
export interface UnsentEntry {
  seq: number;
  kind: SharedKind;
  at: number;
  environmentId: string;
  conversationId: string;
  details: EntryDetails;
  /** Of a decision: the last place of the team's log that was known here when it was made. */
  known?: number;
  /** The note that is withdrawn: by its place in the team's log, or by its number here where it is unsent, too. */
  note?: { author: string; authorSeq: number } | { local: number };
}

/** The entries of an environment from before this console joined. */
export interface EarlierEntries {
  environmentId: string;
  cases: number;
  decisions: number;
  notes: number;
  labels: number;
  /** Those of other kinds. */
  others: number;
}

/** The journal over the same file. */
interface Journal {
  head(): { seq: number } | undefined;
  after(seq: number, max: number): JournalEntry[];
  where(condition: string, ...values: number[]): Generator<JournalEntry>;
  appendWith(act: (add: (draft: DraftEntry) => number) => void): void;
}

interface Case {
  environmentId: string;
  conversationId: string;
}

/** Returns the environment of a case among those with the same address; undefined without one. */
export type Choose = (environmentIds: readonly string[], conversationId: string) => string | undefined;

const keptPlace = metaPlace('team');
const [baseName, startName, sentName, meName] = ['team_base', 'team_start', 'team_sent', 'team_me'];
/** The environments whose entries from before the team were brought in, as JSON. */
const broughtName = 'team_brought';

/**
 * Keeps what this console knows of its team's log. An entry of the journal that has a place in the log counts there, whenever it came to this
 * console; one that was not sent yet counts after all others.
 */
export class TeamLog {
  readonly #database: DatabaseSync;
  readonly #sealer: Sealer;
  readonly #journal: Journal;
  readonly #meta: Meta;
  readonly #sql;
  #kept: KeptTeam | undefined;
  /** True if the journal has entries with a place, also of a team that was left. */
  #hasPlaces: boolean;

  constructor(database: DatabaseSync, sealer: Sealer, journal: Journal) {
    this.#database = database;
    this.#sealer = sealer;
    this.#journal = journal;
    this.#meta = new Meta(database);
    this.#sql = prepareAll(database, {
      place: 'SELECT place, author, author_seq, is_refused FROM team_place WHERE seq = ?',
      any: 'SELECT 1 FROM team_place LIMIT 1',
      digests: 'SELECT digest FROM team_place WHERE place > ? ORDER BY place LIMIT ?',
      after: 'SELECT author, seq FROM team_place WHERE place > ?',
      dropAfter: 'DELETE FROM team_place WHERE place > ? AND (author = ? OR seq IS NULL)',
      // A place before all others, which does not count.
      loseAfter: 'UPDATE team_place SET place = -seq, is_refused = 1 WHERE place > ?',
      lost: 'SELECT place FROM team_place WHERE place < 0 ORDER BY place',
      drop: 'DELETE FROM team_place WHERE place = ?',
      dropNoticesAfter: 'DELETE FROM team_notice WHERE place > ?',
      digest: 'SELECT digest FROM team_place WHERE place = ?',
      bySeq: 'SELECT seq FROM team_place WHERE author = ? AND author_seq = ? AND place > ?',
      add: `INSERT INTO team_place (place, author, author_seq, digest, seq, is_refused, waiting, known) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      // Others' entries come in the order of the log, but for those that waited for an environment.
      known: `SELECT max(place) AS place FROM
        (SELECT place FROM team_place WHERE seq < ? AND author <> ? ORDER BY seq DESC LIMIT 100)`,
      decided: `SELECT entry.seq AS seq, place, author, known, coalesce(is_refused, 0) AS is_refused
        FROM content CROSS JOIN entry USING (seq) LEFT JOIN team_place ON team_place.seq = entry.seq
        WHERE environment_id = ? AND conversation_id = ? AND kind = 'decided' ORDER BY place IS NULL, place, entry.seq`,
      placed: 'UPDATE team_place SET seq = ?, waiting = NULL WHERE place = ?',
      waiting: 'SELECT place, waiting FROM team_place WHERE waiting IS NOT NULL ORDER BY place',
      addNotice: 'INSERT OR IGNORE INTO team_notice (place, kind, author) VALUES (?, ?, ?)',
      notices: 'SELECT place, kind, author FROM team_notice ORDER BY place DESC LIMIT 200',
      dropNotices: 'DELETE FROM team_notice',
      dropWaiting: 'UPDATE team_place SET waiting = NULL WHERE waiting IS NOT NULL',
      ownBefore: `SELECT entry.at AS at, author_seq FROM team_place JOIN entry USING (seq) WHERE author = ? AND place < ? AND entry.seq > ? ORDER BY author_seq DESC LIMIT 1`,
      ownAfter: `SELECT entry.at AS at FROM team_place JOIN entry USING (seq) WHERE author = ? AND author_seq > ? AND place > ? AND entry.seq > ? ORDER BY author_seq LIMIT 1`,
      // With the cases of each environment in a row without a kind.
      earlier: `WITH earlier AS (SELECT environment_id, conversation_id, kind FROM entry CROSS JOIN content USING (seq)
          WHERE seq <= ?1 AND kind IN (SELECT value FROM json_each(?2)) AND conversation_id <> ''
            AND NOT EXISTS (SELECT 1 FROM team_place WHERE team_place.seq = entry.seq))
        SELECT environment_id, kind, count(*) AS entries, 0 AS cases FROM earlier GROUP BY environment_id, kind
        UNION ALL SELECT environment_id, NULL, 0, count(DISTINCT conversation_id) FROM earlier GROUP BY environment_id`,
      lastPlace: 'SELECT coalesce(max(place), 0) AS place FROM team_place',
      otherLog: `SELECT 1 FROM team_notice WHERE kind = 'other-log' AND author = ?`,
    });
    this.#hasPlaces = this.#sql.any.get() !== undefined;
    const sealed = this.#meta.bytes('team');
    const text = sealed && readableText(sealer, sealed, keptPlace);
    this.#kept = text === undefined ? undefined : (JSON.parse(text) as KeptTeam);
  }

  get team(): KeptTeam | undefined {
    return this.#kept;
  }

  /** Saves the team; one that is new begins with the entries from now on. */
  save(team: KeptTeam): void {
    inTransaction(this.#database, () => {
      if (this.#kept === undefined) {
        this.#meta.set(baseName, Number(this.#sql.lastPlace.get()?.place));
        this.#meta.set(startName, this.#journal.head()?.seq ?? 0);
        this.#meta.set(sentName, this.#journal.head()?.seq ?? 0);
        this.#meta.set(meName, team.me);
        this.#meta.delete(broughtName);
      }
      this.#write(team);
    });
    this.#kept = team;
  }

  /** Ends the membership of this console. The entries stay, in their order. */
  leave(): void {
    inTransaction(this.#database, () => {
      let place = Number(this.#sql.lastPlace.get()?.place);
      for (const { seq } of this.#hasPlaces ? this.unsent(Number.MAX_SAFE_INTEGER) : []) {
        place += 1;
        this.#sql.add.run(place, '', 0, '', seq, 0, null, null);
      }
      // Notices and waiting entries are about the log of this team.
      this.#sql.dropNotices.run();
      this.#sql.dropWaiting.run();
      this.#meta.delete('team');
    });
    this.#kept = undefined;
  }

  /** @throws Failure team-not-allowed if the role in the team does not allow one of the entries */
  checkAllowed(drafts: readonly Pick<DraftEntry, 'kind'>[]): void {
    const team = this.#kept;
    const role = team === undefined ? undefined : team.log.members[team.me]?.role;
    const refused =
      role &&
      drafts.find(({ kind }) => isShared(kind) && !isDeletion(kind) && !allowedKinds[role].includes(kind));
    if (refused !== undefined && team?.log.members[team.me]?.removed === undefined) {
      throw new Failure({
        code: 'team-not-allowed',
        message: `As ${role} of the team you may not do that. Nothing was changed.`,
        hint: 'An admin of the team can change your role.',
      });
    }
  }

  /**
   * Keeps places of the log, writes the entries of others to the journal and saves the team, all or nothing. Returns the cases that may be different now,
   * and of these the ones in which what came last does not count last, and the ones on which this console decided.
   */
  keep(
    { team, places, notices }: TeamReading,
    choose: Choose,
  ): { changed: Case[]; toOrder: Case[]; decided: Case[] } {
    const changed: Case[] = [];
    const toOrder: Case[] = [];
    const decided: Case[] = [];
    const unsent = new Set(this.unsent(Number.MAX_SAFE_INTEGER).map(nameOf));
    const lost = this.#lost();
    this.#journal.appendWith((add) => {
      for (const { seq, kind, author = '' } of notices) {
        this.#sql.addNotice.run(seq, kind, author);
      }
      for (const place of places) {
        this.#compareLogs(place);
        const { entry, change } = place;
        if (change !== undefined) {
          add({ kind: 'team-changed', ...change });
        }
        const own = this.#ownEntry(team, place);
        const environmentId =
          own?.content?.environmentId ?? (entry && choose(entry.environmentIds, entry.conversationId));
        const isPlaced = entry !== undefined && environmentId !== undefined && !place.isRefused;
        const draft = isPlaced ? this.#draftOf(entry, environmentId, place.author) : undefined;
        const again = own === undefined && draft !== undefined ? lost.get(textOf(draft))?.pop() : undefined;
        if (again !== undefined) {
          this.#sql.drop.run(-again);
        }
        const seq = own?.seq ?? again ?? (draft === undefined ? null : add(draft));
        const isWaiting = seq === null && entry !== undefined && !place.isRefused;
        const waiting = isWaiting ? this.#sealer.seal(JSON.stringify(entry), waitingPlace(place)) : null;
        this.#sql.add.run(
          ...[this.#base + place.seq, place.author, place.authorSeq, place.digest],
          ...[seq, place.isRefused ? 1 : 0, waiting, this.#knownTo(place)],
        );
        if (seq !== null && entry !== undefined && environmentId !== undefined) {
          const one = { environmentId, conversationId: entry.conversationId };
          changed.push(one);
          // Entries brought in from before joining counted first until now, and count at their place in the log from now on.
          const isMoved = own !== undefined && (place.isRefused || own.seq <= this.#start);
          if (own === undefined ? again !== undefined || unsent.has(nameOf(one)) : isMoved) {
            toOrder.push(one);
          }
          if (own !== undefined && entry.kind === 'decided') {
            decided.push(one);
          }
        }
      }
      this.#write(team);
    });
    this.#kept = team;
    this.#hasPlaces ||= places.length > 0;
    return { changed, toOrder, decided };
  }

  /** Returns the digests of the log up to each place after one, in order. */
  digests(after: number, max: number): string[] {
    return this.#sql.digests.all(this.#base + after, max).map(({ digest }) => String(digest));
  }

  /**
   * Takes back what was read after the last place that the database still has, and says so in the journal: own entries are to be sent again, those of
   * others do not count until they come again. Returns the cases that may be different now.
   */
  goBack({ log, at, actor }: WentBack): Case[] {
    const team = this.#kept;
    if (team === undefined) {
      return [];
    }
    const last = this.#base + log.seq;
    const rows = this.#sql.after.all(last);
    const known = rows.flatMap(({ seq }) => (seq === null ? [] : this.#journal.after(Number(seq) - 1, 1)));
    const own = rows.filter(({ author, seq }) => author === team.me && seq !== null).length;
    const sent = log.authors[team.me]?.seq ?? 0;
    const after: KeptTeam = {
      ...{ ...team, log },
      keys: Object.fromEntries(Object.entries(team.keys).filter(([key]) => Number(key) <= log.key)),
      acts: (team.acts ?? []).map((act) => (act.authorSeq > sent ? { ...act, authorSeq: 0 } : act)),
    };
    this.#journal.appendWith((add) => {
      this.#sql.dropAfter.run(last, team.me);
      this.#sql.loseAfter.run(last);
      this.#sql.dropNoticesAfter.run(log.seq);
      this.#sql.addNotice.run(log.seq, 'went-back', '');
      this.#meta.set(sentName, 0);
      const details = { entry: log.seq, lost: rows.length, own };
      add({ kind: 'team-went-back', at, actor, details });
      this.#write(after);
    });
    this.#kept = after;
    return known.flatMap(({ content }) => content ?? []);
  }

  /** Writes entries to the journal whose environment this console did not have. @param environments the ids, by the name all consoles use */
  keepWaiting(environments: ReadonlyMap<string, string[]>, choose: Choose): Case[] {
    const changed: Case[] = [];
    const rows = this.#kept === undefined ? [] : this.#sql.waiting.all();
    if (rows.length === 0) {
      return changed;
    }
    this.#journal.appendWith((add) => {
      for (const { place, waiting } of rows) {
        const seq = Number(place) - this.#base;
        const entry = JSON.parse(
          this.#sealer.openText(waiting as Uint8Array, waitingPlace({ seq })),
        ) as PlacedEntry;
        const environmentId = choose(environments.get(entry.environment) ?? [], entry.conversationId);
        if (environmentId !== undefined) {
          const { author } =
            this.#database.prepare('SELECT author FROM team_place WHERE place = ?').get(Number(place)) ?? {};
          this.#sql.placed.run(add(this.#draftOf(entry, environmentId, String(author))), Number(place));
          changed.push({ environmentId, conversationId: entry.conversationId });
        }
      }
    });
    return changed;
  }

  /** Returns entries of this console that the team does not have yet, oldest first. */
  unsent(max: number): UnsentEntry[] {
    const start = this.#start;
    const sent = this.#meta.number(sentName) ?? 0;
    const brought = new Set(this.#brought);
    const found: UnsentEntry[] = [];
    const candidates = this.#journal.where(
      `seq > ? AND kind IN (${sharedKinds.map((kind) => `'${kind}'`).join(', ')}) AND NOT EXISTS (SELECT 1 FROM team_place WHERE team_place.seq = entry.seq) ORDER BY seq`,
      sent,
    );
    for (const { seq, kind, at, content } of candidates) {
      if (!isShared(kind) || content?.details === undefined || content.conversationId === '') {
        continue;
      }
      const { environmentId, conversationId, details } = content;
      const isBrought = brought.has(environmentId);
      const isAllowed = this.#allowed.includes(kind);
      if ((seq <= start && !(isBrought && isAllowed)) || (isDeletion(kind) && !isAllowed)) {
        continue;
      }
      const known = kind === 'decided' ? { known: Math.max(0, this.#known(seq) - this.#base) } : {};
      const entry: UnsentEntry = { seq, kind, at, environmentId, conversationId, details, ...known };
      const noteSeq = kind === 'note-withdrawn' ? Number(details.note) : undefined;
      if (noteSeq === undefined) {
        found.push(entry);
      } else if (noteSeq > start || isBrought) {
        const place = this.#sql.place.get(noteSeq);
        const note =
          place === undefined
            ? { local: noteSeq }
            : { author: String(place.author), authorSeq: Number(place.author_seq) };
        found.push({ ...entry, note });
      }
      if (found.length >= max) {
        break;
      }
    }
    const [first] = found;
    const upTo = first === undefined ? (this.#journal.head()?.seq ?? 0) : first.seq - 1;
    if (upTo > sent) {
      this.#meta.set(sentName, upTo);
    }
    return found;
  }

  /** Returns what this console entered before it joined and the team would take from it, by environment, without what was brought in. */
  earlier(): EarlierEntries[] {
    const brought = this.#brought;
    const found = new Map<string, EarlierEntries>();
    const kinds = JSON.stringify(this.#kept === undefined ? [] : this.#allowed);
    const empty = { cases: 0, decisions: 0, notes: 0, labels: 0, others: 0 };
    for (const { environment_id, kind, entries, cases } of this.#sql.earlier.all(this.#start, kinds)) {
      const environmentId = String(environment_id);
      if (!brought.includes(environmentId)) {
        const one = found.get(environmentId) ?? { environmentId, ...empty };
        found.set(environmentId, one);
        if (kind === null) {
          one.cases = Number(cases);
        } else {
          one[countedAs[String(kind)] ?? 'others'] += Number(entries);
        }
      }
    }
    return [...found.values()];
  }

  /** Sends what this console entered in environments before it joined. Returns the number of entries. */
  bring(environmentIds: readonly string[]): number {
    const chosen = this.earlier().filter(({ environmentId }) => environmentIds.includes(environmentId));
    inTransaction(this.#database, () => {
      const all = [...this.#brought, ...chosen.map(({ environmentId }) => environmentId)];
      this.#meta.set(broughtName, JSON.stringify(all));
      this.#meta.set(sentName, 0);
    });
    return chosen.reduce(
      (sum, { decisions, notes, labels, others }) => sum + decisions + notes + labels + others,
      0,
    );
  }

  /** Returns what was not applied, or is not as it should be, the newest first. */
  notices(): TeamNotice[] {
    return this.#sql.notices.all().map(({ place, kind, author }) => ({
      ...{ seq: Number(place), kind: kind as TeamNoticeKind },
      ...(author === '' ? {} : { author: String(author) }),
    }));
  }

  /** Returns how many entries wait for an environment that this console does not have. */
  waiting(): number {
    return this.#sql.waiting.all().length;
  }

  /** Returns entries of one case in the order in which they count, without those that the team does not accept. @param entries by number */
  inOrder<Entry extends { seq: number; kind: string }>(entries: readonly Entry[]): readonly Entry[] {
    if (!this.#hasPlaces) {
      return entries;
    }
    const start = this.#start;
    const me = this.#meta.text(meName);
    let known = 0;
    const keyed: { entry: Entry; place: number }[] = [];
    for (const entry of entries) {
      const row = this.#sql.place.get(entry.seq);
      if (row !== undefined) {
        const place = Number(row.place);
        known = row.author === me ? known : Math.max(known, place);
        if (row.is_refused === 0) {
          keyed.push({ entry, place });
        }
        continue;
      }
      const isUnsent = this.#kept !== undefined && entry.seq > start && isShared(entry.kind);
      // Entries of other kinds count after the entries of the team that were known here.
      keyed.push({ entry, place: isUnsent ? Number.POSITIVE_INFINITY : known });
    }
    // Stable, so that entries of one place keep the order of the journal.
    return keyed
      .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
      .map(({ entry }) => entry);
  }

  /**
   * Returns the time of an entry by this console's own clock, as far as its own entries before and after it in the log say: the time in another
   * member's entry is that of their clock.
   */
  timeOf({ seq, at }: { seq: number; at: number }): number {
    const place = this.#sql.place.get(seq);
    const me = this.#meta.text(meName) ?? '';
    if (place === undefined || place.author === me) {
      return at;
    }
    const before = this.#sql.ownBefore.get(me, Number(place.place), this.#start);
    const after = this.#sql.ownAfter.get(
      ...[me, Number(before?.author_seq ?? 0), Number(place.place), this.#start],
    );
    return Math.min(Math.max(at, Number(before?.at ?? at)), Number(after?.at ?? Number.POSITIVE_INFINITY));
  }

  /**
   * Returns the decisions on a case in the order in which they count, by the numbers of their entries: each with the last ones of others before it that
   * its author did not know. Without a team there are none.
   */
  decisions(environmentId: string, conversationId: string): Map<number, number[]> {
    const found = new Map<number, number[]>();
    if (!this.#hasPlaces) {
      return found;
    }
    const start = this.#start;
    const me = this.#meta.text(meName) ?? '';
    const before: { seq: number; place: number; author: string }[] = [];
    for (const row of this.#sql.decided.all(environmentId, conversationId)) {
      const seq = Number(row.seq);
      const isUnsent = row.place === null;
      if (row.is_refused === 1 || (isUnsent && seq <= start)) {
        continue;
      }
      const author = isUnsent ? me : String(row.author);
      const known = isUnsent ? this.#known(seq) : Number(row.known ?? Number.MAX_SAFE_INTEGER);
      const last = new Map(before.filter((one) => one.author !== author).map((one) => [one.author, one]));
      found.set(
        seq,
        [...last.values()].filter(({ place }) => place > known).map((one) => one.seq),
      );
      before.push({ seq, place: Number(row.place ?? Number.MAX_SAFE_INTEGER), author });
    }
    return found;
  }

  get hasPlaces(): boolean {
    return this.#hasPlaces;
  }

  /** The last entry from before this console joined. */
  get #start(): number {
    return this.#meta.number(startName) ?? 0;
  }

  get #brought(): string[] {
    return JSON.parse(this.#meta.text(broughtName) ?? '[]') as string[];
  }

  /** The kinds of entries that the team takes from this console. */
  get #allowed(): readonly SharedKind[] {
    const role = this.#kept?.log.members[this.#kept.me]?.role;
    return role === undefined ? [] : allowedKinds[role];
  }

  get #base(): number {
    return this.#meta.number(baseName) ?? 0;
  }

  /** Returns the last place of the log that was known when an entry was written here. */
  #known(seq: number): number {
    return Number(this.#sql.known.get(seq, this.#meta.text(meName) ?? '')?.place ?? 0);
  }

  /** Returns the last place that the author of a decision knew. The entry says so, and cannot say more than its author had read when signing it. */
  #knownTo({ entry, seen }: PlaceToKeep): number | null {
    const read = seen?.seq ?? 0;
    return entry?.kind === 'decided' ? this.#base + Math.min(entry.known ?? read, read) : null;
  }

  #write(team: KeptTeam): void {
    this.#meta.set('team', this.#sealer.seal(JSON.stringify(team), keptPlace));
  }

  /** Returns the entries of others that the database lost: their numbers in the journal by what they say. */
  #lost(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const { place } of this.#sql.lost.all()) {
      const [entry] = this.#journal.after(-Number(place) - 1, 1);
      if (entry?.content?.details !== undefined) {
        const { kind, at, content } = entry;
        const text = textOf({ kind, at, ...content });
        found.set(text, [...(found.get(text) ?? []), entry.seq]);
      }
    }
    return found;
  }

  /** Returns an entry that this console wrote itself. */
  #ownEntry({ me }: KeptTeam, { author, entry }: PlaceToKeep): JournalEntry | undefined {
    if (author !== me || entry === undefined || this.#sql.place.get(entry.local) !== undefined) {
      return undefined;
    }
    const [found] = this.#journal.after(entry.local - 1, 1);
    return found?.seq === entry.local && found.kind === entry.kind && found.at === entry.at
      ? found
      : undefined;
  }

  #draftOf(
    { kind, at, actor, conversationId, details, note }: PlacedEntry,
    environmentId: string,
    member: string,
  ): DraftEntry {
    const withdrawn = note && this.#sql.bySeq.get(note.author, note.authorSeq, this.#base)?.seq;
    return {
      ...{ kind, at, actor, environmentId, conversationId },
      details: { ...details, member, ...(kind === 'note-withdrawn' ? { note: Number(withdrawn ?? 0) } : {}) },
    };
  }

  /** Notes once of an author that their console was shown another log. */
  #compareLogs({ seq, author, seen }: PlaceToKeep): void {
    if (seen === undefined || seen.seq === 0) {
      return;
    }
    const known = seen.seq < seq ? this.#sql.digest.get(this.#base + seen.seq)?.digest : undefined;
    if (known !== seen.digest && this.#sql.otherLog.get(author) === undefined) {
      this.#sql.addNotice.run(seq, 'other-log', author);
    }
  }
}

/** The count of a preview that entries of a kind are in; the others without one. */
const countedAs: Readonly<Record<string, 'decisions' | 'notes' | 'labels' | undefined>> = {
  decided: 'decisions',
  noted: 'notes',
  labelled: 'labels',
};

/** Returns what is the same in an entry that is sent again. */
function textOf({
  kind,
  at,
  environmentId,
  conversationId,
  details,
}: Partial<EntryContent> & { kind: string; at: number }): string {
  return JSON.stringify([kind, at, environmentId, conversationId, details]);
}

function waitingPlace({ seq }: { seq: number }) {
  return { table: 'team_place', column: 'waiting', environmentId: '', row: String(seq) };
}

function nameOf({ environmentId, conversationId }: Case): string {
  return `${environmentId} ${conversationId}`;
}

function isDeletion(kind: SharedKind): boolean {
  return deletionKinds.some((one) => one === kind);
}

function isShared(kind: string): kind is SharedKind {
  return sharedKinds.some((one) => one === kind);
}
