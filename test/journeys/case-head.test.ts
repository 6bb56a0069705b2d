import { expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';

test('the head of a case is at most 96 px high, with the verdict of the list and the full headline on request', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByText('Seven products, all failed').click();
  const heading = page.getByRole('heading', { level: 1, name: /^Finished/ });
  await heading.waitFor();
  const head = page.locator('main header').first();
  const [above, tabs] = [await head.boundingBox(), await page.getByRole('tablist').boundingBox()];
  expect((tabs?.y ?? 0) + (tabs?.height ?? 0) - (above?.y ?? 0)).toBeLessThanOrEqual(96);

  // The headline is truncated; the tooltip and the details show all of it.
  expect(await heading.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  const sentence = (await heading.textContent()) ?? '';
  expect(await heading.getAttribute('title')).toBe(sentence);
  await page.getByRole('button', { name: 'Details' }).click();
  await head.locator('p').getByText(sentence).waitFor();
  await expectAccessible(page);

  const verdict = await head.locator('[data-verdict]').getAttribute('data-verdict');
  await page.goBack();
  await page.getByRole('button', { name: /^All/ }).click();
  await page.locator(`[role=row] [data-verdict=${verdict}]`).first().waitFor();
  expect(console.complaints).toEqual([]);
});
