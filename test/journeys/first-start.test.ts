import { expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';

test('the first start leads to a queue of twelve people, of whom two have findings of weight', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByRole('button', { name: 'Start the review' }).click();
  await page.getByText('1 of 12', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Cases' }).click();
  const grid = page.getByRole('grid', { name: 'Cases' });
  await page.getByText('12 cases', { exact: true }).waitFor();
  await grid
    .getByText(/SANCTIONS/i)
    .first()
    .waitFor();
  await grid.getByText(/face/i).first().waitFor();
  expect(console.complaints).toEqual([]);
});

test('the samples are one click from the first start, with personal data masked', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Samples/ }).click();
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
    .getByRole('button', { name: /Mask personal data$/ })
    .first()
    .waitFor();
  expect(await maskedLines()).toEqual([]);
  await expectAccessible(page);

  await page.keyboard.press('Control+Shift+M');
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();
  expect(await maskedLines()).toEqual(masked);
  expect(console.complaints).toEqual([]);
});
