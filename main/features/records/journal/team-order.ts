import type { DatabaseSync } from 'node:sqlite';
import { isShared } from '../../../../preload/contract/team-roles.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { TeamMarks } from './team-marks.ts';

/** The value of `team_place.is_refused` of an entry that counts once the second review of its case is signed by two people. */
export const heldBack = 2;

/** A decision on a case, or the withdrawal of one, as it counts among those of the team. */
export interface PlacedDecision {
  seq: number;
  place: number;
  /** The id of the member who made it. */
  author: string;
  /** The last place of the log that its author knew. */
  known: number;
  isHeld: boolean;
  /** True if it counts as drawn for a second review, whatever its entry says. */
  isDrawn: boolean;
}

/**
 * Orders entries of the journal. One that has a place in the log of the team counts there, whenever it came to this console; one that was not sent yet
 * counts after all others.
 */
export class TeamOrder {
  readonly #marks: TeamMarks;
  /** True while this console is in a team. */
  readonly #isMember: () => boolean;
  readonly #sql;

  constructor(database: DatabaseSync, marks: TeamMarks, isMember: () => boolean) {
    this.#marks = marks;
    this.#isMember = isMember;
    this.#sql = prepareAll(database, {
      decided: `SELECT entry.seq AS seq, place, author, known, coalesce(is_refused, 0) AS is_refused, is_drawn
        FROM content CROSS JOIN entry USING (seq) LEFT JOIN team_place ON team_place.seq = entry.seq
        WHERE environment_id = ? AND conversation_id = ? AND kind = 'decided' ORDER BY place IS NULL, place, entry.seq`,
      ownBefore: `SELECT entry.at AS at, author_seq FROM team_place JOIN entry USING (seq) WHERE author = ? AND place < ? AND entry.seq > ? ORDER BY author_seq DESC LIMIT 1`,
      ownAfter: `SELECT entry.at AS at FROM team_place JOIN entry USING (seq) WHERE author = ? AND author_seq > ? AND place > ? AND entry.seq > ? ORDER BY author_seq LIMIT 1`,
    });
  }

  get hasPlaces(): boolean {
    return this.#marks.hasPlaces;
  }

  /** Returns entries of one case in the order in which they count, without those that the team does not accept. @param entries by number */
  inOrder<Entry extends { seq: number; kind: string }>(entries: readonly Entry[]): readonly Entry[] {
    if (!this.#marks.hasPlaces) {
      return entries;
    }
    const start = this.#marks.start;
    const me = this.#marks.me;
    let last = 0;
    const keyed: { entry: Entry; place: number }[] = [];
    for (const entry of entries) {
      const row = this.#marks.placeOf(entry.seq);
      if (row !== undefined) {
        const place = Number(row.place);
        last = row.author === me ? last : Math.max(last, place);
        if (row.is_refused === 0) {
          keyed.push({ entry, place });
        }
        continue;
      }
      const isUnsent = this.#isMember() && entry.seq > start && isShared(entry.kind);
      // Entries of other kinds count after the entries of the team that were known here.
      keyed.push({ entry, place: isUnsent ? Number.POSITIVE_INFINITY : last });
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
    const place = this.#marks.placeOf(seq);
    const me = this.#marks.me;
    if (place === undefined || place.author === me) {
      return at;
    }
    const before = this.#sql.ownBefore.get(me, Number(place.place), this.#marks.start);
    const after = this.#sql.ownAfter.get(
      ...[me, Number(before?.author_seq ?? 0), Number(place.place), this.#marks.start],
    );
    return Math.min(Math.max(at, Number(before?.at ?? at)), Number(after?.at ?? Number.POSITIVE_INFINITY));
  }

  /**
   * Returns the decisions on a case in the order in which they count, by the numbers of their entries: each with the last ones of others before it that
   * its author did not know. Without a team there are none.
   */
  decisions(environmentId: string, conversationId: string): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    if (!this.#marks.hasPlaces) {
      return groups;
    }
    const before: PlacedDecision[] = [];
    for (const one of this.placed(environmentId, conversationId).filter(({ isHeld }) => !isHeld)) {
      const last = new Map(
        before.filter(({ author }) => author !== one.author).map((other) => [other.author, other]),
      );
      groups.set(
        one.seq,
        [...last.values()].filter(({ place }) => place > one.known).map(({ seq }) => seq),
      );
      before.push(one);
    }
    return groups;
  }

  /** Returns the decisions on a case and their withdrawals in the order in which they count, also those that are held back. */
  placed(environmentId: string, conversationId: string): PlacedDecision[] {
    const { start, me } = this.#marks;
    return this.#sql.decided.all(environmentId, conversationId).flatMap((row) => {
      const seq = Number(row.seq);
      const isUnsent = row.place === null;
      if (row.is_refused === 1 || (isUnsent && seq <= start)) {
        return [];
      }
      return [
        {
          seq,
          place: Number(row.place ?? Number.MAX_SAFE_INTEGER),
          author: isUnsent ? me : String(row.author),
          known: isUnsent ? this.#marks.placeBefore(seq) : Number(row.known ?? Number.MAX_SAFE_INTEGER),
          isHeld: row.is_refused === heldBack,
          isDrawn: row.is_drawn === 1,
        },
      ];
    });
  }
}
