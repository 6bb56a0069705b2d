import { homedir } from 'node:os';
import type { JournalHead } from '../preload/contract/journal.ts';
import { casesPath, indexIdIn } from './cases/index/index-file.ts';
import { rememberedCut, rememberedHead } from './cases/keys/journal-head.ts';
import { readKeychainHead } from './cases/keys/keychain-head.ts';
import { journalPath } from './journal/journal-file.ts';
import { runVerifyJournal } from './journal/verify-journal-command.ts';
import { createSystemKeychain, loadKeytar } from './keychain/system-keychain.ts';
import { defaultDataDir } from './launch/data-dir.ts';
import { Meta } from './store/meta.ts';
import { thisMachine } from './this-machine.ts';

/** Runs `verify-journal` on this machine with the given arguments and returns the exit status. */
export function verifyJournalCommand(argv: readonly string[]): Promise<number> {
  return runVerifyJournal(argv, {
    defaultDataDir: defaultDataDir(process.platform, process.env, homedir()),
    paths: (dataDir) => ({ journal: journalPath(dataDir), cases: casesPath(dataDir) }),
    rememberedHead: (cases) => rememberedHead(new Meta(cases)),
    keptHead: (dataDir) => withinTime(keptHeadIn(dataDir)),
    rememberedProblems: (cases) => rememberedCut(new Meta(cases)),
    stdout: process.stdout,
    stderr: process.stderr,
  });
}

/** How long the keychain is waited for, in milliseconds: it may ask for a password, and the prompt may stay unanswered. */
const keychainMs = 5000;

async function keptHeadIn(dataDir: string): Promise<JournalHead | undefined> {
  const indexId = indexIdIn(dataDir);
  if (indexId === undefined) {
    return undefined;
  }
  const keychain = createSystemKeychain({ machine: thisMachine(), load: loadKeytar });
  return readKeychainHead(keychain, indexId);
}

async function withinTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the keychain did not answer')), keychainMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
