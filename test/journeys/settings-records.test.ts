import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type KeyringSession, openKeyring } from '../support/keyring.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { downloadedBytes, startConsole } from './console.ts';
import { pictures } from './picture.ts';
import { goToSettings, part } from './settings-page.ts';

let keyring: KeyringSession;
beforeAll(async () => {
  keyring = await openKeyring('present');
});
afterAll(() => keyring.close());

async function noteOnSample({ bridge }: Wire): Promise<void> {
  const { samples } = await bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
  const conversationId = samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { environmentId: 'sandbox', conversationId });
  const selection = { ids: [conversationId] };
  await bridge.invoke('cases.note', { environmentId: 'sandbox', selection, text: 'a note' });
}

const said = (page: Page, text: string | RegExp) =>
  page.getByText(text).first().waitFor({ state: 'attached' });

test('what the console keeps is managed in Settings, by keyboard alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-records-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const isCopied = async () => (await readdir(dataDir)).some((name) => name.startsWith('cases.sqlite.copy-'));
  await using console = await startConsole({
    env: keyring.env,
    dataDir,
    prepare: async (wire) => {
      await noteOnSample(wire);
      // The first copy of a day is made soon after the start.
      await expect.poll(isCopied, { timeout: 60_000 }).toBe(true);
    },
  });
  const { page } = console;
  const press = async (name: string | RegExp, within = page.locator('body')) => {
    await within.getByRole('button', { name, disabled: false }).focus();
    await page.keyboard.press('Enter');
  };
  await goToSettings(page);

  const reasons = part(page, 'Your own decision reasons');
  await press('Add a reason', reasons);
  await reasons.getByLabel('Reason', { exact: true }).focus();
  await page.keyboard.type('Known customer');
  await reasons.getByRole('checkbox', { name: 'Clear' }).focus();
  await page.keyboard.press('Space');
  await pictures(page, 'reasons');
  await press('Add', reasons);
  await said(page, 'Reason added');
  await press('Retire Known customer', reasons);
  await reasons.getByText('Known customer (retired)').waitFor();

  const copies = part(page, 'Stored cases and copies');
  await press('Restore…', copies);
  await copies.getByRole('alert').waitFor();
  await copies.scrollIntoViewIfNeeded();
  await pictures(page, 'copies');
  await expectAccessibleInBothSchemes(page);
  await press('Restore this copy', copies);
  await expect.poll(() => copies.getByRole('button', { name: 'Restore…' }).count()).toBe(2);

  const journal = part(page, 'Journal');
  await press('Check the journal', journal);
  await journal.getByText(/entries checked: none was changed/).waitFor();
  const download = page.waitForEvent('download');
  await press('Export as JSON lines', journal);
  const saved = (await downloadedBytes(await download)).toString();
  const kinds = saved
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds).toEqual(expect.arrayContaining(['opened', 'noted', 'restored']));
  await journal.scrollIntoViewIfNeeded();
  await pictures(page, 'journal');
  await expectAccessibleInBothSchemes(page);

  await goToEnvironmentOf(page);
  const retention = part(page, 'Retention');
  await retention.getByText('Cases stay in this console until you forget them.').waitFor();
  const limit = retention.getByRole('switch', { name: 'Delete the data of old cases from this console' });
  await expect.poll(() => limit.isEnabled()).toBe(true);
  await limit.press('Space');
  await retention.getByText('No case is old enough.').waitFor();
  await retention.getByLabel('Delete data after days without activity').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30');
  await press('Save retention', retention);
  await said(page, 'Retention saved');
  await retention.scrollIntoViewIfNeeded();
  await pictures(page, 'retention');
  await expectAccessibleInBothSchemes(page);
  await goToEnvironmentOf(page);
  await expect
    .poll(() => retention.getByLabel('Delete data after days without activity').inputValue())
    .toBe('30');
  expect(console.complaints).toEqual([]);
}, 120_000);

test('after missing entries are confirmed the focus is on the check of the journal', async () => {
  await using first = await startConsole({
    env: keyring.env,
    prepare: noteOnSample,
  });
  const { dataDir } = first;
  await first.stop();
  for (const name of await readdir(dataDir)) {
    if (/^(audit|cases|journal).*\.sqlite/.test(name)) {
      await rm(join(dataDir, name));
    }
  }
  await using console = await startConsole({ env: keyring.env, dataDir });
  const { page } = console;
  await goToSettings(page);
  const journal = part(page, 'Journal');
  const check = journal.getByRole('button', { name: 'Check the journal' });
  await check.click();
  await journal.getByRole('button', { name: 'Confirm what was found' }).focus();
  await page.keyboard.press('Enter');
  await journal.getByText(/checked: none was changed/).waitFor();
  await expect.poll(() => check.evaluate((element) => element === document.activeElement)).toBe(true);
}, 60_000);

test('without a keychain Settings says that nothing is kept, and offers no copy', async () => {
  await using console = await startConsole();
  const { page } = console;
  await goToSettings(page);
  const copies = part(page, 'Stored cases and copies');
  await copies.getByText(/kept in memory until the console closes/).waitFor();
  await part(page, 'Journal').getByRole('button', { name: 'Check the journal' }).click();
  await part(page, 'Journal')
    .getByText(/The journal is empty|entr(y|ies) checked/)
    .waitFor();
  await expectAccessible(page);
}, 60_000);

async function goToEnvironmentOf(page: Page): Promise<void> {
  await goToSettings(page);
  await page.getByRole('button', { name: /^(View|Edit) Sandbox$/ }).click();
}
