import { expect, test } from 'vitest';
import { startConsole } from './console.ts';

declare global {
  /** The browser's own, while the test has put another one in its place. */
  var originalDateTimeFormat: typeof Intl.DateTimeFormat;
}

test('a page that fails leaves the rest of the window usable, and can be tried again', async () => {
  await using console = await startConsole();
  const { page } = console;
  const sample = page.getByText('Finished: identity confirmed, may be deleted');
  await sample.waitFor();
  await page.evaluate(() => {
    globalThis.originalDateTimeFormat = Intl.DateTimeFormat;
    Intl.DateTimeFormat = function fail() {
      throw new Error('planted');
    } as unknown as typeof Intl.DateTimeFormat;
  });
  await sample.click();
  const failed = page.getByRole('alert').filter({ hasText: 'This page cannot be shown' });
  await failed.waitFor();

  await page.getByRole('button', { name: 'Signatures' }).first().click();
  await page.getByRole('heading', { name: 'Signatures', level: 1 }).waitFor();
  expect(await failed.count()).toBe(0);

  await page.goBack();
  await failed.waitFor();
  await page.evaluate(() => {
    Intl.DateTimeFormat = globalThis.originalDateTimeFormat;
  });
  await failed.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Finished. Identity confirmed.' }).waitFor();
});

test('a page whose code is gone, as after an update, says to reload', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.route('**/assets/help-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.getByRole('button', { name: 'Help' }).first().click();
  const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await notice.waitFor();
  await page.unroute('**/assets/help-page-*.js');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});
