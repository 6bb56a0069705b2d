import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startDev } from '../support/dev-copy.ts';

test('npm run dev shows an edited component without a reload, and starts main again when main is edited', async ({
  skip,
}) => {
  const dev = await startDev();
  if (dev === undefined) {
    return skip('The system does not report changed files.');
  }
  onTestFinished(dev.close);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(dev.addresses()[0] ?? '', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
  // An edit made before the page listens for edits would not reach it.
  await vi.waitUntil(() => messages.includes('[vite] connected.'), { timeout: 60_000 });
  await page.evaluate(() => {
    document.body.dataset.mark = 'not reloaded';
  });
  const component = join(dev.root, 'renderer/shell/shell.tsx');
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
      const report = `Page:\n${messages.join('\n')}\nShown:\n${shown}\nServer:\n${dev.written()}`;
      throw new Error(`The edit did not appear.\n${report}`, { cause });
    })
    .finally(() => clearInterval(saving));
  expect(await page.evaluate(() => document.body.dataset.mark)).toBe('not reloaded');
  expect(messages.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  await dev.editMain();
}, 180_000);
