import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { receiptRow, unsentRow } from '../../../preload/contract/receipts.ts';
import { groupLabels, outcomeLabels, planText } from '../../../preload/wording/deletion-runs.ts';
import { actionLabel, modeTexts } from '../../../renderer/features/deletion/deletion-wording.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { expectSelected, openCases } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import {
  draftRegion,
  FakeRuns,
  listField,
  newPreviewRow,
  newReport,
  newRun,
  noOutcomes,
  runRegion,
} from '../deletion-runs.ts';
import { asked } from '../deletions.ts';
import { newEnvironment, selectEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { tabTo } from '../keyboard.ts';
import { openWindow, press } from '../window.tsx';

const acme = newEnvironment('acme-test', { name: 'Acme test' });
const live = newEnvironment('acme-live', { name: 'Acme live', kind: 'production' });
const other = newEnvironment('other', { name: 'Other' });
const tab = (name: string) => page.getByRole('radiogroup', { name: 'Kind of deletion' }).getByText(name);
const send = ({ settings }: EnvironmentView, mode: 'EXPIRE' | 'DELETE_DATA' = 'EXPIRE') =>
  page.getByRole('button', { name: actionLabel(mode, settings.name) });
const run = (name = 'Expire in Acme test') => runRegion(name);
const countField = (count: number) => page.getByRole('textbox', { name: new RegExp(`^Type ${count} to`) });
const group = (which: keyof typeof groupLabels, count: number) =>
  draftRegion.getByRole('button', { name: `${groupLabels[which]} ${count}`, exact: true });

/** The tab for many, on a main that would preview these rows. */
async function openMany(rows: PreviewRow[], environment = acme) {
  const runs = new FakeRuns(rows);
  const opened = await openWindow(
    {
      ...runs.replies(),
      'reading.readList': () => ({ listId: 'list-1', report: newReport(rows.length) }),
      'receipts.list': () => ({ receipts: [], total: 0 }),
      'receipts.unsent': () => ({ rows: [], total: 0 }),
    },
    { hash: '#/deletion', environments: [environment, other] },
  );
  runs.connect(opened.bridge);
  await tab('Many').click();
  return { ...opened, runs };
}

async function previewMany(rows: readonly PreviewRow[], mode: 'EXPIRE' | 'DELETE_DATA' = 'EXPIRE') {
  await listField.fill(rows.map(({ conversationId }) => conversationId).join('\n'));
  await page.getByRole('radio', { name: modeTexts[mode].label }).click();
  await page.getByRole('button', { name: /^Preview \d/ }).click();
  await expect.element(draftRegion).toBeVisible();
}

async function confirmMany(count: number) {
  await asked.reason.selectOptions('test-data');
  await countField(count).fill(String(count));
}

const three = () => [1, 2, 3].map((number) => newPreviewRow(idOf(number)));

test('a list is previewed in groups, confirmed by its count, and held before it is sent', async () => {
  const rows = [
    newPreviewRow(idOf(1), { plan: ['DELETE_DATA'] }),
    newPreviewRow(idOf(2), {
      ...{ group: 'refused', detail: 'ConversationNotYetFinished', plan: [], included: false },
    }),
    newPreviewRow(idOf(3), {
      ...{ group: 'refused', detail: 'ActiveSubscriptionExists', plan: [], included: false },
    }),
    newPreviewRow(idOf(4), { group: 'missing', detail: 'not-found', plan: [], included: false }),
  ];
  const { bridge, runs } = await openMany(rows);
  await previewMany(rows, 'DELETE_DATA');
  await expect.element(page.getByText('4 conversations read. Nothing was changed.')).toBeVisible();
  await expect.element(group('works', 1)).toBeVisible();
  await expect.element(group('refused', 2)).toBeVisible();
  await expect.element(group('missing', 1)).toBeVisible();
  await expect.element(page.getByText('1 still active · 1 monitored · 1 not found (404)')).toBeVisible();
  await expectAccessible(bothSchemes);

  const button = send(acme, 'DELETE_DATA');
  await asked.reason.selectOptions('test-data');
  await page.getByLabelText('Ticket (optional)').fill('SUP-4821');
  await expect.element(button).toBeDisabled();
  await asked.loss.click();
  await expect.element(button).toBeDisabled();
  await countField(1).fill('2');
  await expect.element(button).toBeDisabled();
  await countField(1).fill('1');
  await press('Enter');
  expect(bridge.inputs('deletionRuns.start')).toEqual([]);
  await button.click();
  const card = run('Delete data in Acme test');
  await expect
    .element(card.getByText(/^Nothing was sent yet\. 1 conversation follows in \d+ s\.$/))
    .toBeVisible();
  expect(bridge.inputs('deletionRuns.start')).toEqual([
    {
      ...{
        environmentId: 'acme-test',
        draftId: 'draft-1',
        count: '1',
        reason: 'test-data',
        ticket: 'SUP-4821',
      },
      pace: { concurrency: 4, stopAfter: 10 },
    },
  ]);
  // Undo has the focus.
  await expect.element(card.getByRole('button', { name: 'Undo' })).toHaveFocus();
  runs.change({ state: 'done', waiting: 0, outcomes: { ...noOutcomes, confirmed: 1 } });
  await expect.element(card.getByText(`${outcomeLabels.confirmed}: 1`)).toBeVisible();
  await expect
    .element(page.getByRole('status').getByText('Deleting: finished', { exact: true }))
    .toBeInTheDocument();
  await expectAccessible(bothSchemes);
});

test('what is held is taken back by Undo', async () => {
  const rows = three();
  const { bridge } = await openMany(rows);
  await previewMany(rows);
  await confirmMany(3);
  await send(acme).click();
  await run().getByRole('button', { name: 'Undo' }).click();
  await expect.element(run().getByText(`${outcomeLabels.withdrawn}: 3`)).toBeVisible();
  expect(bridge.inputs('deletionRuns.control')).toEqual([{ runId: 'run-1', action: 'takeBack' }]);
  await run().getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(run()).not.toBeInTheDocument();
});

test('with the keyboard only, from the list to the hold', async () => {
  const { bridge } = await openMany(three());
  await tabTo(/^Conversations$/);
  await userEvent.keyboard(idOf(1));
  await expect.element(page.getByRole('button', { name: /^Preview \d/ })).toBeEnabled();
  await tabTo(/^Preview \d/);
  await press('Enter');
  await expect.element(draftRegion).toBeVisible();
  await tabTo(/^Reason/);
  await userEvent.keyboard('Test');
  await tabTo(/^Type 3 to expire/);
  await userEvent.keyboard('3');
  await tabTo(/^Expire in Acme test$/);
  await press('Enter');
  await expect.element(run().getByRole('button', { name: 'Undo' })).toHaveFocus();
  expect(bridge.inputs('deletionRuns.start')).toHaveLength(1);
});

test('in production the name of the environment is typed as well', async () => {
  const rows = three();
  const { bridge, runs } = await openMany(rows, live);
  runs.more = { confirmation: 'Acme live' };
  await previewMany(rows);
  await confirmMany(3);
  await expect.element(send(live)).toBeDisabled();
  await asked.name.fill('acme live');
  await expect.element(send(live)).toBeDisabled();
  await asked.name.fill('Acme live');
  await expectAccessible();
  await send(live).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ environmentId: 'acme-live', count: '3', environmentName: 'Acme live' }]);
});

