import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The session of electron-updater's requests (its `NET_SESSION_NAME`). */
export const updaterPartition = 'electron-updater';

/** The interval of update checks, in milliseconds. */
const checkIntervalMs = 24 * 60 * 60 * 1000;

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  logger: unknown;
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
}

export interface UpdateDeps {
  /** Resolves to false where the policy of the company turns them off. */
  isPermitted(): Promise<boolean>;
  isPackaged: boolean;
  platform: NodeJS.Platform;
  /** The directory of `app-update.yml`, which exists only when the distributor set an address (`ASSAY_UPDATE_URL`). */
  resources: string;
  /** Loads electron-updater, whose session may reach the origin of its updates and nothing else. */
  load(origin: string): Promise<Updater>;
  /** Called when a version was downloaded and its signature checked; it is installed when the console quits. */
  onReady(version: string): void;
  log(message: string): void;
}

/**
 * Checks for new versions where the distributor configured it; otherwise sends nothing. A downloaded version is
 * installed when the user quits.
 *
 * @returns a function that stops checking
 */
export async function watchForUpdates(deps: UpdateDeps): Promise<() => void> {
  const feed = await findFeed(deps);
  if ('reason' in feed) {
    deps.log(`Updates are off: ${feed.reason}.`);
    return () => undefined;
  }
  const updater = await deps.load(feed.origin);
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  // The updater's own log lines contain file names and addresses.
  updater.logger = null;
  updater.on('update-downloaded', ({ version }) => deps.onReady(version));
  updater.on('error', (error) => deps.log(`Checking for updates failed: ${error.name}.`));
  // The `error` event reports failures as well.
  const check = () => updater.checkForUpdates().catch(() => undefined);
  void check();
  const timer = setInterval(async () => (await deps.isPermitted()) && check(), checkIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Finds the origin of updates, or the reason why they are off. Only a signed version may be installed: signed by the publisher named at
 * packaging on Windows, checked by the system on macOS.
 */
async function findFeed({
  isPermitted,
  isPackaged,
  platform,
  resources,
}: UpdateDeps): Promise<{ origin: string } | { reason: string }> {
  if (!(await isPermitted())) {
    return { reason: 'the policy of the company installs them another way' };
  }
  if (!isPackaged) {
    return { reason: 'this is not a packaged build' };
  }
  if (platform !== 'win32' && platform !== 'darwin') {
    return { reason: 'the system’s package manager installs them here' };
  }
  const settings = await readFile(join(resources, 'app-update.yml'), 'utf8').catch(() => undefined);
  if (settings === undefined) {
    return { reason: 'no address was set when it was packaged' };
  }
  const address = /^url:\s*['"]?(https:\/\/[^\s'"]+)/m.exec(settings)?.[1];
  if (address === undefined || !URL.canParse(address)) {
    return { reason: 'the update address does not use https' };
  }
  if (platform === 'win32' && !/^publisherName:/m.test(settings)) {
    return { reason: 'no publisher name was set when it was packaged' };
  }
  return { origin: new URL(address).origin };
}
