import { homedir } from 'node:os';
import { casesPath } from './cases/index-file.ts';
import { rememberedCut, rememberedHead } from './cases/journal-head.ts';
import { journalPath } from './journal/journal-file.ts';
import { runVerifyJournal } from './journal/verify-command.ts';
import { defaultDataDir } from './launch/data-dir.ts';
import { Meta } from './store/meta.ts';

/** Runs `verify-journal` on this machine with the given arguments and returns the exit status. */
export function verifyJournalCommand(argv: readonly string[]): number {
  return runVerifyJournal(argv, {
    defaultDataDir: defaultDataDir(process.platform, process.env, homedir()),
    paths: (dataDir) => ({ journal: journalPath(dataDir), cases: casesPath(dataDir) }),
    rememberedHead: (cases) => rememberedHead(new Meta(cases)),
    rememberedProblems: (cases) => rememberedCut(new Meta(cases)),
    stdout: process.stdout,
    stderr: process.stderr,
  });
}
