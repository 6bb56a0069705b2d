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
