import { execFile, spawn } from 'node:child_process';
import { copyFile, cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { proxyFromEnvironment } from '../../../main/hosts/browser/system-proxy.ts';
import { openWindow, planWindow } from '../../../main/hosts/browser/window.ts';
import { defaultDataDir } from '../../../main/launch/data-dir.ts';
import { readBrowserOptions } from '../../../main/launch/options.ts';
import { builtHost } from '../../support/built-host.ts';
import { listen } from '../../support/listen.ts';

const project = join(import.meta.dirname, '../../..');
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-launch-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts what was built of `main/browser.ts`: the sources take three times the processor time. */
function start(
  args: string[],
  environment: Record<string, string | undefined> = {},
  program = builtHost('browser'),
) {
  const child = spawn(process.execPath, [program, '--data-dir', dataDir, ...args], {
    cwd: project,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, ...environment },
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, written, ended };
}

describe('node main/browser.ts', () => {
  test.each([
    ['SIGINT', 'main/browser.ts'],
    ['SIGTERM', builtHost('browser')],
  ] as const)('prints one line of JSON and nothing else, and ends cleanly on %s', async (signal, program) => {
    const { child, written, ended } = start(['--port', '0', '--no-open'], {}, program);
    await vi.waitUntil(() => written.out.endsWith('\n'));
    const { url } = JSON.parse(written.out) as { url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(written.out.split('\n')).toHaveLength(2);
    const port = Number(new URL(url).port);
    await new Promise<void>((resolve, reject) => {
      connect(port, '127.0.0.1')
        .once('error', () => resolve())
        .once('connect', () => reject(new Error('It still listens.')));
    });
  });

  test('a second console on the same data reports the first one and ends; the first continues', async () => {
    const first = start(['--no-open']);
    await expect.poll(() => first.written.out + first.written.err).toMatch(/\n$/);
    const second = start(['--no-open']);
    expect(await second.ended).toBe(1);
    expect(second.written.out).toBe('');
    expect(second.written.err).toContain(`process ${first.child.pid} on this machine (browser host), since `);
    expect(second.written.err).toContain('--data-dir');
    expect((await fetch(new URL((JSON.parse(first.written.out) as { url: string }).url))).status).toBe(200);
    // A killed console does not block the next one.
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start(['--no-open']);
    await expect.poll(() => third.written.out + third.written.err).toMatch(/\n$/);
    third.child.kill();
    expect(await third.ended, third.written.err).toBe(0);
  });

  test('without a display explains what to do with the address', async () => {
    const { child, written, ended } = start(['--port', '0'], { WAYLAND_DISPLAY: undefined });
    await expect.poll(() => written.err).toContain('open the address above');
    child.kill();
    expect(await ended, written.err).toBe(0);
    expect(written.err).toContain('There is no display');
  });

  test('reports a port in use, and the option to choose another', async () => {
    const other: Server = createServer();
    const port = await listen(other);
    const { written, ended } = start(['--port', String(port), '--no-open']);
    expect(await ended, written.err).toBe(1);
    expect(written.err).toContain(`Port ${port} of 127.0.0.1 is in use`);
    expect(written.err).toContain('--port');
    expect(written.out).toBe('');
    other.close();
  });

  test('does not reveal what was viewed when it crashes', async () => {
    const breaking = `
      process.on('SIGWINCH', () => { void Promise.reject(new Error('Anna Müller')); });
      process.on('SIGUSR2', () => { throw new Error('Anna Müller'); });`;
    const { child, written, ended } = start(['--no-open'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(breaking)}`,
    });
    await vi.waitUntil(() => written.out.endsWith('\n'));
    child.kill('SIGWINCH');
    await vi.waitUntil(() => written.err.includes('background task: Error'));
    child.kill('SIGUSR2');
    expect(await ended).toBe(1);
    expect(written.err).toContain('Unexpected error, Assay closes: Error');
    expect(written.err).not.toContain('Müller');
  });

  test('names the command that builds the interface where that is missing', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'assay-not-built-'));
    onTestFinished(() => rm(copy, { recursive: true }));
    const host = join(copy, 'out', 'browser-host');
    await cp(dirname(builtHost('browser')), host, { recursive: true });
    await copyFile(join(project, 'package.json'), join(copy, 'package.json'));
    await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
    const { child, written, ended } = start(['--no-open'], {}, join(host, 'browser.js'));
    await expect.poll(() => written.out + written.err).toMatch(/\n$/);
    child.kill();
    await ended;
    expect(written.err).toContain('Run “npm run start:browser”');
    expect(written.out).toBe('');
  });

  test('explains its usage after an invalid call', async () => {
    const { written, ended } = start(['--prot', '1']);
    expect(await ended).toBe(2);
    expect(written.err).toContain('Usage:');
  });
});

describe('Options', () => {
  test('have suitable defaults', () => {
    expect(readBrowserOptions([])).toEqual({ port: 0, dataDir: undefined, open: true, help: false });
  });

  test.each([['--port', 'x'], ['--port', '65536'], ['--port', '-1'], ['--data-dir', ''], ['more']])(
    'are refused when they make no sense: %s %s',
    (...args) => {
      expect(() => readBrowserOptions(args)).toThrow();
    },
  );

  test("store the data in Electron's directory", () => {
    expect(defaultDataDir('linux', {}, '/home/a')).toBe(join('/home/a', '.config', 'Assay'));
    expect(defaultDataDir('linux', { XDG_CONFIG_HOME: '/x' }, '/home/a')).toBe(join('/x', 'Assay'));
    expect(defaultDataDir('darwin', {}, '/Users/a')).toBe(
      join('/Users/a', 'Library', 'Application Support', 'Assay'),
    );
    expect(defaultDataDir('win32', { APPDATA: '/roaming' }, '/a')).toBe(join('/roaming', 'Assay'));
  });
});

describe('The window', () => {
  const searchPath = '/usr/bin';
  test('needs a display and a Chromium, and reports which is missing', () => {
    const plan = (environment: Record<string, string>, uid = 1000) =>
      planWindow({ environment, platform: 'linux', uid });
    expect(plan({ PATH: searchPath })).toEqual({ kind: 'none', reason: 'There is no display' });
    expect(plan({ PATH: '/nowhere', DISPLAY: ':0' })).toMatchObject({ kind: 'none' });
    const chromium = process.execPath;
    const program = { kind: 'window', program: process.execPath };
    expect(plan({ ASSAY_CHROMIUM: chromium, DISPLAY: ':0' })).toEqual({
      ...program,
      withoutSandbox: false,
    });
    expect(plan({ ASSAY_CHROMIUM: chromium, WAYLAND_DISPLAY: 'w' }, 0)).toEqual({
      ...program,
      withoutSandbox: true,
    });
  });

  test('deletes its profile at the end', async () => {
    const program = join(dataDir, 'browser.sh');
    await writeFile(program, '#!/bin/sh\necho "$@" > "$(dirname "$0")/arguments"; sleep 60\n', {
      mode: 0o755,
    });
    const window = await openWindow(
      { kind: 'window', program, withoutSandbox: false },
      'http://a/#b',
      dataDir,
    );
    const files = () => readdir(dataDir);
    await vi.waitUntil(async () => (await files()).includes('arguments'));
    expect((await files()).filter((name) => name.startsWith('window-'))).toHaveLength(1);
    const { stdout } = await promisify(execFile)('cat', [join(dataDir, 'arguments')]);
    expect(stdout).toContain('--app=http://a/#waiting');
    expect(stdout).not.toContain('secret');
    expect(stdout).not.toContain('--no-sandbox');
    window.close();
    await window.closed;
    expect((await files()).filter((name) => name.startsWith('window-'))).toEqual([]);
  });

  test('that cannot be opened is an error', async () => {
    const plan = { kind: 'window', program: '/nowhere/chromium', withoutSandbox: false } as const;
    const window = await openWindow(plan, 'http://a/', dataDir);
    window.entered.catch(() => {});
    await expect(window.closed).rejects.toThrow('ENOENT');
  });
});

describe('The system’s proxy', () => {
  const environment = {
    HTTPS_PROXY: 'http://secure.example:3128',
    http_proxy: 'plain.example:8080',
    NO_PROXY: 'inner.example, .corp.example *.wild.example,api.example:8443',
  };
  test.each([
    ['https://api.example/', 'http://secure.example:3128/'],
    ['http://api.example/', 'http://plain.example:8080/'],
    ['https://inner.example/', undefined],
    ['https://sub.inner.example/', undefined],
    ['https://notinner.example/', 'http://secure.example:3128/'],
    ['https://a.corp.example/', undefined],
    ['https://a.wild.example/', undefined],
    ['https://api.example:8443/', undefined],
    ['http://127.0.0.1:4000/', undefined],
    ['http://localhost/', undefined],
    ['http://[::1]/', undefined],
    ['not an address', undefined],
  ])('for %s is %s', (address, proxy) => {
    expect(proxyFromEnvironment(address, environment)).toBe(proxy);
  });

  test('is none if none is set, everything is excluded, or it is not an HTTP proxy', () => {
    expect(proxyFromEnvironment('https://a.example/', {})).toBeUndefined();
    expect(
      proxyFromEnvironment('https://a.example/', { ALL_PROXY: 'http://p:1', NO_PROXY: '*' }),
    ).toBeUndefined();
    expect(proxyFromEnvironment('https://a.example/', { ALL_PROXY: 'socks5://p:1' })).toBeUndefined();
    expect(proxyFromEnvironment('https://a.example/', { ALL_PROXY: 'http://p:1' })).toBe('http://p:1/');
  });
});
