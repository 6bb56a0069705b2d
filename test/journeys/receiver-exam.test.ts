import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ExamReport } from '../../preload/contract/examine.ts';
import { startReceiver } from '../receivers/behaviour.ts';
import { receiverKey, startProgram } from '../receivers/start.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { downloadedBytes, type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

vi.setConfig({ testTimeout: 240_000 });

let console: RunningConsole;
let page: Page;

beforeAll(async () => {
  console = await startConsole({
    async prepare({ bridge }) {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const { id } = await bridge.invoke('environments.save', {
        settings: { name: 'Receiver', kind: 'test', baseUrl: 'http://127.0.0.1:9', proxy: { mode: 'none' } },
      });
      await bridge.invoke('credentials.saveSigningKey', {
        environmentId: id,
        label: 'Current',
        key: receiverKey,
      });
      await bridge.invoke('environments.select', { environmentId: id });
    },
  });
  page = console.page;
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+3');
  await page.getByRole('tab', { name: 'Examine a receiver' }).click();
});
afterAll(() => console[Symbol.asyncDispose]());

const exam = () => page.getByRole('region', { name: 'Exam', exact: true });
const rule = (name: string | RegExp) => exam().getByRole('button', { name });

async function examine(url: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Receiver' }).fill(url);
  await page.getByRole('button', { name: /^Examine/ }).click();
}

async function saved(form: 'HTML' | 'JSON'): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${form}` }).click(),
  ]);
  return downloadedBytes(download);
}

async function pictures(name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await picture(page, `${name}-${colorScheme}`);
  }
}

test('lists the rules before anything is sent, each with what it sends and expects', async () => {
  await exam().getByText('50 rules, in this order:').waitFor();
  await rule(/^Rejects: timestamp too old/).click();
  await exam().getByText('Timestamp too old; then the same body as a valid message').waitFor();
  await expectAccessibleInBothSchemes(page);
  await pictures('exam-before');
});

test('a correct receiver passes, and its report is saved as HTML and JSON', async () => {
  await examine(await startProgram(process.execPath, 'receiver.mjs'));
  await exam()
    .getByRole('status')
    .getByText(/^\d+ passed, 0 failed, \d inconclusive/)
    .waitFor();
  await expectAccessible(page);
  const json = await saved('JSON');
  const report = JSON.parse(json.toString()) as ExamReport;
  expect(report).toMatchObject({ format: 'assay-receiver-exam', counts: { failed: 0 } });
  expect(report.rules).toHaveLength(50);
  const html = await saved('HTML');
  expect(html.toString()).toContain('<h1>Exam of a callback receiver</h1>');
  expect(html.toString() + json.toString()).not.toContain(receiverKey);
});

test('a failed rule says what was sent, what came back and how to fix it; by keyboard', async () => {
  await examine(await startReceiver({ maxBody: 100_000 }));
  await exam().getByText('Open a failed rule to see what came back and how to fix it.').waitFor();
  await exam()
    .getByText(/It refuses large bodies: “128 KiB” was answered 413/)
    .waitFor();
  await rule(/^Accepts large bodies/).focus();
  await page.keyboard.press('Enter');
  await exam().getByText('Raise the limit for bodies.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const message = exam().locator('summary', { hasText: '16 KiB: 204' });
  await message.focus();
  await page.keyboard.press('Enter');
  await exam().getByText('X-Signature-Timestamp:').first().waitFor();
  await expectAccessibleInBothSchemes(page);
  await pictures('exam-failed');
});

test('an exam can be ended; what was found until then stays', async () => {
  const slow = await startReceiver({ status: () => new Promise((done) => setTimeout(done, 150, 204)) });
  await examine(slow);
  await exam().getByRole('progressbar', { name: 'Rules examined' }).waitFor();
  await rule(/^Accepts CONVERSATION EXPIRED Passed/).waitFor();
  await pictures('exam-running');
  await page.getByRole('button', { name: 'End the exam' }).click();
  await exam().getByText('No rule failed, but not every rule could be judged.').waitFor();
  await exam().getByText('The exam was ended.').first().waitFor();
  await page.getByRole('button', { name: 'Examine again' }).waitFor();
});

test('no receiver and a public address are said; nothing is sent without a confirmation', async () => {
  await examine('http://127.0.0.1:1/');
  await page
    .getByRole('alert')
    .getByText(/Nothing was examined. The receiver cannot be reached/)
    .waitFor();
  await examine('http://192.0.2.7/');
  await page.getByRole('button', { name: 'Examine 192.0.2.7 anyway' }).waitFor();
  await expectAccessible(page);
});

test('nothing was blocked or left uncaught', () => {
  expect(console.complaints).toEqual([]);
});
