import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { CheckStep } from '../../../preload/contract/environments.ts';
import { expectAccessible } from '../access.ts';
import { newEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { chooseFile } from '../files.ts';
import { expectMissing } from '../forms.ts';
import { press } from '../window.tsx';
import { acme, FakeEnvironments, openSettings, part, text, title, withApiKey } from './fake-environments.ts';

const form = part('Settings');
const advanced = form.getByText('Advanced', { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const live = () =>
  newEnvironment('live', { name: 'Acme live', kind: 'production', baseUrl: 'https://live.example' });

/** Presses Tab until the element has the focus. */
async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await userEvent.keyboard('{Tab}');
    if (document.activeElement === target.element()) {
      return;
    }
  }
  expect.fail('It cannot be reached with the Tab key');
}

test('an environment is added by keyboard alone, and invalid fields are explained', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(acme()));
  await press('Control+,');
  await expect.element(button('Add')).toBeVisible();
  await tabTo(button('Add'));
  await userEvent.keyboard('{Enter}');
  await expect.element(title('New environment')).toBeVisible();
  await tabTo(button('Add environment'));
  await userEvent.keyboard('{Enter}');
  await text('Fix 2 fields.');
  await expect.element(form.getByLabelText('Name')).toHaveFocus();
  await text('Enter a name');
  await userEvent.keyboard('Other');
  await tabTo(form.getByLabelText('Base address'));
  await userEvent.keyboard('acme.example');
  await text('Enter a full address that begins with https:// or http://');
  await expectAccessible();
  await press('Control+a');
  await userEvent.keyboard('https://other.example');
  await tabTo(advanced);
  await userEvent.keyboard('{Enter}');
  await tabTo(form.getByRole('radio', { name: 'System' }));
  await userEvent.keyboard('{ArrowRight}');
  await tabTo(button('Add environment'));
  await userEvent.keyboard('{Enter}');
  await expect.element(title('Other')).toBeVisible();
  expect(bridge.inputs('environments.save')).toMatchObject([
    { settings: { name: 'Other', baseUrl: 'https://other.example', proxy: { mode: 'none' } } },
  ]);
});

test('production requires https', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(acme()));
  await button('Add').click();
  await form.getByLabelText('Name').fill('Acme live');
  await form.getByRole('radio', { name: 'Production' }).click();
  await form.getByLabelText('Base address').fill('http://live.example');
  await button('Add environment').click();
  await text('A production environment must use https');
  await expectAccessible();
  expect(bridge.inputs('environments.save')).toEqual([]);
});

test.each(['header', 'body'] as const)('an OAuth token is requested by %s', async (clientAuthentication) => {
  const { bridge } = await openSettings(new FakeEnvironments(acme()), { of: 'acme' });
  await form.getByRole('radio', { name: /^OAuth/ }).click();
  await form.getByLabelText('How the API key is sent').selectOptions(clientAuthentication);
  await form.getByLabelText('Total').fill('90');
  await form.getByLabelText('Extra certificate authority').fill('/etc/authority.pem');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => bridge.inputs('environments.save').at(-1)?.settings)
    .toMatchObject({
      authentication: { scheme: 'oauth', clientAuthentication },
      timeouts: { totalMs: 90_000 },
      extraCaFile: '/etc/authority.pem',
    });
});

