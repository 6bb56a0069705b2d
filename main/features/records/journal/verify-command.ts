import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { JournalHead, JournalProblem, JournalReport } from '../../../../preload/contract/journal.ts';
import { thisMachine } from '../../../common/this-machine.ts';
import { within } from '../../../common/within.ts';
import { createSystemKeychain, loadKeytar } from '../../../keychain/system-keychain.ts';
import { defaultDataDir } from '../../../launch/data-dir.ts';
import { kindAt, runsFile } from '../../../store/file-kinds.ts';
import { type KeyStore, readDataKeys } from '../../../store/keys/data-keys.ts';
import { rememberedCut, rememberedHead } from '../../../store/keys/journal-head.ts';
import { missingIndex, readKeychainHead, registerAccount } from '../../../store/keys/keychain-head.ts';
import { openMemoryCopy, readIn } from '../../../store/memory-copy.ts';
import { Meta } from '../../../store/meta.ts';
import type { SealingKeys } from '../../../store/sealing.ts';
import { storeFaultOf } from '../../../store/sqlite-errors.ts';
import { casesPath } from '../../cases/index/case-file.ts';
import { indexIdIn, openIndexCopy } from '../../cases/index/index-file.ts';
import { runMigrations } from '../../deletion/runs/store/migrations.ts';
import { ReceiptTable } from '../../deletion/runs/store/receipt-table.ts';
import { SealedTexts } from '../../deletion/runs/store/sealed-texts.ts';
import { RegisterEnd } from '../receipts/register-end.ts';
import { journalPath } from './journal-file.ts';
import type { JournalStore } from './journal-store.ts';
import { verifyJournal } from './journal-verification.ts';

type ReadOnlyKeychain = Pick<KeyStore, 'get'>;

/** The parts of the system that the command uses. */
interface CommandSystem {
  keychain: ReadOnlyKeychain;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** The findings with the keychain. */
interface KeychainPart {
  /** The end as the keychain has it. */
  head?: JournalHead | undefined;
  /** The result of the whole check with the key; undefined if it was not possible. */
  report?: JournalReport | undefined;
  /** The missing parts according to the keychain. */
  problems: JournalProblem[];
  /** The comparisons that were made and those that were not, as a sentence. */
  notice: string;
}

const usage = `Usage: assay verify-journal [--data-dir DIR] [--head SEQ:HASH] [--json]

  Checks that no entry of the journal was changed, removed, added or moved since it was written. Where the keychain can be read, the list of
  cases and the register of receipts are compared with the journal as well; the last line says what was not compared.

  --data-dir DIR   the console's data directory (default: where the console keeps it)
  --head SEQ:HASH  the last entry as printed by an earlier check: it must still be there, unchanged
  --json           print the result as JSON

Exit status: 0 nothing is wrong, 1 something is, 2 wrong usage or the journal cannot be read.
`;

/**
 * Runs `verify-journal` with the given arguments and returns the exit status. Changes nothing, neither files nor the keychain, and prints
 * nothing of the content of entries.
 */
export async function verifyJournalCommand(
  argv: readonly string[],
  { keychain, stdout, stderr }: CommandSystem = thisSystem(),
): Promise<0 | 1 | 2> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(argv);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : 'Wrong usage.'}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    stdout.write(usage);
    return 0;
  }
  const dataDir = options.dataDir ?? defaultDataDir(process.platform, process.env, homedir());
  const journal = journalPath(dataDir);
  const cases = casesPath(dataDir);
  try {
    const savedHead = readIn(cases, (database) => rememberedHead(new Meta(database)));
    const compared = await compareWithKeychain(keychain, dataDir);
    const { notice } = compared;
    const heads = [options.head ?? savedHead, compared.head].filter((head) => head !== undefined);
    const withoutKeys = readIn(journal, (database) => verifyJournal(database, heads));
    const earlier = readIn(cases, (database) => rememberedCut(new Meta(database))) ?? [];
    const report = wholeReport(
      withoutKeys && { ...withoutKeys, problems: [...withoutKeys.problems, ...earlier] },
      compared,
    );
    if (report === undefined) {
      stderr.write(`There is no journal: ${journal} does not exist.\n`);
      return 2;
    }
    stdout.write(
      options.json ? `${JSON.stringify({ ...report, notice }, undefined, 2)}\n` : textOf(report, notice),
    );
    return report.problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (storeFaultOf(error) === 'damaged') {
      stderr.write(`The journal is damaged: ${journal} is not a readable database.\n`);
      return 1;
    }
    stderr.write(
      `The journal cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}\n`,
    );
    return 2;
  }
}

