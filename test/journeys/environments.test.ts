import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyringSession, keyringInstalled, openKeyring } from '../support/keyring.ts';
import { closedPort } from '../support/listen.ts';
import { expectAccessible } from './access.ts';
import { downloadedBytes, type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';
import {
  addEnvironment,
  checkConnection,
  enterApiKey,
  enterSigningKey,
  fillIn,
  goToEnvironment,
  goToSettings,
  openConversation,
  part,
  passedByBasic,
  tabTo,
  title,
  workIn,
} from './settings-page.ts';

const finished = 'Finished: identity confirmed';
const installed = await keyringInstalled();

let harness: ServiceHarness;
let secure: ServiceHarness;
beforeAll(async () => {
  [harness, secure] = await Promise.all([openServiceHarness(), openServiceHarness({ secure: true })]);
});
afterAll(() => Promise.all([harness.close(), secure.close()]));

/** One user on a machine with a keyring, from the first environment to the last. The tests depend on their order. */
describe.skipIf(!installed)('with a keychain', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-environments-journey-'));
  let keyring: KeyringSession;
  let console: RunningConsole;
  let page: Page;
  const start = async () => {
    console = await startConsole({ env: keyring.env, dataDir });
    page = console.page;
  };
  /** The keychain also contains the keys of the list of cases. */
  const environmentAccounts = async () =>
    (await keyring.accounts()).filter((account) => account.startsWith('environment/'));
  beforeAll(async () => {
    keyring = await openKeyring('present');
    await start();
  });
  afterAll(async () => {
    await console.stop();
    await keyring.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('an environment is added by keyboard alone, and invalid fields are explained', async () => {
    await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
    await page.keyboard.press('Control+,');
    await title(page, 'Settings').waitFor();
    await expectAccessible(page);
    await tabTo(page, page.getByRole('button', { name: 'Add', exact: true }));
    await page.keyboard.press('Enter');
    await title(page, 'New environment').waitFor();

    const name = page.getByLabel('Name');
    await tabTo(page, page.getByRole('button', { name: 'Add environment' }));
    await page.keyboard.press('Enter');
    await page.getByText('Fix 2 fields.').waitFor();
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Enter a name').waitFor();
    await page.keyboard.type('Acme test');
    await tabTo(page, page.getByLabel('Base address'));
    await page.keyboard.type('acme.example');
    await page.getByText('Enter a full address that begins with https:// or http://').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(harness.baseUrl);
    await tabTo(page, page.getByRole('radio', { name: 'System' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('button', { name: 'Add environment' }));
    await page.keyboard.press('Enter');
    await title(page, 'Acme test').waitFor();
    expect(console.complaints).toEqual([]);
  });

  test('its keys are stored in the keychain, and the page shows only their dates', async () => {
    const { login, password } = harness.apiKey;
    await tabTo(page, part(page, 'API key').getByLabel('Login'));
    await page.keyboard.type(login);
    await tabTo(page, part(page, 'API key').getByRole('textbox', { name: 'Password' }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await part(page, 'API key')
      .getByText(/Saved .*, in the keychain/)
      .waitFor();
    await part(page, 'API key').getByText(`Sent only to ${harness.baseUrl}.`).waitFor();

    await enterSigningKey(page, 'Current', password);
    await page.locator('[data-code="credentials-confused"]').waitFor();
    await page.getByText('This is the API key of this environment.').waitFor();
    await expectAccessible(page);
    await enterSigningKey(page, 'Current', harness.signingKey);
    await part(page, 'Signing keys')
      .getByText(/Saved .*, in the keychain/)
      .waitFor();
    await page.locator('[data-code="credentials-confused"]').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(password);
    expect(await environmentAccounts()).toHaveLength(2);
  });

  test('the connection is checked step by step, and a conversation opens', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Check connection' }));
    await page.keyboard.press('Enter');
    await page.getByText('The service responds and accepts the API key.').first().waitFor();
    await expectAccessible(page);
    expect((await checkConnection(page)).states).toEqual(passedByBasic);
    await workIn(page, 'Acme test');
    await openConversation(page, harness.idOf(finished));
    expect(console.complaints).toEqual([]);
  });

  test.each(['header', 'body'] as const)(
    'an OAuth token is requested by %s, and a conversation opens',
    async (clientAuthentication) => {
      const name = `Acme by ${clientAuthentication}`;
      await addEnvironment(page, { name, baseUrl: harness.baseUrl, oauth: { clientAuthentication } });
      await enterApiKey(page, harness.apiKey);
      await page.getByText('The same API key is stored for “Acme test”.').waitFor();
      const { states } = await checkConnection(page);
      expect(states).toEqual(passedByBasic.map((step) => step.replace('token skipped', 'token passed')));
      await expectAccessible(page);
      await workIn(page, name);
      await openConversation(page, harness.idOf('A driving licence'));
    },
  );

  test.each([
    ['Acme by body', 'token', { status: 401 }, /refused to issue a token for this API key \(401\)/],
    [
      'Acme by body',
      'authorisation',
      { status: 403, html: true },
      /refused the request \(403\) with a web page/,
    ],
    ['Acme test', 'authorisation', { status: 402 }, /plan/i],
    ['Acme test', 'authorisation', { status: 401 }, /does not accept this API key \(401\)/],
    ['Acme test', 'media-type', { status: 200, body: 'hello', contentType: 'text/plain' }, /text\/plain/],
  ])('in %s the check stops at the step %s with an explanation', async (name, step, fault, message) => {
    const path = step === 'token' ? '/api/oauth2/token' : '/api/conversations/*';
    await harness.control('/faults', { match: { path }, fault });
    await goToEnvironment(page, name);
    const found = await checkConnection(page);
    expect(found.states).toContain(`${step} failed`);
    expect(found.message).toMatch(message);
    await expectAccessible(page);
  });

  test('a changed address gets no API key until the key is entered again for it', async () => {
    const refusing = `http://127.0.0.1:${await closedPort()}`;
    await goToEnvironment(page, 'Acme by header');
    await fillIn(page, { baseUrl: refusing });
    await page.getByText(`After saving, it is not used until you enter it again for ${refusing}.`).waitFor();
    await expectAccessible(page);
    await part(page, 'Settings').getByRole('button', { name: 'Save', exact: true }).click();
    await part(page, 'API key').getByText(`Entered for ${harness.baseUrl}.`).waitFor();
    await expectAccessible(page);
    await expect.poll(() => part(page, 'API key').getByLabel('Login').evaluate(hasFocus)).toBe(true);
    const heldBack = await checkConnection(page);
    expect(heldBack.states).toEqual(['settings failed', ...skipped('settings')]);
    expect(heldBack.message).toContain(`It is not sent to ${refusing}.`);

    await enterApiKey(page, harness.apiKey);
    await part(page, 'API key').getByText(`Sent only to ${refusing}.`).waitFor();
    const refused = await checkConnection(page);
    expect(refused.states).toContain('tcp failed');
    expect(refused.states.slice(-4)).toEqual(skipped('tcp'));
    expect(refused.message).toMatch(/nothing listens on that port/);
  });

  test('a name that does not resolve stops the check at that step', async () => {
    await addEnvironment(page, { name: 'Nowhere', baseUrl: 'https://assay-journey.invalid' });
    await enterApiKey(page, harness.apiKey);
    await part(page, 'API key').getByText(/Saved/).waitFor();
    const { states, message } = await checkConnection(page);
    expect(states).toContain('name failed');
    expect(message).toMatch(/assay-journey\.invalid (does not exist|could not be looked up)/);
    await expectAccessible(page);
  });

  test('production requires https, shows trusted authorities, and frames the window', async () => {
    const name = 'Acme live';
    await goToSettings(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await fillIn(page, { name, kind: 'Production', baseUrl: harness.baseUrl });
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByText('A production environment must use https').waitFor();
    await expectAccessible(page);
    await fillIn(page, { baseUrl: secure.baseUrl });
    await page.getByRole('radio', { name: 'None', exact: true }).check();
    await page.getByRole('button', { name: 'Add environment' }).click();
    await title(page, name).waitFor();
    await enterApiKey(page, secure.apiKey);
    await part(page, 'API key').getByText(/Saved/).waitFor();

    const untrusted = await checkConnection(page);
    expect(untrusted.states).toContain('tls failed');
    expect(untrusted.message).toMatch(/certificate that this machine does not trust/);
    await fillIn(page, { authority: secure.authority });
    await part(page, 'Settings').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').waitFor({ state: 'attached' });
    // Anyone who can add a certificate authority can impersonate the service, so the key is entered again.
    expect((await checkConnection(page)).message).toContain(
      `not sent to servers trusted by ${secure.authority}`,
    );
    await enterApiKey(page, secure.apiKey);
    await part(page, 'API key')
      .getByText(/Sent only to/)
      .waitFor();
    expect((await checkConnection(page)).states).toEqual(
      passedByBasic.map((step) => step.replace('tls skipped', 'tls passed')),
    );
    const frame = page.locator('div[data-kind="production"] > div[aria-hidden]');
    expect(await frame.count()).toBe(0);
    await workIn(page, name);
    await frame.waitFor();
    await openConversation(page, secure.idOf(finished));
    await expectAccessible(page);
  });

  test('a restart finds the environments, the active one and their keys', async () => {
    expect(console.complaints).toEqual([]);
    await console.stop();
    await start();
    await page.getByRole('button', { name: /^Environment: Acme live \(production\)/ }).waitFor();
    await openConversation(page, secure.idOf(finished));
    await workIn(page, 'Acme test');
    await openConversation(page, harness.idOf(finished));
    await goToEnvironment(page, 'Acme test');
    await part(page, 'API key')
      .getByText(/Saved .*, in the keychain/)
      .waitFor();
    await part(page, 'Signing keys')
      .getByText(/Saved .*, in the keychain/)
      .waitFor();
  });

  test('a copy has the settings and no secret; an export neither, and it can be imported', async () => {
    await goToEnvironment(page, 'Acme by body');
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await title(page, 'Acme by body (2)').waitFor();
    await part(page, 'API key').getByLabel('Login').waitFor();
    await goToSettings(page);
    const copy = page.locator('[data-environment="Acme by body (2)"]');
    await copy.getByText('no API key yet · no signing key · OAuth 2.0').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export all' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('assay-environments.json');
    const file = await downloadedBytes(download);
    const text = file.toString();
    expect(text).toContain(harness.baseUrl);
    const { apiKey, signingKey } = harness;
    for (const secret of [apiKey.login, apiKey.password, signingKey, secure.apiKey.password]) {
      expect(text).not.toContain(secret);
      expect(readFileSync(join(dataDir, 'environments.json'), 'utf8')).not.toContain(secret);
    }
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'assay-environments.json', mimeType: 'application/json', buffer: file });
    await page.getByText(/^Added: Acme test \(2\), .*Enter their keys next\.$/).waitFor();
    await expectAccessible(page);
    await page
      .locator('[data-environment="Acme live (2)"]')
      .getByText(/no API key yet/)
      .waitFor();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await page.getByText(/^This is not a file of exported environments/).waitFor();
    expect(console.complaints).toEqual([]);
  });

  test('a deleted environment is removed from the keychain; production requires its name', async () => {
    const before = await environmentAccounts();
    await goToEnvironment(page, 'Acme test');
    await page.getByText('with its 2 secrets. Nothing changes at the service.').waitFor();
    await page.getByRole('button', { name: 'Delete Acme test…' }).click();
    expect(await page.getByRole('button', { name: 'Cancel' }).evaluate(hasFocus)).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete Acme test', exact: true }).click();
    await title(page, 'Settings').waitFor();
    await page.locator('[data-environment="Acme test"]').waitFor({ state: 'detached' });
    const after = await environmentAccounts();
    // Two keys for each of three environments.
    expect(before).toHaveLength(6);
    expect(after).toHaveLength(4);
    expect(before).toEqual(expect.arrayContaining(after));
    await page.getByRole('button', { name: /^Environment: Sandbox/ }).waitFor();

    await goToEnvironment(page, 'Acme live');
    await page.getByRole('button', { name: 'Delete Acme live…' }).click();
    const last = page.getByRole('button', { name: 'Delete Acme live', exact: true });
    expect(await last.isDisabled()).toBe(true);
    await page.getByLabel('Type Acme live to confirm').fill('Acme live');
    await expectAccessible(page);
    await last.click();
    await title(page, 'Settings').waitFor();
    await page.locator('[data-environment="Acme live"]').waitFor({ state: 'detached' });
    expect(await environmentAccounts()).toHaveLength(3);
    expect(console.complaints).toEqual([]);
  });
});

function hasFocus(element: Element): boolean {
  return element === document.activeElement;
}

/** The steps after this one, as reported when the check stopped at it. */
function skipped(step: string): string[] {
  const names = passedByBasic.map((message) => message.split(' ')[0] ?? '');
  return names.slice(names.indexOf(step) + 1).map((name) => `${name} skipped`);
}
