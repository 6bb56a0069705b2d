import { readFile } from 'node:fs/promises';
import { verifyJournalCommand } from './features/records/journal/verify-command.ts';
import { verifyReceiptCommand } from './features/records/receipts/verify-command.ts';
import { runCli } from './features/signatures/cli.ts';
import { fileBody, fileLength } from './features/signatures/file-body.ts';
import { consoleCommands } from './hosts/terminal/commands.ts';
import { runInTerminal } from './hosts/terminal/run.ts';
import { examineCommand } from './launch/examine-receiver.ts';

const [command, ...rest] = process.argv.slice(2);

const status =
  command === 'verify-journal'
    ? await verifyJournalCommand(rest)
    : command === 'verify-receipt'
      ? verifyReceiptCommand(rest)
      : command === 'examine'
        ? await examineCommand(rest)
        : consoleCommands.some((one) => one === command)
          ? await runInTerminal(process.argv.slice(2), async (given) => {
              // Loaded late: the other commands need none of it.
              const { compose } = await import('./compose.ts');
              return compose(given);
            })
          : await runCli(process.argv.slice(2), {
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

await Promise.all([process.stdout, process.stderr].map((out) => new Promise((done) => out.write('', done))));
// A keychain that does not answer would keep the process running.
process.exit(status);
