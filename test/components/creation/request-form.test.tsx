import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { failing } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { openWindow } from '../window.tsx';

const userKey = page.getByLabelText('User key', { exact: true });
const json = page.getByLabelText('Request as JSON');
const callback = page.getByLabelText('Callback address').first();
const create = page.getByRole('button', { name: /^Create in/ });
const written = async () => JSON.parse(((await json.element()) as HTMLTextAreaElement).value);

const openForm = () =>
  openWindow(
    {
      'creation.setup': () => ({ templates: [], defaults: {} }),
      'creation.unsettled': () => ({ unsettled: [] }),
    },
    { hash: '#/creation' },
  );

test('entries in the form are in its JSON', async () => {
  await openForm();
  await userKey.fill('customer-4711');
  await page.getByLabelText('Strategy').first().fill('default:identity');
  await page.getByRole('checkbox', { name: 'AML lists' }).click();
  await page.getByRole('checkbox', { name: 'Sanctions' }).click();
  await page.getByRole('checkbox', { name: 'Bank transactions' }).click();
  await page.getByRole('combobox', { name: 'Flags' }).fill('BALANCES');
  await userEvent.keyboard('{Enter}');
  await expect.poll(written).toEqual({
    userKey: 'customer-4711',
    strategy: 'default:identity',
    query: { identity: {}, aml: { checks: ['SANCTIONS'] }, bankTransactions: { flags: ['BALANCES'] } },
  });
});

test('its JSON changes the form, and nothing can be sent while it is wrong', async () => {
  await openForm();
  await json.fill('{"userKey": "customer-4711"');
  await expectMissing(create, 'Not valid JSON');
  await json.fill(
    JSON.stringify({
      userKey: 'customer-4712',
      query: { identity: { requireOneOf: [['PERSON_NAME_LASTNAME']] }, auth: {} },
    }),
  );
  await expect.element(userKey).toHaveValue('customer-4712');
  await expect.element(page.getByRole('checkbox', { name: 'Authentication' })).toBeChecked();
  await expect.element(page.getByText('Last name', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('an input against the interface is said before it is sent, and a refusal leaves the form as it was', async () => {
  const { bridge } = await openForm();
  await callback.fill('shop.example/hook/{id}');
  await expect.element(page.getByText('Not a web address: it must begin with').first()).toBeVisible();
  await expect.element(page.getByText('{id} is not replaced by the service.')).toBeVisible();
  bridge.answer({ 'creation.create': failing({ code: 'bad-request', message: 'The service refused it.' }) });
  await create.click();
  await expect.element(page.getByRole('group', { name: 'Failure' }).getByText('bad-request')).toBeVisible();
  await expect.element(callback).toHaveValue('shop.example/hook/{id}');
  expect(bridge.inputs('creation.create')).toMatchObject([
    { request: { callbackUrl: 'shop.example/hook/{id}' }, again: false },
  ]);
});

test('a product can stand alone, and its country is chosen by name', async () => {
  await openForm();
  await page.getByRole('checkbox', { name: 'Identity' }).click();
  await expect.element(page.getByText('Choose at least one product.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Affordability' }).click();
  await page.getByRole('combobox', { name: 'Country' }).fill('Pola');
  await page.getByRole('option', { name: 'Poland (PL)' }).click();
  await expect.poll(written).toEqual({ query: { affordability: { user: { country: 'PL' } } } });
  await expectAccessible();
});

test('a refusal of the service is said at its field', async () => {
  const { bridge } = await openForm();
  const payer = 'query.affordability.user';
  bridge.answer({
    'creation.create': failing({
      code: 'bad-request',
      message: 'The service refused it.',
      details: {
        violations: [
          { field: 'returnUrl', message: 'must be https' },
          { field: `${payer}.country`, message: 'not served' },
          { field: `${payer}.email`, message: 'not an address' },
        ],
      },
    }),
  });
  await page.getByRole('checkbox', { name: 'Affordability' }).click();
  await create.click();
  await expect.element(page.getByText('Refused by the service: must be https')).toBeVisible();
  await expect.element(page.getByLabelText('Return address').first()).toHaveAttribute('aria-invalid', 'true');
  for (const [role, name, text] of [
    ['combobox', 'Country', 'not served'],
    ['textbox', 'Email', 'not an address'],
  ] as const) {
    const field = page.getByRole(role, { name });
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(`Refused by the service: ${text}`);
  }
});