test('in a read-only environment nothing is asked for and nothing can be sent', async () => {
  const rows = three();
  const readOnly = newEnvironment('acme-test', { name: 'Acme test', readOnly: true });
  await openMany(rows, readOnly);
  await previewMany(rows);
  await expect.element(page.getByText(/^This environment is read-only/)).toBeVisible();
  await expect.element(send(acme)).not.toBeInTheDocument();
  await expect.element(countField(3)).not.toBeInTheDocument();
});

test('a preview, and all that was typed for it, is left with its environment', async () => {
  const rows = three();
  const { bridge } = await openMany(rows, live);
  await previewMany(rows);
  await confirmMany(3);
  await selectEnvironment('Other');
  await expect.element(listField).toHaveValue('');
  const shown = document.querySelector<HTMLElement>('#work')?.innerText ?? '';
  expect(rows.filter(({ conversationId }) => shown.includes(conversationId))).toEqual([]);
  await selectEnvironment('Acme live');
  await expect.element(listField).toHaveValue('');
  await expect.element(draftRegion).not.toBeInTheDocument();
  expect(bridge.inputs('deletionRuns.start')).toEqual([]);
});

test('groups are included and left out, one by one and all at once', async () => {
  const rows = [
    newPreviewRow(idOf(1)),
    newPreviewRow(idOf(2), { group: 'refused', detail: 'ConversationAlreadyFinished', included: false }),
    newPreviewRow(idOf(3), { group: 'unclear', detail: 'not-documented', included: false }),
  ];
  const { bridge } = await openMany(rows);
  await previewMany(rows);
  await expect.element(page.getByText('Expire: 1')).toBeVisible();
  await group('refused', 1).click();
  await page.getByRole('button', { name: 'Include all 1' }).click();
  await expect.element(page.getByText('Expire: 2')).toBeVisible();
  await draftRegion.getByRole('button', { name: 'All 3' }).click();
  await page.getByRole('checkbox', { name: `Include ${idOf(1)}` }).click();
  await page.getByRole('checkbox', { name: `Include ${idOf(2)}` }).click();
  await expect.element(page.getByText('Nothing is included, so nothing can be sent.')).toBeVisible();
  await expect.element(send(acme)).not.toBeInTheDocument();
  expect(bridge.inputs('deletionRuns.choose').map(({ change }) => change)).toEqual([
    { group: 'refused', included: true },
    { ids: [idOf(1)], included: false },
    { ids: [idOf(2)], included: false },
  ]);
  await page.getByRole('button', { name: 'Discard preview' }).click();
  await expect.element(listField).toBeVisible();
});

