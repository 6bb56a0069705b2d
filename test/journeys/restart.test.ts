import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { startConsole } from './console.ts';
import { newDataDir, openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 120_000 });

const rows = (page: Page) => page.locator('[role=row][data-conversation]');
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const place = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true }).waitFor();
const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((all) => all.map((head) => head.textContent?.trim()));
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

test.skipIf(!(await keyringInstalled()))(
  'after a restart the cases, their queue, the columns, the sort and the theme are as they were',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    const first = await startConsole({ dataDir, env, prepare: (wire) => openSamples(wire, 4) });
    const { page } = first;
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Conversation id' }).check();
    await page.getByRole('textbox', { name: 'Width of Reviewer in pixels' }).fill('144');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Country', exact: true }).click();
    const sorted = (on: Page) =>
      on.getByRole('columnheader', { name: 'Country' }).and(on.locator('[aria-sort=ascending]'));
    await sorted(page).waitFor();
    const before = await heads(page);
    const ids = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getAttribute('data-conversation')),
    );

    await page.getByRole('grid').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('q');
    await place(page, '1 of 3');
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('group', { name: 'Reasons' }).waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await place(page, '2 of 3');
    await page.getByTitle(/: 1 of 3 reviewed$/).waitFor();
    const second = openedId(page);
    // Preferences are stored once they rest.
    const stored = async () => JSON.parse(await readFile(`${dataDir}/preferences.json`, 'utf8'));
    await expect.poll(stored).toMatchObject({ theme: 'dark', caseList: { sort: { by: 'country' } } });
    await first.stop();

    await using again = await startConsole({ dataDir, env });
    await rows(again.page).nth(3).waitFor();
    await sorted(again.page).waitFor();
    expect(await scheme(again.page)).toBe('dark');
    expect(await heads(again.page)).toEqual(before);
    const width = (await again.page.getByRole('columnheader', { name: 'Reviewer' }).boundingBox())?.width;
    expect(Math.round(width ?? 0)).toBe(144);
    await again.page.getByRole('button', { name: 'Resume queue: 1 of 3 reviewed' }).click();
    await place(again.page, '2 of 3');
    expect(openedId(again.page)).toBe(second);
    expect(ids).toContain(second);
    expect(again.complaints).toEqual([]);
  },
);
