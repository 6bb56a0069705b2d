import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 120_000 });

const rows = (page: Page) => page.locator('[role=row][data-conversation]');
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const place = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true }).waitFor();
const idsOf = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-conversation')));

async function queueOfThree(page: Page): Promise<(string | null)[]> {
  await rows(page).first().waitFor();
  const ids = await idsOf(page);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('q');
  await place(page, '1 of 3');
  return ids.slice(0, 3);
}

test('a queue is worked through with the keyboard, each case decided with a reason', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 6) });
  const { page } = console;
  const ids = await queueOfThree(page);
  expect(openedId(page)).toBe(ids[0]);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.keyboard.press('a');
  const reasons = page.getByRole('group', { name: 'Reasons' });
  await reasons.waitFor();
  await page.keyboard.press('2');
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Control+Enter');
  await place(page, '2 of 3');
  expect(openedId(page)).toBe(ids[1]);

  await page.keyboard.press('Control+Shift+S');
  await page.getByRole('button', { name: 'Mask personal data' }).first().waitFor();
  await page.keyboard.press('j');
  await place(page, '3 of 3');
  await page.keyboard.press('Control+Shift+M');
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();
  await page.keyboard.press('e');
  await reasons.waitFor();
  await page.keyboard.press('1');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Asked the second line.');
  await page.keyboard.press('Control+Enter');
  // Next goes to the remaining case, even if it comes earlier in the queue.
  await place(page, '2 of 3');

  await page.keyboard.press('n');
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await panel.getByText('Personal data shown').waitFor();
  await panel.getByRole('textbox', { name: 'Label' }).fill('second look');
  await page.keyboard.press('Enter');
  await panel.getByRole('list', { name: 'Labels of the case' }).getByText('second look').waitFor();
  await expectAccessibleInBothSchemes(page);

  // Back leaves the queue, and the list shows the decisions.
  await page.keyboard.press('Alt+ArrowLeft');
  const decided = (at: number) => rows(page).nth(at).locator('[data-column=state]');
  await expect.poll(() => decided(0).innerText()).toContain('Approved');
  await expect.poll(() => decided(2).innerText()).toContain('Escalated');
  await expect.poll(() => rows(page).nth(1).innerText()).toContain('second look');
  // Each decided case has the mark, and the list can be filtered by it.
  await rows(page).nth(0).getByRole('img', { name: 'Reviewed in a queue' }).waitFor();
  expect(await rows(page).nth(1).getByRole('img', { name: 'Reviewed in a queue' }).count()).toBe(0);
  await page.keyboard.press('/');
  await page.keyboard.type('is:reviewed');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(console.complaints).toEqual([]);
});
