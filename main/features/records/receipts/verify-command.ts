import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { defaultDataDir } from '../../../launch/data-dir.ts';
import { consoleKeyPath } from '../console-key/console-key.ts';
import { readKeyFile } from '../console-key/key-file.ts';
import { runVerifyReceipt } from './verify-receipt-command.ts';

/** Runs `verify-receipt` on this machine with the given arguments and returns the exit status. */
export function verifyReceiptCommand(argv: readonly string[]): number {
  return runVerifyReceipt(argv, {
    defaultDataDir: defaultDataDir(process.platform, process.env, homedir()),
    keyIdsIn: (dataDir) => readKeyFile(consoleKeyPath(dataDir))?.keys.map(({ id }) => id),
    readFile: (path) => readFileSync(path),
    stdout: process.stdout,
    stderr: process.stderr,
  });
}
