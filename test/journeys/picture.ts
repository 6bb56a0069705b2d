import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves a screenshot if `ASSAY_SCREENSHOTS` names a directory. */
export async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env.ASSAY_SCREENSHOTS;
  if (directory !== undefined) {
    writeFileSync(join(directory, `${name}.png`), await page.screenshot());
  }
}

/** The same in light and in dark; the page is light afterwards. */
export async function pictures(page: Page, name: string): Promise<void> {
  if (process.env.ASSAY_SCREENSHOTS === undefined) {
    return;
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await picture(page, `${name}-${colorScheme}`);
  }
}
