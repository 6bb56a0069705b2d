import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startConsole } from './console.ts';
import { newDataDir, openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 90_000 });

/** For conditions that wait for main. */
const patient = { timeout: 15_000 };
const rows = (page: Page) => page.locator('[role=row][data-conversation]');
const currentId = (page: Page) => page.locator('[role=row][data-current]').getAttribute('data-conversation');
const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((all) => all.map((head) => head.textContent?.trim()));

test('columns, their order and widths, and the sort are the same after a restart', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const prepare = (wire: Parameters<typeof openSamples>[0]) => openSamples(wire, 4);
  const first = await startConsole({ dataDir, prepare });
  const { page } = first;
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Labels' }).uncheck();
  await page.getByRole('checkbox', { name: 'Conversation id' }).check();
  await page.getByRole('button', { name: 'Move Country to the left' }).click();
  await page.getByRole('textbox', { name: 'Width of Status in pixels' }).fill('144');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Country', exact: true }).click();
  const sorted = (on: Page) =>
    on.getByRole('columnheader', { name: 'Country' }).and(on.locator('[aria-sort=ascending]'));
  await sorted(page).waitFor();
  const before = await heads(page);
  expect(before).toContain('Conversation id');
  expect(before).not.toContain('Labels');
  expect(before.indexOf('Country')).toBeLessThan(before.indexOf('Findings'));
  // Stored once it rests.
  const stored = async () => JSON.parse(await readFile(`${dataDir}/preferences.json`, 'utf8'));
  await expect.poll(stored, patient).toMatchObject({ caseList: { sort: { by: 'country' } } });
  await first.stop();

  await using second = await startConsole({ dataDir, prepare });
  await rows(second.page).first().waitFor();
  await expect.poll(() => heads(second.page), patient).toEqual(before);
  await sorted(second.page).waitFor();
  const width = (await second.page.getByRole('columnheader', { name: 'Status' }).boundingBox())?.width;
  expect(Math.round(width ?? 0)).toBe(144);
  // Another view has its own order; "All" has the one that was chosen.
  const views = second.page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: /^Decided today/ }).click();
  await views.getByRole('button', { name: /^All/ }).click();
  await sorted(second.page).waitFor();
});

test('going back finds filter, scroll, row and focus, from a case, Deletion, Settings and Calls', async () => {
  await using console = await startConsole({
    viewport: { width: 1280, height: 500 },
    prepare: (wire) => openSamples(wire, 40),
  });
  const { page } = console;
  await rows(page).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('status:FINISHED');
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid', { name: 'Cases' });
  await page.locator('[role=grid][aria-busy=false]').waitFor();
  await grid.focus();
  for (let at = 0; at < 18; at += 1) {
    await page.keyboard.press('j');
  }
  const place = async () => ({
    filter: await page.getByRole('textbox', { name: 'Filter cases' }).inputValue(),
    row: await currentId(page),
    scroll: await grid.evaluate((element) => element.scrollTop),
    hasFocus: await grid.evaluate((element) => element.contains(document.activeElement)),
  });
  const before = await place();
  expect(before.filter).toBe('status:FINISHED');
  expect(before.scroll).toBeGreaterThan(0);

  const rail = page.getByRole('navigation', { name: 'Pages' }).or(page.getByRole('navigation').first());
  const leave: [what: string, go: () => Promise<void>][] = [
    ['a case', () => page.keyboard.press('Enter')],
    ['Deletion', () => page.keyboard.press('Control+Shift+D')],
    ['Settings', () => page.keyboard.press('Control+Comma')],
    ['Calls', () => rail.getByRole('button', { name: 'Calls' }).click()],
  ];
  for (const [what, go] of leave) {
    await go();
    await grid.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await grid.waitFor();
    await expect.poll(place, { ...patient, message: what }).toEqual({ ...before, hasFocus: true });
  }
  expect(console.complaints).toEqual([]);
});
