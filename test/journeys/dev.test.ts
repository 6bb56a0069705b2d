import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
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
  // A copy, because the test edits files.
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

/** Whether the system reports changed files here: some containers do not, and Node's `--watch` has no other way. */
async function reportsChanges(folder: string): Promise<boolean> {
  const file = join(folder, 'probe');
  await writeFile(file, '');
  const watcher = watch(file);
  try {
    const change = once(watcher, 'change', { signal: AbortSignal.timeout(10_000) });
    await writeFile(file, 'changed');
    await change;
    return true;
  } catch {
    return false;
  } finally {
    watcher.close();
  }
}

test('npm run dev shows an edited component without a reload, and starts main again when main is edited', async ({
  skip,
}) => {
  skip(!(await reportsChanges(root)), 'The system does not report changed files.');
  const child = spawn(
    process.execPath,
    ['main/launch/dev.mjs', '--no-open', '--data-dir', join(root, 'data')],
    {
      cwd: root,
      env: {
        ...process.env,
        ASSAY_HOST: 'browser',
        DBUS_SESSION_BUS_ADDRESS: undefined,
        CHOKIDAR_USEPOLLING: '1',
      },
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
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto(addresses()[0] ?? '', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
    // An edit made before the page listens for edits would not reach it.
    await vi.waitUntil(() => messages.includes('[vite] connected.'), { timeout: 60_000 });
    await page.evaluate(() => {
      document.body.dataset.mark = 'not reloaded';
    });
    const component = join(root, 'renderer/shell/shell.tsx');
    const source = await readFile(component, 'utf8');
    expect(source).toContain('Skip to main content');
    const edited = source.replace('Skip to main content', 'Edited while it runs');
    let saves = 0;
    // Saved again every 15 s until it shows: on a busy machine the watcher may miss a save.
    const save = () => writeFile(component, edited + '\n'.repeat(saves++));
    await save();
    const saving = setInterval(() => void save(), 15_000);
    await vi
      .waitUntil(() => page.getByText('Edited while it runs').count(), { timeout: 70_000, interval: 250 })
      .catch(async (cause: unknown) => {
        const shown = await page.locator('body').innerText();
        const report = `Page:\n${messages.join('\n')}\nShown:\n${shown}\nServer:\n${out}${log}`;
        throw new Error(`The edit did not appear.\n${report}`, { cause });
      })
      .finally(() => clearInterval(saving));
    expect(await page.evaluate(() => document.body.dataset.mark)).toBe('not reloaded');
    expect(messages.filter((text) => text.includes('Content Security Policy'))).toEqual([]);

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
