import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { expectAccessible } from '../access.ts';
import { newEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { chooseFile } from '../files.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { openWindow } from '../window.tsx';
import { acme, FakeEnvironments, openSettings, part, text, withApiKey } from './fake-environments.ts';

const apiKey = part('API key');
const signingKeys = part('Signing keys');

async function enterApiKey(login = 'the-login', password = 'the-password'): Promise<void> {
  await apiKey.getByLabelText('Login').fill(login);
  await apiKey.getByRole('textbox', { name: 'Password' }).fill(password);
  await apiKey.getByRole('button', { name: 'Save API key' }).click();
}

test('an API key is entered once, and only its date is shown', async () => {
  const { bridge, stores } = await openSettings(new FakeEnvironments(acme()), { of: 'acme' });
  await apiKey.getByRole('button', { name: 'Save API key' }).click();
  await text('Enter the login');
  await text('Enter the password');
  expect(bridge.inputs('credentials.save')).toEqual([]);
  await enterApiKey();
  await expect.element(apiKey.getByText(/Saved .*, in the keychain/)).toBeVisible();
  await expect.element(apiKey.getByText('Sent only to https://acme.example.')).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain('the-password');
  const actions = stores.queries.getMutationCache().getAll();
  expect(actions.length).toBeGreaterThan(0);
  expect(JSON.stringify(actions.map(({ state }) => state))).not.toContain('the-password');
  expect(bridge.inputs('credentials.save')).toEqual([
    { kind: 'api-key', environmentId: 'acme', login: 'the-login', password: 'the-password' },
  ]);
  await expectAccessible();
  await apiKey.getByRole('button', { name: 'Remove' }).click();
  await expect.element(apiKey.getByLabelText('Login')).toHaveFocus();
});

test('remarks about a key, such as where else it is stored, are shown', async () => {
  const environments = new FakeEnvironments(acme());
  await openSettings(environments, {
    of: 'acme',
    replies: {
      'credentials.save': () => ({
        ...withApiKey(acme()),
        warnings: ['The same API key is stored for “Other”.'],
      }),
    },
  });
  await enterApiKey();
  await text('The same API key is stored for “Other”.');
});

test('signing keys are added and removed by their labels; one that is refused says why', async () => {
  const environments = new FakeEnvironments(acme());
  const { bridge } = await openSettings(environments, {
    of: 'acme',
    replies: {
      'credentials.save': failing({
        code: 'credentials-confused',
        message: 'This is the API key of this environment.',
      }),
    },
  });
  await signingKeys.getByRole('textbox', { name: 'Signing key' }).fill('a-key');
  await signingKeys.getByRole('button', { name: 'Add signing key' }).click();
  await text('This is the API key of this environment.');
  await expectAccessible();
  bridge.answer(environments.replies());
  await signingKeys.getByRole('button', { name: 'Add signing key' }).click();
  await expect.element(signingKeys.getByText(/Saved .*, in the keychain/)).toBeVisible();
  await expect.element(page.getByText('This is the API key of this environment.')).not.toBeInTheDocument();
  await expect.element(signingKeys.getByRole('textbox', { name: 'Signing key' })).toHaveValue('');
  expect(bridge.inputs('credentials.save').at(-1)).toEqual({
    kind: 'signing-key',
    environmentId: 'acme',
    label: 'Current',
    key: 'a-key',
  });
  await signingKeys.getByRole('button', { name: 'Remove the signing key Current' }).click();
  await expect.element(signingKeys.getByText(/Saved/)).not.toBeInTheDocument();
});

test('a changed address holds the API key back until it is entered again for it', async () => {
  await openSettings(new FakeEnvironments(withApiKey(acme())), { of: 'acme' });
  const form = part('Settings');
  await form.getByLabelText('Base address').fill('https://elsewhere.example');
  await text('After saving, it is not used until you enter it again for https://elsewhere.example.');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(apiKey.getByText('Entered for https://acme.example.')).toBeVisible();
  await expect.element(apiKey.getByLabelText('Login')).toHaveFocus();
  await expectAccessible();
  await enterApiKey();
  await expect.element(apiKey.getByText('Sent only to https://elsewhere.example.')).toBeVisible();
});

test.each([
  ['keychain-absent', 'There is no D-Bus session here.', 'dbus-run-session -- bash'],
  ['keychain-locked', 'The keyring is locked.', 'gnome-keyring-daemon --unlock'],
] as [FailureView['code'], string, string][])(
  'with %s nothing is stored without consent, a command is offered, and “this session only” works',
  async (code, message, command) => {
    const environments = new FakeEnvironments(acme());
    environments.keychain = {
      state: code === 'keychain-absent' ? 'absent' : 'locked',
      message,
      command,
      sessionOnly: false,
    };
    const { bridge } = await openSettings(environments, {
      of: 'acme',
      replies: { 'credentials.save': failing({ code, message, details: { command } }) },
    });
    await enterApiKey();
    const failure = apiKey.getByRole('group', { name: 'Failure' });
    await expect.element(failure.getByText(message)).toBeVisible();
    await expect.element(failure.getByText(command)).toBeVisible();
    await expectAccessible();
    await failure.getByRole('button', { name: 'Keep secrets for this session only' }).click();
    const chip = page.getByRole('button', { name: /^Console status: / });
    await expect.element(chip.getByText('Session only')).toBeVisible();
    bridge.answer(environments.replies());
    await apiKey.getByRole('button', { name: 'Save API key' }).click();
    await expect.element(apiKey.getByText(/Saved .*, for this session only/)).toBeVisible();
    await chip.click();
    await text(/They are lost when the console closes/);
    environments.keychain = { ...environments.keychain, state: 'available' };
    await page.getByRole('button', { name: 'Use the keychain' }).click();
    await expect.element(chip.getByText('Session only')).not.toBeInTheDocument();
    expect(bridge.inputs('keychain.sessionOnly')).toEqual([{ sessionOnly: true }, { sessionOnly: false }]);
  },
);

test('a proxy login is entered for its proxy, shown without its secret, and removed', async () => {
  const proxied = newEnvironment('acme', {
    name: 'Acme test',
    proxy: { mode: 'own', url: 'http://proxy.example:3128' },
  });
  const { bridge } = await openSettings(new FakeEnvironments(proxied), { of: 'acme' });
  const login = part('Proxy login');
  await expect.element(login.getByText('Only needed if the proxy asks')).toBeVisible();
  await login.getByRole('button', { name: 'Add proxy login…' }).click();
  await login.getByLabelText('Proxy user').fill('de:sk');
  await login.getByRole('textbox', { name: 'Proxy password' }).fill('p@ss');
  await login.getByRole('button', { name: 'Save proxy login' }).click();
  await text('The login must not contain a colon');
  await login.getByLabelText('Proxy user').fill('desk');
  await expectAccessible();
  await login.getByRole('button', { name: 'Save proxy login' }).click();
  await expect.element(login.getByText('Sent only to http://proxy.example:3128')).toBeVisible();
  expect(bridge.inputs('credentials.save')).toEqual([
    { kind: 'proxy-login', environmentId: 'acme', login: 'desk', password: 'p@ss' },
  ]);
  await login.getByRole('button', { name: 'Remove' }).click();
  await expect.element(login.getByRole('button', { name: 'Add proxy login…' })).toBeVisible();
});

test('a client certificate is read from its file, its passphrase asked for, and it is removed', async () => {
  const environments = new FakeEnvironments(acme());
  const { bridge } = await openSettings(environments, {
    of: 'acme',
    replies: {
      'credentials.save': failing({
        code: 'invalid-input',
        message: 'The file is protected by a passphrase.',
      }),
    },
  });
  const certificate = part('Client certificate');
  await certificate.getByRole('button', { name: 'Add client certificate…' }).click();
  await certificate.getByRole('button', { name: 'Save certificate' }).click();
  await text('Choose a file');
  chooseFile(certificate.element().querySelector('input[type=file]'), new File(['pfx'], 'console.p12'));
  await expect.element(certificate.getByText('console.p12')).toBeVisible();
  await certificate.getByRole('button', { name: 'Save certificate' }).click();
  await text('protected by a passphrase');
  bridge.answer(environments.replies());
  await certificate.getByRole('textbox', { name: 'Passphrase' }).fill('the-passphrase');
  await expectAccessible();
  await certificate.getByRole('button', { name: 'Save certificate' }).click();
  await expect.element(certificate.getByText('console.test')).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain('the-passphrase');
  expect(bridge.inputs('credentials.save').at(-1)).toEqual({
    kind: 'client-certificate',
    environmentId: 'acme',
    files: [new TextEncoder().encode('pfx')],
    passphrase: 'the-passphrase',
  });
  await certificate.getByRole('button', { name: 'Remove' }).click();
  await expect.element(certificate.getByRole('button', { name: 'Add client certificate…' })).toBeVisible();
});

test.each([
  ['available', 'Available'],
  ['absent', 'Absent'],
  ['locked', 'Locked'],
  ['denied', 'Denied'],
] as const)('a keychain that is %s is said in Settings, with what to do', async (state, word) => {
  let sessionOnly = false;
  const { bridge } = await openWindow(
    {
      'keychain.state': () => ({
        state,
        message: 'How it is.',
        hint: 'Do this.',
        command: 'unlock now',
        sessionOnly,
      }),
      'keychain.sessionOnly': (input) => {
        sessionOnly = input.sessionOnly;
        return { state, message: 'How it is.', sessionOnly };
      },
    },
    { hash: '#/settings' },
  );
  const storage = page.getByRole('region', { name: 'Secret storage' });
  for (const text of [word, 'How it is.', 'Do this.', 'unlock now']) {
    await expect.element(storage.getByText(text, { exact: true })).toBeVisible();
  }
  const only = storage.getByRole('switch', { name: 'Keep new secrets for this session only' });
  await expect.element(only).not.toBeChecked();
  await only.click({ force: true });
  await expect.element(only).toBeChecked();
  expect(bridge.inputs('keychain.sessionOnly')).toEqual([{ sessionOnly: true }]);
});

test("the keychain's answer is announced, also when it is the same again", async () => {
  await openWindow(
    { 'keychain.check': () => ({ state: 'absent', message: 'There is no keyring.', sessionOnly: false }) },
    { hash: '#/settings' },
  );
  const announced = announcements();
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: 'Check again' }).click();
    await expectSaid(announced, /There is no keyring/);
  }
});

test('a keychain that cannot be asked is reported until it can', async () => {
  const { bridge } = await openWindow(
    { 'keychain.check': failing({ code: 'internal', message: 'It broke.' }) },
    { hash: '#/settings' },
  );
  const storage = page.getByRole('region', { name: 'Secret storage' });
  await storage.getByRole('button', { name: 'Check again' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect.element(notices.getByText('It broke.')).toBeVisible();
  await expect.element(notices.getByText('internal', { exact: true })).toBeVisible();
  // The code is for support and is not read with the message.
  expect(notices.getByRole('alert').element().textContent).not.toContain('internal');
  await notices.getByRole('button', { name: 'Try again' }).click();
  await expect.element(notices.getByText('It broke.')).not.toBeInTheDocument();
  expect(bridge.inputs('keychain.state').length).toBeGreaterThan(1);
});
