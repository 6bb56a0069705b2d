import type { Page } from 'playwright-core';
import { elementsIn } from '../support/window-tasks.ts';

export const listRows = (page: Page) => page.locator('[role=row][data-conversation]');
/** The element in which the rows scroll. */
export const scrollerOf = (page: Page) => page.getByRole('grid').locator('..');
export const currentId = (page: Page) =>
  page.locator('[role=row][data-current]').getAttribute('data-conversation');

/**
 * Scrolls, filters, sorts and selects in a list of 100,001 seeded cases as people do.
 * @returns the row that was last before the cursor moved up, and the most elements that were in the page at once
 */
export async function operateLongList(page: Page): Promise<{ last: string | null; maxElements: number }> {
  const grid = page.getByRole('grid');
  let maxElements = 0;
  const count = async () => {
    maxElements = Math.max(maxElements, await elementsIn(page));
  };
  for (const share of [0.01, 0.5, 0.9, 0.2, 1, 0.333]) {
    await scrollerOf(page).evaluate((element, to) => {
      element.scrollTop = to * (element.scrollHeight - element.clientHeight);
    }, share);
    await listRows(page).nth(20).waitFor();
    await count();
  }
  for (let at = 0; at < 40; at += 1) {
    await page.mouse.move(640, 500);
    await page.mouse.wheel(0, 400);
  }
  await count();
  await page.keyboard.press('/');
  await page.keyboard.type('assessment:issues,failed');
  await page.keyboard.press('Enter');
  await page.getByText('40,001 cases', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Country', exact: true }).click();
  await page
    .getByRole('columnheader', { name: 'Country' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await page.locator('[role=grid][aria-busy=false]').waitFor();
  await grid.focus();
  await page.keyboard.press('End');
  await page.locator('[role=row][data-current]').waitFor();
  const last = await currentId(page);
  for (let at = 0; at < 5; at += 1) {
    await page.keyboard.press('k');
  }
  await page.keyboard.press('Control+a');
  await page.getByText('40,001 selected').waitFor();
  await count();
  return { last, maxElements };
}
