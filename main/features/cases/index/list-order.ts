import type { DatabaseSync } from 'node:sqlite';
import { decisionKinds } from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { Target } from '../../../common/target.ts';
import { inTransaction } from '../../../store/sqlite-file.ts';
import type { JournalEntry } from '../../records/journal/entry.ts';
import type { JournalStore } from '../../records/journal/journal-store.ts';
import type { CaseIndex } from './case-index.ts';
import { JournalValues } from './journal-values.ts';
import { type QuestionPart, questionIn } from './questions.ts';

/** The number of entries from which on those of one case are not put in order any more. */
const maxOrdered = 10_000;

/** Writes to the list what follows from the order in which the entries of a team count, and from those that a second review holds back. */
export class ListOrder {
  readonly #database: DatabaseSync;
  readonly #journal: JournalStore;
  readonly #index: CaseIndex;

  constructor(database: DatabaseSync, journal: JournalStore, index: CaseIndex) {
    this.#database = database;
    this.#journal = journal;
    this.#index = index;
  }

  /** Decides which entries are held back, before they are applied. Returns the cases of which other entries count now. */
  hold(entries: readonly JournalEntry[]): Target[] {
    const { reviews } = this.#journal.team;
    reviews.notice(entries);
    return reviews.hold(distinct(entries.flatMap(({ content }) => content ?? [])));
  }

  /** Puts what cases have from entries that were just applied in order, and takes out what is held back. The caller opens the transaction. */
  applied(entries: readonly JournalEntry[], toOrder: readonly Target[], heldCases: readonly Target[]): void {
    this.#putInOrder([...toOrder, ...heldCases]);
    this.#dropLabels(heldCases);
    if (this.#journal.team.order.hasPlaces) {
      const decisions = entries.flatMap(({ kind, content }) =>
        kind === 'decided' || kind === 'answered' ? (content ?? []) : [],
      );
      this.#markDecisions([...decisions, ...toOrder, ...heldCases]);
    }
  }

  /**
   * Writes cases again whose entries count in another order.
   *
   * @param decidedCases those of which only the decisions do, or may be held back
   */
  reorder(toOrder: readonly Target[], decidedCases: readonly Target[] = []): void {
    const targets = distinct([...toOrder, ...decidedCases]);
    if (targets.length > 0) {
      const heldCases = this.#journal.team.reviews.hold(targets);
      inTransaction(this.#database, () => {
        this.#putInOrder([...toOrder, ...heldCases]);
        this.#dropLabels(heldCases);
        this.#markDecisions(targets);
      });
    }
  }

  /** Drops labels that only cases had of which they are held back. */
  #dropLabels(heldCases: readonly Target[]): void {
    for (const environmentId of new Set(heldCases.map((one) => one.environmentId))) {
      this.#index.dropUnusedLabels(environmentId);
    }
  }

  #putInOrder(targets: readonly Target[]): void {
    for (const { environmentId, conversationId } of distinct(targets)) {
      const row = this.#index.table.find(environmentId, conversationId);
      const entries =
        row === undefined
          ? []
          : this.#journal.checkedAbout(environmentId, conversationId, maxOrdered).toReversed();
      // With a part of the entries, what the others gave the case would be lost.
      if (row !== undefined && entries.length < maxOrdered) {
        const values = new JournalValues(entries);
        const differences = this.#index.listedValues.differences(row, values);
        if (differences.size > 0) {
          this.#index.listedValues.correct(row, values, differences.keys());
        }
      }
    }
  }

  /**
   * Marks cases in a second review or with a question, and those whose last decision was made without knowledge of another one of the team: not where both decide the
   * same, or a third person settles it.
   */
  #markDecisions(targets: readonly Target[]): void {
    const { team } = this.#journal;
    for (const target of distinct(targets)) {
      const { environmentId, conversationId } = target;
      const id = this.#index.table.idOf(environmentId, conversationId);
      if (id === undefined) {
        continue;
      }
      const part = team.reviews.partIn(target);
      this.#index.applier.setParts(id, part, this.#questionIn(target));
      const isSettledByThird = part === 'third' || part === 'differs';
      const [last, unknown = []] = [...team.order.decisions(environmentId, conversationId)].at(-1) ?? [];
      const kinds = new Map(
        (unknown.length === 0 ? [] : this.#journal.decisions(environmentId, conversationId)).map(
          ({ seq, content }) => [seq, decisionKinds.find((one) => one === content?.details?.decision)],
        ),
      );
      const others = unknown.filter((entry) => kinds.get(entry) !== kinds.get(last ?? 0));
      this.#index.applier.setConflict(
        id,
        (isSettledByThird ? [] : others).map((entry) => ({
          entry,
          ...omitUndefined({ decision: kinds.get(entry) }),
        })),
      );
    }
  }

  /** Returns what a question about a case awaits of this console. */
  #questionIn({ environmentId, conversationId }: Target): QuestionPart | undefined {
    const { team } = this.#journal.team;
    const role = team?.log.members[team.me]?.role;
    const isEscalated = this.#index.table.decisionOn(environmentId, conversationId) === 'escalate';
    return team === undefined || role === undefined || !isEscalated
      ? undefined
      : questionIn(this.#journal.checkedAbout(environmentId, conversationId, maxOrdered), {
          id: team.me,
          role,
        });
  }
}

function distinct(targets: readonly Target[]): Target[] {
  const names = new Map(targets.map((one) => [`${one.environmentId} ${one.conversationId}`, one]));
  return [...names.values()].filter(({ conversationId }) => conversationId !== '');
}
