import { hkdfSync } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import type { TeamNotice, TeamNoticeKind } from '../../../../preload/contract/team.ts';
import {
  allowedKinds,
  isDeletion,
  isShared,
  type SharedKind,
  type TeamRole,
} from '../../../../preload/contract/team-roles.ts';
import { Failure } from '../../../common/failure.ts';
import { keyOf, type Target } from '../../../common/target.ts';
import { Meta } from '../../../store/meta.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { metaPlace, readableText, type Sealer } from '../../../store/sealing.ts';
import { inTransaction } from '../../../store/sqlite-file.ts';
import type { DraftEntry, JournalEntry } from './entry.ts';
import { SecondReviews } from './second-review.ts';
import { type Journal, type KeptTeam, roleIn, TeamMarks } from './team-marks.ts';
import { TeamOrder } from './team-order.ts';
import { TeamSnapshot, textOf } from './team-snapshot.ts';
import type { TeamState } from './team-state.ts';
import { TeamUnsent } from './team-unsent.ts';

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
  /** True of what comes before the snapshot that this console began with. */
  isEarlier?: boolean;
}

/** The last place up to which the database still has what was read, and the state of the team there. */
export interface WentBack {
  log: TeamState;
  /** The kind of the notice about it: the database went back, or a snapshot was not what the log is. */
  notice?: 'went-back' | 'snapshot';
  /** Milliseconds since the epoch. */
  at: number;
  actor: string;
}

/** Returns the environment of a case among those with the same address; undefined without one. */
export type Choose = (environmentIds: readonly string[], conversationId: string) => string | undefined;

const teamPlace = metaPlace('team');
/** The key of findings of the team, or of the last one that was left: what was settled there stays settled. */
const findingsName = 'team_findings';
/** The team that was left last, and the place before its first. */
const leftName = 'team_left';

/** Keeps what this console knows of its team's log: the team itself, the places of entries, and what was noticed. */
export class TeamLog {
  readonly #database: DatabaseSync;
  readonly #sealer: Sealer;
  readonly #journal: Journal;
  readonly #meta: Meta;
  readonly #sql;
  readonly #marks: TeamMarks;
  readonly order: TeamOrder;
  readonly reviews: SecondReviews;
  readonly unsent: TeamUnsent;
  readonly snapshot: TeamSnapshot;
  #team: KeptTeam | undefined;
  #findingKey: Buffer | undefined;

