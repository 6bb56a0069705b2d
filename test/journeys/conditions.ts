import type { Locator, Page } from 'playwright-core';

/** Opens the menu of conditions in the top bar. */
export async function openConditions(page: Page): Promise<Locator> {
  const menu = page.getByRole('dialog', { name: 'Console status' });
  if (!(await menu.isVisible())) {
    await conditionChip(page).click();
    await menu.waitFor();
  }
  return menu;
}

/** The chip that opens it, labelled with the most urgent condition. */
export function conditionChip(page: Page): Locator {
  return page.getByRole('button', { name: /^Console status: / });
}
