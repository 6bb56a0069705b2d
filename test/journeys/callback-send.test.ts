import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { receiverKey, startProgram } from '../receivers/start.ts';
import { listenForTest } from '../support/listen-for-test.ts';
import { expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';

vi.setConfig({ testTimeout: 240_000 });

async function failingReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500, { 'X-Reason': 'broken' }).end('out of order'));
  });
  const port = await listenForTest(server);
  return `http://127.0.0.1:${port}/callbacks`;
}

const result = (page: Page) => page.getByRole('region', { name: 'Answer of the receiver' });
const receiver = (page: Page) => page.getByRole('textbox', { name: 'Receiver' });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

test('test callbacks to a receiver with Express: accepted, rejected, retried; a public address must be confirmed', async () => {
  const url = await startProgram('node', 'express-receiver.mjs');
  await using console = await startConsole({
    async prepare({ bridge }) {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const { id: environmentId } = await bridge.invoke('environments.save', {
        settings: { name: 'Ours', kind: 'test', baseUrl: 'http://127.0.0.1:9', proxy: { mode: 'none' } },
      });
      await bridge.invoke('credentials.saveSigningKey', { environmentId, label: 'Main', key: receiverKey });
      await bridge.invoke('environments.select', { environmentId });
    },
  });
  const { page } = console;
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+3');
  await page.getByRole('tab', { name: 'Send' }).click();
  await result(page).getByText('Nothing sent yet').waitFor();
  await receiver(page).fill(url);
  // By keyboard: Enter in the field sends.
  await receiver(page).press('Enter');
  await result(page).getByText('The service would count this callback as delivered.').waitFor();
  await result(page).getByRole('cell', { name: '204', exact: true }).waitFor();
  await expectAccessibleInBothSchemes(page);

  await choose(page, 'Fault', 'Signature differs in its first character (6.4, rule 3)');
  await send(page).click();
  await result(page).getByText('The receiver rejected the invalid message, as it must.').waitFor();
  await result(page).getByRole('cell', { name: '401', exact: true }).waitFor();

  await choose(page, 'Fault', 'Timestamp too old (6.4, rule 1)');
  await send(page).click();
  await result(page).getByText('The receiver rejected the invalid message, as it must.').waitFor();
  await receiver(page).fill(await failingReceiver());
  await page.getByRole('checkbox', { name: /^Retry as the service does/ }).check();
  await choose(page, 'Retry clock', 'All at once');
  await send(page).click();
  await result(page).getByRole('button', { name: 'Show attempt 20' }).waitFor();
  await result(page).getByText('+ 4 days').waitFor();
  await result(page).getByText('out of order').waitFor();
  await result(page).getByText('X-Reason').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await picture(page, `callbacks-send-${colorScheme}`);
  }

  await receiver(page).fill('http://203.0.113.7/callbacks');
  await send(page).click();
  await result(page)
    .getByText(/^Nothing was sent: 203\.0\.113\.7 is neither/)
    .waitFor();
  await result(page).getByRole('button', { name: 'Send to 203.0.113.7 anyway' }).waitFor();

  // Its own inbox is a receiver too.
  await page.getByRole('tab', { name: 'Inbox' }).click();
  await page.getByRole('button', { name: 'Start listener' }).click();
  const own = (await page.getByRole('region', { name: 'Listener' }).locator('code').textContent()) ?? '';
  await page.getByRole('tab', { name: 'Send' }).click();
  await receiver(page).fill(own);
  await page.getByRole('checkbox', { name: /^Retry as the service does/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Add random unknown fields/ }).check();
  await page.getByRole('textbox', { name: 'Duplicates' }).fill('1');
  await send(page).click();
  await result(page).getByRole('button', { name: 'Show attempt 2' }).waitFor();
  await page.getByRole('tab', { name: 'Inbox' }).click();
  const rows = page.getByRole('grid', { name: 'Received callbacks' }).locator('[role=row][aria-selected]');
  await rows.first().getByText('Outside the tolerance').waitFor();
  expect(await rows.count()).toBe(2);
  await rows.first().click();
  await page.getByRole('button', { name: 'Send to a receiver' }).click();
  await page.getByText('byte for byte, signed again', { exact: false }).waitFor();
  expect(console.complaints).toEqual([]);
});
