import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import type { JournalHead, JournalProblem, JournalReport } from '../../../../preload/contract/journal.ts';
import { kindAt } from '../../../store/file-kinds.ts';
import { storeFaultOf } from '../../../store/sqlite-errors.ts';
import { verifyJournal } from './journal-verification.ts';

/** The command's input and output. */
export interface VerifyJournalDeps {
  /** The data directory if the command names none. */
  defaultDataDir: string;
  /** Paths of the journal and of the list of cases, in which the journal's end is saved. */
  paths(dataDir: string): { journal: string; cases: string };
  /** Returns the journal's end saved in the list of cases, read without a key. */
  rememberedHead(cases: DatabaseSync): JournalHead | undefined;
  /** Returns the problems with the journal recorded in the list of cases. */
  rememberedProblems(cases: DatabaseSync): JournalProblem[];
  /** Checks with the keychain and the key in it. @throws Failure where the keychain cannot be read */
  keyed(dataDir: string): Promise<KeychainPart>;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** The findings with the keychain. */
export interface KeychainPart {
  /** The end as the keychain has it. */
  head?: JournalHead | undefined;
  /** The result of the whole check with the key; undefined if it was not possible. */
  report?: JournalReport | undefined;
  /** The missing parts according to the keychain. */
  problems: JournalProblem[];
  /** The comparisons that were made and those that were not, as a sentence. */
  notice: string;
}

export const verifyJournalUsage = `Usage: assay verify-journal [--data-dir DIR] [--head SEQ:HASH] [--json]

  Checks that no entry of the journal was changed, removed, added or moved since it was written. Where the keychain can be read, the list of
  cases and the register of receipts are compared with the journal as well; the last line says what was not compared.

  --data-dir DIR   the console's data directory (default: where the console keeps it)
  --head SEQ:HASH  the last entry as printed by an earlier check: it must still be there, unchanged
  --json           print the result as JSON

Exit status: 0 nothing is wrong, 1 something is, 2 wrong usage or the journal cannot be read.
`;

/** Runs `verify-journal …` with the given arguments and returns the exit status. Prints nothing of the content of entries. */
export async function runVerifyJournal(
  argv: readonly string[],
  system: VerifyJournalDeps,
): Promise<0 | 1 | 2> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(argv);
  } catch (error) {
    system.stderr.write(
      `${error instanceof Error ? error.message : 'Wrong usage.'}\n\n${verifyJournalUsage}`,
    );
    return 2;
  }
  if (options.help) {
    system.stdout.write(verifyJournalUsage);
    return 0;
  }
  const dataDir = options.dataDir ?? system.defaultDataDir;
  const { journal, cases } = system.paths(dataDir);
  try {
    const savedHead = readOnly(cases, system.rememberedHead);
    const keychain = await readKeyed(system, dataDir);
    const { notice } = keychain;
    const heads = [options.head ?? savedHead, keychain.head].filter((head) => head !== undefined);
    const withoutKeys = readOnly(journal, (database) => verifyJournal(database, heads));
    const earlier = readOnly(cases, system.rememberedProblems) ?? [];
    const report = wholeReport(
      withoutKeys && { ...withoutKeys, problems: [...withoutKeys.problems, ...earlier] },
      keychain,
    );
    if (report === undefined) {
      system.stderr.write(`There is no journal: ${journal} does not exist.\n`);
      return 2;
    }
    system.stdout.write(
      options.json ? `${JSON.stringify({ ...report, notice }, undefined, 2)}\n` : textOf(report, notice),
    );
    return report.problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (storeFaultOf(error) === 'damaged') {
      system.stderr.write(`The journal is damaged: ${journal} is not a readable database.\n`);
      return 1;
    }
    system.stderr.write(
      `The journal cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}\n`,
    );
    return 2;
  }
}

async function readKeyed(system: VerifyJournalDeps, dataDir: string): Promise<KeychainPart> {
  try {
    return await system.keyed(dataDir);
  } catch {
    return {
      problems: [],
      notice:
        'NOT COMPARED  The keychain could not be read: cases that another program changed, missing receipts, entries of other programs and older copies of all files that were put back would not be detected.',
    };
  }
}

/** Returns the problems found with and without the key, each once. Undefined if there is no journal and none was recorded. */
function wholeReport(
  withoutKeys: JournalReport | undefined,
  { report, problems }: KeychainPart,
): JournalReport | undefined {
  if (withoutKeys === undefined && problems.length === 0) {
    return undefined;
  }
  const all = [...(withoutKeys?.problems ?? []), ...(report?.problems ?? []), ...problems];
  const each = new Map(all.map((problem) => [`${problem.seq} ${problem.message}`, problem]));
  return {
    ...(withoutKeys ?? { entries: 0, forgotten: 0, endChecked: false }),
    problems: [...each.values()],
  };
}

function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'data-dir': { type: 'string' },
      head: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const head = values.head === undefined ? undefined : headIn(values.head);
  return { dataDir: values['data-dir'], head, json: values.json, help: values.help };
}

function headIn(text: string): JournalHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new Error('--head must be a number, a colon and 64 hexadecimal digits.');
  }
  return { seq: Number(seq), hash };
}

/** Opens a database read-only, together with its log file. Returns undefined if there is no such file. */
function readOnly<T>(path: string, use: (database: DatabaseSync) => T): T | undefined {
  const kind = kindAt(path);
  if (kind === undefined) {
    return undefined;
  }
  if (kind !== 'file') {
    throw new Error(`${path} is not a regular file.`);
  }
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function textOf({ entries, forgotten, head, endChecked, problems }: JournalReport, notice: string): string {
  const lines = problems.map(
    ({ message, isConfirmed }) =>
      `PROBLEM  ${message}${isConfirmed === true ? ' (confirmed in Settings)' : ''}`,
  );
  lines.push(`${entries} entries. The content of ${forgotten} of them was deleted.`);
  if (problems.length === 0) {
    lines.push('Every entry is unchanged.');
  } else {
    lines.push(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`);
  }
  lines.push(
    endChecked
      ? 'The last entry was compared with the saved head.'
      : 'No head of this journal is saved, so removed entries at its end would not be detected.',
  );
  lines.push(notice);
  if (head !== undefined) {
    lines.push(`Last entry: ${head.seq}:${head.hash}`);
  }
  return `${lines.join('\n')}\n`;
}
