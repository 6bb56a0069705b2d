import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

vi.setConfig({ testTimeout: 240_000 });

async function toCallbacks(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+3');
  await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor();
}

const table = (page: Page) => page.getByRole('grid', { name: 'Received callbacks' });
const rows = (page: Page) => table(page).locator('[role=row][aria-selected]');
const details = (page: Page) => page.getByRole('complementary', { name: 'Callback' });

async function pictures(console: RunningConsole, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await console.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await picture(console.page, `${name}-${colorScheme}`);
  }
}

test('with the sandbox in one click: created, played on the sandbox’s own page, the callback arrives', async () => {
  await using console = await startConsole();
  const { page } = console;
  await toCallbacks(page);
  await page.getByText('No callbacks yet').waitFor();
  await pictures(console, 'callbacks-empty');
  // A page that is not used asks for nothing: once it read its list again at every change of its own state.
  const session = await console.context.newCDPSession(page);
  await session.send('Network.enable');
  let frames = 0;
  session.on('Network.webSocketFrameSent', () => {
    frames++;
  });
  const inHalfASecond = async () => {
    const before = frames;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    return frames - before;
  };
  await expect.poll(inHalfASecond, { timeout: 20_000 }).toBe(0);
  await page.getByRole('button', { name: 'Try it with the sandbox', exact: true }).click();
  const attempt = page.getByRole('region', { name: 'Sandbox conversation' });
  const address = (await attempt.locator('code').textContent()) ?? '';

  // The user is somewhere else: another browser.
  const browser = await launchBrowser({ own: true });
  try {
    const user = await (await browser.newContext()).newPage();
    await user.goto(address);
    await user.getByRole('button', { name: 'Finish', exact: true }).click();
    await rows(page).first().waitFor();
  } finally {
    await browser.close();
  }
  await rows(page).first().getByText('Valid').waitFor();
  await rows(page).first().getByText('CONVERSATION FINISHED').waitFor();

  // By keyboard: into the table, down to the first row.
  await table(page).focus();
  await page.keyboard.press('ArrowDown');
  await details(page)
    .getByText(/The conversation ended, whatever its result/)
    .waitFor();
  await details(page).getByText('The signature matches: this body was signed with this key.').waitFor();
  await details(page).getByRole('button', { name: 'Read the conversation now and compare' }).click();
  await details(page).getByText('The same', { exact: true }).waitFor();
  expect(await details(page).getByText('First', { exact: true }).count()).toBe(1);
  await expectAccessibleInBothSchemes(page);
  await pictures(console, 'callbacks-received');
  // Beside the details the table leaves columns out instead of scrolling.
  expect(await table(page).evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
  expect(await table(page).getByRole('columnheader').allInnerTexts()).toEqual([
    'Received',
    'Verification',
    'Event',
    'Delivery',
  ]);

  // Nothing of the person is in the page until it is asked for.
  await details(page).getByText('Exact', { exact: true }).click();
  expect(await details(page).locator('pre').count()).toBe(0);
  await details(page).getByRole('button', { name: 'Show the body' }).click();
  const shown = (await details(page).locator('pre').textContent()) ?? '';
  expect(JSON.parse(shown)).toMatchObject({ target: 'CONVERSATION', event: 'FINISHED' });

  await details(page).getByRole('button', { name: 'Open case' }).click();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();

  // The listener goes on, and says so wherever one is.
  const chip = page.getByRole('button', { name: /Console status/ });
  await chip.getByText('Listening: 1 received').waitFor();
  await pictures(console, 'callbacks-listening-elsewhere');
  await chip.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop listener' }).click();
  await expect.poll(() => page.getByText('Listening: 1 received').count()).toBe(0);
  expect(console.complaints).toEqual([]);
});

test('over https with a certificate of the sandbox, by keyboard', async () => {
  await using console = await startConsole();
  const { page } = console;
  await toCallbacks(page);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Address');
  await press('Use a certificate of the sandbox');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Certificate for HTTPS' }).inputValue())
    .toContain('BEGIN CERTIFICATE');
  await expectAccessible(page);
  await pictures(console, 'callbacks-https');
  await press('Done');
  await press('Start listener');
  await page.getByRole('region', { name: 'Listener' }).getByText('https://127.0.0.1').waitFor();
  await press('Try it with the sandbox');
  await press('Finish');
  await rows(page).first().getByText('Valid').waitFor();
  expect(console.complaints).toEqual([]);
});

test('over https in one click, also where the listener is on already; the drawer then sends to it', async () => {
  await using console = await startConsole();
  const { page } = console;
  await toCallbacks(page);
  const listener = page.getByRole('region', { name: 'Listener' });
  await page.getByRole('button', { name: 'Start listener' }).click();
  await listener.getByText('http://127.0.0.1').waitFor();
  await page.getByRole('button', { name: 'Try it with the sandbox over HTTPS' }).click();
  await listener.getByText('https://127.0.0.1').waitFor();
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await rows(page).first().getByText('Valid').waitFor();
  await expectAccessible(page);
  await pictures(console, 'callbacks-https-one-click');

  const url = (await listener.locator('code').textContent()) ?? '';
  await page.keyboard.press('Control+Shift+X');
  const drawer = page.getByRole('dialog', { name: 'Sandbox controls' });
  await drawer.getByRole('combobox', { name: 'Conversation', exact: true }).fill('In progress: may');
  await page
    .getByRole('option', { name: /^In progress: may/ })
    .first()
    .click();
  const callback = drawer.getByRole('region', { name: 'Callback' });
  expect(await callback.getByRole('textbox', { name: 'Receiver on this computer' }).inputValue()).toBe(url);
  await callback.getByRole('button', { name: 'Send' }).click();
  await callback.getByText('Answered 200').first().waitFor();
  await pictures(console, 'sandbox-drawer-https');
  await page.keyboard.press('Escape');
  await page.getByText('2 callbacks', { exact: true }).waitFor();
  expect(console.complaints).toEqual([]);
});

test('what is chosen under Address holds for the try with the sandbox too', async () => {
  await using console = await startConsole();
  const { page } = console;
  await toCallbacks(page);
  await page.getByRole('button', { name: 'Address', exact: true }).click();
  await page.getByRole('button', { name: 'Use a certificate of the sandbox' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Certificate for HTTPS' }).inputValue())
    .toContain('BEGIN CERTIFICATE');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Try it with the sandbox', exact: true }).click();
  await page.getByRole('region', { name: 'Listener' }).getByText('https://127.0.0.1').waitFor();
  expect(console.complaints).toEqual([]);
});

test('answers of 500 are tried again at once; duplicates, retries and wrong signatures stand out', async () => {
  await using console = await startConsole();
  const { page } = console;
  await toCallbacks(page);
  await page.getByRole('button', { name: 'Address', exact: true }).click();
  await page.getByRole('textbox', { name: 'Port' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('combobox', { name: 'Answer' }).click();
  await page.getByRole('option', { name: 'Answer: 500 to everything' }).click();
  await page.getByRole('button', { name: 'Try it with the sandbox', exact: true }).click();
  await page
    .getByRole('region', { name: 'Sandbox conversation' })
    .getByRole('button', { name: 'Fail' })
    .click();
  // The first retry is immediate (interface 6.3).
  await rows(page).getByText('Retry 1').waitFor();
  await page.getByRole('combobox', { name: 'Answer' }).click();
  await page.getByRole('option', { name: 'Answer: As a correct receiver' }).click();

  // A forged message, sent by another program.
  const url = (await page.getByRole('region', { name: 'Listener' }).locator('code').textContent()) ?? '';
  const body = JSON.stringify({
    ...{ id: 'forged', created: '2026-01-01T00:00:00Z', target: 'CONVERSATION', event: 'FINISHED' },
    payload: { conversation: { id: 'forged' } },
  });
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', 'another key').update(`${timestamp}:${body}`).digest('hex');
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'X-Signature': signature, 'X-Signature-Timestamp': timestamp },
  });
  expect(answer.status).toBe(401);
  await rows(page).getByText('Wrong signature').waitFor();
  await page.getByText('Problems', { exact: true }).click();
  await page.getByText('1 callback', { exact: true }).waitFor();
  await rows(page).first().click();
  await details(page).getByText('Reject it: answer 401, for example, and process nothing of it.').waitFor();
  await page.getByText('Repeated', { exact: true }).click();
  await rows(page).first().click();
  const timeline = details(page).getByRole('region', { name: 'Timeline of the conversation' });
  await timeline.getByText('Retry: no delivery before it was accepted.').first().waitFor();
  await pictures(console, 'callbacks-retries');

  // What was received elsewhere is added by hand.
  await page.getByText('All', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add callbacks' });
  await dialog
    .getByRole('textbox', { name: 'Request' })
    .fill(
      `POST /callback HTTP/1.1\nX-Signature: ${signature}\nX-Signature-Timestamp: ${timestamp}\n\n${body}`,
    );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await details(page).getByText('Pasted', { exact: true }).waitFor();
  const file = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'request.http'));
    return transfer;
  }, `POST / HTTP/1.1\nX-Signature: ${signature}\nX-Signature-Timestamp: ${timestamp}\n\n${body}`);
  await page.getByRole('region', { name: 'Listener' }).dispatchEvent('drop', { dataTransfer: file });
  await details(page).getByText('From a file', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop listener' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('No callbacks yet').waitFor();
  expect(console.complaints).toEqual([]);
});
