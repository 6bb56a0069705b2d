import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';

const project = join(import.meta.dirname, '..', '..');
let root: string;
let browser: Browser;
beforeAll(async () => {
  // A copy: the test edits files.
  root = await mkdtemp(join(tmpdir(), 'assay-dev-'));
  for (const part of ['build', 'main', 'preload', 'renderer', 'docs', 'package.json', 'tsconfig.json']) {
    await cp(join(project, part), join(root, part), { recursive: true });
  }
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await rm(root, { recursive: true, force: true });
});

test('npm run dev shows an edited component without a reload, and starts main again when main is edited', async () => {
  const child = spawn(
    process.execPath,
    ['main/launch/dev.mjs', '--no-open', '--data-dir', join(root, 'data')],
    {
      cwd: root,
      env: { ...process.env, ASSAY_HOST: 'browser', DBUS_SESSION_BUS_ADDRESS: undefined },
    },
  );
  try {
    let out = '';
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const addresses = () => [...out.matchAll(/\{"url":"([^"]+)"\}/g)].map(([, url = '']) => url);
    await vi.waitUntil(() => addresses().length === 1 || child.exitCode !== null, { timeout: 40_000 });
    expect(child.exitCode, log).toBeNull();

    const page = await browser.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) {
        refused.push(message.text());
      }
    });
    await page.goto(addresses()[0] ?? '', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
    await page.evaluate(() => {
      document.body.dataset.mark = 'not reloaded';
    });
    const component = join(root, 'renderer/shell/shell.tsx');
    const source = await readFile(component, 'utf8');
    expect(source).toContain('Skip to main content');
    await writeFile(component, source.replace('Skip to main content', 'Edited while it runs'));
    await page.getByText('Edited while it runs').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.body.dataset.mark)).toBe('not reloaded');
    expect(refused).toEqual([]);

    const main = join(root, 'main/compose.ts');
    await writeFile(main, `${await readFile(main, 'utf8')}\nprocess.stderr.write('edited main\\n');\n`);
    await vi.waitUntil(() => addresses().length === 2, { timeout: 40_000 });
    expect(log).toContain('edited main');
    expect(addresses()[1]).not.toBe(addresses()[0]);
  } finally {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  }
}, 180_000);