test('what is active or monitored has a plan of two steps where one wants that', async () => {
  const rows = [
    newPreviewRow(idOf(1), {
      ...{ group: 'refused', detail: 'ConversationNotYetFinished', plan: [], included: false },
    }),
    newPreviewRow(idOf(2), {
      ...{ group: 'refused', detail: 'ActiveSubscriptionExists', plan: [], included: false },
    }),
  ];
  const { bridge, runs } = await openMany(rows);
  runs.more = { canEndMonitoring: true };
  await previewMany(rows, 'DELETE_DATA');
  runs.rows = rows.map((row) => ({ ...row, included: true, plan: ['EXPIRE', 'DELETE_DATA'] }));
  await page.getByRole('checkbox', { name: /^Expire active ones first/ }).click();
  await expect.element(page.getByText(`${planText(['EXPIRE', 'DELETE_DATA'])}: 2`)).toBeVisible();
  runs.rows = rows.map((row) => ({ ...row, included: true, plan: ['END_MONITORING', 'DELETE_DATA'] }));
  await page.getByRole('checkbox', { name: /^End AML monitoring first/ }).click();
  await expect.element(page.getByText(`${planText(['END_MONITORING', 'DELETE_DATA'])}: 2`)).toBeVisible();
  expect(bridge.inputs('deletionRuns.choose').map(({ change }) => change)).toEqual([
    { options: { expireFirst: true, endMonitoring: false } },
    { options: { expireFirst: true, endMonitoring: true } },
  ]);
});

test('a preview is stopped while it reads, and goes on', async () => {
  const rows = three();
  const { bridge, runs } = await openMany(rows);
  runs.more = { state: 'reading', read: 1 };
  await previewMany(rows);
  await expect.element(page.getByText('1 of 3 read')).toBeVisible();
  await expect.element(send(acme)).toBeDisabled();
  runs.more = {};
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await page.getByRole('button', { name: 'Read the rest' }).click();
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.choose').map(({ change }) => change))
    .toEqual([{ reading: 'pause' }, { reading: 'resume' }, { reading: 'again' }]);
});

test('user keys are replaced by their conversations, and what was not read is named', async () => {
  const { bridge } = await openMany(three());
  bridge.answer({
    'reading.readList': () => ({
      listId: 'list-2',
      report: newReport(1, {
        lines: 3,
        userKeys: [{ number: 1, userKey: 'user-1', conversations: 1 }],
        userKeyCount: 1,
        bad: [{ number: 2, text: 'somebody', reason: 'no-id' }],
        badCount: 1,
        elsewhere: [{ number: 3, id: idOf(9), environmentName: 'Sandbox' }],
        elsewhereCount: 1,
      }),
    }),
  });
  await listField.fill(`user-1\nsomebody\n${idOf(9)}`);
  await expect.element(page.getByText('1 user key found in the list of cases')).toBeVisible();
  await expect.element(page.getByText('Found by user key')).toBeVisible();
  await expect.element(page.getByText('Not read, or not all of it')).toBeVisible();
  const elsewhere = page.getByRole('table', { name: /^In another environment, left out/ });
  await expect.element(elsewhere.getByRole('row').nth(1)).toHaveTextContent(`3${idOf(9)}Sandbox`);
  await expect.element(page.getByRole('button', { name: 'Preview 1 conversation' })).toBeEnabled();
  await expectAccessible();
});

