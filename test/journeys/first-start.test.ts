import { expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';

test('the first start opens the sandbox, one click from a conversation, with personal data masked', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByText('In the sandbox').waitFor();

  await page.getByText('Every documented member of the user data').click();
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
  await page.getByText('First name').first().waitFor();
  // Times and the names of files change meanwhile; masked values do not.
  const maskedLines = async () =>
    (await page.locator('main').innerText()).split('\n').filter((line) => line.includes('•'));
  const masked = await maskedLines();
  expect(masked.length).toBeGreaterThan(10);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Show personal data' }).first().click();
  await page
    .getByRole('button', { name: /^(Hide|Mask) personal data/ })
    .first()
    .waitFor();
  expect(await maskedLines()).toEqual([]);
  await expectAccessible(page);

  await page.keyboard.press('Control+Shift+M');
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();
  expect(await maskedLines()).toEqual(masked);
  expect(console.complaints).toEqual([]);
});
