import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { openServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a request for erasure goes from the letter over the deletion to one file that verifies', async () => {
  const harness = await openServiceHarness();
  onTestFinished(() => harness.close());
  const directory = mkdtempSync(join(tmpdir(), 'assay-erasure-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  const tab = (name: string) => page.getByText(name, { exact: true }).click();
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  await tab('Requests');
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByLabel('Asked by').fill('Anna Kowalska');
  await page.getByRole('button', { name: 'Save request' }).click();
  await page.getByText('Identity is not proved yet.').waitFor();

  await page.getByRole('button', { name: 'Identity proved…' }).click();
  await page.getByLabel('How it was proved').fill('passport by video');
  await page.getByRole('button', { name: 'Identity proved', exact: true }).click();
  await page.getByText(/^Identity proved on .*: passport by video$/).waitFor();
  await page.getByLabel('Find the person’s conversations').fill(harness.idOf('Finished: identity confirmed'));
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('button', { name: 'Add 1 conversation' }).click();
  await page.getByText('Not deleted yet').waitFor();
  await page.getByText(/^The service: the data of one identity verification in /).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Delete data of 1 conversation…' }).click();
  await page.locator('[data-draft=ready]').waitFor();
  await page.getByLabel('Reason').selectOption('data-subject-request');
  await page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' }).check();
  await page.getByRole('button', { name: 'Delete data in Acme test' }).click();
  await tab('Requests');
  await page.getByRole('button', { name: /^Open the request of / }).click();
  await page.getByText(/^Deleted on .* \(receipt 1\)$/).waitFor({ timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save letter and receipts (PDF)' }).click(),
  ]);
  const path = join(directory, 'erasure.pdf');
  await file.saveAs(path);
  const args = ['main/cli.ts', 'verify-receipt', path, '--data-dir', console.dataDir];
  const verified = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(`${verified.stdout}${verified.stderr}`).toContain('1 receipt and the summary.');
  expect(verified.status).toBe(0);
  await page.getByRole('button', { name: 'Answered…' }).click();
  await page.getByRole('button', { name: 'Answered', exact: true }).click();
  await page
    .getByText(/^Answered on /)
    .first()
    .waitFor();
  expect(console.complaints).toEqual([]);
});
