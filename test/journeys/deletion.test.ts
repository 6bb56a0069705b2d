import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { confirmPerson } from './confirm-deletion.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

async function goToDeletion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deletion' }).first().click();
  await page.getByRole('heading', { name: 'Deletion', level: 1 }).waitFor();
}

const field = (page: Page) => page.getByLabel('Conversation', { exact: true });

async function preview(page: Page, id: string, mode: 'Expire' | 'Delete data'): Promise<void> {
  await goToDeletion(page);
  await field(page).fill(id);
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('[data-preview]').waitFor();
}

async function confirm(page: Page, button: string): Promise<void> {
  await confirmPerson(page);
  await page.getByRole('button', { name: button }).click();
}

const outcome = (page: Page, kind: string) => page.locator(`[data-outcome="${kind}"]`);

/** The sentences that occur more than once on the page. */
async function repeatedSentences(page: Page): Promise<string[]> {
  const texts = await page.locator('#work p, #work li, #work dd').allInnerTexts();
  const sentences = texts
    .flatMap((text) => text.split(/(?<=[.?!])\s+|\n/))
    .map((text) => text.trim())
    .filter((text) => text.length > 25);
  return sentences.filter((text, at) => sentences.indexOf(text) !== at);
}

describe('in a test environment', () => {
  let console: RunningConsole;
  let wire: Wire;
  let page: Page;
  beforeAll(async () => {
    console = await startConsole({
      keepWire: true,
      async prepare(opened) {
        wire = opened;
        await harness.join()(wire);
      },
    });
    page = console.page;
  });
  afterAll(async () => {
    wire.close();
    await console[Symbol.asyncDispose]();
  });
  // One console for all: each test begins with a new window and without earlier deletions in the list.
  beforeEach(async () => {
    for (const { deletionId } of (await wire.bridge.invoke('deletion.list', {})).deletions) {
      await wire.bridge.invoke('deletion.dismiss', { deletionId });
    }
    await page.reload();
  });

  test('a conversation is previewed with its user, confirmed, expired and read back', async () => {
    await preview(page, harness.idOf('Created: the user has not come yet'), 'Expire');
    await page.getByText('Allowed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy user key' }).waitFor();
    for (const label of ['User key', 'Result', 'Products', 'Last opened here']) {
      await page.getByText(label, { exact: true }).first().waitFor();
    }
    await expectAccessible(page);
    const button = page.getByRole('button', { name: 'Expire in Acme test' });
    expect(await button.isDisabled()).toBe(true);
    await confirm(page, 'Expire in Acme test');
    await outcome(page, 'confirmed').waitFor();
    expect(await repeatedSentences(page)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the conversation' }).click();
    await page.getByRole('heading', { level: 1, name: /^Expired/ }).waitFor();
    expect(console.complaints).toEqual([]);
  });

  test('the data of a finished conversation is deleted, and the form is reset to Expire', async () => {
    await preview(page, harness.idOf('On a sanctions list, monitoring ended'), 'Delete data');
    await confirm(page, 'Delete data in Acme test');
    await outcome(page, 'confirmed').waitFor();
    await page.getByText('Read: the data is gone.').waitFor();
    expect(await page.getByRole('radio', { name: 'Delete data' }).isChecked()).toBe(true);
    await field(page).fill(harness.idOf('In progress: may be expired'));
    expect(await page.getByRole('radio', { name: 'Expire' }).isChecked()).toBe(true);
  });

  test.each([
    ['Finished: identity confirmed', 'Expire', 'already finished', 'Preview “Delete data” instead'],
    ['In progress: may be expired', 'Delete data', 'not finished yet', 'Preview “Expire” instead'],
    ['On a PEP list, monitoring on', 'Delete data', 'AML monitoring is still active', undefined],
  ] as const)('%s, %s: a conflict is explained once, with what to do', async (title, mode, why, other) => {
    await preview(page, harness.idOf(title), mode);
    await page.locator('[data-preview="refused"]').getByText(why).waitFor();
    expect(await page.getByRole('button', { name: /in Acme test$/ }).count()).toBe(0);
    expect(await repeatedSentences(page)).toEqual([]);
    await expectAccessible(page);
    if (other === undefined) {
      return;
    }
    await page.getByRole('button', { name: other }).click();
    await page.locator('[data-preview="accepted"]').waitFor();
  });

  test('an unexpected refusal is explained once', async () => {
    const id = harness.idOf('In progress: may be expired');
    await preview(page, id, 'Expire');
    // The user finishes between the preview and the request.
    await harness.control('/faults', {
      match: { method: 'DELETE', path: `/api/conversations/${id}` },
      fault: {
        status: 409,
        body: {
          status: 'CONFLICT',
          message: 'finished',
          violations: [],
          statusDetail: 'ConversationAlreadyFinished',
        },
        contentType: 'application/vnd.service.v1.1+json',
      },
      times: 1,
    });
    await confirm(page, 'Expire in Acme test');
    await outcome(page, 'refused').getByText('already finished').waitFor();
    expect(
      await page
        .locator('#work')
        .getByText(/already finished/)
        .count(),
    ).toBe(1);
    expect(await repeatedSentences(page)).toEqual([]);
    await expectAccessible(page);
  });

  test('after a failed reply the outcome is unknown until it is read back', async () => {
    const id = harness.idOf('Headless, not yet begun');
    await preview(page, id, 'Expire');
    await harness.control('/faults', {
      match: { method: 'DELETE', path: `/api/conversations/${id}` },
      fault: { status: 503, body: '' },
      times: 1,
    });
    await confirm(page, 'Expire in Acme test');
    await outcome(page, 'unknown')
      .getByText('It is not known whether the conversation was expired.')
      .waitFor();
    await page.getByText('The service answered 503.').waitFor();
    await expectAccessible(page);
    // It stays visible on every page, and checking can be stopped and resumed.
    await page.getByRole('button', { name: 'Stop checking' }).click();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    // The service carries it out later.
    await harness.expire(id);
    await page.getByRole('button', { name: 'Check again' }).click();
    await outcome(page, 'confirmed').waitFor();
    expect(await repeatedSentences(page)).toEqual([]);
  });

  test('the field accepts a callback body, and reports the id of a callback itself', async () => {
    const id = harness.idOf('In progress: may be expired');
    const callbackId = '11111111-2222-4333-8444-555555555555';
    const body = JSON.stringify({
      id: callbackId,
      target: 'CONVERSATION',
      event: 'FINISHED',
      payload: { conversation: { id } },
    });
    await goToDeletion(page);
    await field(page).fill(body);
    await page.getByText(/This is a callback/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('[data-preview="accepted"]').waitFor();
    expect(await field(page).inputValue()).toBe(id);
    await field(page).fill(callbackId);
    await page.getByText(/is a callback’s own id, seen earlier/).waitFor();
    expect(await page.getByRole('button', { name: 'Preview', exact: true }).isDisabled()).toBe(true);
  });

  test('a double click and a repeated Enter send one request', async () => {
    const id = harness.idOf('Headless, half-way');
    await preview(page, id, 'Expire');
    await confirmPerson(page);
    await page.getByRole('button', { name: 'Expire in Acme test' }).dblclick();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await outcome(page, 'confirmed').waitFor();
    // A second request would have been refused with 409 and be listed here.
    expect(await page.locator('[data-phase]').count()).toBe(1);
  });
});

describe('in production', () => {
  test('the person and the environment name must be confirmed, and Enter in the field sends nothing', async () => {
    const secure = await openServiceHarness({ secure: true });
    onTestFinished(() => secure.close());
    await using console = await startConsole({
      prepare: secure.join({ name: 'Acme live', kind: 'production' }),
    });
    const { page } = console;
    await preview(page, secure.idOf('In progress: may be expired'), 'Expire');
    const button = page.getByRole('button', { name: 'Expire in Acme live' });
    const name = page.getByLabel('Type Acme live to confirm');
    expect(await button.isDisabled()).toBe(true);
    await name.fill('acme live');
    await confirmPerson(page);
    expect(await button.isDisabled()).toBe(true);
    await name.fill('Acme live');
    await name.press('Enter');
    await name.press('Enter');
    await expectAccessible(page);
    expect(await page.locator('[data-phase]').count()).toBe(0);
    await page.getByRole('checkbox', { name: /I have checked/ }).uncheck();
    expect(await button.isDisabled()).toBe(true);
    await confirmPerson(page);
    expect(await button.isDisabled()).toBe(true);
    const last = page.getByLabel('Last four characters of the user key');
    await last.fill('ress');
    await button.click();
    await outcome(page, 'confirmed').waitFor();
  });
});
