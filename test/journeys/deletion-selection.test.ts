import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { downloadedBytes, type RunningConsole, startConsole } from './console.ts';
import { confirmMany, disturbDelete, goToDeletion, previewMany, startMany } from './deletion-steps.ts';
import { pictures } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

let harness: ServiceHarness;
let console: RunningConsole;
let wire: Wire;
let elsewhere = '';
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({
    keepWire: true,
    async prepare(opened) {
      wire = opened;
      const { bridge } = wire;
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const sandbox = { environmentId: 'sandbox' };
      elsewhere = (await bridge.invoke('conversations.samples', sandbox)).samples[5]?.id ?? '';
      await bridge.invoke('conversations.open', { ...sandbox, conversationId: elsewhere });
      const environmentId = await harness.join()(wire);
      for (const title of ['Finished: identity confirmed', 'In progress: may be expired', 'Not confirmed']) {
        await bridge.invoke('conversations.open', { environmentId, conversationId: harness.idOf(title) });
      }
    },
  });
});
afterAll(async () => {
  wire.close();
  await console[Symbol.asyncDispose]();
  await harness.close();
});

/** Clicks on a button that saves a file, and returns its content. */
async function saved(button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    console.page.waitForEvent('download'),
    console.page.getByRole('button', { name: button }).click(),
  ]);
  return downloadedBytes(download);
}

test('what is selected in the list of cases, or a whole filtered view, is previewed together', async () => {
  const { page } = console;
  const cases = page.locator('[role=row][data-conversation]');
  await expect.poll(() => cases.count()).toBe(3);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Expire or delete…' }).click();
  await page.locator('[data-draft=ready]').waitFor();
  await page.getByText('3 conversations read. Nothing was changed.').waitFor();
  await pictures(page, 'deletion-selection');
  await page.getByRole('button', { name: 'Discard preview' }).click();

  await page.getByRole('button', { name: 'Cases', exact: true }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('verdict:in-progress');
  await page.keyboard.press('Enter');
  await page.getByText('1 case', { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Expire or delete…' }).click();
  await page.getByText('1 conversation read. Nothing was changed.').waitFor();
  await page
    .getByRole('checkbox', { name: `Include ${harness.idOf('In progress: may be expired')}` })
    .waitFor();
  await page.getByRole('button', { name: 'Discard preview' }).click();
});

test('conversations of another environment are named with their lines and left out', async () => {
  const { page } = console;
  await goToDeletion(page, 'Many');
  const own = harness.idOf('Finished: identity confirmed');
  await page.getByLabel('Conversations', { exact: true }).fill(`${own}\n\n${elsewhere}\n`);
  const table = page.getByRole('table', { name: /^In another environment, left out/ });
  await table.waitFor();
  await pictures(page, 'deletion-elsewhere');
  expect(await table.getByRole('row').nth(1).innerText()).toMatch(
    new RegExp(`^3\\s+${elsewhere}\\s+Sandbox`),
  );
  await page.getByRole('button', { name: 'Preview 1 conversation' }).waitFor();
  await page.getByLabel('Conversations', { exact: true }).fill('');
});

test('a run pauses after failures in a row and on request, goes on at another pace, and is in the register', async () => {
  const { page } = console;
  const ids = await Promise.all(Array.from({ length: 8 }, () => harness.create('sandbox:any')));
  const forbidden = { status: 403, body: { status: 'FORBIDDEN', message: 'Not permitted', violations: [] } };
  for (const id of ids.slice(0, 2)) {
    await disturbDelete(harness, id, forbidden);
  }
  await previewMany(page, ids, 'Expire');
  await page.getByLabel('Concurrent requests').fill('1');
  await page.getByLabel('Requests per second').fill('1');
  await page.getByLabel('Pause after failures in a row').fill('2');
  await confirmMany(page, 8);
  await startMany(page, 'Expire in Acme test');
  await page.locator('[data-run=paused]').waitFor();
  await pictures(page, 'run-paused-by-failures');
  await page.getByText('Failed, nothing was done: 2').waitFor();
  for (const id of ids) {
    expect(await harness.statusOf(id)).not.toBe('EXPIRED');
  }

  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText(/Done and confirmed: \d/).waitFor();
  await pictures(page, 'run-going-on');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.locator('[data-run=paused]').waitFor();
  await page.getByRole('button', { name: 'Change pace' }).click();
  await page.getByLabel('Requests per second').fill('');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/no rate limit/).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('[data-run=done]').waitFor();
  await page.getByText('Done and confirmed: 6').waitFor();
  const report = await saved('Report (CSV)');
  expect(report.toString().trim().split('\r\n')).toHaveLength(9);

  await page.getByText('Register', { exact: true }).click();
  await page.getByText('6 receipts').waitFor();
  await pictures(page, 'register');
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Delete data' });
  await page.getByText('Nothing was expired or deleted with this filter.').waitFor();
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'All' });
  await page.getByLabel('Reason').selectOption('test-data');
  await page.getByText('6 receipts').waitFor();
  const exported = await saved('Export CSV');
  for (const id of ids.slice(2)) {
    expect(exported.toString()).toContain(id);
  }
});
