import type { Page } from 'playwright-core';

/** Gives a reason and confirms what is asked about the person, as before every deletion. The button is left to the test. */
export async function confirmPerson(page: Page): Promise<void> {
  await page.getByLabel('Reason').selectOption('test-data');
  await page.getByRole('checkbox', { name: /I have checked/ }).check();
  const isFinal = page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' });
  if (await isFinal.isVisible()) {
    await isFinal.check();
  }
}
