import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type KeyringState, keyringInstalled, openKeyring } from '../support/keyring.ts';
import { expectAccessible } from './access.ts';
import { conditionChip, openConditions } from './conditions.ts';
import { startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';
import {
  addEnvironment,
  checkConnection,
  enterApiKey,
  goToEnvironment,
  goToSettings,
  openConversation,
  part,
  passedByBasic,
  workIn,
} from './settings-page.ts';

const finished = 'Finished: identity confirmed';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

describe.skipIf(!(await keyringInstalled()))('without a keychain', () => {
  test.each([
    ['absent', /There is no D-Bus session here/, 'dbus-run-session -- bash'],
    ['locked', /The keyring is locked/, 'gnome-keyring-daemon --replace --unlock --components=secrets'],
  ] as [KeyringState, RegExp, string][])(
    'that is %s: nothing is stored without consent, a fix is offered, and “this session only” works',
    async (state, words, command) => {
      const keyring = await openKeyring(state);
      onTestFinished(() => keyring.close());
      await using console = await startConsole({ env: keyring.env });
      const { page } = console;
      const conditions = await openConditions(page);
      await conditions.getByText(words).first().waitFor();
      await conditions.getByText(command).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await addEnvironment(page, { name: 'Acme test', baseUrl: harness.baseUrl });
      await enterApiKey(page, harness.apiKey);
      const failure = page.locator(`main [data-code="keychain-${state}"]`);
      await failure.getByText(words).waitFor();
      await failure.getByText(command).waitFor();
      await expectAccessible(page);
      const file = readFileSync(join(console.dataDir, 'environments.json'), 'utf8');
      expect(file).not.toContain('since');

      await failure.getByRole('button', { name: 'Keep secrets for this session only' }).click();
      await conditionChip(page).getByText('Session only').waitFor();
      await part(page, 'API key').getByRole('button', { name: 'Save API key' }).click();
      await part(page, 'API key')
        .getByText(/Saved .*, for this session only/)
        .waitFor();
      expect((await checkConnection(page)).states).toEqual(passedByBasic);
      await workIn(page, 'Acme test');
      await openConversation(page, harness.idOf(finished));
      await openConditions(page);
      await conditions.getByText(/They are lost when the console closes/).waitFor();
      expect(readFileSync(join(console.dataDir, 'environments.json'), 'utf8')).not.toContain('since');

      if (state === 'locked') {
        await keyring.unlock();
        await conditions.getByRole('button', { name: 'Use the keychain' }).click();
        await conditionChip(page).getByText('Session only').waitFor({ state: 'detached' });
        await goToEnvironment(page, 'Acme test');
        await part(page, 'API key').getByRole('button', { name: 'Replace…' }).click();
        await enterApiKey(page, harness.apiKey);
        await part(page, 'API key')
          .getByText(/Saved .*, in the keychain/)
          .waitFor();
        // Apart from the key that seals the list of cases.
        expect((await keyring.accounts()).filter((name) => !name.startsWith('index/'))).toHaveLength(1);
      }
      expect(console.complaints).toEqual([]);
    },
  );
});

test('an unusable settings file is refused, reported while it lasts, and left unchanged', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-broken-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'environments.json');
  const broken = '{"version": 2, "selectedId": "e1", "environments": [{"id": "e1", nope}]}';
  writeFileSync(file, broken);
  await using console = await startConsole({ dataDir });
  const { page } = console;
  const chip = conditionChip(page).getByText('Settings unusable');
  await chip.waitFor();
  const conditions = await openConditions(page);
  const notice = conditions.getByText(/environments\.json cannot be used: it is not JSON at line 1/);
  await notice.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByText('Every documented member of the user data').click();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  expect(await chip.isVisible()).toBe(true);
  await goToSettings(page);
  expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  expect(await chip.isVisible()).toBe(true);
  await expectAccessible(page);
  expect(readFileSync(file, 'utf8')).toBe(broken);

  writeFileSync(file, JSON.stringify({ version: 1, selectedId: 'e1', environments: [stored()] }));
  await openConditions(page);
  await conditions.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: /^Environment: Fixed/ }).waitFor();
  await chip.waitFor({ state: 'detached' });
  expect(console.complaints).toEqual([]);

  function stored() {
    return { id: 'e1', settings: { name: 'Fixed', kind: 'test', baseUrl: harness.baseUrl } };
  }
});
