import type { DatabaseSync } from 'node:sqlite';
import type { JournalProblem } from '../../../../preload/contract/journal.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { correctionText } from '../../../../preload/wording/corrections.ts';
import { keyOf, type Target, targetIn } from '../../../common/target.ts';
import { dataVersion, inTransaction } from '../../../store/sqlite-file.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import type { CheckedEntry, JournalStore } from '../../records/journal/journal-store.ts';
import { dueKinds, type RetainedPart, retainedKinds } from '../due/due-cases.ts';
import { listedKinds } from './apply-entry.ts';
import { changeKinds, type JournalField } from './case-change.ts';
import type { CaseIndex } from './case-index.ts';
import type { StoredCase } from './case-table.ts';
import { EntryCheck } from './entry-check.ts';
import { JournalValues } from './journal-values.ts';

/** Cases compared, or corrected in one transaction, before the time is looked at. */
const comparedAtOnce = 200;
/** The most entries of one case that are compared when it is read. */
const maxCompared = 10_000;
/** The most entries that a case names of which it is not known whether they were about it. */
const maxNamed = 3;
/** The most corrected cases that a check names. */
const maxProblems = 100;

interface CaseIntegrityDeps {
  database: DatabaseSync;
  journalDatabase: DatabaseSync;
  journal: JournalStore;
  index: CaseIndex;
  append(drafts: readonly DraftEntry[]): void;
  /** Returns the current time and user. */
  act(): Pick<DraftEntry, 'at' | 'actor'>;
}

/** A case whose row in the list does not say what the journal says. */
interface Differing extends Target {
  /** The value that the list held. */
  details: EntryDetails;
  correct(): void;
}

/** The comparison of all cases that entries of some kinds are about. */
interface Walk {
  kinds: readonly string[];
  /** The last case compared. */
  after: Target;
  compare(target: Target, entries: readonly CheckedEntry[]): Differing[];
  /** Compares the next case with such values and without an entry. Returns undefined if there is none left. */
  compareUnfounded(): Differing[] | undefined;
  /** Returns what is missing once all are compared. */
  end(): Differing[];
}

const start: Target = { environmentId: '', conversationId: '' };

/**
 * Compares what the list of cases says with the journal, which is sealed and chained: decisions, states, labels, notes and what else
 * comes from its entries. Where another program changed the list, the journal counts: the list is corrected, and an entry says so.
 */
export class CaseIntegrity {
  readonly #deps: CaseIntegrityDeps;
  /** SQLite's counters of changes by other programs when the comparison of all cases began. */
  #version: string | undefined;
  /** The comparisons that are not done yet. */
  #walks: Walk[] = [];
  /** The environments of corrected cases. */
  readonly #correctedCases = new Set<string>();
  readonly entries: EntryCheck;

  constructor(deps: CaseIntegrityDeps) {
    this.#deps = deps;
    this.entries = new EntryCheck(deps.journalDatabase, deps.journal);
  }

  /**
   * Goes on with the comparison of all cases, which begins again after another program wrote to a file. Returns whether all are compared.
   * @param withinMs about how long it may take
   */
  check(withinMs = Number.POSITIVE_INFINITY): boolean {
    const version = this.#dataVersion();
    if (version !== this.#version) {
      const { index } = this.#deps;
      this.#version = version;
      index.reload();
      this.#walks = [this.#walkListed(), this.#walkRetained()];
    }
    const end = performance.now() + withinMs;
    for (let [walk] = this.#walks; walk !== undefined; [walk] = this.#walks) {
      this.#correct(this.#slice(walk));
      if (performance.now() > end) {
        break;
      }
    }
    return this.#walks.length === 0;
  }

