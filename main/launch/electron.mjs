import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from './dependencies.mjs';
import { unpackElectronZip } from './electron-zip.mjs';

/** The time limit for downloading the runtime (about 120 MB), in milliseconds. */
const patienceMs = 5 * 60 * 1000;
/** The time limit for its server's response, in milliseconds. */
const answerMs = 8_000;

/**
 * Returns the path of the Electron runtime's program, if it is installed.
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
 * Returns the runtime, if it is installed or `ASSAY_ELECTRON_ZIP` names its published archive. Downloads nothing.
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
 * Finds the runtime or downloads it, with a time limit. A failure is not remembered: the network may be back at the next start.
 *
 * @param {string} root
 * @param {{ environment: Record<string, string | undefined>, say(text: string): void }} parts
 * @returns {Promise<{ program: string } | { reason: string }>}
 */
export async function bringElectron(root, { environment, say }) {
  const given = await givenElectron(root, environment);
  // Nothing is downloaded if an archive is named.
  if ('program' in given || environment.ASSAY_ELECTRON_ZIP) {
    return given;
  }
  const network = throughProxy(environment);
  const reason = unreachable(root, network) ?? fetchRuntime(root, network, say);
  const program = electronProgram(root, environment);
  return program === undefined ? { reason } : { program };
}

/**
 * Returns the environment in which Node and Electron's installer use the proxy of the environment's variables or of npm's settings.
 *
 * @param {Record<string, string | undefined>} environment
 * @returns {Record<string, string | undefined>}
 */
export function throughProxy(environment) {
  const { npm_config_https_proxy: https, npm_config_proxy: http, npm_config_noproxy: direct } = environment;
  const proxies = {
    HTTPS_PROXY: environment.HTTPS_PROXY || environment.https_proxy || https || http,
    HTTP_PROXY: environment.HTTP_PROXY || environment.http_proxy || http,
    NO_PROXY: environment.NO_PROXY || environment.no_proxy || direct,
  };
  const given = Object.entries(proxies).filter(([, value]) => value);
  return {
    ...environment,
    ...Object.fromEntries(given),
    NODE_USE_ENV_PROXY: '1',
    ELECTRON_GET_USE_PROXY: '1',
  };
}

/**
 * Returns the reason why a download cannot work, found before waiting for it: a short request to the server, in a process of its own because
 * Node reads the variables of a proxy when it starts.
 *
 * @param {string} root
 * @param {Record<string, string | undefined>} environment
 * @returns {string | undefined}
 */
function unreachable(root, environment) {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  );
  const mirror = environment.ELECTRON_MIRROR || environment.npm_config_electron_mirror;
  const address = mirror || `https://github.com/electron/electron/releases/tag/v${version}`;
  const script = `await fetch(${JSON.stringify(address)}, { method: 'HEAD', redirect: 'manual' }); process.exit(0)`;
  const { status } = spawnSync(projectNode(root), ['--input-type=module', '--eval', script], {
    env: environment,
    stdio: 'ignore',
    timeout: answerMs,
  });
  const server = URL.canParse(address) ? new URL(address).host : address;
  return status === 0 ? undefined : `${server}, where it is published, cannot be reached`;
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
