import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { downloadedBytes, type RunningConsole, startConsole } from './console.ts';

let console: RunningConsole;
let page: Page;
/** By title: the sandbox's conversations, which the first page lists until one was opened. */
let ids: Record<string, string>;
beforeAll(async () => {
  console = await startConsole();
  page = console.page;
  await page.getByText('Everything that can be collected').waitFor();
  ids = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('li')].map((item) => [
        item.querySelector('button')?.textContent ?? '',
        item.querySelector('code')?.textContent ?? '',
      ]),
    ),
  );
});
afterAll(() => console?.[Symbol.asyncDispose]());

/** In a new window of the same console, so that nothing is revealed yet. */
async function openMedia(title: string): Promise<void> {
  const id = Object.entries(ids).find(([known]) => known.includes(title))?.[1];
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/conversations/${id}`);
  await page.reload();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('navigation', { name: 'Files' }).waitFor();
}

test('every media type is shown: images drawn, videos playable, the report page by page', async () => {
  await openMedia('Everything that can be collected');
  const list = page.getByRole('navigation', { name: 'Files' });
  const rows = list.getByRole('button').filter({ hasNot: page.locator('[aria-label="Reload the list"]') });
  const seen = { image: 0, video: 0, pdf: 0 };
  const count = await rows.count();
  for (let index = 0; index < count; index += 1) {
    const row = rows.nth(index);
    const type =
      (await row.innerText()).split('\n').find((part) => /^(image|video|application)\//.test(part)) ?? '';
    if (!type.includes('/')) {
      continue;
    }
    await row.click();
    if (type.startsWith('image/')) {
      await page.locator('main img[data-loaded="true"]').waitFor();
      seen.image += 1;
    } else if (type.startsWith('video/')) {
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
      seen.video += 1;
    } else {
      await page.locator('main canvas[data-drawn="true"]').waitFor();
      await page.locator('[data-page-text="1"]', { hasText: 'Verification report' }).waitFor();
      await page.getByRole('button', { name: /^Next page/ }).click();
      await expect.poll(() => page.getByRole('textbox', { name: /^Page, 1 to/ }).inputValue()).toBe('2');
      seen.pdf += 1;
    }
  }
  expect(seen.image).toBeGreaterThanOrEqual(10);
  expect(seen.video).toBeGreaterThanOrEqual(2);
  expect(seen.pdf).toBe(1);
  await expectAccessible(page);
  expect(console.complaints).toEqual([]);
}, 90_000);

test('nothing is shown before it is requested, and one shortcut masks everything again', async () => {
  await openMedia('Everything that can be collected');
  await page.getByText('Masked', { exact: true }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  await page.getByRole('button', { name: 'Show files' }).click();
  await page.locator('main img[data-loaded="true"]').waitFor();
  await page.keyboard.press('Control+Shift+M');
  await page.getByText('Masked', { exact: true }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
});

test('an image is zoomed and rotated by keyboard', async () => {
  await openMedia('Everything that can be collected');
  await page.getByRole('button', { name: 'Show files' }).click();
  const image = page.locator('main img[data-loaded="true"]');
  await image.waitFor();
  const width = async () => (await image.boundingBox())?.width ?? 0;
  const fitted = await width();
  await page.locator('main section[tabindex="0"]').focus();
  await page.keyboard.press('z');
  await page.getByText('100 %').waitFor();
  expect(await width()).toBeGreaterThan(fitted);
  await page.keyboard.press('t');
  await page.waitForFunction(() =>
    document.querySelector('main img')?.getAttribute('style')?.includes('rotate(90deg)'),
  );
  await page.keyboard.press('0');
  await expectAccessible(page);
});

test('a file whose content does not match its type is not shown, with an explanation', async () => {
  await openMedia('Files that are not what they say they are');
  const list = page.getByRole('navigation', { name: 'Files' });
  await list
    .getByRole('button', { name: /Identity card.*image\/jpeg/ })
    .first()
    .click();
  await page.getByText('Not what it claims to be').waitFor();
  await page.getByText(/says image\/jpeg.*text\/html/).waitFor();
  await page.getByText(/00000000 {2}3c 21 64 6f 63/).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.title()).not.toContain('must never run');
  await expectAccessible(page);
});

test('a file is saved under the service’s name, byte for byte', async () => {
  await openMedia('Everything that can be collected');
  await page.getByRole('button', { name: 'Show files' }).click();
  await page.locator('main img[data-loaded="true"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save…' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.jpg$/);
  const bytes = await downloadedBytes(download);
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  const shown = await page.locator('main img').evaluate(async (img) => {
    const reply = await fetch((img as HTMLImageElement).src);
    return (await reply.arrayBuffer()).byteLength;
  });
  expect(bytes.byteLength).toBe(shown);
});