test('after saving, the focus is at the beginning of the settings, on no choice', async () => {
  await openSettings(new FakeEnvironments(acme()), { of: 'acme' });
  await form.getByLabelText('Name').fill('Acme two');
  (await form.getByRole('button', { name: 'Save', exact: true }).element()).focus();
  await press('Enter');
  await expect.element(title('Acme two')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Settings' })).toHaveFocus();
});

test('a refusal of main is shown at its field', async () => {
  await openSettings(new FakeEnvironments(acme()), {
    of: 'acme',
    replies: {
      'environments.save': failing({
        code: 'invalid-input',
        message: 'The settings were refused.',
        details: { violations: [{ field: 'settings.name', message: 'This name is taken' }] },
      }),
    },
  });
  await form.getByLabelText('Name').fill('Sandbox');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await text('This name is taken');
});

const step = (
  name: CheckStep['step'],
  state: CheckStep['state'],
  message = `The step ${name}.`,
): CheckStep => ({
  step: name,
  state,
  message,
});
const top = (target: Locator) => target.element().getBoundingClientRect().top;
const shownSteps = () =>
  [...document.querySelectorAll<HTMLElement>('[data-step]')].map(
    ({ dataset }) => `${dataset.step} ${dataset.state}`,
  );

test('the connection is checked step by step', async () => {
  const environments = new FakeEnvironments(withApiKey(acme()));
  environments.steps = [
    step('settings', 'passed'),
    step('proxy', 'skipped'),
    step('authorisation', 'passed'),
  ];
  await openSettings(environments, { of: 'acme' });
  await button('Check connection').click();
  await text('The service responds and accepts the API key.');
  expect(shownSteps()).toEqual(['settings passed', 'proxy skipped', 'authorisation passed']);
  await expectAccessible();
});

test('the connection is checked beside Save, with the result below; changes are saved first', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(withApiKey(acme())), { of: 'acme' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  const check = form.getByRole('button', { name: 'Check connection' });
  await expect.element(check).toBeVisible();
  expect(top(check)).toBe(top(save));
  await form.getByLabelText('Name').fill('Acme two');
  await form.getByRole('button', { name: 'Save and check' }).click();
  await expect.element(title('Acme two')).toBeVisible();
  const verdict = form.getByText('The service responds and accepts the API key.');
  await expect.element(verdict).toBeInViewport();
  expect(top(verdict)).toBeGreaterThan(top(save));
  expect(bridge.inputs('environments.save')).toHaveLength(1);
  expect(bridge.inputs('connection.check')).toHaveLength(1);
});

test('an API key that was saved is checked at once', async () => {
  const environments = new FakeEnvironments(acme());
  environments.steps = [step('authorisation', 'failed', 'It does not accept this API key (401).')];
  await openSettings(environments, { of: 'acme' });
  await part('API key').getByLabelText('Login').fill('login');
  await part('API key').getByRole('textbox', { name: 'Password' }).fill('password');
  await button('Save API key').click();
  await expect.element(form.getByText('It does not accept this API key (401).')).toBeInViewport();
});

test('the check of the built-in sandbox, which has no settings, is a part of its own', async () => {
  const sandbox = newEnvironment('sandbox', { name: 'Sandbox', kind: 'sandbox' }, { builtIn: true });
  await openSettings(new FakeEnvironments(sandbox), { of: 'sandbox' });
  await part('Connection').getByRole('button', { name: 'Check connection' }).click();
  await expect
    .element(part('Connection').getByText('The service responds and accepts the API key.'))
    .toBeVisible();
});

test('the check stops at the step that failed, with an explanation', async () => {
  const environments = new FakeEnvironments(withApiKey(acme()));
  environments.steps = [
    step('token', 'passed'),
    { ...step('authorisation', 'failed', 'It does not accept this API key (401).'), hint: 'Enter it again.' },
  ];
  await openSettings(environments, { of: 'acme' });
  await button('Check connection').click();
  await text('The connection failed. See the failed step below.');
  await text('It does not accept this API key (401).');
  await text('Enter it again.');
  await expectAccessible();
});

test('the id of an existing conversation is asked for if only that proves the key', async () => {
  const environments = new FakeEnvironments(withApiKey(acme()));
  environments.steps = [step('authorisation', 'unknown')];
  const { bridge } = await openSettings(environments, { of: 'acme' });
  await button('Check connection').click();
  await page.getByLabelText('Id of a conversation that exists').fill('known-1');
  environments.steps = [step('authorisation', 'passed')];
  await button('Check with it').click();
  await text('The service responds and accepts the API key.');
  expect(bridge.inputs('connection.check').at(-1)).toEqual({ environmentId: 'acme', knownId: 'known-1' });
});

test('the result of a check is gone once the API key or the settings are others', async () => {
  await openSettings(new FakeEnvironments(withApiKey(acme())), { of: 'acme' });
  const verdict = form.getByText('The service responds and accepts the API key.');
  await button('Check connection').click();
  await expect.element(verdict).toBeVisible();
  await form.getByLabelText('Idle').fill('40');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(verdict).not.toBeInTheDocument();
  await button('Check connection').click();
  await expect.element(verdict).toBeVisible();
  await part('API key').getByRole('button', { name: 'Remove' }).click();
  await expect.element(verdict).not.toBeInTheDocument();
});

test('a check that is stopped says so', async () => {
  await openSettings(new FakeEnvironments(withApiKey(acme())), {
    of: 'acme',
    replies: { 'connection.check': () => new Promise(() => undefined) },
  });
  await button('Check connection').click();
  await button('Stop').click();
  await expect.element(form.getByText('Stopped.')).toBeVisible();
});

test('the list says what each environment has, and which is in use', async () => {
  const old = withApiKey(newEnvironment('old', { name: 'Old', baseUrl: 'https://old.example' }));
  const heldBack = { ...old, ...(old.apiKey && { apiKey: { ...old.apiKey, heldBack: true } }) };
  const environments = new FakeEnvironments(withApiKey(acme()), live(), heldBack);
  const { bridge } = await openSettings(environments);
  await text('https://acme.example · API key · no signing key · Basic');
  await text('https://live.example · no API key yet · no signing key · Basic');
  await text('https://old.example · API key must be entered again');
  const frame = () => document.querySelector('div[data-kind="production"] > div[aria-hidden]');
  expect(frame()).toBeNull();
  await button('Use Acme live').click();
  await expect
    .element(page.getByRole('button', { name: /^Environment: Acme live \(production\)/ }))
    .toBeVisible();
  await expect.poll(frame).not.toBeNull();
  expect(bridge.inputs('environments.select')).toEqual([{ environmentId: 'live' }]);
});

test('a copy is opened; it has the settings and no secret', async () => {
  await openSettings(new FakeEnvironments(withApiKey(acme())), { of: 'acme' });
  await button('Duplicate').click();
  await expect.element(title('Acme test (2)')).toBeVisible();
  await expect.element(part('API key').getByLabelText('Login')).toBeVisible();
});

test('all are exported; an import says what it added and what it refused', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(acme()), {
    replies: {
      'environments.export': () => ({ kind: 'saved', path: '/exports/assay-environments.json', bytes: 10 }),
      'environments.import': () => ({
        added: [live()],
        refused: [{ name: 'Broken', reason: 'It has no address.' }],
      }),
    },
  });
  await button('Export all').click();
  await expect
    .element(page.getByText('Saved as /exports/assay-environments.json, without secrets').first())
    .toBeInTheDocument();
  expect(bridge.inputs('environments.export')).toEqual([{ environmentIds: ['acme'] }]);
  const file = document.querySelector('input[type=file]');
  chooseFile(file, new File(['{"version":1}'], 'assay-environments.json'));
  await text('Added: Acme live. Enter their keys next.');
  await text('It has no address.');
  expect(bridge.inputs('environments.import')).toEqual([{ text: '{"version":1}' }]);
  bridge.answer({
    'environments.import': failing({
      code: 'invalid-input',
      message: 'This is not a file of exported environments.',
    }),
  });
  chooseFile(file, new File(['{}'], 'x.json'));
  await text('This is not a file of exported environments.');
  await expectAccessible();
});

