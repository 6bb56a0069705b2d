import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import Module, { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, session as ElectronSession } from 'electron';
import type ElectronUpdater from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockRemoteRequests } from '../../main/hosts/electron/block-remote-requests.ts';
import {
  type UpdateDeps,
  type Updater,
  updaterPartition,
  watchForUpdates,
} from '../../main/hosts/electron/updates.ts';
import { builderArguments, namesOtherTarget } from '../../main/launch/builder-arguments.mjs';
import { createElectronDouble, type ElectronDouble } from './double/electron.ts';

describe('updates', () => {
  let resources: string;
  const said: string[] = [];
  const onReady = vi.fn();
  const updater = Object.assign(new EventEmitter(), { checkForUpdates: vi.fn(async () => undefined) });
  const load = vi.fn(async (_origin: string) => updater as unknown as Updater);
  beforeEach(async () => {
    resources = await mkdtemp(join(tmpdir(), 'assay-updates-'));
    said.length = 0;
    vi.clearAllMocks();
    updater.removeAllListeners();
  });
  afterEach(() => rm(resources, { recursive: true }));
  const watch = (facts: Partial<UpdateDeps> = {}) =>
    watchForUpdates({
      isPermitted: async () => true,
      isPackaged: true,
      platform: 'win32',
      resources,
      load,
      onReady,
      log: (message) => said.push(message),
      ...facts,
    });
  const configured =
    'provider: generic\nurl: https://updates.example/assay\npublisherName:\n  - The publisher\n';
  const configure = (text = configured) => writeFile(join(resources, 'app-update.yml'), text);

  test('are off unless the distributor set them up: nothing is loaded and no request is made', async () => {
    await watch();
    expect(load).not.toHaveBeenCalled();
    expect(said).toEqual(['Updates are off: no address was set when it was packaged.']);
  });

  test.each<[string, Partial<UpdateDeps>, string]>([
    ['where the policy of the company says so', { isPermitted: async () => false }, configured],
    ['in a checkout', { isPackaged: false }, configured],
    ['on Linux', { platform: 'linux' }, configured],
    ['over http', {}, configured.replace('https', 'http')],
    ['without a publisher to compare with', {}, configured.replace(/publisherName.*/s, '')],
  ])('are off %s', async (_where, facts, text) => {
    await configure(text);
    await watch(facts);
    expect(load).not.toHaveBeenCalled();
    expect(said).toHaveLength(1);
  });

  test('are downloaded and installed when the user quits', async () => {
    await configure();
    const stop = await watch();
    expect(load.mock.calls).toEqual([['https://updates.example']]);
    expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: false });
    expect(updater.checkForUpdates).toHaveBeenCalledOnce();
    updater.emit('update-downloaded', { version: '2.0.0' });
    expect(onReady.mock.calls).toEqual([['2.0.0']]);
    stop();
  });

  test('that cannot be downloaded are logged by the kind of failure only', async () => {
    await configure();
    updater.checkForUpdates.mockRejectedValueOnce(new Error('https://updates.example/?token=secret'));
    const stop = await watch();
    updater.emit('error', new TypeError('https://updates.example/?token=secret'));
    expect(said).toEqual(['Checking for updates failed: TypeError.']);
    stop();
  });
});

