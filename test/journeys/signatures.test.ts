import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { paste, rawHttp, realCallback, type SentCallback, signedNow } from './callbacks.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

// The page's use of each answer is tested in test/components/signatures.

let harness: ServiceHarness;
let console: RunningConsole;
let page: Page;
let sent: SentCallback;
beforeAll(async () => {
  harness = await openServiceHarness();
  sent = await realCallback(harness);
  console = await startConsole({ prepare: harness.join() });
  page = console.page;
  await page.getByRole('button', { name: 'Signatures' }).click();
  await page.getByRole('heading', { name: 'Signatures', level: 1 }).waitFor();
});
afterAll(async () => {
  expect(console.complaints).toEqual([]);
  await console.stop();
  await harness.close();
});
beforeEach(() => page.getByRole('button', { name: 'Clear' }).click());

const importField = 'A whole request to import';
const verdict = (name: 'signature' | 'time' | 'message', word: string) =>
  page.locator(`[data-verdict="${name}"]`).getByText(word, { exact: true }).waitFor();

test('a callback of the service: three verdicts, its conversation one shortcut away, compared with it', async () => {
  await paste(page, importField, rawHttp(sent, sent.body));
  await verdict('signature', 'Match');
  await verdict('time', 'In time');
  await verdict('message', 'Complete');
  await page.getByText('Key: “Current” of Acme test').waitFor();
  await page.getByText(sent.conversationId).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'At the service' }).click();
  await page.getByRole('button', { name: 'Compare with Acme test' }).click();
  await page.getByText('The same', { exact: true }).waitFor();
  await page.keyboard.press('Control+Shift+O');
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
  await page.keyboard.press('Control+4');
  await verdict('signature', 'Match');
});

test('a body that was written again after it was signed: the cause is proved, with its fix', async () => {
  const headers = signedNow(sent.body, harness.signingKey);
  await paste(page, importField, rawHttp(headers, JSON.stringify(JSON.parse(sent.body), null, 2)));
  await verdict('signature', 'No match');
  await page.getByText('The JSON was parsed and written again before the check.').first().waitFor();
  const finding = page.locator('[data-code="reserialized"]');
  await finding.getByText('Proved').waitFor();
  await finding.getByText('To fix it:').waitFor();
  await page.getByRole('button', { name: 'Show the expected signature' }).click();
  await page.getByText('Anyone with this signature').waitFor();
});

test('nothing of this was written to disk or logged', async () => {
  expect(console.log()).not.toContain(sent.signature);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    sent.conversationId,
  );
});
