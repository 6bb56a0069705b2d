import type { DatabaseSync } from 'node:sqlite';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { isDeletion, type SharedKind, sharedKinds } from '../../../../preload/contract/team-roles.ts';
import type { Target } from '../../../common/target.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { DraftEntry, EntryContent } from './entry.ts';
import type { Journal, TeamMarks } from './team-marks.ts';
import type { TeamState } from './team-state.ts';

/** An entry of the team's log that still counts, in the words of this console. */
export interface CountingEntry extends Target {
  seq: number;
  author: string;
  authorSeq: number;
  kind: SharedKind;
  at: number;
  details: EntryDetails;
  /** Of a decision: the last place of the log that its author knew. */
  known?: number;
  note?: { author: string; authorSeq: number };
}

/** Reads from the journal what a snapshot of the team's log holds. */
export class TeamSnapshot {
  readonly #journal: Journal;
  readonly #marks: TeamMarks;
  readonly #sql;

  constructor(database: DatabaseSync, journal: Journal, marks: TeamMarks) {
    this.#journal = journal;
    this.#marks = marks;
    this.#sql = prepareAll(database, {
      at: 'SELECT author, seq FROM team_place WHERE place = ?',
      confirm: 'UPDATE team_place SET author_seq = ?, digest = ?, known = ? WHERE place = ?',
      drop: 'DELETE FROM team_place WHERE place = ?',
      lose: 'UPDATE team_place SET place = -seq, is_refused = 1 WHERE place = ?',
      addNotice: `INSERT OR IGNORE INTO team_notice (place, kind, author) VALUES (?, 'snapshot', ?)`,
      setDigest: 'UPDATE team_place SET digest = ? WHERE place = ?',
      addDigest: `INSERT INTO team_place (place, author, author_seq, digest, is_refused) VALUES (?, '', 0, ?, 1)`,
    });
  }

  /**
   * Returns the entries of the cases after one that still count as of a place of the log, about as many as asked for, and the last of these cases;
   * no case where there are no more.
   */
  part({ after, upTo, max }: { after?: Target | undefined; upTo: number; max: number }): {
    entries: CountingEntry[];
    last?: Target;
  } {
    const entries: CountingEntry[] = [];
    let one: CountingEntry[] = [];
    let last: Target | undefined;
    const begin = after ?? { environmentId: '', conversationId: '' };
    for (const { seq: number, kind, at, content, isUnchanged } of this.#journal.checked(sharedKinds, begin)) {
      const { environmentId, conversationId, details } = content;
      if (last?.conversationId !== conversationId || last.environmentId !== environmentId) {
        entries.push(...counting(one));
        one = [];
        if (entries.length >= max) {
          return { entries, ...(last === undefined ? {} : { last }) };
        }
        last = { environmentId, conversationId };
      }
      const place = this.#marks.placeOf(number);
      const seq = Number(place?.place ?? 0) - this.#marks.base;
      // What a second review holds back from this console counts for others.
      const isCounting = seq > 0 && seq <= upTo && place?.is_refused !== 1;
      if (place !== undefined && isCounting && details !== undefined && isUnchanged) {
        one.push({
          seq,
          author: String(place.author),
          authorSeq: Number(place.author_seq),
          kind: kind as SharedKind,
          at,
          environmentId,
          conversationId,
          details: place.is_drawn === 1 ? { ...details, secondReview: true } : details,
          ...(place.known === null ? {} : { known: Math.max(0, Number(place.known) - this.#marks.base) }),
          ...omitUndefined({
            note: kind === 'note-withdrawn' ? this.#marks.writtenAs(Number(details.note)) : undefined,
          }),
        });
      }
    }
    return { entries: [...entries, ...counting(one)] };
  }

  /**
   * Compares a place of the log with what the snapshot said of it, which does not count any more if that is something else. Returns the case that it
   * said something else of.
   * @param draftIn returns the entry of the place in an environment; undefined where it is none about a case, or refused
   */
  compare(
    { seq, author, authorSeq, digest }: { seq: number; author: string; authorSeq: number; digest: string },
    known: number | null,
    writer: string,
    draftIn: (environmentId: string) => DraftEntry | undefined,
  ): { isSame: boolean; cases: Target[] } {
    const place = this.#marks.base + seq;
    const row = this.#sql.at.get(place);
    if (row === undefined) {
      return { isSame: false, cases: [] };
    }
    if (row.seq === null) {
      this.#sql.drop.run(place);
      return { isSame: false, cases: [] };
    }
    const [held] = this.#journal.after(Number(row.seq) - 1, 1);
    const content = held?.content;
    const draft = draftIn(content?.environmentId ?? '');
    // The content may have been deleted since.
    const says = held === undefined || content === undefined ? undefined : textOf({ ...held, ...content });
    if (draft !== undefined && row.author === author && (says === undefined || textOf(draft) === says)) {
      this.#sql.confirm.run(authorSeq, digest, known, place);
      return { isSame: true, cases: [] };
    }
    this.#sql.lose.run(place);
    this.#sql.addNotice.run(seq, writer);
    return { isSame: false, cases: content === undefined ? [] : [content] };
  }

  /** Keeps the digest of the last place of a snapshot, which entries after it name. */
  markEnd({ seq, digest }: Pick<TeamState, 'seq' | 'digest'>): void {
    const place = this.#marks.base + seq;
    if (this.#sql.setDigest.run(digest, place).changes === 0) {
      this.#sql.addDigest.run(place, digest);
    }
  }
}

/** Returns the entries of a case without those that a later one takes the place of; of a case whose data was deleted, the deletion alone. */
function counting(entries: readonly CountingEntry[]): CountingEntry[] {
  const isErased = entries.some(
    ({ kind, details }) => kind === 'data-deleted' && details.outcome === 'confirmed',
  );
  const rest = isErased ? entries.filter(({ kind }) => isDeletion(kind)) : entries;
  // A second review is about decisions one after the other.
  const isReviewed = rest.some(({ details }) => details.secondReview === true);
  const last = new Map<string, CountingEntry>();
  for (const entry of rest.toSorted((before, after) => before.seq - after.seq)) {
    const slot = isReviewed && entry.kind === 'decided' ? String(entry.seq) : slotOf(entry);
    last.delete(slot);
    last.set(slot, entry);
  }
  return [...last.values()];
}

/** Returns the same text for entries of a case of which only the last counts. Of decisions that is the last of each author, for conflicts. */
function slotOf({ kind, details, author, seq }: CountingEntry): string {
  switch (kind) {
    case 'decided':
      return `${kind} ${author}`;
    case 'follow-up-set':
    case 'assigned':
      return kind;
    case 'labelled':
    case 'unlabelled':
      return `label ${details.label}`;
    case 'ticked':
      return `${kind} ${details.item}`;
    case 'settled':
      return `${kind} ${details.key}`;
    default:
      return String(seq);
  }
}

/** Returns what is the same in an entry that is sent again. */
export function textOf({
  kind,
  at,
  environmentId,
  conversationId,
  details,
}: Partial<EntryContent> & { kind: string; at: number }): string {
  return JSON.stringify([kind, at, environmentId, conversationId, details]);
}
