import { expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';

const labels = [
  'National id',
  'Date of birth',
  'Gender',
  'Identity card number',
  'Account 1',
  'Full name',
  'Phone',
];

test('the console’s own checks are listed apart from the results, without values, and lead to the fields', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByText('A record whose values contradict each other').click();
  const panel = page.getByRole('region', { name: 'This console’s own checks' });
  await panel.getByText('They are not results of the service').waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(7);
  const first = panel.getByRole('listitem').first();
  await first.getByText('PESEL: another date of birth').waitFor();
  await first.getByText(/differ in the month and day/).waitFor();
  await first.getByText('national-id-birth-date').waitFor();
  await first.getByText(/art\. 15/).waitFor();
  // Personal data is masked, and stays so.
  expect(await panel.textContent()).not.toMatch(/79110299970|1979|XYZ000000|Gęślą|7946/);
  await expectAccessible(page);

  // Two parts of the page can be needed for one finding; each field is reached from it, by the keyboard too.
  for (const label of labels) {
    const button = panel.getByRole('button', { name: `Go to ${label}`, exact: true }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const row = page.locator('[data-field]:focus');
    await row.waitFor();
    expect(await row.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight)).toBe(
      true,
    );
  }
  // The verdict is the service's: everything it reported was in order.
  expect(await page.locator('main header [data-verdict]').first().getAttribute('data-verdict')).toBe('clear');
  expect(console.complaints).toEqual([]);
});
