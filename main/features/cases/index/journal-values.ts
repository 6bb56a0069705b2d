import type { CheckedEntry } from '../../records/journal/journal-store.ts';
import type { ChangeEntry } from './apply-entry.ts';
import { type CaseChange, caseChange, ticksAfter, type Wait, waitsAfter } from './case-change.ts';

/** The values of a case that come from the journal alone. */
export const journalFields = [
  'decision',
  'state',
  'followUp',
  'assignment',
  'watched',
  'reviewed',
  'labels',
  'notes',
  'settlements',
  'ticks',
] as const;
export type JournalField = (typeof journalFields)[number];

const fieldOf = {
  decided: 'decision',
  'decision-kept': 'decision',
  'state-set': 'state',
  'follow-up-set': 'followUp',
  assigned: 'assignment',
  watched: 'watched',
  reviewed: 'reviewed',
  labelled: 'labels',
  unlabelled: 'labels',
  noted: 'notes',
  'note-withdrawn': 'notes',
  settled: 'settlements',
  ticked: 'ticks',
} as const satisfies Record<CaseChange['kind'], JournalField>;

/** Kinds of which only the last entry counts. */
export type SingleKind = 'decided' | 'state-set' | 'follow-up-set' | 'assigned' | 'watched' | 'reviewed';

/** Values of one case as the journal has them. */
export class JournalValues {
  readonly #single = new Map<string, { change: CaseChange; entry: ChangeEntry }>();
  /** Fields set by an entry whose key is lost: those in the list cannot be compared. */
  readonly #lostFields = new Set<JournalField>();
  /** Fields that stay when retention deletes the entries that set them. */
  readonly #keptFields = new Set<JournalField>();
  /** The entry that set each label. */
  readonly labels = new Map<string, ChangeEntry>();
  /** By the number of the entry. */
  readonly notes = new Map<number, { text: string; entry: ChangeEntry }>();
  /** By the key of the finding. */
  readonly settlements = new Map<string, { change: CaseChange & { kind: 'settled' }; entry: ChangeEntry }>();
  /** The times in which the case waited for the user; undefined where an entry about them cannot be decrypted. */
  waits: Wait[] | undefined = [];
  /** The ticked items of the checklist. */
  ticks: string[] = [];
  readonly #lastSeq = new Map<JournalField, number>();

  /** Entries are added in order. One that was changed counts for nothing unless its content can still be read. */
  add({ seq, at, actor, kind, content: { details }, isUnchanged }: CheckedEntry): void {
    const change = caseChange(kind, details ?? {});
    if (change === undefined) {
      return;
    }
    const field = fieldOf[change.kind];
    if (details === undefined) {
      if (isUnchanged) {
        this.#lostFields.add(field);
        this.waits = field === 'state' ? undefined : this.waits;
      }
      return;
    }
    const entry = { seq, at, actor };
    this.#lastSeq.set(field, seq);
    switch (change.kind) {
      case 'decision-kept':
        this.#keep(change, entry);
        return;
      case 'labelled':
        this.labels.set(change.label, entry);
        return;
      case 'unlabelled':
        this.labels.delete(change.label);
        return;
      case 'noted':
        this.notes.set(seq, { text: change.text, entry });
        return;
      case 'ticked':
        this.ticks = ticksAfter(this.ticks, change);
        return;
      case 'note-withdrawn':
        this.notes.delete(change.note);
        return;
      case 'settled':
        if (change.settlement === undefined) {
          this.settlements.delete(change.key);
        } else {
          this.settlements.set(change.key, { change, entry });
        }
        return;
      default:
        if (change.kind === 'state-set' && this.waits !== undefined) {
          this.waits = waitsAfter(this.waits, change, at);
        }
        this.#single.set(change.kind, { change, entry });
        // Values set before do not matter any more.
        this.#lostFields.delete(field);
        this.#keptFields.delete(field);
    }
  }

  /** Deletes all values set before except the decision, the state and the review. */
  #keep(
    { decision, reason, decidedAt, reviewer }: CaseChange & { kind: 'decision-kept' },
    entry: ChangeEntry,
  ): void {
    this.labels.clear();
    this.notes.clear();
    this.settlements.clear();
    this.ticks = [];
    this.#single.clear();
    this.waits = [];
    this.#keptFields.add('state').add('reviewed');
    if (decision !== undefined) {
      this.#single.set('decided', {
        change: { kind: 'decided', decision, reason },
        entry: { seq: entry.seq, at: decidedAt ?? entry.at, actor: reviewer ?? entry.actor },
      });
    }
  }

  /** Returns the last change of a kind; undefined where there is none. */
  last<K extends SingleKind>(
    kind: K,
  ): { change: Extract<CaseChange, { kind: K }>; entry: ChangeEntry } | undefined {
    return this.#single.get(kind) as
      | { change: Extract<CaseChange, { kind: K }>; entry: ChangeEntry }
      | undefined;
  }

  isKnown(field: JournalField): boolean {
    return !this.#lostFields.has(field) && !this.#keptFields.has(field);
  }

  /** Fields that cannot be compared because the key of their entries is lost. */
  get lostFields(): JournalField[] {
    return [...this.#lostFields];
  }

  /** Returns the number of the last entry that set the field. */
  seqOf(field: JournalField): number | undefined {
    return this.#lastSeq.get(field);
  }
}
