import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RecordingService } from '../support/recording-service.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { confirmPerson } from './confirm-deletion.ts';
import { downloadedBytes, type RunningConsole, startConsole } from './console.ts';
import {
  clearDeletions,
  confirmMany,
  dismissRun,
  goToDeletion,
  previewMany,
  previewOne,
  selectEnvironment,
  startMany,
} from './deletion-steps.ts';
import { pressOn, tabTo, typeInto } from './keyboard.ts';
import { pictures } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

// One console with an environment of each danger level; the one of the level “test” records what it is sent.

vi.setConfig({ testTimeout: 120_000 });

let live: ServiceHarness;
let other: RecordingService;
let console: RunningConsole;
let wire: Wire;
beforeAll(async () => {
  [live, other] = await Promise.all([openServiceHarness({ secure: true }), RecordingService.start()]);
  console = await startConsole({
    keepWire: true,
    async prepare(opened) {
      wire = opened;
      await live.join({ name: 'Acme live', kind: 'production' })(wire);
      const { id } = await wire.bridge.invoke('environments.save', {
        settings: { name: 'Other', kind: 'test', baseUrl: other.baseUrl, proxy: { mode: 'none' } },
      });
      const key = { environmentId: id, login: 'login', password: 'password' };
      await wire.bridge.invoke('credentials.saveApiKey', key);
    },
  });
});
afterAll(async () => {
  wire.close();
  await console[Symbol.asyncDispose]();
  await Promise.all([live.close(), other.close()]);
});

beforeEach(() => clearDeletions(wire, console.page));

/** Nothing of the production environment is shown in, or was sent to, the other one. */
async function expectNothingIn(other_: RecordingService, ids: readonly string[]): Promise<void> {
  const shown = await console.page.locator('#work').innerText();
  expect(ids.filter((id) => shown.includes(id))).toEqual([]);
  expect(other_.requests).toEqual([]);
}

test('production, deleting one: the person, the loss, the last four characters and the name are asked for', async () => {
  const { page } = console;
  await selectEnvironment(page, 'Acme live');
  await previewOne(page, live.idOf('On a sanctions list, monitoring ended'), 'Delete data');
  const button = page.getByRole('button', { name: 'Delete data in Acme live' });
  await confirmPerson(page);
  const name = page.getByLabel('Type Acme live to confirm');
  await name.fill('Acme live');
  const last = page.getByLabel('Last four characters of the user key');
  await last.fill('nope');
  await pictures(page, 'production-one');
  await button.click();
  await page.getByText(/the last four characters of the user key were not typed exactly/).waitFor();
  expect(await live.statusOf(live.idOf('On a sanctions list, monitoring ended'))).toBe('FINISHED');
});

test('production, many, at each moment of which the environment is switched', async () => {
  const { page } = console;
  await selectEnvironment(page, 'Acme live');
  const ids = await Promise.all(Array.from({ length: 4 }, () => live.create('identity:default')));
  const back = () => selectEnvironment(page, 'Acme live');
  const leave = async () => {
    await selectEnvironment(page, 'Other');
    await expectNothingIn(other, ids);
  };
  // While the preview reads.
  await live.control('/faults', {
    match: { method: 'GET', path: `/api/conversations/${ids[0]}` },
    fault: { delayMs: 60_000 },
    times: 1,
  });
  await goToDeletion(page, 'Many');
  await page.getByLabel('Conversations', { exact: true }).fill(ids.join('\n'));
  await page.getByRole('button', { name: 'Preview 4 conversations' }).click();
  await page.locator('[data-draft=reading]').waitFor();
  await leave();
  await back();

  // With the preview shown and everything typed.
  await previewMany(page, ids, 'Expire');
  const button = page.getByRole('button', { name: 'Expire in Acme live' });
  await confirmMany(page, ids.length);
  expect(await button.isDisabled()).toBe(true);
  const name = page.getByLabel('Type Acme live to confirm');
  await name.fill('acme live');
  expect(await button.isDisabled()).toBe(true);
  await name.fill('Acme live');
  await pictures(page, 'production-many');
  await expectAccessible(page);
  await leave();
  await back();
  expect(await page.locator('[data-draft]').count()).toBe(0);

  // While it sends; the hold has its own test.
  await previewMany(page, ids, 'Expire');
  await page.getByLabel('Requests per second').fill('0.1');
  await confirmMany(page, ids.length);
  await page.getByLabel('Type Acme live to confirm').fill('Acme live');
  await startMany(page, 'Expire in Acme live');
  await page.locator('[data-run=running]').waitFor({ timeout: 30_000 });
  await selectEnvironment(page, 'Other');
  await page.getByText('Expire in Acme live').waitFor();
  expect(other.requests).toEqual([]);

  // The pace can be changed meanwhile, here in another environment.
  await page.getByRole('button', { name: 'Change pace' }).click();
  await page.getByLabel('Requests per second').last().fill('');
  await page.getByLabel('Concurrent requests').last().fill('16');
  await pictures(page, 'change-pace');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.locator('[data-run=done]').waitFor({ timeout: 30_000 });
  await page.getByText('Done and confirmed: 4').waitFor();
  for (const id of ids) {
    expect(await live.statusOf(id)).toBe('EXPIRED');
  }

  // After it, its receipts name their environment, wherever one is.
  await goToDeletion(page, 'Register');
  for (const id of ids) {
    await page.getByRole('row', { name: new RegExp(`Acme live .*${id}`) }).waitFor();
  }
  expect(other.requests).toEqual([]);
  await goToDeletion(page, 'Many');
  await dismissRun(page);
  await back();
});

