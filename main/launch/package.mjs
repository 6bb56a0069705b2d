import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builderArguments, namesOtherTarget } from './builder-arguments.mjs';
import { projectNode } from './dependencies.mjs';
import { bringElectron, throughProxy } from './electron.mjs';
import { wantedZip } from './electron-zip.mjs';

/**
 * `npm run package`: installers for this system and processor, from the installed runtime, the one that `ASSAY_ELECTRON_ZIP` names, or a
 * downloaded one. Arguments go to electron-builder; where they name another system or processor, it fetches each runtime itself.
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
  const { status } = spawnSync(projectNode(root), [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: throughProxy(process.env),
  });
  return status ?? 1;
}

/**
 * Returns the argument that names the installed runtime, or why there is none.
 *
 * @returns {Promise<{ args: string[] } | { reason: string }>}
 */
async function installedRuntime() {
  const runtime = await bringElectron(root, { environment: process.env, say });
  if ('reason' in runtime) {
    const { version, name } = wantedZip(root);
    return {
      reason:
        `Electron ${version}, which the installers are made from, is missing: ${runtime.reason}. Download ${name} from ` +
        `https://github.com/electron/electron/releases/tag/v${version} and run: ASSAY_ELECTRON_ZIP=FILE npm run package`,
    };
  }
  const directory = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist');
  return { args: [`--config.electronDist=${directory}`] };
}

const given = process.argv.slice(2);
const shipped = builderArguments(process.env);
const isOther = namesOtherTarget(given, process.platform, process.arch);
const runtime = isOther || 'reason' in shipped ? { args: [] } : await installedRuntime();
const refusal = [shipped, runtime].find((part) => 'reason' in part);
if (refusal !== undefined || !('args' in shipped) || !('args' in runtime)) {
  say(refusal && 'reason' in refusal ? refusal.reason : '');
  process.exitCode = 1;
} else {
  process.exitCode =
    run('electron-vite/bin/electron-vite.js', ['build']) ||
    run('electron-builder/cli.js', ['--publish=never', ...shipped.args, ...runtime.args, ...given]);
}
