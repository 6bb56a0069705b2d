import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { occurrencesInFiles } from '../support/byte-search.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness.close());

const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

/** The same environment after a restart: its key was for one session. */
const rejoin = async ({ bridge }: Wire) => {
  await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  const { environments } = await bridge.invoke('environments.list', {});
  const environmentId = environments.find(({ settings }) => settings.name === 'Acme test')?.id ?? '';
  await bridge.invoke('credentials.saveApiKey', { environmentId, ...harness.apiKey });
  await bridge.invoke('environments.select', { environmentId });
};

test('a restart in the middle continues where the flow is, and nothing that was entered is on disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-headless-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const entered = { email: 'canary.person@specimen.example', address: '198.51.100.77', name: 'Kanarina' };
  const id = await harness.create('sandbox:any');
  {
    await using console = await startConsole({ dataDir, prepare: harness.join() });
    const { page } = console;
    await goTo(page, `#/headless/${id}`);
    await page.getByLabel('The person’s IP address').fill(entered.address);
    await page.getByRole('button', { name: 'Read the current step' }).click();
    await page.getByLabel('Email address').fill(entered.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('One-time code').fill('123456');
    await page.keyboard.press('Enter');
    await page.getByLabel('First name').fill(entered.name);
    // The answer that is lost with the process.
    await harness.control('/faults', {
      match: { method: 'POST', path: `/api/conversations/${id}/headless/*` },
      fault: { drip: { bytes: 1, everyMs: 1000 } },
      times: 1,
    });
    await page.getByLabel('Last name').fill('Specimen');
    await page.getByLabel('Date of birth').fill('2001-02-28');
    await page.keyboard.press('Enter');
    await page.getByText('Waiting for the next step.').waitFor();
    await console.stop();
  }
  expect(occurrencesInFiles(entered, [dataDir])).toEqual([]);
  expect(occurrencesInFiles({ id }, [dataDir])).not.toEqual([]);

  await using console = await startConsole({ dataDir, prepare: rejoin });
  const { page } = console;
  await goTo(page, '#/headless');
  await page.getByRole('heading', { level: 2, name: 'Continue' }).waitFor();
  await page.getByText('Outcome unknown').waitFor();
  await expectAccessible(page);
  await picture(page, 'headless-continue');
  await page.getByRole('button', { name: id }).click();
  await page.getByText('It is not known whether the last answer arrived.').waitFor();
  await picture(page, 'headless-after-restart');
  await page.getByRole('button', { name: 'Remove this flow' }).click();
  const question = page.getByRole('dialog', { name: /^Remove a flow/ });
  await question.getByText('nothing warns you before you answer that step again').waitFor();
  await expectAccessible(page);
  await picture(page, 'headless-remove-unsettled');
  await question.getByRole('button', { name: 'Keep the flow' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByLabel('The person’s IP address').fill(entered.address);
  await page.getByRole('button', { name: 'Read the current step' }).click();
  const consent = page.getByRole('radio', { name: 'Yes' });
  await consent.waitFor();
  await page.getByText('The answer arrived: the flow has moved on.').waitFor();
  await consent.check();
  await page.getByRole('button', { name: 'Send the answer in Acme test' }).click();
  await page.getByText('It is final and is not read again.').waitFor();
  await console.stop();
  expect(occurrencesInFiles(entered, [dataDir])).toEqual([]);
  expect(console.complaints).toEqual([]);
}, 120_000);

test('switching the environment leaves the flow behind, and coming back continues it there', async () => {
  await using console = await startConsole({ prepare: harness.join() });
  const { page } = console;
  const id = await harness.create('sandbox:any');
  await goTo(page, `#/headless/${id}`);
  await page.getByLabel('The person’s IP address').fill('203.0.113.7');
  await page.getByRole('button', { name: 'Read the current step' }).click();
  await page.getByLabel('Email address').fill('ada@specimen.example');
  const switchTo = async (name: string) => {
    await page.keyboard.press('Control+Shift+E');
    await page.getByRole('menuitem', { name }).or(page.getByRole('option', { name })).first().click();
  };
  await switchTo('Sandbox');
  await page.getByRole('heading', { level: 2, name: 'Walk through a conversation' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Continue' }).count()).toBe(0);
  await switchTo('Acme test');
  await page.getByRole('button', { name: id }).click();
  // The address and the position stay with the flow; what was typed and not sent does not.
  const email = page.getByLabel('Email address');
  await email.waitFor();
  expect(await email.inputValue()).toBe('');
  await email.fill('ada@specimen.example');
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').waitFor();
  await page.getByRole('button', { name: 'Remove this flow' }).click();
  await page.getByRole('heading', { level: 2, name: 'Walk through a conversation' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Continue' }).count()).toBe(0);
  expect(console.complaints).toEqual([]);
}, 90_000);

test('production asks for its name before the first answer, in the dark', async () => {
  const secure = await openServiceHarness({ secure: true });
  onTestFinished(() => secure.close());
  let id = '';
  await using console = await startConsole({
    colorScheme: 'dark',
    async prepare(wire) {
      const environmentId = await secure.join({ name: 'Acme live', kind: 'production' })(wire);
      const { conversation } = await wire.bridge.invoke('creation.create', {
        environmentId,
        request: { userKey: 'customer-1', returnUrl: 'https://shop.example/', query: { identity: {} } },
        again: false,
      });
      id = conversation.id ?? '';
    },
  });
  const { page } = console;
  await goTo(page, `#/conversations/${id}`);
  await page.getByRole('button', { name: 'Headless flow' }).click();
  await page.getByLabel('The person’s IP address').fill('203.0.113.7');
  await page.getByRole('button', { name: 'Read the current step' }).click();
  await page.getByLabel('Email address').fill('ada@specimen.example');
  // Enter does not send it.
  await page.keyboard.press('Enter');
  await page.getByText('This is production').waitFor();
  await expectAccessible(page);
  await picture(page, 'headless-production-dark');
  const confirm = page.getByRole('button', { name: 'Send the answer in Acme live' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel('Type Acme live to confirm').fill('Acme live');
  await confirm.click();
  await page.getByLabel('One-time code').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').waitFor();
  expect(console.complaints).toEqual([]);
}, 90_000);

const markup = '<img src=x onerror="document.title=\'attacked\'">';
const nestedHint = (depth: number) =>
  JSON.parse(`${'{"value":'.repeat(depth)}1${'}'.repeat(depth)}`) as object;

describe('hostile pages', () => {
  let console: RunningConsole;
  beforeAll(async () => {
    console = await startConsole({ prepare: harness.join() });
  });
  afterAll(() => console?.[Symbol.asyncDispose]());

  test.each<[string, object]>([
    [
      'markup',
      { component: markup, next: 'n', args: { [markup]: { label: markup, options: [markup, 'x'] } } },
    ],
    [
      'many choices and fields',
      {
        component: 'A/B',
        next: 'n',
        args: {
          bank: Array.from({ length: 50_000 }, (_, index) => `Bank ${index}`),
          ...Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, ''])),
        },
      },
    ],
    [
      'the names of prototypes',
      {
        component: 'A/B',
        next: 'n',
        args: ['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
        errors: [{ field: 'constructor', code: 'constructor' }],
      },
    ],
    [
      'deep nesting and ten thousand countries',
      {
        component: 'A/B/C/D',
        next: 'n',
        args: { country: Array.from({ length: 10_000 }, (_, index) => `C${index}`), deep: nestedHint(500) },
      },
    ],
    [
      'other types',
      { component: 7, next: 'n', args: [1, null, { a: 1 }, 'name'], errors: [7, { field: {}, code: [] }] },
    ],
  ])(
    'a page with %s is shown as text and can be left',
    async (_, body) => {
      const { page } = console;
      const id = await harness.create('sandbox:any');
      await harness.control('/faults', {
        match: { method: 'GET', path: `/api/conversations/${id}/headless` },
        fault: { status: 200, body, contentType: 'application/vnd.service.v1.1+json' },
        times: 1,
      });
      await goTo(page, `#/headless/${id}`);
      await page.getByLabel('The person’s IP address').fill('203.0.113.7');
      await page.getByRole('button', { name: 'Read the current step' }).click();
      await page.getByRole('heading', { level: 2, name: 'Current step' }).waitFor();
      await page.getByText('Fields', { exact: true }).click();
      await page.getByRole('button', { name: 'Send the answer in Acme test' }).waitFor();
      expect(await page.locator('#work input').count()).toBeLessThan(100);
      expect(await page.title()).not.toContain('attacked');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Open the case' }).click();
      await page.getByText('customer-1').first().waitFor();
      expect(console.complaints).toEqual([]);
    },
    60_000,
  );
});
