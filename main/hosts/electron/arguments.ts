import { resolve } from 'node:path';
import { consoleCommands } from '../terminal/commands.ts';
import { isOwnCommand, type OwnCommand } from '../terminal/own-commands.ts';

/** Another data directory, for trials and tests. */
const dataDirSwitch = '--data-dir=';
const noSandboxSwitch = '--no-sandbox';

/** The purpose of the start: a command of its own, or the console. */
type Arguments =
  | { kind: 'own'; name: OwnCommand; rest: string[] }
  /** One that uses the data of the console; with its name. */
  | { kind: 'command'; argv: string[] }
  | { kind: 'help' }
  | { kind: 'console'; dataDir: string | undefined };

/**
 * Reads the command line's arguments. Chromium's own switches are ignored.
 *
 * @param argv `process.argv`: the runtime, then (unpackaged) the application's directory, then the arguments;
 * `--no-sandbox`, which root needs on Linux, may come before them
 */
export function readArguments(argv: readonly string[], isPackaged: boolean): Arguments {
  const given = withoutNoSandbox(argv.slice(1));
  const own = isPackaged ? given : withoutNoSandbox(given.slice(1));
  // Only as the first argument: a link or file must never turn a click into a command.
  const [first, ...rest] = own;
  if (isOwnCommand(first)) {
    return { kind: 'own', name: first, rest };
  }
  if (consoleCommands.some((one) => one === first)) {
    return { kind: 'command', argv: own };
  }
  if (first === '--help' || first === '-h') {
    return { kind: 'help' };
  }
  const dataDir = own.find((argument) => argument.startsWith(dataDirSwitch))?.slice(dataDirSwitch.length);
  return { kind: 'console', dataDir: dataDir ? resolve(dataDir) : undefined };
}

function withoutNoSandbox(given: string[]): string[] {
  return given[0] === noSandboxSwitch ? given.slice(1) : given;
}