describe('the real updater', () => {
  /** A feed on loopback, with one version. Returns its address and the paths that were asked for. */
  async function startFeed() {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(
        request.url?.startsWith('/latest')
          ? `version: 9.0.0\nfiles:\n  - url: Assay-9.0.0.exe\n    sha512: ${digest}\n    size: ${installer.length}\npath: Assay-9.0.0.exe\nsha512: ${digest}\n`
          : installer,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, asked, close: () => server.close() };
  }
  const installer = Buffer.from('an installer');
  const digest = createHash('sha512').update(installer).digest('base64');

  /** electron-updater with the double as its `electron`: its own session, addresses, downloads and checksums. */
  async function startUpdater(url: string, directory: string, prepare: (double: ElectronDouble) => void) {
    // The updater reads the name of its cache here.
    await writeFile(join(directory, 'app-update.yml'), 'updaterCacheDirName: assay-updater\n');
    const double = createElectronDouble({
      appPath: directory,
      userData: directory,
      downloads: directory,
      isPackaged: true,
      otherInstance: false,
    });
    double.app.becomeReady();
    prepare(double);
    vi.spyOn(Module as unknown as { _load(name: string): unknown }, '_load').mockImplementation(function load(
      this: unknown,
      name: string,
      ...more: unknown[]
    ) {
      return name === 'electron' ? double.module : realLoad.call(this, name, ...more);
    } as never);
    const require = createRequire(import.meta.url);
    const { NsisUpdater } = require('electron-updater') as typeof ElectronUpdater;
    const { ElectronHttpExecutor } = require('electron-updater/out/electronHttpExecutor.js');
    const updater = new NsisUpdater(null, {
      version: '1.0.0',
      name: 'assay',
      isPackaged: true,
      appUpdateConfigPath: join(directory, 'app-update.yml'),
      userDataPath: directory,
      baseCachePath: directory,
      whenReady: async () => undefined,
      relaunch() {},
      quit() {},
      onQuit() {},
    } as never);
    // Given an application of its own, it has none.
    Object.assign(updater, { httpExecutor: new ElectronHttpExecutor() });
    updater.setFeedURL({ provider: 'generic', url });
    updater.logger = null;
    updater.autoDownload = false;
    updater.disableDifferentialDownload = true;
    updater.on('error', () => undefined);
    return updater;
  }
  const realLoad = (Module as unknown as { _load(...given: unknown[]): unknown })._load;

  test('finds, downloads and checks a new version through its session, which reaches nothing but the feed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-updater-'));
    vi.doMock('electron', () => ({ protocol: {} }));
    const { lockSessions } = await import('../../main/hosts/electron/lockdown.ts');
    vi.doUnmock('electron');
    const feed = await startFeed();
    const elsewhere = await startFeed();
    try {
      const lock = (double: ElectronDouble) =>
        lockSessions(double.module.app as App, double.defaultSession.api);
      const open = (double: ElectronDouble) => {
        lock(double);
        const { session } = double.module as { session: typeof ElectronSession };
        blockRemoteRequests(session.fromPartition(updaterPartition, { cache: false }), feed.url);
      };
      const locked = await startUpdater(feed.url, directory, lock);
      await expect(locked.checkForUpdates()).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
      expect(feed.asked).toEqual([]);
      const updater = await startUpdater(feed.url, directory, open);
      const found = await updater.checkForUpdates();
      expect(found?.updateInfo.version).toBe('9.0.0');
      const [file = ''] = await updater.downloadUpdate();
      expect(await readFile(file)).toEqual(installer);
      expect(feed.asked.map((path) => path.split('?')[0])).toEqual([
        expect.stringMatching(/^.latest.*yml$/),
        '/Assay-9.0.0.exe',
      ]);
      const foreign = await startUpdater(elsewhere.url, directory, open);
      await expect(foreign.checkForUpdates()).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
      expect(elsewhere.asked).toEqual([]);
    } finally {
      vi.restoreAllMocks();
      feed.close();
      elsewhere.close();
      await rm(directory, { recursive: true });
    }
  });
});

describe('packaging', () => {
  test('sets no address and requires no signature if none is given', () => {
    expect(builderArguments({})).toEqual({ args: [] });
  });

  test.each(['CSC_LINK', 'CSC_NAME', 'WIN_CSC_LINK', 'AZURE_TENANT_ID'])(
    'fails without a signature if %s is given',
    (name) => {
      expect(builderArguments({ [name]: 'x' })).toEqual({ args: ['--config.forceCodeSigning=true'] });
    },
  );

  test('takes the runtime of this machine for its own system and processor only', () => {
    const isOther = (...args: string[]) => namesOtherTarget(args, 'linux', 'x64');
    expect([isOther(), isOther('--x64'), isOther('--linux', 'deb', '--x64')]).toEqual([false, false, false]);
    expect([isOther('--arm64'), isOther('--x64', '--arm64'), isOther('-w')]).toEqual([true, true, true]);
  });

  test('sets an update address only over https and only if it is signed', () => {
    const url = 'https://updates.example/assay';
    expect(builderArguments({ ASSAY_UPDATE_URL: url, CSC_LINK: 'x' })).toEqual({
      args: [
        '--config.forceCodeSigning=true',
        '--config.publish.provider=generic',
        `--config.publish.url=${url}`,
      ],
    });
    expect(builderArguments({ ASSAY_UPDATE_URL: url })).toEqual({
      reason: expect.stringContaining('signed'),
    });
    expect(builderArguments({ ASSAY_UPDATE_URL: 'http://a/', CSC_LINK: 'x' })).toEqual({
      reason: expect.stringContaining('https'),
    });
  });
});
