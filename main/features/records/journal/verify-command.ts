import { homedir } from 'node:os';
import { join } from 'node:path';
import type { JournalProblem, JournalReport } from '../../../../preload/contract/journal.ts';
import { thisMachine } from '../../../common/this-machine.ts';
import { within } from '../../../common/within.ts';
import { createSystemKeychain, loadKeytar } from '../../../keychain/system-keychain.ts';
import { defaultDataDir } from '../../../launch/data-dir.ts';
import { kindAt, runsFile } from '../../../store/file-kinds.ts';
import { type KeyStore, readDataKeys } from '../../../store/keys/data-keys.ts';
import { rememberedCut, rememberedHead } from '../../../store/keys/journal-head.ts';
import { missingIndex, readKeychainHead, registerAccount } from '../../../store/keys/keychain-head.ts';
import { openMemoryCopy } from '../../../store/memory-copy.ts';
import { Meta } from '../../../store/meta.ts';
import type { SealingKeys } from '../../../store/sealing.ts';
import { casesPath } from '../../cases/index/case-file.ts';
import { indexIdIn, openIndexCopy } from '../../cases/index/index-file.ts';
import { runMigrations } from '../../deletion/runs/store/migrations.ts';
import { ReceiptTable } from '../../deletion/runs/store/receipt-table.ts';
import { SealedTexts } from '../../deletion/runs/store/sealed-texts.ts';
import { RegisterEnd } from '../receipts/register-end.ts';
import { journalPath } from './journal-file.ts';
import type { JournalStore } from './journal-store.ts';
import { type KeychainPart, runVerifyJournal } from './verify-journal-command.ts';

type ReadOnlyKeychain = Pick<KeyStore, 'get'>;

/** The parts of the system that the command uses. */
interface CommandSystem {
  keychain: ReadOnlyKeychain;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** Runs `verify-journal` with the given arguments and returns the exit status. Changes nothing, neither files nor the keychain. */
export function verifyJournalCommand(
  argv: readonly string[],
  { keychain, stdout, stderr }: CommandSystem = thisSystem(),
): Promise<number> {
  return runVerifyJournal(argv, {
    defaultDataDir: defaultDataDir(process.platform, process.env, homedir()),
    paths: (dataDir) => ({ journal: journalPath(dataDir), cases: casesPath(dataDir) }),
    rememberedHead: (cases) => rememberedHead(new Meta(cases)),
    keyed: (dataDir) => keychainPart(keychain, dataDir),
    rememberedProblems: (cases) => rememberedCut(new Meta(cases)),
    stdout,
    stderr,
  });
}

function thisSystem(): CommandSystem {
  const keychain = createSystemKeychain({ machine: thisMachine(), load: loadKeytar });
  return { keychain, stdout: process.stdout, stderr: process.stderr };
}

/** The time for which the keychain is awaited, in milliseconds: it may ask for a password, and the prompt may stay unanswered. */
const keychainMs = 5000;

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
