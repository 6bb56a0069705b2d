import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullTests } from '../support/full-tests.ts';
import { expectNoViolations } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

const large = { width: 1920, height: 1080 };
const sizes = fullTests ? [{ width: 1280, height: 800 }, large, { width: 2560, height: 1440 }] : [large];
const themes = fullTests ? (['light', 'dark'] as const) : (['light'] as const);

let console: RunningConsole;
beforeAll(async () => {
  console = await startConsole({ viewport: large });
  const { page } = console;
  await page.getByText('Everything that can be collected').first().click();
  await page.getByRole('button', { name: 'Show files' }).first().click();
  await page.locator('main img[data-loaded="true"]').first().waitFor();
  // The report beside the document, with the thumbnails of its pages and a search.
  const strip = page.getByRole('navigation', { name: 'Thumbnails' });
  await strip.getByRole('button', { name: /Report/ }).click({ modifiers: ['Shift'] });
  await page.locator('[data-page] canvas[data-drawn="true"]').first().waitFor();
  await page.keyboard.press('c');
  await page.locator('[data-page-thumbnail="true"]').first().waitFor();
  await page.locator('main article section[tabindex="0"]').last().focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Search this PDF' }).fill('report');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 of \d+$/ })
    .waitFor();
}, 90_000);
afterAll(() => console?.[Symbol.asyncDispose]());

for (const colorScheme of themes) {
  test.each(sizes)(
    `a picture and a PDF beside each other are accessible in the ${colorScheme} theme at $width × $height`,
    async (size) => {
      const { page } = console;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await page.locator('main article').first().waitFor();
      await expectNoViolations(page);
      await picture(page, `wells-${colorScheme}-${size.width}`);
      expect(console.complaints).toEqual([]);
    },
  );
}
