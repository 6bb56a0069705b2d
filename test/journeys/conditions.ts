import type { Locator, Page } from 'playwright-core';

/** The menu of the standing conditions in the top bar, opened. */
export async function openConditions(page: Page): Promise<Locator> {
  const menu = page.getByRole('dialog', { name: 'Console status' });
  if (!(await menu.isVisible())) {
    await conditionChip(page).click();
    await menu.waitFor();
  }
  return menu;
}

/** The chip that opens it, with the most urgent condition in words. */
export function conditionChip(page: Page): Locator {
  return page.getByRole('button', { name: /^Console status: / });
}
