import { mkdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Host } from '../../bridge/host.ts';
import type { Console } from '../../compose.ts';
import type { KeytarChild } from '../../keychain/keytar-process.ts';
import { type ExitStatus, runConsoleCommand } from './command.ts';
import { terminalHost } from './host.ts';

/** Runs a command that uses the data of the console, with the streams of this process. Returns the exit status. */
export function runInTerminal(
  argv: readonly string[],
  compose: (given: { dataDir: string; host: Host }) => Promise<Pick<Console, 'dispatch' | 'close'>>,
  startKeytar?: () => KeytarChild,
): Promise<ExitStatus> {
  return runConsoleCommand(argv, {
    ...{ stdout: process.stdout, stderr: process.stderr, environment: process.env },
    readFile: (path) => (path === '-' ? buffer(process.stdin) : readFile(path)),
    async open(dataDir, out) {
      for (const directory of out === undefined ? [dataDir] : [dataDir, out]) {
        await mkdir(directory, { recursive: true, mode: 0o700 });
      }
      return compose({ dataDir, host: terminalHost(out, process.env, startKeytar) });
    },
  });
}
