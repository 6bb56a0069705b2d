import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { pictures } from './picture.ts';
import { openServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a pasted list is previewed in groups, confirmed by its count, run, and its report verifies', async () => {
  const harness = await openServiceHarness();
  onTestFinished(() => harness.close());
  const directory = mkdtempSync(join(tmpdir(), 'assay-report-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  await page.getByText('Many', { exact: true }).click();
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

  await page.getByLabel('Reason').selectOption('test-data');
  await page.getByLabel('Ticket (optional)').fill('SUP-4821');
  await page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' }).check();
  await page.getByRole('textbox', { name: /^Type 1 to/ }).fill('1');
  await pictures(page, 'many-confirm');
  await page.getByRole('button', { name: 'Delete data in Acme test' }).click();
  await page.getByText(/Nothing was sent yet/).waitFor();
  await pictures(page, 'many-hold');
  await page.locator('[data-run=done]').waitFor({ timeout: 40_000 });
  await page.getByText('Done and confirmed: 1').waitFor();
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
