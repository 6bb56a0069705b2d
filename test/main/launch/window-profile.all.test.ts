import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { chromiumPath } from '../../support/browser.ts';

const project = join(import.meta.dirname, '../../..');
const canary = 'canary-3f1c9a';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-profile-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** The console with its own window: this machine's browser without a display, controlled by the test. */
async function startWithWindow(): Promise<ChildProcess> {
  const program = join(dataDir, 'headless.sh');
  const script = `#!/bin/sh\nexec "${chromiumPath()}" --headless=new --disable-gpu --no-sandbox --remote-debugging-port=0 "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  const child = spawn(process.execPath, ['main/browser.ts', '--data-dir', dataDir], {
    cwd: project,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: ':99', ASSAY_CHROMIUM: program },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const profiles = async () => (await readdir(dataDir)).filter((name) => name.startsWith('window-'));

async function windowOf(): Promise<Page> {
  const port = await vi.waitFor(
    async () => {
      const [profile = ''] = await profiles();
      const text = await readFile(join(dataDir, profile, 'DevToolsActivePort'), 'utf8');
      if (!text.includes('\n')) {
        throw new Error('Not written yet.');
      }
      return text.split('\n')[0];
    },
    { interval: 50 },
  );
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  onTestFinished(() => browser.close());
  return vi.waitFor(
    async () => {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const page = pages.find((candidate) => candidate.url().startsWith('http://127.0.0.1:'));
      if (!page) {
        throw new Error('Not open yet.');
      }
      await page.getByText('Try it with twelve people').waitFor({ timeout: 1_000 });
      return page;
    },
    { interval: 100 },
  );
}

/** The files below the data directory that contain the text in UTF-8 or UTF-16. */
async function filesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) {
      continue;
    }
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if ([Buffer.from(text), Buffer.from(text, 'utf16le')].some((form) => bytes.includes(form))) {
      found.push(path);
    }
  }
  return found;
}

test('The window writes no id to the disk, and its profile is deleted at the end, even after the console was killed', async () => {
  const first = await startWithWindow();
  const page = await windowOf();
  await page.evaluate((id) => {
    location.hash = `#/conversations/${id}`;
  }, canary);
  await page.reload();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  // An ordinary profile would have been written by now: Chromium saves its history every ten seconds and on exit.
  first.kill('SIGTERM');
  await once(first, 'exit');
  expect(await profiles()).toEqual([]);

  const second = await startWithWindow();
  const again = await windowOf();
  await again.evaluate((id) => {
    location.hash = `#/conversations/${id}`;
  }, canary);
  const [profile = ''] = await profiles();
  second.kill('SIGKILL');
  await once(second, 'exit');
  // The window exits with its pipe to the console, and writes its files.
  await vi.waitUntil(() => !existsSync(join(dataDir, profile, 'SingletonLock')));
  expect(existsSync(join(dataDir, profile, 'Default'))).toBe(true);
  expect(await filesWith(canary)).toEqual([]);

  const third = spawn(process.execPath, ['main/browser.ts', '--data-dir', dataDir, '--no-open'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(third.stdout, 'data');
  expect(await profiles()).toEqual([]);
  third.kill();
  await once(third, 'exit');
}, 90_000);
