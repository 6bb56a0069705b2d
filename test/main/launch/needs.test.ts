import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../main/launch/chromium.mjs';
import { installCommand, type Machine, mayInstall, missingNeeds } from '../../../main/launch/needs.mjs';

let bin: string;
beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'assay-bin-'));
  for (const name of ['google-chrome', 'chromium', 'apt-get']) {
    await writeFile(join(bin, name), '');
    await chmod(join(bin, name), 0o755);
  }
  await writeFile(join(bin, 'chromium-browser'), 'not a program');
});
afterAll(() => rm(bin, { recursive: true, force: true }));

const machine = (over: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  environment: { PATH: '/nowhere' },
  uid: 1000,
  osRelease: 'NAME="Debian"\nID=debian\n',
  ...over,
});

describe('The Chromium of a machine', () => {
  test('is found on the path, best-known name first', () => {
    expect(findChromium({ PATH: `/nowhere:${bin}` }, 'linux')).toBe(join(bin, 'chromium'));
    expect(findChromium({ PATH: '/nowhere' }, 'linux')).toBeUndefined();
  });

  test('is the one set by the user, or none if that is no program', () => {
    const searchPath = bin;
    expect(findChromium({ PATH: searchPath, ASSAY_CHROMIUM: join(bin, 'google-chrome') }, 'linux')).toBe(
      join(bin, 'google-chrome'),
    );
    expect(
      findChromium({ PATH: searchPath, ASSAY_CHROMIUM: join(bin, 'chromium-browser') }, 'linux'),
    ).toBeUndefined();
  });
});

describe('A missing requirement', () => {
  test('is listed with what does not work without it', () => {
    const [chromium] = missingNeeds(machine(), 'browser');
    expect(chromium).toMatchObject({ name: 'Chromium', debian: ['chromium', 'fonts-liberation'] });
    expect(chromium?.purpose).not.toBe('');
    expect(
      missingNeeds(machine({ environment: { PATH: bin } }), 'browser').map(({ name }) => name),
    ).not.toContain('Chromium');
  });

  test('is listed for the tasks that need it', () => {
    const names = (task: string) => missingNeeds(machine(), task).map(({ name }) => name);
    expect(names('test')).toEqual(expect.arrayContaining(['openssl', 'curl', 'python3', 'php']));
    expect(names('browser')).not.toContain('openssl');
    expect(names('start')).toContain('D-Bus');
    expect(names('start')).not.toContain('Chromium');
  });

  test('is never a secret service on macOS and Windows, which have their own', () => {
    for (const platform of ['darwin', 'win32']) {
      const environment = { HOME: '/nowhere', ProgramFiles: '/nowhere' };
      expect(missingNeeds(machine({ platform, environment }), 'browser').map(({ name }) => name)).toEqual([
        'Chromium',
      ]);
    }
  });

  test.each([
    ['debian', 'ID=debian', 'sudo apt-get install -y --no-install-recommends chromium fonts-liberation'],
    ['a child of Ubuntu', 'ID=pop\nID_LIKE="ubuntu debian"', 'sudo apt-get install -y'],
    ['Ubuntu itself', 'ID=ubuntu\nID_LIKE=debian', 'chromium-browser'],
    ['fedora', 'ID=fedora', 'sudo dnf install -y chromium'],
    ['arch', 'ID=arch', 'sudo pacman -S --needed chromium'],
    ['suse', 'ID="opensuse-leap"\nID_LIKE="suse"', 'sudo zypper install -y chromium'],
    ['an unknown one', 'ID=own', 'package manager, for: chromium'],
  ])('is reported with the exact command on %s', (_, osRelease, command) => {
    const here = machine({ osRelease });
    expect(installCommand(missingNeeds(here, 'browser'), here)).toContain(command);
  });

  test('is reported with the exact command on macOS and Windows', () => {
    const needs = [{ name: 'Chromium', purpose: '', debian: ['chromium'] }];
    expect(installCommand(needs, machine({ platform: 'darwin' }))).toBe('brew install --cask google-chrome');
    expect(installCommand(needs, machine({ platform: 'win32' }))).toContain('winget install');
  });

  test('is installed by root, on Debian only', () => {
    const environment = { PATH: bin };
    expect(mayInstall(machine({ environment, uid: 0 }))).toBe(true);
    expect(mayInstall(machine({ environment, uid: 1000 }))).toBe(false);
    expect(mayInstall(machine({ environment, uid: 0, osRelease: 'ID=fedora' }))).toBe(false);
    expect(mayInstall(machine({ uid: 0 }))).toBe(false);
  });
});
