import { join } from 'node:path';
import { app } from 'electron';
import { compose } from './compose.ts';
import { startApplication } from './hosts/electron/application.ts';
import { readArguments } from './hosts/electron/arguments.ts';

const asked = readArguments(process.argv, app.isPackaged);

if (asked.kind === 'verify') {
  // Awaited here, before the runtime is ready: `assay verify …` needs no window and no display.
  const { runCli } = await import('./signatures/cli.ts');
  app.exit(await runCli(['verify', ...asked.rest]));
} else {
  startApplication({
    dataDir: asked.dataDir,
    argv: process.argv,
    // Beside this file, both among the sources and in the build.
    compose: (given) => compose({ ...given, sandboxAssets: join(import.meta.dirname, 'sandbox', 'assets') }),
    log: (message) => process.stderr.write(`${message}\n`),
  });
}
