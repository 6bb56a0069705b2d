import { expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';

test('a status explains itself and links to the section that defines it', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByText('Everything that can be collected').click();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  // The conversation's status comes before those of the products.
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('button', { name: 'Finished' }).first().click();
  const meaning = page.getByRole('group', { name: 'Meaning' });
  await meaning.getByText(/The query is complete/).waitFor();
  await expectAccessible(page);
  if (process.env.ASSAY_SHOTS) {
    await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/meaning.png` });
  }
  await page.keyboard.press('Escape');
  await meaning.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Finished' }).first().click();
  await meaning.getByRole('link', { name: 'Interface 3.1' }).click();
  await page.getByRole('heading', { name: /^3\.1/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  expect(console.complaints).toEqual([]);
});
