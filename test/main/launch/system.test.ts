import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Machine } from '../../../main/launch/needs.mjs';
import { bringSystemNeeds } from '../../../main/launch/system.mjs';

let root: string;
let said: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-system-'));
  said = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A Debian whose apt-get is a script: `install` runs what the test defines. */
async function debian(install: string): Promise<Machine> {
  const script = `#!/bin/sh\necho "$@" >> "${root}/calls"\ncase "$*" in *install*) ${install} ;; esac\n`;
  await writeFile(join(root, 'apt-get'), script, { mode: 0o755 });
  return { platform: 'linux', environment: { PATH: root }, uid: 0, osRelease: 'ID=debian' };
}

const bringing = (machine: Machine, now = 1000, task = 'browser') =>
  bringSystemNeeds(root, machine, { task, say: (text) => said.push(text), now: () => now });
const calls = async () => (await readFile(join(root, 'calls'), 'utf8')).trim().split('\n');

test('Missing packages are installed by name and without recommended ones', async () => {
  const machine = await debian(`for p in chromium gnome-keyring-daemon dbus-run-session; do
    /bin/cp "${root}/apt-get" "${root}/$p"; done`);
  expect(bringing(machine).filter(({ name }) => name !== 'libsecret')).toEqual([]);
  const [update, install = ''] = await calls();
  expect(update).toContain('update');
  expect(install).toContain('install -y -qq --no-install-recommends');
  expect(install).toContain('chromium fonts-liberation gnome-keyring dbus');
});

test('A failed installation is reported with the command, and not retried for a day unless necessary', async () => {
  const machine = await debian('exit 100');
  expect(bringing(machine).map(({ name }) => name)).toContain('Chromium');
  expect(said.at(-1)).toContain('could not be installed (apt-get failed)');
  expect(said.at(-1)).toContain('sudo apt-get install -y --no-install-recommends chromium');
  const tried = (await calls()).length;
  bringing(machine, 2000);
  expect(await calls()).toHaveLength(tried);
  expect(said.at(-1)).toContain('could not be installed');
  bringing(machine, 3000, 'test');
  expect((await calls()).length).toBeGreaterThan(tried);
});

test('Without permission to install nothing is tried and the command is shown', async () => {
  const machine = { ...(await debian('exit 1')), uid: 1000 };
  expect(bringing(machine).length).toBeGreaterThan(0);
  expect(said.at(-1)).toMatch(/^Install it with: sudo apt-get install/);
  await expect(calls()).rejects.toThrow('ENOENT');
});