  #walkListed(): Walk {
    const { listedValues, table } = this.#deps.index;
    // By their rows, since an id that another program wrote may not be a text.
    const unfounded = new Set(listedValues.rows());
    return {
      kinds: changeKinds,
      after: start,
      compare: (target, entries) => {
        const row = table.find(target.environmentId, target.conversationId);
        unfounded.delete(row?.id ?? 0);
        return this.#compareListed(row, entries);
      },
      compareUnfounded: () => {
        const [id] = unfounded;
        if (id === undefined) {
          return undefined;
        }
        unfounded.delete(id);
        const row = table.findById(id);
        return this.#compareListed(row, row === undefined ? [] : this.#entriesOf(targetIn(row)));
      },
      end: () => this.#missing(),
    };
  }

  #walkRetained(): Walk {
    const unfounded = new Map(this.#deps.index.due.retainedCases().map((one) => [keyOf(one), one]));
    return {
      kinds: dueKinds,
      after: start,
      compare: (target, entries) => {
        unfounded.delete(keyOf(target));
        return this.#compareRetained(target, entries);
      },
      compareUnfounded: () => {
        const [next] = unfounded;
        if (next === undefined) {
          return undefined;
        }
        const [name, target] = next;
        unfounded.delete(name);
        return this.#compareRetained(target, this.#entriesOf(target));
      },
      end: () => [],
    };
  }

  /** Compares single cases, if not all are compared yet. */
  checkCases(environmentId: string, conversationIds: readonly string[]): void {
    if (this.check(0)) {
      return;
    }
    this.#correct(
      conversationIds.flatMap((conversationId) => {
        const row = this.#deps.index.table.find(environmentId, conversationId);
        return this.#compareListed(row, this.#entriesOf({ environmentId, conversationId }));
      }),
    );
  }

  /** Returns the environments in which cases were corrected since the last call. */
  takeCorrected(): string[] {
    const all = [...this.#correctedCases];
    this.#correctedCases.clear();
    return all;
  }

  /** Reasons not to sign a case: it was changed outside the console, or entries about it were. */
  disagreements(environmentId: string, conversationId: string): string[] {
    const { journal } = this.#deps;
    const entries = this.#entriesOf({ environmentId, conversationId });
    const confirmedSeq = journal.lastConfirmed();
    const problems: string[] = [];
    const changedEntries: CheckedEntry[] = [];
    for (const entry of entries) {
      if (!entry.isUnchanged) {
        changedEntries.push(entry);
      } else if (entry.kind === 'corrected' && entry.seq > confirmedSeq) {
        problems.push(correctionText(entry.content.details ?? {}));
      }
    }
    problems.push(...this.#entryProblems(changedEntries));
    const { lostFields } = new JournalValues(entries);
    return lostFields.length === 0
      ? problems
      : [
          ...problems,
          `The journal’s entries on this case can no longer be decrypted: ${lostFields.join(', ')}.`,
        ];
  }

  /** Problems of the entries about a case, and of those whose case is unknown. */
  #entryProblems(entries: readonly CheckedEntry[]): string[] {
    const numbers = new Set(entries.map(({ seq }) => seq));
    const others = this.entries.unconfirmedProblems().filter(({ seq }) => !numbers.has(seq));
    return [
      ...entries
        .filter(({ seq }) => !this.entries.isConfirmed(seq))
        .map(({ seq, content }) =>
          content.details === undefined
            ? `Entry ${seq} of the journal, about this case, was changed or was not written by this console.`
            : `Entry ${seq} of the journal, about this case, was changed outside Assay.`,
        ),
      ...others.slice(0, maxNamed).map(({ message }) => `${message} It may have been about this case.`),
    ];
  }

  /** Returns the cases that were changed outside the console and not confirmed since, for the check of the journal. */
  problems(): JournalProblem[] {
    const { journal } = this.#deps;
    return journal.corrections(journal.lastConfirmed(), maxProblems).map(({ seq, content }) => {
      const { entry } = content.details ?? {};
      return {
        kind: 'case-changed',
        seq: typeof entry === 'number' && entry > 0 ? entry : seq,
        message: `Case ${content.conversationId}: ${correctionText(content.details ?? {})}`,
      };
    });
  }

  #dataVersion(): string {
    const { database, journalDatabase } = this.#deps;
    return `${dataVersion(database)} ${dataVersion(journalDatabase)}`;
  }

  /** Returns the entries about a case, in the order in which they count. */
  #entriesOf({ environmentId, conversationId }: Target): CheckedEntry[] {
    return this.#deps.journal.checkedAbout(environmentId, conversationId, maxCompared).toReversed();
  }

  /** Compares some cases that entries are about; in the end those that no entry is about. */
  #slice(walk: Walk): Differing[] {
    const { journal } = this.#deps;
    const differences: Differing[] = [];
    let count = 0;
    for (const entries of byCase(journal.checked(walk.kinds, walk.after))) {
      const [{ content }] = entries;
      differences.push(...walk.compare(content, journal.team.order.inOrder(entries)));
      walk.after = content;
      count += 1;
      if (count === comparedAtOnce) {
        return differences;
      }
    }
    for (; count < comparedAtOnce; count += 1) {
      // Entries may have been written since the comparison began.
      const unfounded = walk.compareUnfounded();
      if (unfounded === undefined) {
        this.#walks.shift();
        return [...differences, ...walk.end()];
      }
      differences.push(...unfounded);
    }
    return differences;
  }

  #compareRetained(of: Target, entries: readonly CheckedEntry[]): Differing[] {
    const { due } = this.#deps.index;
    const target = { environmentId: of.environmentId, conversationId: of.conversationId };
    const differences = due.differences(target, entries);
    return Object.entries(differences).map(([name, difference]) => {
      const part = name as RetainedPart;
      const last = entries.findLast(({ kind }) => retainedKinds[part].includes(kind));
      return {
        ...target,
        details: { entry: last?.seq ?? 0, [part]: difference },
        correct: () => due.correct(part, target, entries),
      };
    });
  }

  #correct(differing: readonly Differing[]): void {
    const { database, index } = this.#deps;
    for (let from = 0; from < differing.length; from += comparedAtOnce) {
      const some = differing.slice(from, from + comparedAtOnce);
      // First, so that a crash leaves differences that are found and recorded again.
      this.#deps.append(
        some.map(({ environmentId, conversationId, details }) => ({
          kind: 'corrected',
          ...this.#deps.act(),
          environmentId,
          conversationId,
          details,
        })),
      );
      inTransaction(database, () => {
        for (const { environmentId, correct } of some) {
          correct();
          this.#correctedCases.add(environmentId);
        }
      });
    }
    if (differing.length > 0) {
      index.reload();
    }
  }

  #compareListed(row: StoredCase | undefined, entries: readonly CheckedEntry[]): Differing[] {
    if (row === undefined) {
      return [];
    }
    const { listedValues } = this.#deps.index;
    const values = new JournalValues(entries);
    const differences = listedValues.differences(row, values);
    if (differences.size === 0) {
      return [];
    }
    const fields = [...differences.keys()];
    return [
      {
        ...targetIn(row),
        details: Object.assign({ entry: lastSeq(values, fields) }, ...differences.values()),
        correct: () => listedValues.correct(row, values, fields),
      },
    ];
  }

  /** Cases that the journal has and the list has not. */
  #missing(): Differing[] {
    const { journal, index } = this.#deps;
    const names = new Set(index.names());
    return journal
      .conversationsWith(listedKinds)
      .filter((target) => !names.has(keyOf(target)))
      .map(({ environmentId, conversationId }) => ({
        environmentId,
        conversationId,
        details: { missing: true },
        correct: () => {
          for (const entry of this.#entriesOf({ environmentId, conversationId })) {
            index.applier.apply(entry);
          }
        },
      }));
  }
}

/** 0 where no entry set any of the fields. */
function lastSeq(values: JournalValues, fields: readonly JournalField[]): number {
  return Math.max(0, ...fields.map((field) => values.seqOf(field) ?? 0));
}

/** Yields the entries of each case together; they come in the order of cases. */
function* byCase(entries: Iterable<CheckedEntry>): Generator<[CheckedEntry, ...CheckedEntry[]]> {
  let group: [CheckedEntry, ...CheckedEntry[]] | undefined;
  for (const entry of entries) {
    const [first] = group ?? [];
    if (
      group !== undefined &&
      first?.content.conversationId === entry.content.conversationId &&
      first.content.environmentId === entry.content.environmentId
    ) {
      group.push(entry);
      continue;
    }
    if (group !== undefined) {
      yield group;
    }
    group = [entry];
  }
  if (group !== undefined) {
    yield group;
  }
}
