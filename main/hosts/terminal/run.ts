import { mkdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Host } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import type { Console } from '../../compose.ts';
import { forkKeytar } from '../../keychain/keytar-child.ts';
import type { KeytarChild } from '../../keychain/keytar-process.ts';
import { proxyFromEnvironment } from '../browser/system-proxy.ts';
import { writeWhole } from '../write-whole.ts';
import { type ExitStatus, runConsoleCommand } from './command.ts';

/** Runs a command that uses the data of the console, with the streams of this process. Returns the exit status. */
export function runInTerminal(
  argv: readonly string[],
  compose: (given: { dataDir: string; host: Host }) => Promise<Pick<Console, 'dispatch' | 'close'>>,
  startKeytar?: () => KeytarChild,
): Promise<ExitStatus> {
  return runConsoleCommand(argv, {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    readFile: (path) => (path === '-' ? buffer(process.stdin) : readFile(path)),
    async open(dataDir, out) {
      for (const directory of out === undefined ? [dataDir] : [dataDir, out]) {
        await mkdir(directory, { recursive: true, mode: 0o700 });
      }
      return compose({ dataDir, host: terminalHost(out, process.env, startKeytar) });
    },
  });
}

/** Returns the host of a command: without a window, and with files saved into a folder, never over another file. */
export function terminalHost(
  out: string | undefined,
  environment: Record<string, string | undefined>,
  startKeytar: () => KeytarChild = forkKeytar,
): Host {
  return {
    name: 'command line',
    capabilities: {
      folderDialog: false,
      clipboard: false,
      contentProtection: false,
      unlock: false,
    },
    notices: [],
    versions: { node: process.versions.node },
    async saveFile({ fileName, open }, options) {
      if (out === undefined) {
        throw new Failure({ code: 'not-supported-here', message: 'This command saves no file.' });
      }
      const mark = async () => undefined;
      const source = await open(options.signal);
      const saved = await writeWhole(out, fileName, source, options, { placement: 'beside', mark });
      return { kind: 'saved', ...saved };
    },
    mediaAddress: (token) => token,
    mediaToken: (address) => address,
    startKeytar,
    systemProxy: async (url) => proxyFromEnvironment(url, environment),
  };
}
