import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signMessage } from '../../main/examine/messages/signing.ts';
import type { ExamReport } from '../../preload/contract/examine.ts';
import { receiverKey, startProgram } from '../receivers/start.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { downloadedBytes, type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

// The pages' use of each answer is tested in test/components/callbacks.
vi.setConfig({ testTimeout: 120_000 });

let console: RunningConsole;
let wire: Wire;
let page: Page;
beforeAll(async () => {
  console = await startConsole({
    keepWire: true,
    async prepare(opened) {
      wire = opened;
    },
  });
  page = console.page;
  await page.getByRole('heading', { level: 1 }).first().waitFor();
});
afterAll(async () => {
  wire.close();
  expect(console.complaints).toEqual([]);
  await console[Symbol.asyncDispose]();
});

const rows = () =>
  page.getByRole('grid', { name: 'Received callbacks' }).locator('[role=row][aria-selected]');
const details = () => page.getByRole('complementary', { name: 'Callback' });
const listener = () => page.getByRole('region', { name: 'Listener' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('callbacks of the sandbox are received over http and https, and a forged one is refused', async () => {
  await page.keyboard.press('Control+3');
  await button('Try it with the sandbox').click();
  await button('Finish').click();
  await rows().first().getByText('Genuine').waitFor();
  await rows().first().click();
  await details().getByRole('tab', { name: 'At the service' }).click();
  await button('Compare with Sandbox').click();
  await details().getByText('The same', { exact: true }).waitFor();
  await expectAccessible(page);
  await picture(page, 'callbacks-received');

  const forged = JSON.stringify({
    id: 'forged',
    created: '2026-01-01T00:00:00Z',
    target: 'CONVERSATION',
    event: 'FINISHED',
    payload: { conversation: { id: 'forged' } },
  });
  const { headers, body } = signMessage(Buffer.from(forged), 'another key', Date.now());
  const url = (await listener().locator('code').textContent()) ?? '';
  const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
  expect(answer.status).toBe(401);
  await rows().first().getByText('Wrong signature').waitFor();

  await button('Try it with the sandbox over HTTPS').click();
  await listener().getByText('https://127.0.0.1').waitFor();
  await button('Finish').click();
  await page.getByText('3 callbacks', { exact: true }).waitFor();
  await rows().first().getByText('Genuine').waitFor();
  await button('Stop listener').click();
  await page.getByText('Off', { exact: true }).waitFor();
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
});

test('a receiver of one’s own is sent a callback and examined, and the report is saved', async () => {
  await wire.bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  const { id: environmentId } = await wire.bridge.invoke('environments.save', {
    settings: { name: 'Ours', kind: 'test', baseUrl: 'http://127.0.0.1:9', proxy: { mode: 'none' } },
  });
  await wire.bridge.invoke('credentials.save', {
    kind: 'signing-key',
    environmentId,
    label: 'Main',
    key: receiverKey,
  });
  await wire.bridge.invoke('environments.select', { environmentId });
  await button('Try it with the sandbox').waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Send' }).click();
  const receiver = page.getByRole('textbox', { name: 'Receiver' });
  await receiver.fill(await startProgram(process.execPath, 'receiver.mjs'));
  await button('Send').click();
  const result = page.getByRole('region', { name: 'Answer of the receiver' });
  await result.getByText('The service would count this callback as delivered.').waitFor();
  const url = await receiver.inputValue();

  await page.getByRole('tab', { name: 'Examine a receiver' }).click();
  await receiver.fill(url);
  await button('Examine').click();
  const exam = page.getByRole('region', { name: 'Exam', exact: true });
  await exam
    .getByRole('status')
    .getByText(/^\d+ passed, 0 failed, \d inconclusive/)
    .waitFor({ timeout: 90_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as JSON' }).click(),
  ]);
  const json = (await downloadedBytes(download)).toString();
  const report = JSON.parse(json) as ExamReport;
  expect(report).toMatchObject({ format: 'assay-receiver-exam', counts: { failed: 0 } });
  expect(report.rules).toHaveLength(50);
  expect(json).not.toContain(receiverKey);
});
