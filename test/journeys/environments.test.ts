import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyringSession, keyringInstalled, openKeyring } from '../support/keyring.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

// The forms, their errors and each step of a check are tested in test/components/environments.

const installed = await keyringInstalled();
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** One user on a machine with a keyring. The tests depend on their order. */
describe.skipIf(!installed)('with a keychain', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-environments-journey-'));
  let keyring: KeyringSession;
  let harness: ServiceHarness;
  let console: RunningConsole;
  let page: Page;
  const start = async () => {
    console = await startConsole({ env: keyring.env, dataDir });
    page = console.page;
  };
  const goToEnvironment = async () => {
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Edit Acme test', exact: true }).click();
    await title(page, 'Acme test').waitFor();
  };
  /** The keychain also contains the keys of the list of cases. */
  const environmentAccounts = async () =>
    (await keyring.accounts()).filter((account) => account.startsWith('environment/'));
  beforeAll(async () => {
    [keyring, harness] = await Promise.all([openKeyring('present'), openServiceHarness()]);
    await start();
  });
  afterAll(async () => {
    expect(console.complaints).toEqual([]);
    await console.stop();
    await keyring.close();
    await harness.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('an environment is added with its keys, which are in the keychain only, and its connection is checked', async () => {
    const { login, password } = harness.apiKey;
    await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const form = part(page, 'Settings');
    await form.getByLabel('Name').fill('Acme test');
    await part(page, 'Paste')
      .getByRole('textbox')
      .fill(`IDV_BASE_URL=${harness.baseUrl}\nIDV_LOGIN=${login}\nIDV_PASSWORD='${password}'\n`);
    await form.getByText('Advanced', { exact: true }).click();
    await form.getByRole('radio', { name: 'None', exact: true }).check();
    await form.getByRole('button', { name: 'Add and switch to it' }).click();
    await title(page, 'Acme test').waitFor();
    await page.getByText('The service responds and accepts the API key.').first().waitFor();
    await expectAccessible(page);
    await part(page, 'Signing keys').getByRole('textbox', { name: 'Signing key' }).fill(harness.signingKey);
    await page.getByRole('button', { name: 'Add signing key' }).click();
    await part(page, 'Signing keys')
      .getByText(/Saved .*, in the keychain/)
      .waitFor();
    expect(await environmentAccounts()).toHaveLength(2);
    for (const secret of [login, password, harness.signingKey]) {
      expect(await page.content()).not.toContain(secret);
      expect(readFileSync(join(dataDir, 'environments.json'), 'utf8')).not.toContain(secret);
    }
  });

  test('a restart finds it selected with its keys; once it is deleted they are gone', async () => {
    expect(console.complaints).toEqual([]);
    await console.stop();
    await start();
    await page.getByRole('button', { name: /^Environment: Acme test \(test\)/ }).waitFor();
    await page.evaluate((id) => {
      window.location.hash = `#/conversations/${id}`;
    }, harness.idOf('Finished: identity confirmed'));
    await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
    await goToEnvironment();
    await part(page, 'API key')
      .getByText(/Saved .*, in the keychain/)
      .waitFor();
    await page.getByRole('button', { name: 'Delete Acme test…' }).click();
    await page.getByRole('button', { name: 'Delete Acme test', exact: true }).click();
    await page.getByRole('button', { name: /^Environment: Sandbox/ }).waitFor();
    expect(await environmentAccounts()).toEqual([]);
  });
});
