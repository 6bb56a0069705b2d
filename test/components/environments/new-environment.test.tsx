import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openWindow } from '../window.tsx';
import { acme, FakeEnvironments, openSettings } from './fake-environments.ts';

const form = page.getByRole('region', { name: 'Settings' });
const paste = page.getByRole('region', { name: 'Paste' }).getByRole('textbox');
const title = page.getByRole('heading', { level: 1, name: 'New environment' });

test('a pasted .env file fills in the form, and what is not used is named', async () => {
  await openWindow({}, { hash: '#/settings/new' });
  await expect.element(title).toBeVisible();
  await form.getByLabelText('Name').fill('Pasted');
  await paste.fill(
    'IDV_BASE_URL=https://idv.example\nIDV_LOGIN=login\nIDV_PASSWORD=password\nLOG_LEVEL=debug\n',
  );
  await expect
    .element(page.getByText('Filled in: base address, login, password. Not used: LOG_LEVEL.'))
    .toBeVisible();
  await expect.element(paste).toHaveValue('');
  await expect.element(form.getByLabelText('Name')).toHaveValue('Pasted');
  await expect.element(form.getByLabelText('Base address')).toHaveValue('https://idv.example');
  await expectAccessible();
});

test('a text without settings is reported, and input is not lost', async () => {
  const { bridge } = await openWindow({}, { hash: '#/settings/new' });
  await form.getByLabelText('Name').fill('Typed');
  await paste.fill('hello');
  await expect.element(page.getByText('No settings found in this text.')).toBeVisible();
  await expect.element(form.getByLabelText('Name')).toHaveValue('Typed');
  await form.getByLabelText('Login of the API key').fill('only-a-login');
  await form.getByLabelText('Base address').fill('https://idv.example');
  await form.getByRole('button', { name: 'Add environment' }).click();
  await expect.element(page.getByText('Enter the password')).toBeVisible();
  await expect.element(title).toBeVisible();
  expect(bridge.inputs('environments.save')).toEqual([]);
});

test.each([
  { name: 'Acme live', baseUrl: 'https://idv.example', button: 'Add as production', kind: 'production' },
  { name: 'Acme', baseUrl: 'https://api.prod.example', button: 'Add as test', kind: 'test' },
])(
  'an environment with the name $name and the address $baseUrl asks whether it is production',
  async (entered) => {
    const { bridge } = await openWindow(new FakeEnvironments(acme()).replies(), { hash: '#/settings/new' });
    await form.getByLabelText('Name').fill(entered.name);
    await form.getByLabelText('Base address').fill(entered.baseUrl);
    await form.getByRole('button', { name: 'Add environment' }).click();
    const question = page.getByRole('dialog', { name: 'Is this production?' });
    await expect.element(question).toBeVisible();
    await expectAccessible();
    expect(bridge.inputs('environments.save')).toEqual([]);
    await question.getByRole('button', { name: entered.button }).click();
    await expect
      .poll(() => bridge.inputs('environments.save').map(({ settings }) => settings.kind))
      .toEqual([entered.kind]);
  },
);

test('an environment whose new name says production is saved once it is said what it is, and not asked about again', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(acme()), { of: 'acme' });
  const question = page.getByRole('dialog', { name: 'Is this production?' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  const saved = () => bridge.inputs('environments.save').map(({ settings }) => settings.kind);
  await form.getByLabelText('Name').fill('Acme live');
  await save.click();
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Close' }).click();
  expect(saved()).toEqual([]);
  await save.click();
  await question.getByRole('button', { name: 'Save as test' }).click();
  await expect.poll(saved).toEqual(['test']);
  await form.getByLabelText('Total').fill('90');
  await save.click();
  await expect.poll(saved).toEqual(['test', 'test']);
});

test('an environment of which nothing says production is added without a question', async () => {
  const { bridge } = await openWindow(new FakeEnvironments(acme()).replies(), { hash: '#/settings/new' });
  await form.getByLabelText('Name').fill('Delivery');
  await form.getByLabelText('Base address').fill('https://products.example');
  await form.getByRole('button', { name: 'Add environment' }).click();
  await expect.poll(() => bridge.inputs('environments.save').length).toBe(1);
});
