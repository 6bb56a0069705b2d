import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { defaultDataDir } from '../../../launch/data-dir.ts';
import { consoleKeyPath } from '../console-key/console-key.ts';
import { readKeyFile } from '../console-key/key-file.ts';
import { runVerifyReceipt, type VerifyReceiptDeps } from './verify-receipt-command.ts';

/** Runs `verify-receipt` on this machine with the given arguments and returns the exit status. */
export function verifyReceiptCommand(
  argv: readonly string[],
  { stdout, stderr }: Pick<VerifyReceiptDeps, 'stdout' | 'stderr'> = process,
): number {
  return runVerifyReceipt(argv, {
    defaultDataDir: defaultDataDir(process.platform, process.env, homedir()),
    keyIdsIn: (dataDir) => readKeyFile(consoleKeyPath(dataDir))?.keys.map(({ id }) => id),
    readFile: (path) => readFileSync(path),
    stdout,
    stderr,
  });
}