test('a run pauses on request, goes on at another pace, and its report is saved in each form', async () => {
  const rows = three();
  const { bridge, runs } = await openMany(rows);
  await previewMany(rows);
  await page.getByLabelText('Concurrent requests').fill('1');
  await page.getByLabelText('Requests per second').fill('2.5');
  await page.getByLabelText('Pause after failures in a row').fill('2');
  await confirmMany(3);
  await send(acme).click();
  await expect.element(run()).toBeVisible();
  expect(bridge.inputs('deletionRuns.start')).toMatchObject([
    { pace: { concurrency: 1, perSecond: 2.5, stopAfter: 2 } },
  ]);
  runs.change({ state: 'running', waiting: 2, outcomes: { ...noOutcomes, failed: 1 } });
  await run().getByRole('button', { name: 'Pause', exact: true }).click();
  await run().getByRole('button', { name: 'Change pace' }).click();
  await run().getByLabelText('Requests per second').fill('');
  await run().getByLabelText('Concurrent requests').fill('16');
  await expectAccessible();
  await run().getByRole('button', { name: 'Apply' }).click();
  await expect.element(run().getByText(/no rate limit/)).toBeVisible();
  expect(bridge.inputs('deletionRuns.setPace')).toEqual([
    { runId: 'run-1', pace: { concurrency: 16, stopAfter: 2 } },
  ]);
  await run().getByRole('button', { name: 'Resume' }).click();
  runs.change({ state: 'done', waiting: 0, outcomes: { ...noOutcomes, failed: 1, confirmed: 2 } });
  await expect.element(run().getByText(`${outcomeLabels.failed}: 1`)).toBeVisible();
  await expect.element(run().getByText(`${outcomeLabels.confirmed}: 2`)).toBeVisible();
  bridge.answer({ 'deletionRuns.report': () => ({ kind: 'cancelled' }) });
  for (const name of ['Report (CSV)', 'Report (PDF)', 'Report with receipts (JSON)']) {
    await run().getByRole('button', { name, exact: true }).click();
  }
  await expect
    .poll(() => bridge.inputs('deletionRuns.report').map(({ format }) => format))
    .toEqual(['csv', 'pdf', 'json']);
});

test('a run goes on in its own environment while another is selected, and closing the window asks', async () => {
  const { runs } = await openMany(three());
  const isAskedFor = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAskedFor()).toBe(false);
  runs.runs = [newRun(3)];
  runs.change({});
  await expect.element(run()).toBeVisible();
  expect(isAskedFor()).toBe(true);
  await selectEnvironment('Other');
  await expect.element(run()).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Cases' }).click();
  const chip = page.getByRole('button', { name: /^Console status: / });
  await expect.element(chip.getByText(/^Expiring/)).toBeVisible();
  expect(isAskedFor()).toBe(true);
  runs.change({ state: 'done', waiting: 0, outcomes: { ...noOutcomes, confirmed: 3 } });
  await expect.element(chip.getByText('Expiring: finished')).toBeVisible();
  expect(isAskedFor()).toBe(false);
});

