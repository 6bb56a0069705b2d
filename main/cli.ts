import { readFile } from 'node:fs/promises';
import { verifyJournalCommand } from './features/records/journal/verify-command.ts';
import { verifyReceiptCommand } from './features/records/receipts/verify-command.ts';
import { runCli } from './features/signatures/cli.ts';
import { fileBody, fileLength } from './features/signatures/file-body.ts';
import { consoleCommands, overview } from './hosts/terminal/commands.ts';
import { runInTerminal } from './hosts/terminal/run.ts';
import { examineCommand } from './launch/examine-receiver.ts';

const [command, ...rest] = process.argv.slice(2);

async function run(): Promise<number> {
  switch (command) {
    case 'verify':
      return verifyCommand(rest);
    case 'verify-journal':
      return verifyJournalCommand(rest);
    case 'verify-receipt':
      return verifyReceiptCommand(rest);
    case 'team': {
      const { teamCommand } = await import('./features/team/team-command.ts');
      return teamCommand(rest);
    }
    case 'examine':
      return examineCommand(rest);
    case '--help':
    case '-h':
      process.stdout.write(overview);
      return 0;
  }
  if (consoleCommands.some((one) => one === command)) {
    return runInTerminal(process.argv.slice(2), async (given) => {
      // Loaded late: the other commands need none of it.
      const { compose } = await import('./compose.ts');
      return compose(given);
    });
  }
  process.stderr.write(
    `${command === undefined ? 'A command is missing' : 'There is no such command'}.\n\n${overview}`,
  );
  return 2;
}

function verifyCommand(argv: string[]): Promise<number> {
  return runCli(argv, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    readFile: (path) => readFile(path),
    openFile: fileBody,
    fileLength,
    now: () => Date.now(),
    interrupted: () => {
      const controller = new AbortController();
      // The first Ctrl+C ends the search and lets its report come; the second ends the process, as ever.
      process.once('SIGINT', () => controller.abort());
      return controller.signal;
    },
  });
}

const status = await run();
await Promise.all([process.stdout, process.stderr].map((out) => new Promise((done) => out.write('', done))));
// A keychain that does not answer would keep the process running.
process.exit(status);
