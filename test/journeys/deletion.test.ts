import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { openSetting, type Setting } from './setting.ts';

let setting: Setting;
beforeAll(async () => {
  setting = await openSetting();
});
afterAll(() => setting.close());

async function look(page: Page, id: string, mode: 'Expire' | 'Delete data'): Promise<void> {
  await page
    .getByRole('button', { name: 'Deletion' })
    .or(page.getByRole('link', { name: 'Deletion' }))
    .first()
    .click();
  await page.getByRole('heading', { name: 'Deletion', level: 1 }).waitFor();
  await page.getByLabel('Conversation id').fill(id);
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: 'Read it and say what would happen' }).click();
  await page
    .getByText(/^The service will|^Whether the service/)
    .first()
    .waitFor();
}

const outcome = (page: Page, kind: string) => page.locator(`[data-outcome="${kind}"]`);

describe('in a test environment', () => {
  test('a conversation is expired: foretold, confirmed, and seen', async () => {
    await using console = await startConsole({ prepare: setting.join() });
    const { page } = console;
    const id = setting.idOf('Created: the user has not come yet');
    await look(page, id, 'Expire');
    await page.getByText('The service will accept it').waitFor();
    await expectAccessible(page);
    const button = page.getByRole('button', { name: 'Expire in Acme test' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /I mean this conversation/ }).check();
    await button.click();
    await outcome(page, 'done').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the conversation' }).click();
    await page.getByRole('heading', { level: 1, name: /^Expired/ }).waitFor();
    expect(console.complaints).toEqual([]);
  });

  test('the data of a finished conversation is deleted, and seen to be gone', async () => {
    await using console = await startConsole({ prepare: setting.join() });
    const { page } = console;
    await look(page, setting.idOf('On a sanctions list, monitoring ended'), 'Delete data');
    await page.getByRole('checkbox', { name: /I mean this conversation/ }).check();
    await page.getByRole('button', { name: 'Delete data in Acme test' }).click();
    await outcome(page, 'done').waitFor();
    await page.getByText('Seen: the service no longer gives the data.').waitFor();
  });

  test.each([
    ['Finished: identity confirmed', 'Expire', 'ConversationAlreadyFinished', 'delete its data instead'],
    ['In progress: may be expired', 'Delete data', 'ConversationNotYetFinished', 'Expire it to block it now'],
    [
      'On a PEP list, monitoring on',
      'Delete data',
      'ActiveSubscriptionExists',
      'End the AML subscription first',
    ],
  ] as const)('%s, %s: the refusal is foretold with its way out', async (title, mode, detail, way) => {
    await using console = await startConsole({ prepare: setting.join() });
    const { page } = console;
    await look(page, setting.idOf(title), mode);
    await page.getByText('The service will refuse it').waitFor();
    await page.getByText(detail).first().waitFor();
    await page.getByText(new RegExp(way)).first().waitFor();
    expect(await page.getByRole('button', { name: /in Acme test$/ }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('a refusal that nobody could foretell is explained when it comes', async () => {
    const id = setting.idOf('In progress: may be expired');
    await using console = await startConsole({ prepare: setting.join() });
    const { page } = console;
    await look(page, id, 'Expire');
    // The user finishes between the look and the click.
    await setting.control('/faults', {
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
    await page.getByRole('checkbox', { name: /I mean this conversation/ }).check();
    await page.getByRole('button', { name: 'Expire in Acme test' }).click();
    await outcome(page, 'refused').getByText('already finished').first().waitFor();
    await expectAccessible(page);
  });

  test('a connection that breaks is settled by reading', async () => {
    const id = setting.idOf('Headless, not yet begun');
    await using console = await startConsole({ prepare: setting.join() });
    const { page } = console;
    await look(page, id, 'Expire');
    await setting.control('/faults', {
      match: { method: 'DELETE', path: `/api/conversations/${id}` },
      fault: { disconnectAfterBytes: 0 },
      times: 1,
    });
    await page.getByRole('checkbox', { name: /I mean this conversation/ }).check();
    await page.getByRole('button', { name: 'Expire in Acme test' }).click();
    await page.locator('[data-outcome]').first().waitFor();
    await page.getByText(/It is not sent again; the conversation is read instead/).waitFor();
  });
});

describe('in production', () => {
  test('the environment’s name must be typed', async () => {
    const secure = await openSetting({ secure: true });
    onTestFinished(() => secure.close());
    await using console = await startConsole({
      prepare: secure.join({ name: 'Acme live', kind: 'production' }),
    });
    const { page } = console;
    await look(page, secure.idOf('In progress: may be expired'), 'Expire');
    const button = page.getByRole('button', { name: 'Expire in Acme live' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel(/Type Acme live to go on/).fill('acme live');
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel(/Type Acme live to go on/).fill('Acme live');
    await expectAccessible(page);
    await button.click();
    await outcome(page, 'done').waitFor();
  });
});
