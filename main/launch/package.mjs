import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builderArguments } from './builder-arguments.mjs';
import { projectNode } from './dependencies.mjs';
import { bringElectron } from './electron.mjs';
import { wantedZip } from './electron-zip.mjs';

/**
 * `npm run package`: installers for this platform, from the installed runtime, the one that `ASSAY_ELECTRON_ZIP` names,
 * or a downloaded one. Arguments go to electron-builder.
 */

const root = join(import.meta.dirname, '..', '..');

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/**
 * @param {string} script below node_modules
 * @param {string[]} args
 */
function run(script, args) {
  const file = join(root, 'node_modules', script);
  return spawnSync(projectNode(root), [file, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

const shipped = builderArguments(process.env);
const runtime =
  'reason' in shipped ? undefined : await bringElectron(root, { environment: process.env, say });
if ('reason' in shipped || runtime === undefined) {
  say('reason' in shipped ? shipped.reason : '');
  process.exitCode = 1;
} else if ('reason' in runtime) {
  const { version, name } = wantedZip(root);
  say(
    `Electron ${version}, which the installers are made from, is missing: ${runtime.reason}. Download ${name} from ` +
      `https://github.com/electron/electron/releases/tag/v${version} and run: ASSAY_ELECTRON_ZIP=FILE npm run package`,
  );
  process.exitCode = 1;
} else {
  process.exitCode =
    run('electron-vite/bin/electron-vite.js', ['build']) ||
    run('electron-builder/cli.js', [
      '--publish=never',
      ...shipped.args,
      `--config.electronDist=${process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist')}`,
      ...process.argv.slice(2),
    ]);
}
