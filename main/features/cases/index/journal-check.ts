import type { DatabaseSync } from 'node:sqlite';
import type { JournalHead, JournalProblem, JournalReport } from '../../../../preload/contract/journal.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { Failure } from '../../../common/failure.ts';
import { forgetCut, rememberedCut, rememberedHead, saveCut } from '../../../store/keys/journal-head.ts';
import type { Meta } from '../../../store/meta.ts';
import { storeFaultOf } from '../../../store/sqlite-errors.ts';
import type { JournalStore } from '../../records/journal/journal-store.ts';
import { verifyJournal } from '../../records/journal/journal-verification.ts';
import type { CaseIntegrity } from './case-integrity.ts';
import { nameOf } from './entry-check.ts';

interface JournalCheckDeps {
  meta: Meta;
  journal: JournalStore;
  journalDatabase: DatabaseSync;
  integrity: CaseIntegrity;
}

/** Checks the journal, and whether it ends where the list of cases and the keychain say. */
export class JournalCheck {
  readonly #deps: JournalCheckDeps;
  readonly #lookupKey: Uint8Array;
  /** Problems of single entries that the last check found and showed. */
  #problems: readonly JournalProblem[] = [];

  constructor(deps: JournalCheckDeps, lookupKey: Uint8Array) {
    this.#deps = deps;
    this.#lookupKey = lookupKey;
  }

  /** The problem of the journal's end when it was opened, now or earlier. */
  get cut(): JournalProblem | undefined {
    return rememberedCut(this.#deps.meta)[0];
  }

  forgetCut(): void {
    forgetCut(this.#deps.meta);
  }

  /**
   * Compares the end of the journal with the saved one, before that is overwritten.
   *
   * @param appliedSeq the number of the last entry applied to the list
   */
  compareEnd(appliedSeq: number, at: number, keychainHead: JournalHead | undefined): void {
    const { meta, journal } = this.#deps;
    try {
      const head = rememberedHead(meta, this.#lookupKey);
      if (head !== undefined && journal.hashOf(head.seq) !== head.hash) {
        saveCut(meta, head, at);
      }
    } catch (error) {
      if (storeFaultOf(error) !== 'other') {
        throw error;
      }
      saveCut(meta, { seq: appliedSeq, hash: '' }, at);
    }
    // The list and the journal may both have been replaced by older copies that agree with each other.
    if (keychainHead !== undefined && journal.hashOf(keychainHead.seq) !== keychainHead.hash) {
      saveCut(meta, keychainHead, at, 'keychain');
    }
  }

  /** Checks the journal, including its end. */
  verify(head?: JournalHead): JournalReport {
    const { meta, integrity, journal, journalDatabase } = this.#deps;
    const others = [...rememberedCut(meta), ...integrity.problems()];
    const check = (heads: readonly JournalHead[]) =>
      verifyJournal(journalDatabase, heads, (content) => journal.isGenuine(content));
    const withMarks = (report: JournalReport) => {
      const problems = [...report.problems, ...integrity.entries.unreadable()];
      this.#problems = problems.filter(({ kind }) => kind !== 'cut');
      return integrity.entries.withMarks(problems);
    };
    try {
      const report = check([rememberedHead(meta, this.#lookupKey), head].filter((one) => one !== undefined));
      return { ...report, problems: [...withMarks(report), ...others] };
    } catch (error) {
      if (storeFaultOf(error) !== 'other') {
        throw error;
      }
      const report = check([]);
      const message = 'The end of the journal saved in the list of cases was changed.';
      return {
        ...report,
        problems: [...withMarks(report), { kind: 'end-changed', seq: report.entries, message }, ...others],
      };
    }
  }

  /**
   * Returns the details of the entry that confirms what was found up to an entry.
   * @throws Failure changed-outside if something was found after it
   */
  confirmation(seq: number): EntryDetails {
    const { journal } = this.#deps;
    if (journal.corrections(Math.max(seq, journal.lastConfirmed()), 1).length > 0) {
      throw new Failure({
        code: 'changed-outside',
        message: 'More was changed outside Assay since this check. Nothing was confirmed.',
        hint: 'Check the journal again.',
      });
    }
    const missing = this.cut?.message;
    const problems = this.#problems.length === 0 ? undefined : this.#problems.map(nameOf).join(', ');
    return { entry: seq, ...omitUndefined({ missing, found: problems }) };
  }
}
