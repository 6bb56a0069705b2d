import { expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { openServiceHarness } from './service-harness.ts';

test('in production one conversation is previewed, confirmed with all that is asked, expired and read back', async () => {
  const service = await openServiceHarness({ secure: true });
  onTestFinished(() => service.close());
  const id = service.idOf('In progress: may be expired');
  await using console = await startConsole({
    prepare: service.join({ name: 'Acme live', kind: 'production' }),
  });
  const { page } = console;
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  const field = page.getByLabel('Conversations or people');
  await field.fill(id);
  await field.press('Enter');
  await page.locator('[data-draft=ready]').waitFor();
  await page.getByRole('button', { name: 'Expire only', exact: true }).click();
  // The form begins again.
  await page.getByRole('button', { name: 'Expire in Acme live' }).waitFor();
  await page.getByLabel('Reason', { exact: true }).selectOption('test-data');
  await page.getByRole('checkbox', { name: /I have checked/ }).check();
  await page.getByLabel('Last four characters of the user key').fill('ress');
  await page.getByLabel('Type Acme live to confirm').fill('Acme live');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Expire in Acme live' }).click();
  const ended = page.getByRole('region', { name: 'Register' });
  await ended.getByText('1 of 1 expired').waitFor();
  expect(await service.statusOf(id)).toBe('EXPIRED');
  await ended.getByRole('button', { name: 'Open', exact: true }).click();
  await ended.getByRole('button', { name: id }).click();
  await page.getByText('Incomplete, ended').first().waitFor();
  expect(console.complaints).toEqual([]);
});
