import type { Page } from 'playwright-core';

/** Begins a new window on the sandbox's samples, as the first start shows them, for tests that share a console. */
export async function openSamplesWindow(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(() => {
    window.location.hash = '#/conversations';
  });
  // It has replies of main, so a reload does not interrupt the start of the connection.
  await samplesView(page).waitFor();
  await page.reload();
  await showSamples(page);
}

export const showSamples = (page: Page) => samplesView(page).click();

const samplesView = (page: Page) => page.getByRole('button', { name: /^Samples/ });
