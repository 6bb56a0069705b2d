import type { CheckedEntry } from '../../records/journal/journal-store.ts';
import type { ChangeEntry } from './apply-entry.ts';
import {
  type CaseChange,
  type ChangeKind,
  caseChange,
  fieldOf,
  isList,
  type JournalField,
  type Wait,
  waitsAfter,
} from './case-change.ts';

/** A change of a case, and the entry that it comes from. */
export interface EnteredChange<K extends ChangeKind = ChangeKind> {
  change: CaseChange<K>;
  entry: ChangeEntry;
}

/** Values of one case as the journal has them: of each field the changes that make it up. */
export class JournalValues {
  readonly #changes = new Map<JournalField, Map<string | number, EnteredChange>>();
  /** Fields set by an entry whose key is lost: those in the list cannot be compared. */
  readonly #lostFields = new Set<JournalField>();
  /** Fields that stay when retention deletes the entries that set them. */
  readonly #keptFields = new Set<JournalField>();
  readonly #lastSeq = new Map<JournalField, number>();
  /** The times in which the case waited for the user; undefined where an entry about them cannot be decrypted. */
  waits: Wait[] | undefined = [];

  /** @param entries in order. One that was changed counts for nothing unless its content can still be read. */
  constructor(entries: Iterable<CheckedEntry>) {
    for (const entry of entries) {
      this.#add(entry);
    }
  }

  #add({ seq, at, actor, kind, content: { details }, isUnchanged }: CheckedEntry): void {
    const change = caseChange(kind, details ?? {});
    const field = change && fieldOf.get(change.kind);
    if (change === undefined || field === undefined) {
      return;
    }
    if (details === undefined) {
      if (isUnchanged) {
        this.#lostFields.add(field);
        this.waits = field === 'state' ? undefined : this.waits;
      }
      return;
    }
    const entry = { seq, at, actor };
    this.#lastSeq.set(field, seq);
    if (change.kind === 'decision-kept') {
      this.#keep(change, entry);
      return;
    }
    if (change.kind === 'state-set') {
      this.waits = this.waits && waitsAfter(this.waits, change, at);
    }
    const { slot, isSet } = slotOf(change, seq);
    const changes = this.#changes.get(field) ?? new Map();
    changes.delete(slot);
    if (isSet) {
      changes.set(slot, { change, entry });
    }
    this.#changes.set(field, changes);
    if (!isList(field)) {
      // Values set before do not matter any more.
      this.#lostFields.delete(field);
      this.#keptFields.delete(field);
    }
  }

  /** Deletes all values set before except the decision, the state and the review. */
  #keep({ decision, reason, decidedAt, reviewer }: CaseChange<'decision-kept'>, entry: ChangeEntry): void {
    this.#changes.clear();
    this.waits = [];
    this.#keptFields.add('state').add('reviewed');
    if (decision !== undefined) {
      const change = { kind: 'decided', decision, reason, comment: undefined, isOfOther: false } as const;
      const decided = { seq: entry.seq, at: decidedAt ?? entry.at, actor: reviewer ?? entry.actor };
      this.#changes.set('decision', new Map([['', { change, entry: decided }]]));
    }
  }

  /** Returns the changes of a kind that hold. */
  of<K extends ChangeKind>(kind: K): EnteredChange<K>[] {
    return [...(this.#changes.get(fieldOf.get(kind) ?? 'decision')?.values() ?? [])] as EnteredChange<K>[];
  }

  /** Returns the last change of a kind; one that takes the value away where there is none. */
  last<K extends ChangeKind>(kind: K): EnteredChange<K> {
    const unset = { change: caseChange(kind, {}), entry: { seq: 0, at: 0, actor: '' } };
    return this.of(kind).at(-1) ?? (unset as EnteredChange<K>);
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

/** Returns the same for changes of which only the last holds, and whether it sets something. */
function slotOf(change: CaseChange, seq: number): { slot: string | number; isSet: boolean } {
  switch (change.kind) {
    case 'labelled':
    case 'unlabelled':
      return { slot: change.label, isSet: change.kind === 'labelled' };
    case 'noted':
      return { slot: seq, isSet: true };
    case 'note-withdrawn':
      return { slot: change.note, isSet: false };
    case 'ticked':
      return { slot: change.item, isSet: change.ticked };
    case 'settled':
      return { slot: change.key, isSet: change.settlement !== undefined };
    default:
      return { slot: '', isSet: true };
  }
}
