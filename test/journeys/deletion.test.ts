import { expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { confirmPerson } from './confirm-deletion.ts';
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
  await page.getByLabel('Conversation', { exact: true }).fill(id);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('[data-preview=accepted]').waitFor();
  await confirmPerson(page);
  await page.getByLabel('Last four characters of the user key').fill('ress');
  await page.getByLabel('Type Acme live to confirm').fill('Acme live');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Expire in Acme live' }).click();
  await page.locator('[data-outcome=confirmed]').waitFor();
  expect(await service.statusOf(id)).toBe('EXPIRED');
  await page.getByRole('button', { name: 'Open the conversation' }).click();
  await page.getByRole('heading', { level: 1, name: /^Expired/ }).waitFor();
  expect(console.complaints).toEqual([]);
});
