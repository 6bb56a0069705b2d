import { readFile, writeFile } from 'node:fs/promises';
import { runExamine } from '../examine/command/command.ts';

/** Runs `examine` on this machine with the given arguments and returns the exit status. */
export function examineCommand(argv: readonly string[]): Promise<number> {
  return runExamine(argv, {
    stdout: process.stdout,
    stderr: process.stderr,
    readFile: (path) => readFile(path),
    writeFile: (path, text) => writeFile(path, text),
    now: Date.now,
    interruption() {
      const controller = new AbortController();
      // The first Ctrl+C ends the exam and lets its report come; the second ends the process.
      process.once('SIGINT', () => controller.abort());
      return controller.signal;
    },
  });
}
