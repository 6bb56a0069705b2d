import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RecordingService, sendConversation } from '../support/recording-service.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';

vi.setConfig({ testTimeout: 90_000 });

const rows = (page: Page) => page.locator('[role=row][data-conversation]');

/** A test environment that is selected, whose service answers as the test says. */
async function joinService({ bridge }: Wire, service: RecordingService): Promise<string> {
  await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  const { id: environmentId } = await bridge.invoke('environments.save', {
    settings: { name: 'Acme test', kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } },
  });
  await bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId,
    login: 'login',
    password: 'password',
  });
  await bridge.invoke('environments.select', { environmentId });
  return environmentId;
}

test('a case that is not final is watched from the list, its preview and its page', async () => {
  const service = await RecordingService.start();
  onTestFinished(() => service.close());
  await using console = await startConsole({
    async prepare(wire) {
      const environmentId = await joinService(wire, service);
      await wire.bridge.invoke('conversations.open', { environmentId, conversationId: 'case-1' });
    },
  });
  const { page } = console;
  await rows(page).first().waitFor();
  const views = page.getByRole('navigation', { name: 'Views' });
  await rows(page).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Watch until final' }).click();
  await views.getByRole('button', { name: 'Watching 1' }).waitFor();
  await page.keyboard.press('p');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Stop watching' }).click();
  await preview.getByRole('button', { name: 'Watch', exact: true }).waitFor();
  await picture(page, 'preview-watch');
  await preview.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Watch', exact: true }).waitFor();
  await page.keyboard.press('w');
  const stop = page.getByRole('button', { name: 'Stop watching' });
  await stop.waitFor();
  await picture(page, 'case-watched');
  await stop.click();
  await page.getByRole('button', { name: 'Watch', exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('n');
  await page.getByText('No longer watched').first().waitFor();
  expect(console.complaints).toEqual([]);
});

test('a case says that its person was seen before and what changed, and both can be compared', async () => {
  const service = await RecordingService.start();
  onTestFinished(() => service.close());
  let status = 'IN_PROGRESS';
  service.answer = ({ conversationId }, response) =>
    sendConversation(response, conversationId, {
      userKey: 'the-same-customer',
      status: conversationId === 'case-new' ? status : 'FINISHED',
    });
  await using console = await startConsole({
    async prepare(wire) {
      const environmentId = await joinService(wire, service);
      const { bridge } = wire;
      for (const conversationId of ['case-old', 'case-new']) {
        await bridge.invoke('conversations.open', { environmentId, conversationId });
      }
      await expect.poll(async () => (await bridge.invoke('cases.status', { environmentId })).total).toBe(2);
      await bridge.invoke('cases.decide', {
        environmentId,
        selection: { ids: ['case-old'] },
        decision: { kind: 'reject', reason: 'not-genuine', comment: 'known from before' },
      });
      status = 'FINISHED';
      await bridge.invoke('reading.start', {
        environmentId,
        from: { selection: { ids: ['case-new'] } },
        pace: { concurrency: 1 },
      });
    },
  });
  const { page } = console;
  const row = page.locator('[data-conversation="case-new"]');
  // The list marks it, and the case says it.
  await row.getByRole('img', { name: 'Changed since it was opened' }).waitFor();
  await row.click();
  const strip = page.getByRole('region', { name: 'Earlier cases and changes' });
  await strip.getByText(/^Seen before, rejected by .*: same user key\./).waitFor();
  await strip.getByRole('button', { name: /^Changed / }).waitFor();
  await expectAccessible(page);
  await picture(page, 'case-strip');

  await strip.getByRole('button', { name: /^Changed / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Read 2 of 2').waitFor();
  await dialog
    .getByRole('row', { name: /status/ })
    .getByText('IN_PROGRESS')
    .waitFor();
  await expectAccessible(page);
  await picture(page, 'case-reads');
  await dialog.getByRole('button', { name: 'Older' }).click();
  await dialog.getByText('Read 1 of 2').waitFor();
  await page.keyboard.press('Escape');

  await strip.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByText('Compare two cases').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await panel.getByRole('region', { name: 'Seen before' }).getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => page.url()).toContain('case-old');
  await strip.getByText('Issues').waitFor();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => page.url()).toContain('case-new');
  await strip.getByText('Rejected').waitFor();
  expect(console.complaints).toEqual([]);
});

test('a case is not decided on an older result than the console has read', async () => {
  const service = await RecordingService.start();
  onTestFinished(() => service.close());
  let status = 'IN_PROGRESS';
  service.answer = ({ conversationId }, response) => sendConversation(response, conversationId, { status });
  const opened = Promise.withResolvers<{ wire: Wire; environmentId: string }>();
  await using console = await startConsole({
    keepWire: true,
    async prepare(wire) {
      const environmentId = await joinService(wire, service);
      await wire.bridge.invoke('conversations.open', { environmentId, conversationId: 'case-1' });
      opened.resolve({ wire, environmentId });
    },
  });
  const { page } = console;
  const { wire, environmentId } = await opened.promise;
  onTestFinished(() => wire.close());
  await rows(page).first().click();
  const decision = page.getByRole('region', { name: 'Decision' });
  // The decisions are there before the page has read the case.
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
  await decision.getByRole('button', { name: 'Approve', exact: true }).waitFor();

  // Another part of the console reads it again while the page shows what was read before.
  status = 'FINISHED';
  await wire.bridge.invoke('reading.start', {
    environmentId,
    from: { selection: { ids: ['case-1'] } },
    pace: { concurrency: 1 },
  });
  const strip = page.getByRole('region', { name: 'Earlier cases and changes' });
  await strip.getByText('A newer result was read. It is not shown yet.').waitFor();
  await decision.getByText('Show the newer result before you decide.').waitFor();
  expect(await decision.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await picture(page, 'case-newer-result');

  await strip.getByRole('button', { name: 'Show it' }).press('Enter');
  await decision.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await strip.getByRole('button', { name: /^Changed / }).waitFor();
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((h1) => h1 === document.activeElement)).toBe(true);
  expect(console.complaints).toEqual([]);
});
