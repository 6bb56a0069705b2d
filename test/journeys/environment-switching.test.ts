import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RecordingService, sendConversation } from '../support/recording-service.ts';
import type { Wire } from '../support/wire.ts';
import { openConditions } from './conditions.ts';
import { type RunningConsole, startConsole } from './console.ts';

// Two services that record every request. Whatever is in progress in the first environment when the second is selected, the second
// service must never receive an id of the first.

let console: RunningConsole;
let wire: Wire;
let [here, there] = [] as unknown as [RecordingService, RecordingService];
let [hereId, thereId] = ['', ''];
/** Delayed responses, in the order of the requests. */
let held: (() => void)[] = [];
/** The status of every conversation in the first environment. */
let status = 'IN_PROGRESS';
const foreignId = 'case-of-the-first-environment';

beforeAll(async () => {
  console = await startConsole({
    keepWire: true,
    async prepare(opened) {
      wire = opened;
      await wire.bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
    },
  });
});
afterAll(async () => {
  wire.close();
  await console[Symbol.asyncDispose]();
});
// One console for all: each test has two services and two environments of its own, and begins on the first page.
beforeEach(async () => {
  [here, there] = await Promise.all([RecordingService.start(), RecordingService.start()]);
  held = [];
  status = 'IN_PROGRESS';
  here.answer = (request, response) => sendConversation(response, request.conversationId, { status });
  hereId = await add('First', here.baseUrl);
  thereId = await add('Second', there.baseUrl);
  await wire.bridge.invoke('environments.select', { environmentId: hereId });
  await goTo(console.page, '#/');
  await console.page.reload();
  await console.page.getByRole('button', { name: /^Environment: First/ }).waitFor();
});
afterEach(async () => {
  const { environments } = await wire.bridge.invoke('environments.list', {});
  for (const environmentId of [hereId, thereId]) {
    if (environments.some(({ id }) => id === environmentId)) {
      await wire.bridge.invoke('environments.delete', { environmentId });
    }
  }
  await Promise.all([here.close(), there.close()]);
});

async function add(name: string, baseUrl: string): Promise<string> {
  const { id } = await wire.bridge.invoke('environments.save', {
    settings: { name, kind: 'test', baseUrl, proxy: { mode: 'none' } },
  });
  await wire.bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId: id,
    login: 'login',
    password: 'password',
  });
  return id;
}

/** Delays the responses to requests of this method until `release`. */
function hold(method: 'GET' | 'DELETE'): void {
  const { answer } = here;
  here.answer = (request, response) => {
    if (request.method === method) {
      held.push(() => answer(request, response));
    } else {
      answer(request, response);
    }
  };
}
function release(): void {
  for (const answer of held.splice(0)) {
    answer();
  }
}

/** Everything but the last click. */
async function confirmExpiry(page: Page): Promise<void> {
  await page.locator('[data-draft=ready]').waitFor();
  await page.getByRole('button', { name: 'Expire only', exact: true }).click();
  // The form begins again, since a deletion that was confirmed is not an expiry that was.
  await page.getByRole('button', { name: /^Expire in / }).waitFor();
  await page.getByLabel('Reason', { exact: true }).selectOption('test-data');
  await page.getByRole('checkbox', { name: /I have checked/ }).check();
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
}

/** Two of the ways to switch environments; all are in test/components/shell/environment-switching.test.tsx. */
const switches = {
  async shortcut(page: Page) {
    await page.keyboard.press('Control+Alt+3');
  },
  async 'another window'() {
    await wire.bridge.invoke('environments.select', { environmentId: thereId });
  },
};

async function expectNothingForeign(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Environment: Second/ }).waitFor();
  // Nothing open in the first environment is rendered or offered in the second.
  await expect.poll(() => page.locator('#work').innerText()).not.toContain(foreignId);
  await expect.poll(() => new URL(page.url()).hash).not.toContain(foreignId);
  // A read in the second environment completes after all pending requests.
  await goTo(page, '#/conversations/case-of-the-second');
  await expect.poll(() => there.requests.length).toBeGreaterThan(0);
  expect(there.requests.filter(({ url }) => !url.includes('case-of-the-second'))).toEqual([]);
  const { recent } = await wire.bridge.invoke('conversations.recent', { environmentId: thereId });
  expect(recent.map(({ conversationId }) => conversationId)).toEqual(['case-of-the-second']);
}

describe('the environment is switched', () => {
  test('while a conversation is being read', async () => {
    const { page } = console;
    hold('GET');
    await goTo(page, `#/conversations/${foreignId}`);
    await expect.poll(() => held.length).toBe(1);
    await switches.shortcut(page);
    release();
    await expectNothingForeign(page);
  });

  test('before it is confirmed: nothing is sent', async () => {
    const { page } = console;
    await goTo(page, `#/deletion/${foreignId}`);
    await confirmExpiry(page);
    await switches['another window']();
    await expectNothingForeign(page);
    expect(here.sent('DELETE')).toEqual([]);
  });

  test('while it is sent and checked: it continues in its own environment and stays visible', async () => {
    const { page } = console;
    await goTo(page, `#/deletion/${foreignId}`);
    await confirmExpiry(page);
    hold('DELETE');
    await page.getByRole('button', { name: 'Expire in First' }).click();
    await expect.poll(() => held.length).toBe(1);
    await switches.shortcut(page);
    const card = page.getByRole('region', { name: 'Expire in First' });
    await card.getByText('Sent, not confirmed yet: 1').waitFor();
    await goTo(page, '#/conversations');
    const conditions = await openConditions(page);
    await conditions.getByText(/^Expiring in First: /).waitFor();
    await expectNothingForeign(page);
    const reads = here.requests.length;
    release();
    // Checking continues in the first environment while the second is selected.
    await expect.poll(() => here.requests.length).toBeGreaterThan(reads);
    status = 'EXPIRED';
    await conditions.getByText('Expiring in First: finished, 1 of 1 expired.').waitFor();
    expect(here.sent('DELETE')).toHaveLength(1);
    expect(there.sent('DELETE')).toEqual([]);
    await conditions.getByRole('button', { name: 'View' }).click();
    await page.getByRole('region', { name: 'Register' }).getByText('1 of 1 expired').waitFor();
    expect(there.requests.filter(({ url }) => url.includes(foreignId))).toEqual([]);
  });
});
