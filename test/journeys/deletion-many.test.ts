import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { pictures } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

async function goToMany(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  await page.getByText('Many', { exact: true }).click();
}

async function preview(page: Page, text: string, mode: 'Expire' | 'Delete data'): Promise<void> {
  await page.getByLabel('Conversations', { exact: true }).fill(text);
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: /^Preview \d/ }).click();
  await page.locator('[data-draft=ready]').waitFor();
}

async function confirm(page: Page, count: string): Promise<void> {
  await page.getByLabel('Reason').selectOption('test-data');
  await page.getByLabel('Ticket (optional)').fill('SUP-4821');
  const isFinal = page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' });
  if (await isFinal.isVisible()) {
    await isFinal.check();
  }
  await page.getByRole('textbox', { name: new RegExp(`^Type ${count} to`) }).fill(count);
}

test('a pasted list is previewed in groups, confirmed by its count, run, and its report verifies', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-report-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  await goToMany(page);
  const ids = [
    harness.idOf('Finished: identity confirmed'),
    harness.idOf('In progress: may be expired'),
    harness.idOf('On a PEP list, monitoring on: may not be deleted'),
    'not-known-1',
  ];
  await page.getByLabel('Conversations', { exact: true }).fill(`${ids.join('\n')}\n${ids[0]}\n???\n`);
  await page.getByText('1 duplicate').waitFor();
  await pictures(page, 'many-list');
  await page.getByRole('radio', { name: 'Delete data' }).check();
  await page.getByRole('button', { name: 'Preview 4 conversations' }).click();
  await page.locator('[data-draft=ready]').waitFor();
  await page.getByRole('button', { name: 'Will be refused 2' }).waitFor();
  await page.getByRole('button', { name: 'Not found 1' }).waitFor();
  await page.getByText('1 still active · 1 monitored').waitFor();
  await expectAccessibleInBothSchemes(page);
  await pictures(page, 'many-preview');

  const button = page.getByRole('button', { name: 'Delete data in Acme test' });
  expect(await button.isDisabled()).toBe(true);
  await confirm(page, '1');
  await pictures(page, 'many-confirm');
  await button.click();
  await page.getByText(/Nothing was sent yet/).waitFor();
  await pictures(page, 'many-hold');
  await page.locator('[data-run=done]').waitFor({ timeout: 40_000 });
  await page.getByText('Done and confirmed: 1').waitFor();
  // On the run's own page, too.
  await page
    .getByRole('status')
    .getByText('Deleting: finished', { exact: true })
    .waitFor({ state: 'attached' });
  await expectAccessibleInBothSchemes(page);
  await pictures(page, 'many-done');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report with receipts (JSON)' }).click(),
  ]);
  const path = join(directory, 'report.json');
  await file.saveAs(path);
  expect(JSON.parse(readFileSync(path, 'utf8')).receipts[0].receipt).toMatchObject({
    conversationId: ids[0],
    reason: 'test-data',
    ticket: 'SUP-4821',
    outcome: 'confirmed',
  });
  const args = ['main/cli.ts', 'verify-receipt', path, '--data-dir', console.dataDir];
  const verified = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(`${verified.stdout}${verified.stderr}`).toContain('Nothing was changed since signing.');
  expect(verified.status).toBe(0);

  await page.getByText('Register', { exact: true }).click();
  await page.getByText('1 receipt', { exact: true }).waitFor();
  const receipts = page.getByRole('region', { name: 'Register' });
  await receipts.getByRole('cell', { name: 'Test data (SUP-4821)' }).waitFor();
  // Two refused, one not found, one repeated, one line without a conversation.
  const others = page.getByRole('region', { name: 'Asked for, without a receipt' });
  await others.getByRole('row').nth(5).waitFor();
  await expectAccessibleInBothSchemes(page);
  await pictures(page, 'many-register');
  expect(console.complaints).toEqual([]);
});

test('what is on hold is taken back by Undo, and by switching the environment, and nothing is sent', async () => {
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  const hold = async () => {
    const id = await harness.create('identity:default');
    await goToMany(page);
    await preview(page, id, 'Expire');
    await confirm(page, '1');
    await page.getByRole('button', { name: 'Expire in Acme test' }).click();
    await page.getByText(/Nothing was sent yet/).waitFor();
    return id;
  };
  const undone = await hold();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not sent, cancelled: 1').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.locator('[data-run]').waitFor({ state: 'detached' });

  const switched = await hold();
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('menuitem', { name: /Sandbox/ }).click();
  await page.getByText('Not sent, cancelled: 1').waitFor();
  for (const id of [undone, switched]) {
    expect(await harness.statusOf(id)).not.toBe('EXPIRED');
  }
  expect(console.complaints).toEqual([]);
});
