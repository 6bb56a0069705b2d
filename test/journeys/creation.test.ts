import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { occurrencesInFiles } from '../support/byte-search.ts';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';
import { newDataDir } from './seeded-cases.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

test('a conversation is created from the form, its address is shown, and a second one needs a decision', async () => {
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  const count = async () => ((await harness.control('/conversations')) as unknown[]).length;
  const before = await count();
  await page.getByRole('button', { name: 'New conversation…' }).click();
  await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor();
  await page.getByLabel('User key', { exact: true }).fill('customer-4711');
  await page.getByLabel('Return address').first().fill('https://shop.example/back?c={conversationId}');
  await page.getByText('For example: https://shop.example/back?c=').waitFor();
  await page.getByLabel('Strategy').first().fill('default:identity');
  // The JSON changes the form, and keeps what the form does not know.
  const json = page.getByLabel('Request as JSON');
  await json.fill(
    JSON.stringify({
      userKey: 'customer-4712',
      strategy: 'default:identity',
      returnUrl: 'https://shop.example/back',
      query: { identity: { requireOneOf: [['PERSON_NAME_LASTNAME']] }, auth: {} },
    }),
  );
  expect(await page.getByLabel('User key', { exact: true }).inputValue()).toBe('customer-4712');
  expect(await page.getByRole('checkbox', { name: 'Authentication' }).isChecked()).toBe(true);
  await page.getByText('Last name', { exact: true }).waitFor();
  await expectAccessible(page);

  await page.getByLabel('Save the request as a template').fill('Short');
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByRole('combobox', { name: 'Template', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Create in Acme test' }).click();
  await page.getByRole('heading', { level: 1, name: 'Conversation created' }).waitFor();
  await page.getByRole('img', { name: 'QR code of the address' }).waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const mailText = page.getByLabel('Mail text');
  await mailText.fill('Bitte öffnen Sie');
  await page.getByText('The text needs {address}.').waitFor();
  expect(await page.getByRole('button', { name: 'Save text' }).isDisabled()).toBe(true);
  await mailText.fill('Bitte öffnen Sie {address}');
  await expectAccessible(page);
  await picture(page, 'creation-mail-text');
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText(/^Bitte öffnen Sie https?:\/\/\S+$/).waitFor();
  await expectAccessible(page);
  expect(await count()).toBe(before + 1);

  await page.getByRole('button', { name: 'Create another like this' }).click();
  await page.getByRole('button', { name: 'Create in Acme test' }).click();
  await page.getByText('The same request was sent less than 5 minutes ago and created').waitFor();
  expect(await count()).toBe(before + 1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create a second one' }).click();
  await page.getByRole('heading', { level: 1, name: 'Conversation created' }).waitFor();
  expect(await count()).toBe(before + 2);
  await page.getByRole('button', { name: 'Watch until it is final' }).click();
  await page.getByRole('button', { name: 'Watched' }).waitFor();
  await page.getByRole('button', { name: 'Open the case' }).click();
  await page.getByText('customer-4712').first().waitFor();
  expect(console.complaints).toEqual([]);
}, 90_000);

test('a second browser plays the user at the address, and the console sees the end of the conversation', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByRole('button', { name: 'New conversation…' }).click();
  await page.getByRole('button', { name: 'Fill in the example' }).click();
  await page.getByText(/^For example: http:\/\/127\.0\.0\.1:\d+\/returned\//).waitFor();
  await expectAccessible(page);
  await picture(page, 'creation-example');
  await page.getByLabel('User key', { exact: true }).fill('customer-2001');
  await page.getByRole('button', { name: 'Create in Sandbox' }).click();
  await page.getByText('Open it in a browser on this computer to act as the user.').waitFor();
  const address = await page
    .getByText(/^http:\/\/127\.0\.0\.1:\d+\/conversation\//)
    .first()
    .innerText();
  await page.getByRole('button', { name: 'Start headless flow' }).click();
  await page.getByText('Next read in').waitFor();
  await picture(page, 'creation-walk');

  const browser = await launchBrowser({ own: true });
  onTestFinished(() => browser.close());
  const person = await browser.newPage();
  await person.goto(address);
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Conversation: Created → In progress').waitFor();
  await person.getByRole('button', { name: 'Finish', exact: true }).click();
  await person.getByText('This is the return address. The conversation has ended.').waitFor();
  expect(person.url()).toBe(address.replace('/conversation/', '/returned/'));
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Conversation: In progress → Finished').waitFor();
  await page
    .getByText('The conversation is final (Finished).')
    .or(page.getByText('It is final and is not read again.'))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Open the case' }).first().click();
  await page.getByText('customer-2001').first().waitFor();
  // The same again, from the case.
  await page.getByRole('button', { name: 'New conversation…' }).click();
  await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor();
  expect(JSON.parse(await page.getByLabel('Request as JSON').inputValue())).toEqual({
    userKey: 'customer-2001',
    query: { identity: {} },
  });
  await picture(page, 'creation-same-again');
  expect(console.complaints).toEqual([]);
}, 90_000);

test.skipIf(!(await keyringInstalled()))(
  'a request that was on its way when the console ended is reported after the restart, and is not sent again by mistake',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    const count = async () => ((await harness.control('/conversations')) as unknown[]).length;
    const fill = async (page: Page) => {
      await page.getByRole('button', { name: 'New conversation…' }).click();
      await page.getByLabel('User key', { exact: true }).fill('canary.customer');
      await page.getByLabel('Return address').first().fill('https://shop.example/back');
      await page.getByRole('checkbox', { name: 'Verify' }).check();
      await page.getByLabel('First name').fill('Canarina');
      await page.getByLabel('Last name').fill('Specimen');
      await page.getByLabel('Passport number').fill('PA1234567');
    };
    const before = await count();
    {
      await using console = await startConsole({
        dataDir,
        env,
        async prepare({ bridge }) {
          const { id } = await bridge.invoke('environments.save', {
            settings: { name: 'Acme test', kind: 'test', baseUrl: harness.baseUrl, proxy: { mode: 'none' } },
          });
          await bridge.invoke('credentials.save', { kind: 'api-key', environmentId: id, ...harness.apiKey });
          await bridge.invoke('environments.select', { environmentId: id });
        },
      });
      const { page } = console;
      await fill(page);
      expect(JSON.parse(await page.getByLabel('Request as JSON').inputValue()).query.verify).toEqual({
        user: {
          person: {
            name: { firstName: 'Canarina', lastName: 'Specimen' },
            ids: { passport: { id: 'PA1234567' } },
          },
        },
      });
      await expectAccessible(page);
      await picture(page, 'creation-verify');
      await harness.control('/faults', {
        match: { method: 'POST', path: '/api/conversations' },
        fault: { drip: { bytes: 1, everyMs: 1000 } },
        times: 1,
      });
      await page.getByRole('button', { name: 'Create in Acme test' }).click();
      await expect.poll(count).toBe(before + 1);
      await console.stop();
    }
    const entered = { key: 'canary.customer', name: 'Canarina', passport: 'PA1234567' };
    expect(occurrencesInFiles(entered, [dataDir])).toEqual([]);

    await using console = await startConsole({ dataDir, env });
    const { page } = console;
    await fill(page);
    await page.getByText('It is not known whether a request created a conversation.').waitFor();
    await expectAccessible(page);
    await picture(page, 'creation-unsettled');
    await page.getByRole('button', { name: 'Create in Acme test' }).click();
    await page.getByText('it is not known whether it created a conversation').waitFor();
    expect(await count()).toBe(before + 1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Mark as settled' }).click();
    await page.getByText('It is not known whether a request created').waitFor({ state: 'detached' });
    expect(console.complaints).toEqual([]);
  },
  120_000,
);
