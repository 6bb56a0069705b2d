import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';
import { openSamples } from './seeded-cases.ts';

// Each act by itself is in test/components/cases.

const rows = (page: Page) => page.locator('[role=row][data-conversation]');

test('acts on one case work on a selection, from the keys and from a right click', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 6) });
  const { page } = console;
  await rows(page).first().waitFor();
  const bar = page.getByRole('region', { name: 'Selection' });
  const run = page.getByRole('region', { name: 'Reading cases' });

  // Nothing is selected: the keys act on the case the keyboard is at.
  await page.keyboard.press('l');
  await page.getByRole('textbox', { name: 'Label' }).fill('one');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).getByText('one', { exact: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await bar.getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+R');
  await run.getByText(/^Read 1 of 1/).waitFor();
  await run.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('grid').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await bar.getByRole('button', { name: 'Compare' }).click();
  await page
    .getByRole('dialog', { name: 'Compare two cases' })
    .getByText(/values differ$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('grid').focus();
  await page.keyboard.press('Shift+J');
  await bar.getByText('3 selected').waitFor();
  expect(await bar.getByRole('button', { name: 'Compare' }).count()).toBe(0);
  await page.keyboard.press('Shift+R');
  await run.getByText(/^Read 3 of 3/).waitFor();
  await picture(page, 'selection-bar');
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'In review' }).press('Enter');
  await page.keyboard.press('Shift+E');
  await page.getByRole('button', { name: 'CSV' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.getByText('3 selected').waitFor();

  // A row of the selection: the menu acts on all of it.
  await rows(page).nth(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read 3 cases again' }).waitFor();
  await expectAccessible(page);
  await picture(page, 'row-menu');
  await page.getByRole('menuitem', { name: 'State of 3 cases' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('state:done');
  await page.keyboard.press('Enter');
  await page.getByText('3 cases', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByText('6 cases', { exact: true }).waitFor();

  // A row that is not selected: the menu acts on it alone.
  await rows(page).nth(5).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  await page.getByRole('dialog', { name: 'Forget 1 case?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByText('1 selected').waitFor();
  await bar.getByRole('button', { name: /^Refresh/ }).click();
  await run.getByText(/^Read 4 of 4|^Read 1 of 1/).waitFor();
  await rows(page).nth(5).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open as queue' }).click();
  await page.getByRole('region', { name: 'Queue' }).getByText('1 of 1').waitFor();
  expect(console.complaints).toEqual([]);
});
