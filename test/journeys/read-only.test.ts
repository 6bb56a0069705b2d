import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';
import { goToEnvironment, part } from './settings-page.ts';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

test('in a read-only environment a deletion can be previewed but not sent', async () => {
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  await goToEnvironment(page, 'Acme test');
  const form = part(page, 'Settings');
  await form.getByRole('checkbox', { name: 'Read-only' }).check();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Environment: Acme test (test, read-only). Switch' }).waitFor();
  await page.getByRole('navigation').getByRole('button', { name: 'Deletion' }).click();
  await page
    .getByLabel('Conversation', { exact: true })
    .fill(harness.idOf('On a sanctions list, monitoring ended'));
  await page.getByRole('radio', { name: 'Delete data' }).check();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.locator('[data-preview]');
  await preview.getByText('This environment is read-only in this console.').waitFor();
  expect(await preview.getByRole('button', { name: /Acme test/ }).count()).toBe(0);
  await expectAccessible(page);
  expect(console.complaints).toEqual([]);

  // Changing another setting keeps it read-only.
  await goToEnvironment(page, 'Acme test');
  await form.getByLabel('Media type').fill('application/vnd.acme.v1.1+json');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor({ state: 'attached' });
  expect(await form.getByRole('checkbox', { name: 'Read-only' }).isChecked()).toBe(true);
}, 60_000);
