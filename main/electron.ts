import { join } from 'node:path';
import { app } from 'electron';
import type { Console } from './compose.ts';
import type { ComposeOptions } from './hosts/core.ts';
import { startApplication } from './hosts/electron/application.ts';
import { readArguments } from './hosts/electron/arguments.ts';
import { overview } from './hosts/terminal/commands.ts';
import { ownCommands, verifyCommand } from './hosts/terminal/own-commands.ts';

// The terminal that started it, or the program that reads its output, may end first.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', () => undefined);
}

const commandLine = readArguments(process.argv, app.isPackaged);

if (commandLine.kind === 'own' && commandLine.name === 'verify') {
  // Awaited before the runtime is ready: `assay verify …` needs no window and no display.
  const status = await verify(commandLine.rest).catch((error: unknown) => {
    // Only the error's type: its message could hold the verified data. Status 2 means that nothing was verified.
    process.stderr.write(`Assay could not verify: ${error instanceof Error ? error.name : 'unknown'}\n`);
    return 2;
  });
  await flushed();
  app.exit(status);
} else if (commandLine.kind === 'own') {
  const status = await ownCommands[commandLine.name](commandLine.rest);
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

/** The command `verify` of `main/cli.ts`, for packages, which have no Node to run it: it searches for causes in a worker. */
async function verify(argv: string[]): Promise<number> {
  const { SignatureWork } = await import('./features/signatures/signature-work.ts');
  const search = new SignatureWork();
  const status = await verifyCommand(argv, {
    // Electron's standard input is always at its end on Windows.
    ...(process.platform === 'win32' && { stdin: undefined }),
    explain: (input, options) => search.explain(input, options),
  });
  await search.close();
  return status;
}

async function flushed(): Promise<void> {
  const outputs = [process.stdout, process.stderr];
  await Promise.all(outputs.map((out) => new Promise((resolve) => out.write('', resolve))));
}
