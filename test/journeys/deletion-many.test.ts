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
  const ids = [
    harness.idOf('Finished: identity confirmed'),
    harness.idOf('In progress: may be expired'),
    harness.idOf('On a PEP list, monitoring on: may not be deleted'),
    'not-known-1',
  ];
  const field = page.getByLabel('Conversations or people');
  await field.fill(`${ids.join('\n')}\n${ids[0]}\n???\n`);
  await page.getByText('6 lines: 4 conversations · 1 repeated · 1 without an id').waitFor();
  await pictures(page, 'many-list');
  await page.getByRole('button', { name: 'Preview 4 conversations' }).click();
  await page.locator('[data-draft=ready]').waitFor();
  for (const group of ['Will be deleted 1', 'Expired first 1', 'Cannot yet 1', 'Not found 1']) {
    await page.getByRole('button', { name: group }).waitFor();
  }
  await expectAccessibleInBothSchemes(page);
  await pictures(page, 'many-preview');

  await page.getByRole('checkbox', { name: `Include ${ids[1]}` }).click();
  await page.getByText('Left out').waitFor();
  await page.getByLabel('Reason', { exact: true }).selectOption('test-data');
  await page.getByLabel('Ticket (optional)').fill('SUP-4821');
  await page.getByRole('checkbox', { name: /I have checked/ }).check();
  await pictures(page, 'many-confirm');
  await page.getByRole('button', { name: 'Delete data in Acme test' }).click();
  const ended = page.getByRole('region', { name: 'Register' });
  await ended.getByText('1 of 1 deleted; left out: 5').waitFor({ timeout: 40_000 });
  await ended.getByRole('button', { name: 'Open', exact: true }).click();
  // A conversation deleted, one left out, one monitored, one not found, one repeated, one line without a conversation.
  const lines = ended.getByRole('table', { name: 'Lines of the run' });
  await lines.getByRole('row').nth(6).waitFor();
  expect(await lines.getByRole('row').count()).toBe(7);
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

  await ended.getByRole('cell', { name: 'Test data (SUP-4821)' }).waitFor();
  await pictures(page, 'many-register');
  expect(console.complaints).toEqual([]);
});
