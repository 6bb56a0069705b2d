import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import type { Console } from './compose.ts';
import type { ComposeOptions } from './hosts/core.ts';
import { startApplication } from './hosts/electron/application.ts';
import { readArguments } from './hosts/electron/arguments.ts';
import { overview } from './hosts/terminal/commands.ts';

// The terminal that started it, or the program that reads its output, may end first.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', () => undefined);
}

const commandLine = readArguments(process.argv, app.isPackaged);

if (commandLine.kind === 'verify') {
  // Awaited before the runtime is ready: `assay verify …` needs no window and no display.
  const status = await verifyAndFlush(commandLine.rest).catch((error: unknown) => {
    // Only the error's type: its message could hold the verified data. Status 2 means that nothing was verified.
    process.stderr.write(`Assay could not verify: ${error instanceof Error ? error.name : 'unknown'}\n`);
    return 2;
  });
  app.exit(status);
} else if (commandLine.kind === 'verify-journal') {
  const { verifyJournalCommand } = await import('./features/records/journal/verify-command.ts');
  const status = await verifyJournalCommand(commandLine.rest);
  await flushed();
  app.exit(status);
} else if (commandLine.kind === 'verify-receipt') {
  const { verifyReceiptCommand } = await import('./features/records/receipts/verify-command.ts');
  const status = verifyReceiptCommand(commandLine.rest);
  await flushed();
  app.exit(status);
} else if (commandLine.kind === 'team') {
  const { teamCommand } = await import('./features/team/team-command.ts');
  const status = await teamCommand(commandLine.rest);
  await flushed();
  app.exit(status);
} else if (commandLine.kind === 'examine') {
  const { examineCommand } = await import('./launch/examine-receiver.ts');
  const status = await examineCommand(commandLine.rest);
  await flushed();
  app.exit(status);
} else if (commandLine.kind === 'help') {
  process.stdout.write(overview);
  await flushed();
  app.exit(0);
} else if (commandLine.kind === 'command') {
  const { startTerminalCommand } = await import('./hosts/electron/terminal-command.ts');
  startTerminalCommand(commandLine.argv, composeConsole);
} else {
  startApplication({
    dataDir: commandLine.dataDir,
    argv: process.argv,
    compose: composeConsole,
    log: (message) => process.stderr.write(`${message}\n`),
  });
}

async function composeConsole(given: ComposeOptions): Promise<Console> {
  // Loaded late: `assay verify` and a second instance end without it.
  const { compose } = await import('./compose.ts');
  // In the same directory as this file, in the sources and in the build.
  return compose({
    ...given,
    sandboxAssets: join(import.meta.dirname, 'sandbox', 'assets'),
    reportFonts: join(import.meta.dirname, 'fonts'),
  });
}

/** The command `verify` of `main/cli.ts`, for packages, which have no Node to run it; its output is flushed before the process ends. */
async function verifyAndFlush(argv: string[]): Promise<number> {
  const { runCli } = await import('./features/signatures/cli.ts');
  const { fileBody, fileLength } = await import('./features/signatures/file-body.ts');
  const { SignatureWork } = await import('./features/signatures/signature-work.ts');
  const search = new SignatureWork();
  const { stdin, stdout, stderr } = process;
  const readWhole = (path: string) => readFile(path);
  const status = await runCli(argv, {
    // Electron's standard input is always at its end on Windows.
    stdin: process.platform === 'win32' ? undefined : stdin,
    stdout,
    stderr,
    readFile: readWhole,
    openFile: fileBody,
    fileLength,
    now: () => Date.now(),
    explain: (input, options) => search.explain(input, options),
    interrupted: () => {
      const controller = new AbortController();
      process.once('SIGINT', () => controller.abort());
      return controller.signal;
    },
  });
  await search.close();
  await flushed();
  return status;
}

async function flushed(): Promise<void> {
  const outputs = [process.stdout, process.stderr];
  await Promise.all(outputs.map((out) => new Promise((resolve) => out.write('', resolve))));
}
