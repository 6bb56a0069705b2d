import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names of Chromium programs on Linux, the best known first. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
];

const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];

const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
];

/**
 * Finds the Chromium of this machine, or undefined. `ASSAY_CHROMIUM` names one at another path.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {string} platform
 * @returns {string | undefined}
 */
export function findChromium(environment, platform) {
  const named = environment.ASSAY_CHROMIUM;
  if (named) {
    return isProgram(named) ? named : undefined;
  }
  return candidates(environment, platform).find(isProgram);
}

/**
 * @param {Record<string, string | undefined>} environment
 * @param {string} platform
 * @returns {string[]}
 */
function candidates(environment, platform) {
  if (platform === 'darwin') {
    const roots = ['/Applications', join(environment.HOME ?? '', 'Applications')];
    return roots.flatMap((root) =>
      macApplications.map((name) => join(root, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  if (platform === 'win32') {
    const roots = [environment.ProgramFiles, environment['ProgramFiles(x86)'], environment.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? windowsPrograms.map((program) => join(root, ...program)) : []));
  }
  const directories = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
