import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamplesWindow } from './samples-window.ts';

let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  console = await startConsole();
  ({ page } = console);
});
afterAll(() => console?.[Symbol.asyncDispose]());
// One console for all: each test begins with a new window on the samples, as the first start shows them.
beforeEach(() => openSamplesWindow(page));

const field = (page: Page) => page.getByRole('combobox', { name: /^Open or search/ });
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });

test('one field opens cases by user key, reports unknown text, and finds every action', async () => {
  await page.getByText('Every documented member of the user data').click();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  const opened = page.url();

  // Recent cases and the page's actions, with an empty field.
  await page.goto(`${new URL(page.url()).origin}/#/signatures`);
  await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor();
  await page.keyboard.press('Control+o');
  await page.getByRole('group', { name: 'Recent cases' }).getByRole('option').first().waitFor();
  await expectAccessible(page);

  // Text typed right after the shortcut is kept, and Enter waits for the search.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('seed-every-member');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  expect(page.url()).toBe(opened);
  expect(await field(page).inputValue()).toBe('');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('user-8765');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^No case in this console has this user key/)
    .first()
    .waitFor();
  expect(page.url()).toBe(opened);
  await expectAccessible(page);
  // Enter again sends nothing, however the text looks.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Kowalski');
  await page
    .getByText(/Nothing was sent\.$/)
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(opened);

  await page.keyboard.press('Control+a');
  await page.keyboard.type('erase');
  await option(page, /^Go to Deletion/).waitFor();
  await page.keyboard.press('Escape');
  expect(await field(page).inputValue()).toBe('');
  await page.keyboard.type('diagnostics');
  await option(page, 'Version and diagnostics').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

  for (const [typed, name] of [
    ['rotate', 'Replace the key of the stored cases'],
    ['backup restore', 'Copy or restore the stored cases'],
    ['audit', 'Check or export the journal'],
    ['reason list', 'Your own decision reasons'],
    ['retention', 'How long cases are kept'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(typed);
    await option(page, name).waitFor();
  }
  await option(page, 'How long cases are kept').click();
  await page.getByRole('heading', { name: 'Retention' }).waitFor();
  expect(console.complaints).toEqual([]);
});

test('a pasted signed request is verified, and its conversation deleted or added to the list', async () => {
  const body = '{"id":"event-9","payload":{"conversation":{"id":"5f0c2a4e-9d1b-4c57-8a60-1f2e3d4c5b6a"}}}';
  const request = `POST /callback HTTP/1.1\nX-Signature: ${'0'.repeat(64)}\nX-Signature-Timestamp: 1760000000000\n\n${body}`;
  const paste = async () => {
    await field(page).focus();
    await field(page).evaluate((element, text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, request);
  };
  await paste();
  await option(page, 'Delete data…').waitFor();
  await option(page, 'Add to list…').click();
  await page
    .getByRole('dialog')
    .getByText(/1 conversation/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await paste();
  await option(page, 'Verify signature').click();
  await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor();
  await page.getByText('Raw HTTP request').first().waitFor();
  expect(console.complaints).toEqual([]);
});