  constructor(database: DatabaseSync, sealer: Sealer, journal: Journal) {
    this.#database = database;
    this.#sealer = sealer;
    this.#journal = journal;
    this.#meta = new Meta(database);
    this.#sql = prepareAll(database, {
      digests: 'SELECT digest FROM team_place WHERE place > ? ORDER BY place LIMIT ?',
      after: 'SELECT author, seq FROM team_place WHERE place > ?',
      dropAfter: 'DELETE FROM team_place WHERE place > ? AND (author = ? OR seq IS NULL)',
      // A place before all others, which does not count.
      loseAfter: 'UPDATE team_place SET place = -seq, is_refused = 1 WHERE place > ?',
      lost: 'SELECT place FROM team_place WHERE place < 0 ORDER BY place',
      drop: 'DELETE FROM team_place WHERE place = ?',
      dropNoticesAfter: 'DELETE FROM team_notice WHERE place > ?',
      cases: `SELECT DISTINCT environment_id, conversation_id FROM team_place JOIN content USING (seq) WHERE place > ? AND conversation_id <> ''`,
      digest: 'SELECT digest FROM team_place WHERE place = ?',
      bySeq: 'SELECT seq FROM team_place WHERE author = ? AND author_seq = ? AND place > ?',
      add: `INSERT INTO team_place (place, author, author_seq, digest, seq, is_refused, waiting, known) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      placed: 'UPDATE team_place SET seq = ?, waiting = NULL WHERE place = ?',
      waiting: 'SELECT place, author, waiting FROM team_place WHERE waiting IS NOT NULL ORDER BY place',
      addNotice: 'INSERT OR IGNORE INTO team_notice (place, kind, author) VALUES (?, ?, ?)',
      notices: 'SELECT place, kind, author FROM team_notice ORDER BY place DESC LIMIT 200',
      dropNotices: 'DELETE FROM team_notice',
      markChange: 'UPDATE team_place SET change_seq = ? WHERE place = ?',
      markDrawn: 'UPDATE team_place SET is_drawn = 1 WHERE place = ?',
      dropWaiting: 'UPDATE team_place SET waiting = NULL WHERE waiting IS NOT NULL',
      otherLog: `SELECT 1 FROM team_notice WHERE kind = 'other-log' AND author = ?`,
    });
    this.#marks = new TeamMarks(database);
    this.order = new TeamOrder(database, this.#marks, () => this.#team !== undefined);
    this.reviews = new SecondReviews(database, journal, this.order, () => this.#team);
    this.unsent = new TeamUnsent(database, journal, this.#marks, () => this.#team);
    this.snapshot = new TeamSnapshot(database, journal, this.#marks);
    const sealed = this.#meta.bytes('team');
    const text = sealed && readableText(sealer, sealed, teamPlace);
    this.#team = text === undefined ? undefined : (JSON.parse(text) as KeptTeam);
    const key = this.#meta.bytes(findingsName);
    const opened = key && readableText(sealer, key, metaPlace(findingsName));
    this.#findingKey = opened === undefined ? undefined : Buffer.from(opened, 'base64');
  }

  /** The key of findings for all consoles of the team. */
  get findingKey(): Uint8Array | undefined {
    return this.#findingKey;
  }

  /** The role of this console in its team; undefined without one. */
  get role(): TeamRole | undefined {
    return roleIn(this.#team);
  }

  get team(): KeptTeam | undefined {
    return this.#team;
  }

  /** Returns the name of the member whose console this is; without a team, that of the system's user. */
  actorName(user: string): string {
    const team = this.#team;
    return team?.log.members[team.me]?.name ?? user;
  }

  /** Saves the team; one that is new begins with the entries from now on. */
  save(team: KeptTeam): void {
    inTransaction(this.#database, () => {
      if (this.#team === undefined) {
        this.#marks.begin(team.me, this.#journal.head()?.seq ?? 0);
      }
      this.#write(team);
    });
    this.#team = team;
  }

  /** Ends the membership of this console. The entries stay, in their order. */
  leave(): void {
    inTransaction(this.#database, () => {
      let place = this.#marks.lastPlace;
      for (const { seq } of this.#marks.hasPlaces ? this.unsent.next(Number.MAX_SAFE_INTEGER) : []) {
        place += 1;
        this.#sql.add.run(place, '', 0, '', seq, 0, null, null);
      }
      // Notices and waiting entries are about the log of this team.
      this.#sql.dropNotices.run();
      this.#sql.dropWaiting.run();
      this.#meta.delete('team');
      this.#meta.set(leftName, `${this.#team?.log.team} ${this.#marks.base}`);
    });
    this.#team = undefined;
  }

  /** Takes back what is here of the team that was left last where this console is in it again: its log has it, and nothing is entered twice. */
  #comeBack({ me, log }: KeptTeam): void {
    const [team, base] = this.#meta.text(leftName)?.split(' ') ?? [];
    if (team !== log.team) {
      return;
    }
    inTransaction(this.#database, () => {
      for (const author of [me, '']) {
        this.#sql.dropAfter.run(Number(base), author);
      }
      this.#sql.loseAfter.run(Number(base));
      this.#meta.delete(leftName);
    });
  }

  /** Returns the cases about which the team has entries, by environment. */
  cases(): { environmentId: string; conversationIds: string[] }[] {
    const found = Map.groupBy(this.#sql.cases.all(this.#marks.base), ({ environment_id }) => environment_id);
    return [...found].map(([environmentId, rows]) => ({
      environmentId: String(environmentId),
      conversationIds: rows.map(({ conversation_id }) => String(conversation_id)),
    }));
  }

  /** @throws Failure team-not-allowed if the role in the team does not allow one of the entries */
  checkAllowed(drafts: readonly Pick<DraftEntry, 'kind'>[]): void {
    const { role } = this;
    const refused =
      role &&
      drafts.find(({ kind }) => isShared(kind) && !isDeletion(kind) && !allowedKinds[role].includes(kind));
    if (refused !== undefined) {
      throw new Failure({
        code: 'team-not-allowed',
        message: `As ${role} of the team you may not do that. Nothing was changed.`,
        hint: 'An admin of the team can change your role.',
      });
    }
  }

  /**
   * Keeps places of the log, writes the entries of others to the journal and saves the team, all or nothing. Returns these entries, the cases that may be
   * different now, and of these the ones in which what came last does not count last, and the ones on which this console decided.
   */
  keep(
    { team, places, notices, isEarlier = false }: TeamReading,
    choose: Choose,
  ): { changed: Target[]; toOrder: Target[]; decided: Target[]; entries: JournalEntry[] } {
    const entries: JournalEntry[] = [];
    const changed: Target[] = [];
    const toOrder: Target[] = [];
    const decided: Target[] = [];
    const unsent = new Set(this.unsent.next(Number.MAX_SAFE_INTEGER).map(keyOf));
    this.#comeBack(team);
    const lost = this.#lost();
    this.#journal.appendWith((append) => {
      const add = (draft: DraftEntry) => {
        const { at, actor, kind, environmentId = '', conversationId = '', details = {} } = draft;
        const seq = append(draft);
        entries.push({ seq, at, actor, kind, content: { environmentId, conversationId, details } });
        return seq;
      };
      for (const { seq, kind, author = '' } of notices) {
        this.#sql.addNotice.run(seq, kind, author);
      }
      for (const place of places) {
        this.#compareLogs(place, isEarlier);
        const { entry, change } = place;
        const changeSeq = change && add({ kind: 'team-changed', ...change });
        if (isEarlier) {
          const writer = this.#team?.snapshot?.author ?? '';
          const draftIn = (id: string) =>
            entry === undefined || place.isRefused ? undefined : this.#draftOf(entry, id, place.author);
          const held = this.snapshot.compare(place, this.#knownTo(place), writer, draftIn);
          if (held.isSame) {
            continue;
          }
          toOrder.push(...held.cases);
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
          ...[this.#marks.base + place.seq, place.author, place.authorSeq, place.digest],
          ...[seq, place.isRefused ? 1 : 0, waiting, this.#knownTo(place)],
        );
        if (changeSeq !== undefined) {
          this.#sql.markChange.run(changeSeq, this.#marks.base + place.seq);
        }
        const isDrawn = entry?.details.secondReview === true;
        if (own !== undefined && isDrawn && own.content?.details?.secondReview !== true) {
          // The journal says what was entered; the log, what counts.
          this.#sql.markDrawn.run(this.#marks.base + place.seq);
          this.reviews.use();
        }
        if (seq !== null && entry !== undefined && environmentId !== undefined) {
          const one = { environmentId, conversationId: entry.conversationId };
          changed.push(one);
          // Entries brought in from before joining counted first until now, and count at their place in the log from now on.
          const isMoved = own !== undefined && (place.isRefused || own.seq <= this.#marks.start);
          if (own === undefined ? isEarlier || again !== undefined || unsent.has(keyOf(one)) : isMoved) {
            toOrder.push(one);
          }
          if (own !== undefined && (entry.kind === 'decided' || entry.kind === 'answered')) {
            decided.push(one);
          }
        }
      }
      if (team.snapshot?.log?.seq === 0) {
        this.snapshot.markEnd(team.log);
      }
      this.#write(team);
    });
    this.#team = team;
    this.#marks.hasPlaces ||= places.length > 0;
    return { changed, toOrder, decided, entries };
  }

  /** Returns those of some places whose entries are held back from this console. */
  held(seqs: readonly number[]): number[] {
    return seqs.filter((seq) => this.reviews.isHeldPlace(this.#marks.base + seq));
  }

  /** Returns the digests of the log up to each place after one, in order. */
  digests(after: number, max: number): string[] {
    return this.#sql.digests.all(this.#marks.base + after, max).map(({ digest }) => String(digest));
  }

  /**
   * Takes back what was read after the last place that the database still has: own entries are to be sent again, those of
   * others do not count until they come again. The journal says so of a database that went back. Returns the cases that may be different now.
   */
  goBack({ log, notice, at, actor }: WentBack): Target[] {
    if (this.#team === undefined) {
      return [];
    }
    const { snapshot, ...team } = this.#team;
    const last = this.#marks.base + log.seq;
    const rows = this.#sql.after.all(last);
    const entries = rows.flatMap(({ seq }) => (seq === null ? [] : this.#journal.after(Number(seq) - 1, 1)));
    const own = rows.filter(({ author, seq }) => author === team.me && seq !== null).length;
    const sent = log.authors[team.me]?.seq ?? 0;
    const after: KeptTeam = {
      ...team,
      log,
      keys: Object.fromEntries(Object.entries(team.keys).filter(([key]) => Number(key) <= log.key)),
      acts: (team.acts ?? []).map((act) => (act.authorSeq > sent ? { ...act, authorSeq: 0 } : act)),
    };
    this.#journal.appendWith((add) => {
      this.#sql.dropAfter.run(last, team.me);
      this.#sql.loseAfter.run(last);
      this.#sql.dropNoticesAfter.run(log.seq);
      if (notice !== undefined) {
        this.#sql.addNotice.run(log.seq, notice, notice === 'snapshot' ? (snapshot?.author ?? '') : '');
      }
      this.#marks.sent = 0;
      if (notice === 'went-back') {
        add({ kind: 'team-went-back', at, actor, details: { entry: log.seq, lost: rows.length, own } });
      }
      this.#write(after);
    });
    this.#team = after;
    return entries.flatMap(({ content }) => content ?? []);
  }

  /** Writes entries to the journal whose environment this console did not have. @param environments the ids, by the name all consoles use */
  keepWaiting(environments: ReadonlyMap<string, string[]>, choose: Choose): Target[] {
    const changed: Target[] = [];
    const rows = this.#team === undefined ? [] : this.#sql.waiting.all();
    if (rows.length === 0) {
      return changed;
    }
    this.#journal.appendWith((add) => {
      for (const { place, author, waiting } of rows) {
        const seq = Number(place) - this.#marks.base;
        const entry = JSON.parse(
          this.#sealer.openText(waiting as Uint8Array, waitingPlace({ seq })),
        ) as PlacedEntry;
        const environmentId = choose(environments.get(entry.environment) ?? [], entry.conversationId);
        if (environmentId !== undefined) {
          this.#sql.placed.run(add(this.#draftOf(entry, environmentId, String(author))), Number(place));
          changed.push({ environmentId, conversationId: entry.conversationId });
        }
      }
    });
    return changed;
  }

  /** Returns what was not applied, or is not as it should be, the newest first. */
  notices(): TeamNotice[] {
    return this.#sql.notices.all().map(({ place, kind, author }) => ({
      seq: Number(place),
      kind: kind as TeamNoticeKind,
      ...(author === '' ? {} : { author: String(author) }),
    }));
  }

  /** Returns how many entries wait for an environment that this console does not have. */
  waiting(): number {
    return this.#sql.waiting.all().length;
  }

  /** Returns the last place that the author of a decision knew. The entry says so, and cannot say more than its author had read when signing it. */
  #knownTo({ entry, seen }: PlaceToKeep): number | null {
    const read = seen?.seq ?? entry?.known ?? 0;
    return entry?.kind === 'decided' ? this.#marks.base + Math.min(entry.known ?? read, read) : null;
  }

  #write(team: KeptTeam): void {
    this.#meta.set('team', this.#sealer.seal(JSON.stringify(team), teamPlace));
    // The first key, which every member has and which stays when the key in use changes.
    const key = team.keys[1] === undefined ? undefined : findingKeyOf(team.keys[1]);
    if (key !== undefined && this.#findingKey?.equals(key) !== true) {
      this.#findingKey = key;
      this.#meta.set(findingsName, this.#sealer.seal(key.toString('base64'), metaPlace(findingsName)));
    }
  }

  /** Returns the entries of others that the database lost: their numbers in the journal by what they say. */
  #lost(): Map<string, number[]> {
    const lost = new Map<string, number[]>();
    for (const { place } of this.#sql.lost.all()) {
      const [entry] = this.#journal.after(-Number(place) - 1, 1);
      if (entry?.content?.details !== undefined) {
        const { kind, at, content } = entry;
        const text = textOf({ kind, at, ...content });
        lost.set(text, [...(lost.get(text) ?? []), entry.seq]);
      }
    }
    return lost;
  }

  /** Returns an entry that this console wrote itself. */
  #ownEntry({ me }: KeptTeam, { author, entry }: PlaceToKeep): JournalEntry | undefined {
    if (author !== me || entry === undefined || this.#marks.placeOf(entry.local) !== undefined) {
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
    const withdrawn = note && this.#sql.bySeq.get(note.author, note.authorSeq, this.#marks.base)?.seq;
    return {
      kind,
      at,
      actor,
      environmentId,
      conversationId,
      details: { ...details, member, ...(kind === 'note-withdrawn' ? { note: Number(withdrawn ?? 0) } : {}) },
    };
  }

  /** Notes once of an author that their console was shown another log. */
  #compareLogs({ seq, author, seen }: PlaceToKeep, isEarlier: boolean): void {
    // The digests before a snapshot are there once the log up to it was read.
    const from = isEarlier ? 0 : (this.#team?.snapshot?.seq ?? 0);
    if (seen === undefined || seen.seq === 0 || seen.seq < from) {
      return;
    }
    const digest = seen.seq < seq ? this.#sql.digest.get(this.#marks.base + seen.seq)?.digest : undefined;
    if (digest !== seen.digest && this.#sql.otherLog.get(author) === undefined) {
      this.#sql.addNotice.run(seq, 'other-log', author);
    }
  }
}

function findingKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), 'assay-team-1', 'findings', 32));
}

function waitingPlace({ seq }: { seq: number }) {
  return { table: 'team_place', column: 'waiting', environmentId: '', row: String(seq) };
}