test('what is selected in the list of cases, or a whole filtered view, is previewed together', async () => {
  const cases = new FakeCases([1, 2, 3].map((number) => newRow(number)));
  const { bridge } = await openCases(cases);
  const runs = new FakeRuns(three());
  bridge.answer(runs.replies());
  (await page.getByRole('grid').element()).focus();
  await press('Control+a');
  await expectSelected(3);
  await page.getByRole('button', { name: 'Expire or delete…' }).click();
  await expect.element(page.getByText('3 conversations read. Nothing was changed.')).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toMatchObject([
    { environmentId: 'sandbox', from: { selection: { resultId: expect.any(String) } } },
  ]);
  await page.getByRole('button', { name: 'Discard preview' }).click();
  await press('Alt+ArrowLeft');
  await expect.element(page.getByRole('grid')).toBeVisible();
  await press('Escape');
  await press('x');
  await press('Shift+J');
  await expectSelected(2);
  await page.getByRole('button', { name: 'Expire or delete…' }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.prepare').at(-1)?.from)
    .toEqual({ selection: { ids: [idOf(1), idOf(2)] } });
});

test('the register is filtered and exported, and a receipt saved', async () => {
  const about = {
    environmentId: 'acme-test',
    environmentName: 'Acme test',
    reason: 'test-data',
    user: 'someone',
  };
  const receipt = receiptRow.parse({
    ...{ ...about, receiptId: 'receipt-7', number: 7, conversationId: idOf(7), mode: 'EXPIRE' },
    ...{ ticket: 'SUP-4821', outcome: 'confirmed', askedAt: '2026-01-15T12:00:00Z', isSessionKey: false },
  });
  const unsent = unsentRow.parse({
    ...{
      ...about,
      mode: 'EXPIRE',
      runId: 'run-1',
      at: '2026-01-15T12:00:00Z',
      outcome: 'duplicate',
      line: 5,
    },
  });
  const { bridge } = await openMany([]);
  const cancelled = vi.fn(() => ({ kind: 'cancelled' as const }));
  bridge.answer({
    'receipts.list': ({ filter }) =>
      filter.mode === 'DELETE_DATA' ? { receipts: [], total: 0 } : { receipts: [receipt], total: 1 },
    'receipts.unsent': () => ({ rows: [unsent], total: 1 }),
    'receipts.export': cancelled,
    'receipts.save': cancelled,
  });
  await tab('Register').click();
  const register = page.getByRole('region', { name: 'Register' });
  await expect.element(register.getByText('1 receipt', { exact: true })).toBeVisible();
  await expect.element(register.getByRole('cell', { name: 'Test data (SUP-4821)' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Asked for, without a receipt' }).getByRole('row').nth(1))
    .toBeVisible();
  await expectAccessible();
  await register.getByRole('button', { name: 'Save receipt 7' }).click();
  await register.getByLabelText('Action', { exact: true }).selectOptions('DELETE_DATA');
  await expect.element(register.getByText('Nothing was expired or deleted with this filter.')).toBeVisible();
  await register.getByLabelText('Action', { exact: true }).selectOptions('');
  await register.getByLabelText('Reason').selectOptions('test-data');
  await expect.element(register.getByText('1 receipt', { exact: true })).toBeVisible();
  await register.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => cancelled.mock.calls.length).toBe(2);
  expect(bridge.inputs('receipts.save')).toEqual([{ receiptId: 'receipt-7' }]);
  expect(bridge.inputs('receipts.export')).toEqual([{ filter: { reason: 'test-data' }, format: 'csv' }]);

  await register.getByLabelText('Person or id').fill(' u-7 ');
  await register.getByLabelText('By', { exact: true }).fill('anna');
  await register.getByRole('button', { name: 'Outcome' }).click();
  await expect
    .poll(() => bridge.inputs('receipts.list').at(-1))
    .toMatchObject({
      filter: { reason: 'test-data', text: 'u-7', user: 'anna' },
      sort: { by: 'outcome', descending: false },
    });
  await register.getByRole('button', { name: 'Export with receipts (PDF)' }).click();
  await expect.poll(() => bridge.inputs('receipts.export').at(-1)?.format).toBe('pdf');
  bridge.answer({
    'cases.get': () => ({}),
    'conversations.open': failing({ code: 'not-found' }),
    'receipts.of': () => ({ receipts: [] }),
  });
  await register.getByRole('button', { name: idOf(7) }).click();
  await expect.poll(() => location.hash).toContain(`#/conversations/${idOf(7)}`);
});

test('a run with data that must still be kept is started with a reason only', async () => {
  const rows = three();
  const { bridge } = await openMany(rows);
  bridge.answer({ 'deletionRuns.early': () => ({ held: 1, early: 2, unknown: 0 }) });
  await previewMany(rows, 'DELETE_DATA');
  await expect.element(page.getByText('1 kept on purpose, 2 before the end of the period.')).toBeVisible();
  await confirmMany(3);
  await asked.loss.click();
  await expect.element(send(acme, 'DELETE_DATA')).toBeDisabled();
  await page.getByLabelText('Why is this data deleted now?').fill('The case is closed');
  await send(acme, 'DELETE_DATA').click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ earlyReason: 'The case is closed' }]);
});
