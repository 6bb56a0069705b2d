import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

let harness: ServiceHarness;
let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  harness = await openServiceHarness();
  const known = harness.idOf('Finished, nothing collected');
  console = await startConsole({
    prepare: async (wire) => {
      const environmentId = await harness.join({ endMonitoring: true })(wire);
      await wire.bridge.invoke('conversations.open', { environmentId, conversationId: known });
    },
  });
  ({ page } = console);
});
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await harness.close();
});

/** Screenshots are kept only where this names a directory. */
const pictures = process.env.ASSAY_TEST_PICTURES;

async function picture(name: string): Promise<void> {
  if (pictures === undefined) {
    return;
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function goTo(section: 'One conversation' | 'Many' | 'Register'): Promise<void> {
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  await page.getByText(section, { exact: true }).click();
}

async function preview(text: string, mode: 'Expire' | 'Delete data'): Promise<void> {
  await goTo('Many');
  await page.getByLabel('Conversations', { exact: true }).fill(text);
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: /^Preview \d/ }).click();
  await page.locator('[data-draft=ready]').waitFor();
}

async function startRun(count: number, action: 'Expire' | 'Delete data'): Promise<void> {
  await page.getByLabel('Reason').selectOption('test-data');
  const isFinal = page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' });
  if (await isFinal.isVisible()) {
    await isFinal.check();
  }
  await page.getByRole('textbox', { name: new RegExp(`^Type ${count} to`) }).fill(String(count));
  await page.getByRole('button', { name: `${action} in Acme test` }).click();
  await page.getByText(/Nothing was sent yet/).waitFor();
}

/** Whatever an earlier test left is discarded, so that each can be tried again. */
beforeEach(async () => {
  await goTo('Many');
  const left = page.getByRole('button', { name: 'Discard preview' });
  if (await left.isVisible()) {
    await left.click();
  }
});

async function dismiss(): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.locator('[data-run]').waitFor({ state: 'detached' });
}

test('deleting many: what is active or monitored has a plan of two steps, and the report verifies as PDF', async () => {
  const ids = [
    harness.idOf('Seven products, all finished'),
    harness.idOf('Seven products, all in progress'),
    harness.idOf('On a PEP list, monitoring on'),
  ];
  await preview(ids.join('\n'), 'Delete data');
  await page.getByRole('button', { name: 'Will work 1' }).waitFor();
  await page.getByRole('button', { name: 'Will be refused 2' }).waitFor();
  await page.getByRole('checkbox', { name: /^End AML monitoring first/ }).click();
  await page.getByRole('checkbox', { name: /^Expire active ones first/ }).click();
  await page.getByText('End AML monitoring, then delete data: 1').waitFor();
  await page.getByText('Expire, then delete data: 1').waitFor();
  await picture('runs-plan');
  await startRun(3, 'Delete data');
  await page.locator('[data-run=done]').waitFor({ timeout: 60_000 });
  await picture('runs-deleted');
  const directory = mkdtempSync(join(tmpdir(), 'assay-report-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report (PDF)' }).click(),
  ]);
  const path = join(directory, 'report.pdf');
  await file.saveAs(path);
  const args = ['main/cli.ts', 'verify-receipt', path, '--data-dir', console.dataDir];
  const verified = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(`${verified.stdout}${verified.stderr}`).toContain(
    'The keys were compared with those of the console.',
  );
  expect(verified.status).toBe(0);
  await dismiss();
});

test('a user key in the list of cases is replaced by its conversations', async () => {
  const userKey = await knownUserKey();
  await goTo('Many');
  await page.getByLabel('Conversations', { exact: true }).fill(`${userKey}\nwho is this\n`);
  await page.getByText('1 user key found in the list of cases').waitFor();
  await page.getByText('Found by user key').waitFor();
  await page.getByText('Not read, or not all of it').waitFor();
  await picture('runs-user-key');
  await expectAccessible(page);
  await page.getByLabel('Conversations', { exact: true }).fill('');
  await goTo('One conversation');
  await page.getByLabel('Conversation', { exact: true }).fill(userKey);
  await page.getByText('One case has this user key.').waitFor();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('[data-preview]').waitFor();
  const id = harness.idOf('Finished, nothing collected');
  expect(await page.getByLabel('Conversation', { exact: true }).inputValue()).toBe(id);
});

test('a run goes on in its own environment while another is selected, and closing the window asks', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => harness.create('identity:default')));
  await preview(ids.join('\n'), 'Expire');
  await page.getByLabel('Requests per second').fill('2');
  await startRun(12, 'Expire');
  await page.locator('[data-run=running]').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('menuitem', { name: /Sandbox/ }).click();
  // The run belongs to its environment: one entry at the top says that it goes on, from every page.
  await page
    .getByText(/Expire in Acme test/)
    .first()
    .waitFor();
  await picture('runs-elsewhere');
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    const type = dialog.type();
    await dialog.dismiss();
    return type;
  });
  await page.close({ runBeforeUnload: true });
  expect(await asked).toBe('beforeunload');
  await page.locator('[data-run=done]').waitFor({ timeout: 60_000 });
  await page.getByText('Done and confirmed: 12').waitFor();
  for (const id of ids) {
    expect(await harness.statusOf(id)).toBe('EXPIRED');
  }
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('menuitem', { name: /Acme test/ }).click();
});

test('a conversation that cannot be read is expired after a confirmation of its own', async () => {
  const id = await harness.create('identity:default');
  await harness.control('/faults', {
    match: { method: 'GET', path: `/api/conversations/${id}` },
    fault: { status: 500 },
    times: 100,
  });
  await goTo('One conversation');
  await page.getByLabel('Conversation', { exact: true }).fill(id);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('[data-preview=unknown]').waitFor({ timeout: 60_000 });
  await page.getByText(/neither its status nor whose data it holds could be checked/).waitFor();
  await picture('single-unreadable');
  await expectAccessible(page);
  const button = page.getByRole('button', { name: 'Expire in Acme test' });
  await page.getByLabel('Reason').selectOption('test-data');
  expect(await button.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: /without checking whose data it is/ }).check();
  await button.click();
  await page.locator('[data-outcome=accepted]').waitFor();
  expect(await harness.statusOf(id)).toBe('EXPIRED');
  await page.getByRole('button', { name: 'Stop checking' }).click();
});

/** The user key of the case that was opened before. */
async function knownUserKey(): Promise<string> {
  const id = harness.idOf('Finished, nothing collected');
  const { login, password } = harness.apiKey;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const reply = await fetch(`${harness.baseUrl}/api/conversations/${id}`, { headers: { authorization } });
  return ((await reply.json()) as { userKey: string }).userKey;
}
