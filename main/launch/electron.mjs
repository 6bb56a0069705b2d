import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from './dependencies.mjs';
import { unpackElectronZip } from './electron-zip.mjs';
import { forgetFailure, recentFailure, rememberFailure } from './memory.mjs';

/** The time limit for downloading the runtime (about 120 MB), in milliseconds. */
const patienceMs = 5 * 60 * 1000;
/** The time limit for its server's response, in milliseconds. */
const answerMs = 8_000;
const memory = 'electron-runtime';

/**
 * The path of the Electron runtime's program, if it is installed.
 *
 * @param {string} root the project's directory
 * @param {Record<string, string | undefined>} environment
 * @returns {string | undefined}
 */
export function electronProgram(root, environment) {
  const home = join(root, 'node_modules', 'electron');
  try {
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const there = environment.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist');
    if (readFileSync(join(there, 'version'), 'utf8').trim().replace(/^v/, '') !== version) {
      return undefined;
    }
    const program = join(there, readFileSync(join(home, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The runtime, if it is installed or `ASSAY_ELECTRON_ZIP` names its published archive. Downloads nothing.
 *
 * @param {string} root the project's directory
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<{ program: string } | { reason: string }>}
 */
export async function givenElectron(root, environment) {
  const there = electronProgram(root, environment);
  if (there !== undefined) {
    return { program: there };
  }
  if (!environment.ASSAY_ELECTRON_ZIP) {
    return { reason: 'it is not installed' };
  }
  const reason = await unpackElectronZip(root, environment.ASSAY_ELECTRON_ZIP);
  const program = reason === undefined ? electronProgram(root, environment) : undefined;
  return program === undefined ? { reason: reason ?? 'its archive contains no program' } : { program };
}

/**
 * Finds the runtime or downloads it: once, with a time limit, and not again within a day of a failure unless
 * `ASSAY_FETCH_ELECTRON=1`.
 *
 * @param {string} root
 * @param {{ environment: Record<string, string | undefined>, say(text: string): void, now(): number }} parts
 * @returns {Promise<{ program: string } | { reason: string }>}
 */
export async function bringElectron(root, { environment, say, now }) {
  const given = await givenElectron(root, environment);
  // With a named archive nothing else is downloaded.
  if ('program' in given || environment.ASSAY_ELECTRON_ZIP) {
    return given;
  }
  const failed = environment.ASSAY_FETCH_ELECTRON === '1' ? undefined : recentFailure(root, memory, now());
  if (failed !== undefined) {
    return { reason: failed };
  }
  const reason = (await unreachable(root, environment)) ?? fetchRuntime(root, environment, say);
  const program = electronProgram(root, environment);
  if (program !== undefined) {
    forgetFailure(root, memory);
    return { program };
  }
  rememberFailure(root, memory, now(), reason);
  return { reason };
}

/**
 * Why a download cannot work, found before waiting for it. Behind a proxy or with a mirror it is simply tried.
 *
 * @param {string} root
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<string | undefined>}
 */
async function unreachable(root, environment) {
  const elsewhere = ['HTTPS_PROXY', 'https_proxy', 'ELECTRON_MIRROR', 'npm_config_electron_mirror'];
  if (elsewhere.some((name) => environment[name])) {
    return undefined;
  }
  try {
    const { version } = JSON.parse(
      readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
    );
    await fetch(`https://github.com/electron/electron/releases/tag/v${version}`, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    return undefined;
  } catch {
    return 'github.com, where it is published, cannot be reached';
  }
}

/**
 * @param {string} root
 * @param {Record<string, string | undefined>} environment
 * @param {(text: string) => void} say
 * @returns {string} why it failed, or an empty text
 */
function fetchRuntime(root, environment, say) {
  say('Downloading the Electron runtime, once (about 120 MB) …');
  const { error, status } = spawnSync(
    projectNode(root),
    [join(root, 'node_modules', 'electron', 'install.js')],
    { cwd: root, env: environment, stdio: ['ignore', 2, 2], timeout: patienceMs },
  );
  if (error && 'code' in error && error.code === 'ETIMEDOUT') {
    return 'the download took more than five minutes';
  }
  return status === 0 ? 'the download was incomplete' : 'the download failed';
}
