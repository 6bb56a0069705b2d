import { join } from 'node:path';

/** Returns the default data directory: the one Electron would use, so that both hosts share the environments. */
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
