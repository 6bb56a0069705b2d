import { readFile, writeFile } from 'node:fs/promises';
import type { CliDeps } from '../../features/signatures/cli.ts';

/** The commands that need no data directory of the console, loaded when they are used. Each returns its exit status. */
export const ownCommands = {
  verify: (argv: string[]) => verifyCommand(argv),
  'verify-journal': async (argv: string[]) => {
    const { verifyJournalCommand } = await import('../../features/records/journal/verify-command.ts');
    return verifyJournalCommand(argv);
  },
  'verify-receipt': async (argv: string[]) => {
    const { verifyReceiptCommand } = await import('../../features/records/receipts/verify-command.ts');
    return verifyReceiptCommand(argv);
  },
  team: async (argv: string[]) => {
    const { teamCommand } = await import('../../features/team/team-command.ts');
    return teamCommand(argv);
  },
  examine: async (argv: string[]) => {
    const { runExamine } = await import('../../examine/command/command.ts');
    return runExamine(argv, {
      stdout: process.stdout,
      stderr: process.stderr,
      readFile: (path) => readFile(path),
      writeFile: (path, text) => writeFile(path, text),
      now: Date.now,
      interruption: firstInterruption,
    });
  },
};

export type OwnCommand = keyof typeof ownCommands;

export function isOwnCommand(name: string | undefined): name is OwnCommand {
  return name !== undefined && Object.hasOwn(ownCommands, name);
}

/** Checks callbacks. @param parts what a host does in its own way */
export async function verifyCommand(argv: string[], parts: Partial<CliDeps> = {}): Promise<number> {
  const { runCli } = await import('../../features/signatures/cli.ts');
  const { fileBody, fileLength } = await import('../../features/signatures/file-body.ts');
  return runCli(argv, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    readFile: (path) => readFile(path),
    openFile: fileBody,
    fileLength,
    now: () => Date.now(),
    interrupted: firstInterruption,
    ...parts,
  });
}

/** Returns a signal of the first Ctrl+C, which ends the work and lets its report come; the second ends the process, as ever. */
function firstInterruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}
