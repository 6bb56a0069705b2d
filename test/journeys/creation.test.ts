import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
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
  await page.getByRole('checkbox', { name: 'AML lists' }).check();
  await page.getByRole('checkbox', { name: 'Sanctions' }).check();
  const json = page.getByLabel('Request as JSON');
  expect(JSON.parse(await json.inputValue())).toEqual({
    userKey: 'customer-4711',
    strategy: 'default:identity',
    returnUrl: 'https://shop.example/back?c={conversationId}',
    query: { identity: {}, aml: { checks: ['SANCTIONS'] } },
  });

  // The JSON changes the form, keeps what the form does not know, and says what is wrong with it.
  await json.fill('{"userKey": "customer-4711"');
  await page.getByText('Not valid JSON').waitFor();
  expect(await page.getByRole('button', { name: 'Create in Acme test' }).isDisabled()).toBe(true);
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
  await expectAccessible(page);
  expect(await count()).toBe(before + 1);

  await page.getByRole('button', { name: 'Same again' }).click();
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

test('what the interface refuses is said before it is sent, and a refusal of the service leaves the form as it was', async () => {
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  await page.getByRole('button', { name: 'New conversation…' }).click();
  await page.getByLabel('Callback address').first().fill('shop.example/hook/{id}');
  await page.getByText('Not a web address: it must begin with').first().waitFor();
  await page.getByText('{id} is not replaced by the service.').waitFor();
  await page.getByRole('button', { name: 'Create in Acme test' }).click();
  await page.getByRole('alert').getByText('bad-request').waitFor();
  expect(await page.getByLabel('Callback address').first().inputValue()).toBe('shop.example/hook/{id}');
}, 60_000);
