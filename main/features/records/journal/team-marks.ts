import type { DatabaseSync } from 'node:sqlite';
import type { TeamRole } from '../../../../preload/contract/team-roles.ts';
import { Meta } from '../../../store/meta.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { DraftEntry, EntryContent, JournalEntry } from './entry.ts';
import type { TeamState } from './team-state.ts';

/** Begins the keys of findings that are the same on every console of a team. */
export const teamFindingPrefix = 'team:';

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
  /** The entry by which the recovery file made this console's member an admin, as it was signed: sent until the log has it, and where the database lost it. */
  recovered?: { author: string; authorSeq: number; head: string; signature: string; sealed: string };
  /** The snapshot that this console began with, until the log up to it was read as well. */
  snapshot?: KeptSnapshot;
}

/** Returns the role of this console in its team; undefined without one, and once it was removed. */
export function roleIn(team: KeptTeam | undefined): TeamRole | undefined {
  const member = team?.log.members[team.me];
  return member?.removed === undefined ? member?.role : undefined;
}

export interface KeptSnapshot {
  author: string;
  /** The last place of the log that it holds. */
  seq: number;
  /** The digest of its signed part, and of the state of the team in it. */
  head: string;
  state: string;
  /** The number of its parts that this console has. */
  parts: number;
  /** Once it has all: the state of the team up to which the log was read since. */
  log?: TeamState;
}

/** The journal over the same file. */
export interface Journal {
  head(): { seq: number } | undefined;
  after(seq: number, max: number): JournalEntry[];
  where(condition: string, ...values: number[]): Generator<JournalEntry>;
  checked(
    kinds: readonly string[],
    after: Pick<EntryContent, 'environmentId' | 'conversationId'>,
  ): Generator<JournalEntry & { content: EntryContent; isUnchanged: boolean }>;
  appendWith(act: (add: (draft: DraftEntry) => number) => void): void;
}

/** The number of entries after which it is saved anew up to where the team has all. */
const savedEvery = 1_000;

/** The marks of the team in the journal's file. They stay when the team is left. */
export class TeamMarks {
  readonly #meta: Meta;
  readonly #sql;
  #base: number;
  #start: number;
  #me: string;
  #sent: number;
  /** True if the journal has entries with a place, also of a team that was left. */
  hasPlaces: boolean;

  constructor(database: DatabaseSync) {
    this.#meta = new Meta(database);
    this.#sql = prepareAll(database, {
      // Few entries of others came after one of this console that is not sent yet.
      known:
        'SELECT place FROM team_place WHERE (seq < ?1 AND author <> ?2) OR change_seq < ?1 ORDER BY place DESC LIMIT 1',
      place: 'SELECT place, author, author_seq, is_refused, known, is_drawn FROM team_place WHERE seq = ?',
      lastPlace: 'SELECT coalesce(max(place), 0) AS place FROM team_place',
    });
    this.#base = this.#meta.number('team_base') ?? 0;
    this.#start = this.#meta.number('team_start') ?? 0;
    this.#sent = this.#meta.number('team_sent') ?? 0;
    this.#me = this.#meta.text('team_me') ?? '';
    this.hasPlaces = database.prepare('SELECT 1 FROM team_place LIMIT 1').get() !== undefined;
  }

  /** Begins with the entries of the journal after one. */
  begin(me: string, seq: number): void {
    this.#base = this.lastPlace;
    this.#start = seq;
    this.#me = me;
    this.#meta.set('team_base', this.#base);
    this.#meta.set('team_start', seq);
    this.#meta.set('team_me', me);
    this.#meta.delete('team_brought');
    this.sent = seq;
  }

  get lastPlace(): number {
    return Number(this.#sql.lastPlace.get()?.place);
  }

  /** The place before the first of this team. */
  get base(): number {
    return this.#base;
  }

  /** The last entry from before this console joined. */
  get start(): number {
    return this.#start;
  }

  get me(): string {
    return this.#me;
  }

  /** An entry of the journal up to which the team has all; 0 if that is not known. */
  get sent(): number {
    return this.#sent;
  }

  /** Saves it now and then: a console that starts looks through the rest again. */
  set sent(seq: number) {
    const saved = this.#meta.number('team_sent') ?? 0;
    this.#sent = seq;
    if (seq < saved || seq >= saved + savedEvery) {
      this.#meta.set('team_sent', seq);
    }
  }

  /** The environments whose entries from before the team were brought in. */
  get brought(): string[] {
    return JSON.parse(this.#meta.text('team_brought') ?? '[]') as string[];
  }

  set brought(environmentIds: string[]) {
    this.#meta.set('team_brought', JSON.stringify(environmentIds));
  }

  /** Returns the row of the place that an entry of the journal has. */
  placeOf(seq: number) {
    return this.#sql.place.get(seq);
  }

  /** Returns by whom an entry was written, and its number among theirs; undefined where it has no place. */
  writtenAs(seq: number): { author: string; authorSeq: number } | undefined {
    const place = this.placeOf(seq);
    return place && { author: String(place.author), authorSeq: Number(place.author_seq) };
  }

  /** Returns the last place of the log that was known when an entry was written here. */
  placeBefore(seq: number): number {
    return Number(this.#sql.known.get(seq, this.me)?.place ?? 0);
  }
}