function thisSystem(): CommandSystem {
  const keychain = createSystemKeychain({ machine: thisMachine(), load: loadKeytar });
  return { keychain, stdout: process.stdout, stderr: process.stderr };
}

/** The time for which the keychain is awaited, in milliseconds: it may ask for a password, and the prompt may stay unanswered. */
const keychainMs = 5000;

async function compareWithKeychain(keychain: ReadOnlyKeychain, dataDir: string): Promise<KeychainPart> {
  try {
    return await keychainPart(keychain, dataDir);
  } catch {
    return {
      problems: [],
      notice:
        'NOT COMPARED  The keychain could not be read: cases that another program changed, missing receipts, entries of other programs and older copies of all files that were put back would not be detected.',
    };
  }
}

/** @throws Error where the keychain cannot be read */
async function keychainPart(keychain: ReadOnlyKeychain, dataDir: string): Promise<KeychainPart> {
  const indexId = indexIdIn(dataDir);
  const read = await within(keychainMs, readKeychain(keychain, dataDir, indexId));
  if (read === undefined) {
    throw new Error('the keychain did not answer');
  }
  const { missing, kept, keys, register } = read;
  const problems: JournalProblem[] = [];
  if (missing !== undefined) {
    problems.push({ kind: 'cut', seq: 0, message: missing });
  } else if (kept !== undefined && kindAt(journalPath(dataDir)) === undefined) {
    problems.push({ kind: 'cut', seq: 0, message: `The journal is missing, with ${kept.seq} entries.` });
  }
  const end =
    kept === undefined
      ? 'The keychain has no last entry of this journal to compare with.'
      : 'The last entry was compared with the one in the keychain.';
  if (indexId === undefined || keys === undefined) {
    const notice = `${end} NOT COMPARED  The keychain has no key of these files: cases that another program changed, missing receipts and entries of other programs would not be detected.`;
    return { head: kept, problems, notice };
  }
  try {
    const report = await checkWithKey({ directory: dataDir, indexId, keys }, register);
    const notice = `${end} The list of cases and the register of receipts were compared with the journal.`;
    return { head: kept, report, problems, notice };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason';
    return { head: kept, problems, notice: `${end} NOT COMPARED  The list of cases cannot be read: ${why}` };
  }
}

/** Reads the entries of the keychain for a data directory. */
async function readKeychain(keychain: ReadOnlyKeychain, dataDir: string, indexId: string | undefined) {
  const missing = await missingIndex(keychain, dataDir, indexId);
  const register = await keychain.get(registerAccount(dataDir));
  if (indexId === undefined) {
    return { missing, register };
  }
  const keys = await readDataKeys(keychain, indexId);
  return { missing, register, keys, kept: await readKeychainHead(keychain, indexId) };
}

/** Compares copies in memory, which are corrected as the console corrects its files. */
async function checkWithKey(
  files: SealingKeys & { directory: string },
  register: string | undefined,
): Promise<JournalReport> {
  const copy = openIndexCopy(files, true);
  try {
    // This comes first, because the next step writes into the copy.
    const report = copy.journalCheck.verify();
    const receipts = await registerProblems(files.directory, register, copy.journal);
    copy.recover({ at: Date.now(), actor: '' });
    copy.integrity.check();
    const others = report.problems.filter(({ kind }) => kind !== 'case-changed');
    return { ...report, problems: [...others, ...copy.integrity.problems(), ...receipts] };
  } finally {
    copy.close();
  }
}

async function registerProblems(
  directory: string,
  savedText: string | undefined,
  journal: JournalStore,
): Promise<JournalProblem[]> {
  const database = openMemoryCopy(join(directory, runsFile), runMigrations, true);
  try {
    const table = new ReceiptTable(database, new SealedTexts(database));
    const end = new RegisterEnd({
      keychain: { get: async () => savedText, set: async () => undefined },
      account: () => '',
      lastEntered: async () => journal.lastJournaledReceipt(),
      entered: async (after, max) => journal.journaledReceipts({ after, max }),
      log: () => undefined,
    });
    await end.compareWithJournal({
      last: async () => table.lastReceipt(),
      digests: async (seqs) => table.receiptDigests({ seqs }),
    });
    await end.flush();
    return end.problems;
  } finally {
    database.close();
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
