import { expect, test } from 'vitest';
import { startConsole } from './console.ts';

test('going back restores the focus', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByText('Finished: identity confirmed, may be deleted').waitFor();
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  const add = page.getByRole('main').getByRole('button', { name: /^Add/ }).first();
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await expect.poll(() => add.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(console.complaints).toEqual([]);
});
