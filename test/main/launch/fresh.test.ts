import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStale } from '../../../main/launch/build.mjs';
import { dependenciesAreThere, machineEnvironment, projectNode } from '../../../main/launch/dependencies.mjs';
import { bringElectron, electronProgram } from '../../../main/launch/electron.mjs';
import { forgetFailure, recentFailure, rememberFailure } from '../../../main/launch/system.mjs';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-fresh-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: unknown = ''): Promise<string> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('The dependencies', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    },
  };
  const install = async (packages: object) => {
    await put('package-lock.json', lock);
    await put('node_modules/.package-lock.json', { packages });
    await put(projectNode(root).slice(root.length + 1));
  };

  test('are installed if every version matches the lock file', async () => {
    await install(lock.packages);
    expect(dependenciesAreThere(root)).toBe(true);
  });

  test('are installed without an optional package of another platform', async () => {
    await install({ 'node_modules/a': { version: '1.0.0' } });
    expect(dependenciesAreThere(root)).toBe(true);
  });

  test.each([
    ['another version', { 'node_modules/a': { version: '0.9.0' } }],
    ['another version of an optional package', { ...lock.packages, 'node_modules/b': { version: '1.0.0' } }],
    ['a package less', {}],
  ])('are not installed with %s', async (_, packages) => {
    await install(packages);
    expect(dependenciesAreThere(root)).toBe(false);
  });

  test('are not installed in a fresh clone, nor after an interrupted installation', async () => {
    await put('package-lock.json', lock);
    expect(dependenciesAreThere(root)).toBe(false);
    await put('node_modules/.package-lock.json', lock);
    expect(dependenciesAreThere(root)).toBe(false);
  });

  test('are installed with the machine’s own programs', () => {
    const own = join(root, 'node_modules', '.bin');
    const searchPath = [own, '/usr/bin', join(root, 'node_modules_not')].join(delimiter);
    expect(machineEnvironment({ PATH: searchPath, A: 'b' }, root)).toEqual({
      A: 'b',
      PATH: ['/usr/bin', join(root, 'node_modules_not')].join(delimiter),
    });
  });
});

describe('A build', () => {
  const at = async (path: string, seconds: number) => utimes(await put(path), seconds, seconds);
  const stale = () => isStale(root, 'out/page.html', ['pages', 'lock.json']);

  test('is stale if it is missing, or older than any of its sources', async () => {
    await at('pages/deep/a.ts', 100);
    await at('lock.json', 100);
    for (const directory of ['pages', 'pages/deep']) {
      await utimes(join(root, directory), 100, 100);
    }
    expect(stale()).toBe(true);
    await at('out/page.html', 200);
    expect(stale()).toBe(false);
    await utimes(join(root, 'pages/deep/a.ts'), 300, 300);
    expect(stale()).toBe(true);
    await at('out/page.html', 400);
    expect(stale()).toBe(false);
    await utimes(join(root, 'lock.json'), 500, 500);
    expect(stale()).toBe(true);
  });

  test('is stale after a source was deleted', async () => {
    await at('pages/a.ts', 100);
    await at('lock.json', 100);
    await utimes(join(root, 'pages'), 100, 100);
    await at('out/page.html', 200);
    expect(stale()).toBe(false);
    await rm(join(root, 'pages/a.ts'));
    expect(stale()).toBe(true);
  });
});

describe('A failure', () => {
  test('is remembered for a day', () => {
    rememberFailure(root, 'thing', 1000, 'no network');
    const day = 24 * 60 * 60 * 1000;
    expect(recentFailure(root, 'thing', 1000 + day - 1)).toBe('no network');
    expect(recentFailure(root, 'thing', 1000 + day)).toBeUndefined();
    expect(recentFailure(root, 'other', 1001)).toBeUndefined();
  });

  test('with a future or unreadable time is ignored', async () => {
    rememberFailure(root, 'thing', 1000, 'x');
    expect(recentFailure(root, 'thing', 999)).toBeUndefined();
    await put('out/launch/thing.json', '{');
    expect(recentFailure(root, 'thing', 1001)).toBeUndefined();
    forgetFailure(root, 'thing');
    forgetFailure(root, 'thing');
  });
});

describe('The Electron runtime', () => {
  const electron = 'node_modules/electron';
  async function put45(distVersion: string) {
    await put(`${electron}/package.json`, { version: '45.4.1' });
    await put(`${electron}/dist/version`, distVersion);
    await put(`${electron}/path.txt`, 'electron');
    return put(`${electron}/dist/electron`);
  }

  test("is installed if its program is, in the package's version", async () => {
    expect(electronProgram(root, {})).toBeUndefined();
    const program = await put45('45.4.1\n');
    expect(electronProgram(root, {})).toBe(program);
    await put45('v44.0.0');
    expect(electronProgram(root, {})).toBeUndefined();
  });

  /** The real installer of the runtime, with the machine's Node as the project's. */
  async function putInstaller() {
    const real = join(import.meta.dirname, '../../../node_modules');
    for (const file of ['package.json', 'install.js', 'checksums.json']) {
      await put(`${electron}/${file}`, await readFile(join(real, 'electron', file), 'utf8'));
    }
    await symlink(join(real, '@electron'), join(root, 'node_modules/@electron'));
    await mkdir(dirname(projectNode(root)), { recursive: true });
    await symlink(process.execPath, projectNode(root));
  }

  test('is downloaded through the proxy of the environment or of npm, and a failure is not remembered', async () => {
    await putInstaller();
    const seen = join(root, 'seen');
    const script = join(import.meta.dirname, 'recording-proxy.ts');
    // In a process of its own: the download blocks this one.
    const proxy = spawn(process.execPath, [script, seen], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [port] = await once(proxy.stdout, 'data');
      const address = `http://127.0.0.1:${String(port).trim()}`;
      const bring = (more: Record<string, string>) =>
        bringElectron(root, {
          environment: { PATH: process.env.PATH, electron_config_cache: join(root, 'cache'), ...more },
          say: () => undefined,
        });
      for (const name of ['HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy']) {
        const host = `${name.toLowerCase().replaceAll('_', '-')}.invalid`;
        expect(await bring({ ELECTRON_MIRROR: `https://${host}/`, [name]: address })).toEqual({
          reason: `${host}, where it is published, cannot be reached`,
        });
        expect(await readFile(seen, 'utf8')).toContain(`CONNECT ${host}:443`);
      }
      const mirror = { ELECTRON_MIRROR: 'http://mirror.invalid/', HTTP_PROXY: address };
      const downloads = async () => (await readFile(seen, 'utf8')).match(/^GET \S+\.zip$/gm)?.length;
      for (const times of [1, 2]) {
        expect(await bring(mirror)).toEqual({ reason: 'the download failed' });
        expect(await downloads()).toBe(times);
      }
    } finally {
      proxy.kill();
    }
  });
});
