import type { DatabaseSync } from 'node:sqlite';
import type { JournalProblem } from '../../../../preload/contract/journal.ts';
import { dataVersion } from '../../../store/sqlite-file.ts';
import type { JournalStore } from '../../records/journal/journal-store.ts';
import { JournalCheck, unreadableProblem } from '../../records/journal/journal-verification.ts';

/** Entries checked before the time is looked at. */
const checkedAtOnce = 500;

/** Checks all entries of the journal, some at a time, and knows which of the problems a user has confirmed. */
export class EntryCheck {
  readonly #database: DatabaseSync;
  readonly #journal: JournalStore;
  #check: JournalCheck | undefined;
  #isDone = false;
  /** SQLite's counter of changes by other programs when the check began. */
  #version: number | undefined;

  constructor(database: DatabaseSync, journal: JournalStore) {
    this.#database = database;
    this.#journal = journal;
  }

  /**
   * Goes on with the check, which begins again after another program wrote to the file. Returns whether all entries are checked.
   * @param withinMs about how long it may take
   */
  step(withinMs = Number.POSITIVE_INFINITY): boolean {
    const version = dataVersion(this.#database);
    if (this.#check === undefined || version !== this.#version) {
      this.#version = version;
      this.#check = new JournalCheck(this.#database, [], (content) => this.#journal.isGenuine(content));
      this.#isDone = false;
    }
    for (const end = performance.now() + withinMs; !this.#isDone; ) {
      this.#isDone = this.#check.step(checkedAtOnce);
      if (performance.now() > end) {
        break;
      }
    }
    return this.#isDone;
  }

  /** Unconfirmed problems found so far in entries whose case is unknown. */
  unconfirmedProblems(): JournalProblem[] {
    const problems = [...this.unreadable(), ...(this.#check?.report().problems ?? [])];
    return problems.length === 0
      ? []
      : this.withMarks(problems).filter(({ isConfirmed, seq }) => !isConfirmed && !this.#journal.opens(seq));
  }

  /** Returns the problem that the key of entries is missing, if it is. */
  unreadable(): JournalProblem[] {
    const problems = this.#journal.unreadable();
    return problems === undefined ? [] : [unreadableProblem(problems)];
  }

  /** Returns whether a user confirmed the problem of an entry. */
  isConfirmed(seq: number): boolean {
    return this.#confirmedNames().some((name) => name.endsWith(` ${seq}`));
  }

  /** Problems of entries, with those marked that a user has confirmed. */
  withMarks(problems: readonly JournalProblem[]): JournalProblem[] {
    const confirmedNames = new Set(this.#confirmedNames());
    return problems.map((problem) =>
      confirmedNames.has(nameOf(problem)) ? { ...problem, isConfirmed: true } : problem,
    );
  }

  #confirmedNames(): string[] {
    const { found } = this.#journal.lastConfirmation()?.details ?? {};
    return typeof found === 'string' ? found.split(', ') : [];
  }
}

/** Returns the name of a problem in the entry that confirms it. */
export function nameOf({ kind, seq }: JournalProblem): string {
  return `${kind} ${seq}`;
}
