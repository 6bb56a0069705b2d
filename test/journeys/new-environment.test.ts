import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';
import { goToSettings, part, title } from './settings-page.ts';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

test('an environment is created from a pasted .env file: filled in, added, selected and checked', async () => {
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  await goToSettings(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await title(page, 'New environment').waitFor();
  const form = part(page, 'Settings');
  await form.getByLabel('Name').fill('Pasted');
  const { login, password } = harness.apiKey;
  const text = `IDV_BASE_URL=${harness.baseUrl}\nIDV_LOGIN=${login}\nIDV_PASSWORD='${password}'\nIDV_SIGNING_KEY=${'k'.repeat(32)}\nLOG_LEVEL=debug\n`;
  const paste = part(page, 'Paste').getByRole('textbox');
  await paste.fill(text);
  await page
    .getByText('Filled in: base address, login, password, signing key. Not used: LOG_LEVEL.')
    .waitFor();
  expect(await paste.inputValue()).toBe('');
  expect(await form.getByLabel('Name').inputValue()).toBe('Pasted');
  expect(await form.getByLabel('Base address').inputValue()).toBe(harness.baseUrl);
  await expectAccessible(page);
  await form.getByRole('radio', { name: 'None' }).check();
  await form.getByRole('button', { name: 'Add and switch to it' }).click();
  await title(page, 'Pasted').waitFor();
  await page.getByRole('button', { name: 'Environment: Pasted (test). Switch' }).waitFor();
  await page.getByText('The service responds and accepts the API key.').first().waitFor();
  const signingKeys = part(page, 'Signing keys');
  await signingKeys.getByText('Current').waitFor();
  // The next key needs another label.
  await expect.poll(() => signingKeys.getByLabel('Label').inputValue()).toBe('');
  expect(console.complaints).toEqual([]);
}, 60_000);
