import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type UpdateDeps, type Updater, watchForUpdates } from '../../main/hosts/electron/updates.ts';
import { builderArguments } from '../../main/launch/builder-arguments.mjs';

describe('updates', () => {
  let resources: string;
  const said: string[] = [];
  const onReady = vi.fn();
  const updater = Object.assign(new EventEmitter(), { checkForUpdates: vi.fn(async () => undefined) });
  const load = vi.fn(async () => updater as unknown as Updater);
  beforeEach(async () => {
    resources = await mkdtemp(join(tmpdir(), 'assay-updates-'));
    said.length = 0;
    vi.clearAllMocks();
    updater.removeAllListeners();
  });
  afterEach(() => rm(resources, { recursive: true }));
  const watch = (facts: Partial<UpdateDeps> = {}) =>
    watchForUpdates({
      ...{
        isPackaged: true,
        platform: 'win32',
        resources,
        load,
        onReady,
        log: (message) => said.push(message),
      },
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
