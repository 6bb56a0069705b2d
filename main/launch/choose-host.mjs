import { bringElectron } from './electron.mjs';
import { sandboxRefusal } from './sandbox-refusal.mjs';

/**
 * Returns why Electron cannot open a window here, whether or not it is installed.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutDisplay(environment) {
  if (process.platform === 'darwin' || process.platform === 'win32') {
    return undefined;
  }
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? undefined : 'there is no display';
}

/**
 * Returns the Electron runtime's program, or why the browser host is used instead.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 * @returns {Promise<{ program: string } | { reason: string }>}
 */
export async function chooseHost(root, say) {
  if (process.env.ASSAY_HOST === 'browser') {
    return { reason: 'ASSAY_HOST selects the browser host' };
  }
  const reason = withoutDisplay(process.env);
  if (reason !== undefined && process.env.ASSAY_HOST !== 'electron') {
    return { reason };
  }
  const runtime = await bringElectron(root, { environment: process.env, say });
  const refusal = 'program' in runtime ? sandboxRefusal(runtime.program, process.env) : undefined;
  return refusal === undefined ? runtime : { reason: refusal };
}
