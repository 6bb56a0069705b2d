import { join } from 'node:path';

/**
 * Where the console keeps its settings when it is not told: the place Electron would use, so that both hosts show the
 * same environments.
 */
export function defaultDataDir(
  platform: NodeJS.Platform,
  environment: Record<string, string | undefined>,
  home: string,
): string {
  if (platform === 'darwin') {
    return join(home, 'Library', 'Application Support', 'Assay');
  }
  if (platform === 'win32') {
    return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Assay');
  }
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'Assay');
}
