import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamplesWindow } from './samples-window.ts';

let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  console = await startConsole();
  ({ page } = console);
});
afterAll(() => console?.[Symbol.asyncDispose]());
// One console for all: each test begins with a new window on the samples, as the first start shows them.
beforeEach(() => openSamplesWindow(page));

test('the head of a case is at most 96 px high, with the verdict of the list and the full headline on request', async () => {
  await page.getByText('Seven products, all failed').click();
  const heading = page.getByRole('heading', { level: 1, name: /^Finished/ });
  await heading.waitFor();
  const head = page.locator('main header').first();
  const [above, tabs] = [await head.boundingBox(), await page.getByRole('tablist').boundingBox()];
  expect((tabs?.y ?? 0) + (tabs?.height ?? 0) - (above?.y ?? 0)).toBeLessThanOrEqual(96);

  // The headline is truncated; the tooltip and the details show all of it.
  expect(await heading.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
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

test('a status explains itself and links to the section that defines it', async () => {
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
  await meaning.getByRole('link', { name: 'Service interface 3.1' }).click();
  await page.getByRole('heading', { name: /^3\.1/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  expect(console.complaints).toEqual([]);
});

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
  await page.getByText('A record whose values contradict each other').click();
  const panel = page.getByRole('region', { name: 'This console’s own checks' });
  await panel.getByText('They are not results of the service').waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(7);
  const first = panel.getByRole('listitem').first();
  await first.getByText('PESEL: different date of birth').waitFor();
  await first.getByText(/the month and day differ/).waitFor();
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
  // Everything the service reported was in order: these checks ask for the review.
  expect(await page.locator('main header [data-verdict]').first().getAttribute('data-verdict')).toBe(
    'review',
  );
  expect(console.complaints).toEqual([]);
});

test('the calls of a case are one click away', async () => {
  await page
    .getByRole('region', { name: 'In the sandbox' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .click();
  await page.getByRole('tab', { name: /^Calls/ }).click();
  await page.getByRole('table', { name: 'Calls about this case' }).getByText('200').first().waitFor();
  await page.getByRole('button', { name: 'Calls of all cases' }).waitFor();
});
