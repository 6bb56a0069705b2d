import type { DatabaseSync } from 'node:sqlite';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import {
  allowedKinds,
  isDeletion,
  isShared,
  type SharedKind,
  sharedKinds,
} from '../../../../preload/contract/team-roles.ts';
import type { Target } from '../../../common/target.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { inTransaction } from '../../../store/sqlite-file.ts';
import { type Journal, type KeptTeam, type TeamMarks, teamFindingPrefix } from './team-marks.ts';

/** An entry of this console that the team does not have yet. */
export interface UnsentEntry extends Target {
  seq: number;
  kind: SharedKind;
  at: number;
  details: EntryDetails;
  /** Of a decision: the last place of the team's log that was known here when it was made. */
  known?: number;
  /** The note that is withdrawn: by its place in the team's log, or by its number here where it is unsent, too. */
  note?: { author: string; authorSeq: number } | { local: number };
}

/** The entries of an environment from before this console joined. */
export type EarlierEntries = Omit<OperationOutput<'team.earlier'>['earlier'][number], 'name'>;

/** The entries of this console that the team does not have: those to be sent, and those from before it joined. */
export class TeamUnsent {
  readonly #database: DatabaseSync;
  readonly #journal: Journal;
  readonly #marks: TeamMarks;
  readonly #team: () => KeptTeam | undefined;
  readonly #sql;

  constructor(database: DatabaseSync, journal: Journal, marks: TeamMarks, team: () => KeptTeam | undefined) {
    this.#database = database;
    this.#journal = journal;
    this.#marks = marks;
    this.#team = team;
    this.#sql = prepareAll(database, {
      // With the cases of each environment in a row without a kind.
      earlier: `WITH earlier AS (SELECT environment_id, conversation_id, kind FROM entry CROSS JOIN content USING (seq)
          WHERE seq <= ?1 AND kind IN (SELECT value FROM json_each(?2)) AND conversation_id <> ''
            AND NOT EXISTS (SELECT 1 FROM team_place WHERE team_place.seq = entry.seq))
        SELECT environment_id, kind, count(*) AS entries, 0 AS cases FROM earlier GROUP BY environment_id, kind
        UNION ALL SELECT environment_id, NULL, 0, count(DISTINCT conversation_id) FROM earlier GROUP BY environment_id`,
    });
  }

  /**
   * Returns entries of this console that the team does not have yet, oldest first.
   * @param isOwn returns whether a case stays in this console
   */
  next(max: number, isOwn: (target: Target) => boolean = () => false): UnsentEntry[] {
    const start = this.#marks.start;
    const sent = this.#marks.sent;
    const brought = new Set(this.#marks.brought);
    const entries: UnsentEntry[] = [];
    const candidates = this.#journal.where(
      `seq > ? AND kind IN (${sharedKinds.map((kind) => `'${kind}'`).join(', ')}) AND NOT EXISTS (SELECT 1 FROM team_place WHERE team_place.seq = entry.seq) ORDER BY seq`,
      sent,
    );
    for (const { seq, kind, at, content } of candidates) {
      if (
        !isShared(kind) ||
        content?.details === undefined ||
        content.conversationId === '' ||
        isOwn(content)
      ) {
        continue;
      }
      const { environmentId, conversationId, details } = content;
      // Others cannot find what was settled by a key of this console.
      const isFound =
        kind !== 'settled' || (seq > start && String(details.key).startsWith(teamFindingPrefix));
      const isBrought = brought.has(environmentId);
      const isAllowed = this.#allowed.includes(kind);
      if (!isFound || (seq <= start && !(isBrought && isAllowed)) || (isDeletion(kind) && !isAllowed)) {
        continue;
      }
      const lastPlace =
        kind === 'decided' ? { known: Math.max(0, this.#marks.placeBefore(seq) - this.#marks.base) } : {};
      const entry: UnsentEntry = { seq, kind, at, environmentId, conversationId, details, ...lastPlace };
      const noteSeq = kind === 'note-withdrawn' ? Number(details.note) : undefined;
      if (noteSeq === undefined) {
        entries.push(entry);
      } else if (noteSeq > start || isBrought) {
        entries.push({ ...entry, note: this.#marks.writtenAs(noteSeq) ?? { local: noteSeq } });
      }
      if (entries.length >= max) {
        break;
      }
    }
    const [first] = entries;
    const upTo = first === undefined ? (this.#journal.head()?.seq ?? 0) : first.seq - 1;
    if (upTo > sent) {
      this.#marks.sent = upTo;
    }
    return entries;
  }

  /** Returns what this console entered before it joined and the team would take from it, by environment, without what was brought in. */
  earlier(): EarlierEntries[] {
    const brought = this.#marks.brought;
    const byEnvironment = new Map<string, EarlierEntries>();
    const allowed = this.#team() === undefined ? [] : this.#allowed;
    const kinds = JSON.stringify(allowed.filter((kind) => kind !== 'settled'));
    const empty = { cases: 0, decisions: 0, notes: 0, labels: 0, others: 0 };
    for (const { environment_id, kind, entries, cases } of this.#sql.earlier.all(this.#marks.start, kinds)) {
      const environmentId = String(environment_id);
      if (!brought.includes(environmentId)) {
        const one = byEnvironment.get(environmentId) ?? { environmentId, ...empty };
        byEnvironment.set(environmentId, one);
        if (kind === null) {
          one.cases = Number(cases);
        } else {
          one[countedAs[String(kind)] ?? 'others'] += Number(entries);
        }
      }
    }
    return [...byEnvironment.values()];
  }

  /** Sends what this console entered in environments before it joined. Returns the number of entries. */
  bring(environmentIds: readonly string[]): number {
    const chosen = this.earlier().filter(({ environmentId }) => environmentIds.includes(environmentId));
    inTransaction(this.#database, () => {
      this.#marks.brought = [...this.#marks.brought, ...chosen.map(({ environmentId }) => environmentId)];
      this.#marks.sent = 0;
    });
    return chosen.reduce(
      (sum, { decisions, notes, labels, others }) => sum + decisions + notes + labels + others,
      0,
    );
  }

  /** The kinds of entries that the team takes from this console. */
  get #allowed(): readonly SharedKind[] {
    const team = this.#team();
    const role = team?.log.members[team.me]?.role;
    return role === undefined ? [] : allowedKinds[role];
  }
}

/** The count of a preview that entries of a kind are in; the others without one. */
const countedAs: Readonly<Record<string, 'decisions' | 'notes' | 'labels' | undefined>> = {
  decided: 'decisions',
  noted: 'notes',
  labelled: 'labels',
};
