import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { RecordingService, sendConversation } from '../support/recording-service.ts';
import { expectAccessible } from './access.ts';
import { conditionChip, openConditions } from './conditions.ts';
import { confirmPerson } from './confirm-deletion.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamplesWindow, showSamples } from './samples-window.ts';
import { openServiceHarness } from './service-harness.ts';

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }).click();

/** Intercepts the window's socket: main's messages can be delayed and the connection closed. */
async function routeConnection(page: Page, shown: string) {
  let held: (() => void)[] | undefined;
  let close: () => void = () => undefined;
  await page.routeWebSocket(/\/bridge$/, (window) => {
    held = undefined;
    const main = window.connectToServer();
    main.onMessage((message) => {
      const pass = () => window.send(message);
      if (held) {
        held.push(pass);
      } else {
        pass();
      }
    });
    close = () => {
      held = undefined;
      void main.close();
      void window.close();
    };
  });
  await page.reload();
  await page.getByText(shown).first().waitFor();
  return {
    hold() {
      held = [];
    },
    release() {
      for (const pass of held ?? []) {
        pass();
      }
      held = undefined;
    },
    close: () => close(),
  };
}

test('a deletion continues after leaving its page, is shown meanwhile, and its result is there on return', async () => {
  const service = await RecordingService.start();
  onTestFinished(() => service.close());
  const id = 'case-1';
  let status = 'IN_PROGRESS';
  const held: (() => void)[] = [];
  service.answer = (request, response) => {
    if (request.method === 'GET') {
      sendConversation(response, request.conversationId, { status });
    } else {
      held.push(() => {
        status = 'EXPIRED';
        response.writeHead(202).end();
      });
    }
  };
  await using console = await startConsole({
    async prepare({ bridge }) {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const { id: environmentId } = await bridge.invoke('environments.save', {
        settings: {
          name: 'Acme test',
          kind: 'test',
          baseUrl: service.baseUrl,
          proxy: { mode: 'none' },
        },
      });
      await bridge.invoke('credentials.save', {
        kind: 'api-key',
        environmentId,
        login: 'login',
        password: 'password',
      });
      await bridge.invoke('environments.select', { environmentId });
    },
  });
  const { page } = console;
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/deletion/${id}`);
  await page.locator('[data-preview="accepted"]').waitFor();
  await confirmPerson(page);
  await page.getByRole('button', { name: 'Expire in Acme test' }).click();
  await page.locator('[data-phase="sending"]').waitFor();
  // The button that was pressed no longer exists, so the focus moves within the page.
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await go(page, 'Cases');
  await conditionChip(page).getByText('Expiry: sending').waitFor();
  const conditions = await openConditions(page);
  await conditions.getByText(/^Expiring a conversation in Acme test: The request was sent/).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await go(page, 'Deletion');
  await page.getByRole('region', { name: 'Requests' }).getByRole('button', { name: 'View' }).click();
  await page.locator('[data-phase="sending"]').waitFor();
  expect(await page.getByLabel('Conversation', { exact: true }).inputValue()).toBe(id);
  await go(page, 'Signatures');
  for (const answer of held) {
    answer();
  }
  await conditionChip(page).getByText('Expiry: expired').waitFor();
  await openConditions(page);
  await conditions.getByText('Expiring a conversation in Acme test: The conversation is expired.').waitFor();
  await conditions.getByRole('button', { name: 'View' }).click();
  await page.locator('[data-outcome="confirmed"]').waitFor();
  await go(page, 'Signatures');
  await conditionChip(page)
    .getByText(/^Expiry/)
    .waitFor({ state: 'detached' });
  expect(console.complaints).toEqual([]);
});

test("a deletion's outcome during a lost connection is shown after the page is loaded again", async () => {
  const harness = await openServiceHarness();
  onTestFinished(() => harness.close());
  const id = harness.idOf('In progress: may be expired');
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  const connection = await routeConnection(page, 'No cases yet');
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/deletion/${id}`);
  await page.locator('[data-preview="accepted"]').waitFor();
  await confirmPerson(page);
  // Main's replies are delayed, then the connection closes.
  connection.hold();
  await page.getByRole('button', { name: 'Expire in Acme test' }).click();
  await expect.poll(() => harness.statusOf(id)).toBe('EXPIRED');
  connection.close();
  await conditionChip(page).getByText('Connection lost').waitFor();
  await openConditions(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.locator('[data-outcome="confirmed"]').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('the theme and the single-key setting are kept across a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-preferences-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
  {
    await using first = await startConsole({ dataDir });
    await first.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    await expect.poll(() => scheme(first.page)).toBe('light');
    await first.page.getByRole('button', { name: 'Dark theme' }).click();
    await first.page.keyboard.press('Control+/');
    await first.page.getByRole('switch', { name: 'Single-key shortcuts' }).click({ force: true });
    await first.page.keyboard.press('Escape');
    await expect.poll(() => scheme(first.page)).toBe('dark');
    // The system's theme is light; the choice applies to the whole window.
    await expect
      .poll(() => first.page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(15, 17, 20)');
    // Both are on disk before the console stops.
    await expect
      .poll(async () => JSON.parse(await readFile(join(dataDir, 'preferences.json'), 'utf8')))
      .toMatchObject({ theme: 'dark', singleKeys: false });
  }
  await using second = await startConsole({ dataDir });
  await second.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  await expect.poll(() => scheme(second.page)).toBe('dark');
  await expectAccessible(second.page);
  await second.page.keyboard.press('?');
  await second.page.keyboard.press('Control+/');
  await second.page.getByRole('switch', { name: 'Single-key shortcuts' }).waitFor();
  expect(await second.page.getByRole('dialog').count()).toBe(1);
  expect(await second.page.getByRole('switch', { name: 'Single-key shortcuts' }).isChecked()).toBe(false);
});

describe('in one console', () => {
  let console: RunningConsole;
  let page: Page;
  beforeAll(async () => {
    console = await startConsole();
    ({ page } = console);
  });
  afterAll(() => console?.[Symbol.asyncDispose]());
  // Each test begins with a new window on the samples, as the first start shows them.
  beforeEach(() => openSamplesWindow(page));

  test('the Deletion page offers recently opened conversations', async () => {
    await page.getByText('Finished: identity confirmed, may be deleted').click();
    await page.getByRole('heading', { level: 1, name: /^Finished\./ }).waitFor();
    await go(page, 'Deletion');
    await page.getByRole('button', { name: 'Finished: identity confirmed, may be deleted' }).click();
    await page.locator('[data-preview="refused"]').waitFor();
    await expectAccessible(page);
  });

  test('a long save shows its progress and can be stopped, even from another file', async () => {
    const connection = await routeConnection(page, 'Samples');
    await showSamples(page);
    await page.getByText('Everything that can be collected').click();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('navigation', { name: 'Files' }).waitFor();
    connection.hold();
    await page.getByRole('button', { name: /^Save…/ }).click();
    await page.getByText('Saving Identity card, front').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('heading', { level: 2, name: 'Identity card, back' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    connection.release();
    await page.getByText(/^Identity card, front: /).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText(/^Identity card, front: /).waitFor({ state: 'detached' });
  });

  test('a revealed value can be copied by keyboard without losing the focus', async () => {
    await page.getByText('Every documented member of the user data').click();
    const show = page.getByRole('button', { name: 'Show first name', exact: true });
    await show.focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Mask first name');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Copy first name');
    const visible = await page.evaluate(
      () => getComputedStyle(document.activeElement?.parentElement ?? document.body).opacity,
    );
    expect(visible).toBe('1');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Show first name');
  });
});