test('one is deleted after a question, with the focus on the harmless answer', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(live(), withApiKey(acme())), { of: 'acme' });
  await text('with its secret. Nothing changes at the service.');
  await button('Delete Acme test…').click();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await button('Delete Acme test').click();
  await expect.element(title('Settings')).toBeVisible();
  await expect.element(button('Edit Acme test')).not.toBeInTheDocument();
  expect(bridge.inputs('environments.delete')).toEqual([{ environmentId: 'acme', leaveSecrets: false }]);
});

test('production is deleted only with its name; a keychain in the way may be left with the secrets', async () => {
  const environments = new FakeEnvironments(acme(), withApiKey(live()));
  const { bridge } = await openSettings(environments, {
    of: 'live',
    replies: {
      'environments.delete': failing({ code: 'keychain-locked', message: 'The keyring is locked.' }),
    },
  });
  await button('Delete Acme live…').click();
  await expectMissing(button('Delete Acme live'), 'Type it exactly as it is shown.');
  await page.getByLabelText('Type Acme live to confirm').fill('Acme live');
  await expectAccessible();
  await button('Delete Acme live').click();
  await text('The keyring is locked.');
  bridge.answer(environments.replies());
  await button('Delete Acme live and leave its secrets in the keychain').click();
  await expect.element(title('Settings')).toBeVisible();
  expect(bridge.inputs('environments.delete').at(-1)).toEqual({ environmentId: 'live', leaveSecrets: true });
});

test('a pasted environment is added with its keys, selected and checked', async () => {
  const { bridge } = await openSettings(new FakeEnvironments(acme()));
  await button('Add').click();
  await form.getByLabelText('Name').fill('Pasted');
  await part('Paste')
    .getByRole('textbox')
    .fill(
      'IDV_BASE_URL=https://pasted.example\nIDV_LOGIN=login\nIDV_PASSWORD=password\nIDV_SIGNING_KEY=' +
        'k'.repeat(32),
    );
  await form.getByRole('button', { name: 'Add and switch to it' }).click();
  await expect.element(title('Pasted')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Environment: Pasted (test). Switch' }))
    .toBeVisible();
  await text('The service responds and accepts the API key.');
  await expect.element(part('Signing keys').getByText('Current')).toBeVisible();
  // The next key needs another label.
  await expect.element(part('Signing keys').getByLabelText('Label')).toHaveValue('');
  expect(bridge.inputs('credentials.save')).toMatchObject([
    { kind: 'api-key', login: 'login', password: 'password' },
    { kind: 'signing-key', label: 'Current' },
  ]);
});

test('an unusable settings file is said wherever one is, nothing is added, and it is tried again', async () => {
  const environments = new FakeEnvironments(acme());
  environments.problem = {
    code: 'file-unreadable',
    message: 'environments.json cannot be used: it is not JSON at line 1.',
    retryable: true,
  };
  await openSettings(environments);
  const chip = page.getByRole('button', { name: /^Console status: / });
  await expect.element(chip.getByText('Settings unusable')).toBeVisible();
  await expect.element(button('Add')).toBeDisabled();
  await expectAccessible();
  await chip.click();
  await text('environments.json cannot be used: it is not JSON at line 1.');
  environments.problem = undefined;
  await button('Try again').click();
  await expect.element(button('Add')).toBeEnabled();
});
