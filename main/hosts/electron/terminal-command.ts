import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import type { Host } from '../../bridge/host.ts';
import type { Console } from '../../compose.ts';
import { runInTerminal } from '../terminal/run.ts';
import { startKeytar } from './keytar-process.ts';

/**
 * Runs a command of the terminal in the packaged program, which has no Node to run it: without a window, and then exits. The keychain needs the
 * runtime, whose own files are kept apart from those of a console that is open.
 */
export function startTerminalCommand(
  argv: readonly string[],
  compose: (given: { dataDir: string; host: Host }) => Promise<Console>,
): void {
  const runtime = mkdtempSync(join(tmpdir(), 'assay-command-'));
  app.setPath('userData', runtime);
  app.setPath('sessionData', runtime);
  void app
    .whenReady()
    .then(() => runInTerminal(argv, compose, startKeytar))
    .catch((error: unknown) => {
      // Only the error's type: its message could hold personal data.
      process.stderr.write(`Assay had to stop: ${error instanceof Error ? error.name : 'unknown'}\n`);
      return 3;
    })
    .then(async (status) => {
      await Promise.all(
        [process.stdout, process.stderr].map((out) => new Promise((done) => out.write('', done))),
      );
      rmSync(runtime, { recursive: true, force: true });
      app.exit(status);
    });
}