test('sandbox, one conversation, with the keyboard only, from the field to the receipt', async () => {
  const { page } = console;
  await selectEnvironment(page, 'Sandbox');
  const id = await sampleOf(finished.shift());
  await pressOn(page, /^Deletion$/, 'Enter');
  await typeInto(page, /^Conversation$/, id);
  await pressOn(page, /^Expire/, 'ArrowRight');
  await pressOn(page, /^Preview$/, 'Enter');
  await page.locator('[data-preview=accepted]').waitFor();
  await pictures(page, 'keyboard-one');
  // In the sandbox nobody's data is at stake: only the action is confirmed, but never by the Enter key of the form.
  await pressOn(page, /^Delete data in Sandbox$/, 'Enter');
  await page.locator('[data-outcome=confirmed]').waitFor();
  await openRegister();
  await page.getByRole('cell', { name: id }).waitFor();
  await saveNewestReceipt(id);
});

test('sandbox, many, with the keyboard only, from the field to the receipt', async () => {
  const { page } = console;
  await selectEnvironment(page, 'Sandbox');
  const id = await sampleOf(active.shift());
  await pressOn(page, /^Deletion$/, 'Enter');
  await pressOn(page, /^One conversation$/, 'ArrowRight');
  await typeInto(page, /^Conversations$/, id);
  await page.getByText('1 conversation', { exact: true }).waitFor();
  await pressOn(page, /^Preview 1 conversation$/, 'Enter');
  await page.locator('[data-draft=ready]').waitFor();
  await typeInto(page, /^Reason/, 'Test');
  await typeInto(page, /^Type 1 to expire/, '1');
  await pressOn(page, /^Expire in Sandbox$/, 'Enter');
  await page.getByText(/Nothing was sent yet/).waitFor();
  // What takes it back has the focus.
  await tabTo(page, /^Undo$/);
  await page.locator('[data-run=done]').waitFor({ timeout: 30_000 });
  await openRegister();
  await page.getByRole('cell', { name: id }).waitFor();
  await saveNewestReceipt(id);
  expect(console.complaints).toEqual([]);
});

/** The sandbox's conversations that can be deleted, or expired; each attempt of a test takes another one. */
const finished = ['Finished: identity confirmed', 'Seven products, all finished'];
const active = ['In progress: may be expired', 'Created: the user has not come yet'];

async function sampleOf(title = ''): Promise<string> {
  const { samples } = await wire.bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
  const found = samples.find((sample) => sample.title.startsWith(title));
  if (found === undefined) {
    throw new Error(`The sandbox has no “${title}”.`);
  }
  return found.id;
}

/** Goes from tab to tab with the arrow keys. */
async function openRegister(): Promise<void> {
  const { page } = console;
  await tabTo(page, /^(One conversation|Many)$/);
  while (!(await page.getByRole('radio', { name: 'Register' }).isChecked())) {
    const before = await page.getByRole('radiogroup', { name: 'Kind of deletion' }).innerHTML();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.getByRole('radiogroup', { name: 'Kind of deletion' }).innerHTML())
      .not.toBe(before);
  }
}

/** Saves the newest receipt, which is about this conversation. */
async function saveNewestReceipt(id: string): Promise<void> {
  const { page } = console;
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    pressOn(page, /^Save receipt \d+$/, 'Enter'),
  ]);
  const { receipts } = JSON.parse((await downloadedBytes(file)).toString('utf8'));
  expect(receipts).toMatchObject([{ receipt: { conversationId: id, outcome: 'confirmed' } }]);
}
