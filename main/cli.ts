import { mkdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { verifyJournalCommand } from './features/records/journal/verify-command.ts';
import { verifyReceiptCommand } from './features/records/receipts/verify-command.ts';
import { runCli } from './features/signatures/cli.ts';
import { fileBody, fileLength } from './features/signatures/file-body.ts';
import { consoleCommands } from './hosts/terminal/arguments.ts';
import { runConsoleCommand } from './hosts/terminal/command.ts';
import { terminalHost } from './hosts/terminal/host.ts';
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
          ? await runConsoleCommand(process.argv.slice(2), {
              ...{ stdout: process.stdout, stderr: process.stderr, environment: process.env },
              readFile: (path) => (path === '-' ? buffer(process.stdin) : readFile(path)),
              async open(dataDir, out) {
                await mkdir(dataDir, { recursive: true, mode: 0o700 });
                // Loaded late: the other commands need none of it.
                const { compose } = await import('./compose.ts');
                return compose({ dataDir, host: terminalHost(out, process.env) });
              },
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
