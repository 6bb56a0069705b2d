import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import type { EnvironmentKind } from '../../../preload/contract/environments.ts';
import { actionLabel, outcomeLabels } from '../../../preload/wording/deletion-runs.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import {
  asked,
  FakeRuns,
  field,
  idsOf,
  newOver,
  newPreviewRow,
  newRun,
  noOutcomes,
  paste,
  registerRegion,
  runRegion,
} from '../deletion-runs.ts';
import { newEnvironment, selectEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { tabTo } from '../keyboard.ts';
import { openWindow, press } from '../window.tsx';

const named = (name: string, kind: EnvironmentKind, more: object = {}) =>
  newEnvironment(`acme-${kind}`, { name, kind, ...more });
const kinds = {
  sandbox: named('Acme sandbox', 'sandbox'),
  test: named('Acme test', 'test'),
  production: named('Acme live', 'production'),
};

async function open(rows: PreviewRow[], environment = kinds.test, more: FakeRuns['more'] = {}) {
  const runs = new FakeRuns(rows);
  runs.more = more;
  const opened = await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...runs.replies() },
    {
      hash: '#/deletion',
      environments: [environment, newEnvironment('other', { name: 'Other' })],
    },
  );
  runs.connect(opened.bridge);
  return { ...opened, runs };
}

const rows = (count: number, change: Partial<PreviewRow> = {}) =>
  Array.from({ length: count }, (_, index) => newPreviewRow(idOf(index + 1), change));
const expiring = { choice: 'expire', group: 'expire-only', plan: ['EXPIRE'] } as const;
const send = (name = 'Acme test', mode: 'EXPIRE' | 'DELETE_DATA' = 'DELETE_DATA') =>
  page.getByRole('button', { name: actionLabel(mode, name) });
const run = (name = 'Delete data in Acme test') => runRegion(name);

test('in the sandbox one conversation needs two actions: paste, delete', async () => {
  const { bridge } = await open(rows(1), kinds.sandbox);
  await paste(idsOf(1));
  await send('Acme sandbox').click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toEqual([
      {
        environmentId: 'acme-sandbox',
        draftId: 'draft-1',
        reason: 'test-data',
        pace: { concurrency: 4, stopAfter: 10 },
      },
    ]);
  await expect.element(field).toHaveValue('');
});

test('in a test environment one conversation needs four: paste, reason, the right person, delete', async () => {
  const { bridge } = await open(rows(1));
  await paste(idsOf(1));
  await expectMissing(send(), 'Choose a reason.');
  await asked.reason.selectOptions('test-data');
  await expectMissing(send(), 'Tick this first.');
  await asked.person.click();
  await send().click();
  await expect.poll(() => bridge.inputs('deletionRuns.start')).toHaveLength(1);
});

test('in production one conversation needs the end of the user key and the name as well', async () => {
  const more = { confirmation: 'Acme live', identityOf: 'user-key' } as const;
  const { bridge } = await open(rows(1), kinds.production, more);
  await paste(idsOf(1));
  await asked.reason.selectOptions('test-data');
  await asked.person.click();
  await expectMissing(send('Acme live'), 'Type the last four characters.');
  await asked.identity.fill('4711');
  await asked.name.fill('acme live');
  await expectMissing(send('Acme live'), 'Type it exactly as it is shown.');
  await asked.name.fill('Acme live');
  await press('Enter');
  expect(bridge.inputs('deletionRuns.start')).toEqual([]);
  await expectAccessible(bothSchemes);
  await send('Acme live').click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ environmentName: 'Acme live', identity: '4711', reason: 'test-data' }]);
});

test('several are confirmed by their number, and in production by the name and the loss as well', async () => {
  const { bridge } = await open(rows(3), kinds.production, { confirmation: 'Acme live' });
  await paste(idsOf(3));
  await asked.reason.selectOptions('test-data');
  await asked.loss.click();
  await asked.name.fill('Acme live');
  await asked.count(3).fill('2');
  await expectMissing(send('Acme live'), 'Type 3.');
  await asked.count(3).fill('3');
  await send('Acme live').click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ count: '3', environmentName: 'Acme live' }]);
});

test('with the keyboard only, from the field to the hold, which can be undone', async () => {
  const { bridge } = await open(rows(3, { ...expiring, plan: ['EXPIRE'] }));
  await tabTo(/^Conversations or people/);
  await userEvent.keyboard(idOf(1));
  await press('Enter');
  await tabTo(/^Reason/);
  await userEvent.keyboard('Test');
  await tabTo(/^Type 3 to expire/);
  await userEvent.keyboard('3');
  await tabTo(/^Expire in Acme test$/);
  await press('Enter');
  const card = run('Expire in Acme test');
  await expect
    .element(card.getByText(/^Nothing was sent yet\. 3 conversations follow in \d+ s\.$/))
    .toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await press('Enter');
  expect(bridge.inputs('deletionRuns.control')[0]).toEqual({ runId: 'run-1', action: 'cancel' });
});

test('one conversation is sent at once, and can be undone until then', async () => {
  const { bridge } = await open(rows(1), kinds.sandbox);
  await paste(idsOf(1));
  await send('Acme sandbox').click();
  const card = run();
  await expect.element(field).toHaveValue('');
  await card.getByRole('button', { name: 'Undo' }).click();
  expect(bridge.inputs('deletionRuns.control')[0]).toEqual({ runId: 'run-1', action: 'cancel' });
  await expect.element(field).toHaveValue(idsOf(1));
  await expect.element(send('Acme sandbox')).toBeVisible();
});

test('a refusal of main is shown at its confirmation', async () => {
  const { bridge } = await open(rows(1), kinds.sandbox);
  bridge.answer({ 'deletionRuns.start': failing({ code: 'preview-outdated' }) });
  await paste(idsOf(1));
  await send('Acme sandbox').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(send('Acme sandbox')).toBeEnabled();
});

test('in a read-only environment nothing is asked for and nothing can be sent', async () => {
  await open(rows(3), named('Acme test', 'test', { readOnly: true }));
  await paste(idsOf(3));
  await expect.element(page.getByText(/^This environment is read-only/)).toBeVisible();
  await expect.element(send()).not.toBeInTheDocument();
});

test('the pace is normal unless it is changed, before and during a run', async () => {
  const { bridge, runs } = await open(rows(3));
  await paste(idsOf(3));
  await page.getByRole('button', { name: 'Pace: normal · Change' }).click();
  await page.getByLabelText('Concurrent requests').fill('1');
  await page.getByLabelText('Requests per second').fill('2.5');
  await page.getByLabelText('Pause after failures in a row').fill('2');
  await asked.reason.selectOptions('test-data');
  await asked.count(3).fill('3');
  await send().click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ pace: { concurrency: 1, perSecond: 2.5, stopAfter: 2 } }]);
  runs.change({ state: 'running', waiting: 2, outcomes: { ...noOutcomes, failed: 1 } });
  await run().getByRole('button', { name: 'Pause', exact: true }).click();
  await run()
    .getByRole('button', { name: /^1 at once/ })
    .click();
  await run().getByLabelText('Requests per second').fill('');
  await run().getByLabelText('Concurrent requests').fill('16');
  await expectAccessible();
  await run().getByRole('button', { name: 'Apply' }).click();
  await expect.element(run().getByText(/no rate limit/)).toBeVisible();
  await run().getByRole('button', { name: 'Go on' }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.control').map(({ action }) => action))
    .toEqual(['pause', 'resume']);
});

test('a failure that stops a run has its way out: the settings of the key, the pace, going on', async () => {
  const { bridge, runs } = await open([]);
  const rejected = {
    code: 'credentials-rejected',
    message: 'The key was refused.',
    retryable: false,
  } as const;
  runs.runs = [newRun(3, { state: 'paused', failure: rejected })];
  runs.change({});
  await expect.element(run().getByText('The key was refused.')).toBeVisible();
  await run().getByRole('button', { name: 'Go on' }).click();
  expect(bridge.inputs('deletionRuns.control')).toEqual([{ runId: 'run-1', action: 'resume' }]);
  // Also a run that the console found at its start, whose reads fail.
  runs.change({ state: 'interrupted', failure: rejected });
  await expect.element(run().getByText(/Nothing more is sent until you press “Go on”/)).toBeVisible();
  await run().getByRole('button', { name: 'Go on' }).click();
  expect(bridge.inputs('deletionRuns.control')).toHaveLength(2);
  const failed = { code: 'server-error', message: 'The service failed.', retryable: true } as const;
  runs.change({ state: 'paused', failure: failed });
  await run().getByRole('button', { name: 'Change the pace' }).click();
  await expect.element(run().getByLabelText('Requests per second')).toBeVisible();
  runs.change({ failure: rejected });
  const notRecorded = { ...failed, code: 'deletion-not-recorded', message: 'Not recorded.' } as const;
  runs.change({ state: 'settling', failure: notRecorded });
  await expect.element(run().getByText('Cancellation not recorded')).toBeVisible();
  await expect.element(run().getByRole('button', { name: 'Cancel the rest' })).toBeVisible();
  for (const name of ['Change the pace', 'Pause']) {
    expect(run().getByRole('button', { name, exact: true }).elements()).toEqual([]);
  }
  runs.change({ state: 'paused', failure: rejected });
  await run().getByRole('button', { name: 'Open the settings of this key' }).click();
  await expect.poll(() => location.hash).toContain('settings');
});

test('a run that waits says what for and when it goes on by itself, and asks for nothing', async () => {
  const { runs } = await open([]);
  const limited = {
    code: 'rate-limited',
    message: 'Too many requests in a short time (429).',
    hint: 'The service asks to wait 6 seconds. Try again after that.',
    retryable: true,
  } as const;
  runs.runs = [newRun(3, { state: 'waiting', failure: limited, resumesAt: Date.now() + 6000 })];
  runs.change({});
  await expect
    .element(run().getByText(/^Too many requests in a short time \(429\)\. It goes on by itself at .*\d/))
    .toBeVisible();
  expect(run().getByText('Try again after that').elements()).toEqual([]);
});

test('a run that only reads can be ended without confirmation, and says what it waits for', async () => {
  const { bridge, runs } = await open([]);
  runs.runs = [newRun(3, { state: 'settling', waiting: 0, underWay: 3 })];
  runs.change({});
  await expect.element(run().getByText('Sent, not confirmed yet: 3')).toBeVisible();
  await run().getByRole('button', { name: 'Finish without confirmation' }).click();
  expect(bridge.inputs('deletionRuns.control')[0]).toEqual({ runId: 'run-1', action: 'stopReading' });
  runs.runs = [newRun(3, { runId: 'run-2', state: 'waiting', waiting: 1, heldByOthers: 1 })];
  runs.change({});
  await expect.element(run().getByText(/^One conversation is still in another run/)).toBeVisible();
  runs.change({ state: 'interrupted', outcomes: { ...noOutcomes, incomplete: 2 } });
  await expect.element(run().getByText(`${outcomeLabels.incomplete}: 2`)).toBeVisible();
  await run().getByRole('button', { name: 'Cancel the rest' }).click();
  expect(bridge.inputs('deletionRuns.control')).toContainEqual({ runId: 'run-2', action: 'cancel' });
});

test('a run is planned for later, counts down, is asked about when it was missed, and can be cancelled', async () => {
  const { bridge, runs } = await open([newPreviewRow(idOf(1)), newPreviewRow(idOf(2))]);
  await field.fill(`${idOf(1)} ${idOf(2)}`);
  await page.getByRole('button', { name: /^Preview/ }).click();
  await page.getByRole('combobox', { name: 'Reason' }).selectOptions('test-data');
  await page.getByRole('textbox', { name: /^Type 2/ }).fill('2');
  await page.getByRole('button', { name: 'Plan for later…' }).click();
  const begin = page.getByRole('button', { name: `Plan: ${actionLabel('DELETE_DATA', 'Acme test')}` });
  await expect.element(begin).toBeEnabled();
  const time = page.getByLabelText('Begin at');
  await time.fill('2020-01-01T10:00');
  await expectMissing(begin, 'A time within the next thirty days');
  const at = new Date(Date.now() + 3 * 86_400_000);
  at.setHours(14, 30, 0, 0);
  const two = (number: number) => String(number).padStart(2, '0');
  await time.fill(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T14:30`);
  await expectAccessible(bothSchemes);
  await begin.click();
  await expect.element(run().getByText(/^in (\d+ days|\d+ h \d+ min)$/)).toBeVisible();
  expect(bridge.inputs('deletionRuns.start')).toMatchObject([{ startsAt: at.getTime(), count: '2' }]);
  await expect.element(run().getByText(/^It begins only while this console is open/)).toBeVisible();
  await expectAccessible(bothSchemes);
  runs.change({ state: 'missed' });
  await expect.element(run().getByText(/Nothing was sent. Start now, or cancel./)).toBeVisible();
  await run().getByRole('button', { name: 'Start now' }).click();
  runs.change({ state: 'missed' });
  await run().getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.control').map(({ action }) => action))
    .toEqual(['resume', 'cancel', 'dismiss']);
});

test('a run goes on in its own environment while another is selected, and closing the window asks', async () => {
  const { runs } = await open([]);
  const isAskedFor = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAskedFor()).toBe(false);
  runs.runs = [newRun(3)];
  runs.change({});
  await expect.element(run()).toBeVisible();
  await expect.poll(isAskedFor).toBe(true);
  await selectEnvironment('Other');
  await expect.element(run()).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Cases' }).click();
  const chip = page.getByRole('button', { name: /^Console status: / });
  await expect.element(chip.getByText(/^Deleting/)).toBeVisible();
  expect(isAskedFor()).toBe(true);
  runs.change({ state: 'done', waiting: 0, outcomes: { ...noOutcomes, confirmed: 3 } });
  await expect.element(chip.getByText('Deleting: finished, 3 of 3 deleted')).toBeVisible();
  await expect.poll(isAskedFor).toBe(false);
});

test('a run that has ended is a row, which opens to its lines and reports', async () => {
  const { bridge, runs } = await open([]);
  runs.runs = [newRun(2)];
  runs.change({});
  await expect.element(run()).toBeVisible();
  runs.over = [newOver(2, { ticket: 'SUP-4821', leftOut: 1, outcomes: { confirmed: 1, refused: 1 } })];
  runs.lines = [
    {
      line: 1,
      conversationId: idOf(1),
      plan: ['EXPIRE', 'DELETE_DATA'],
      outcome: 'confirmed',
      detail: 'no-reply',
      receiptIds: ['r-1', 'r-2'],
    },
    { line: 2, conversationId: idOf(2), plan: ['DELETE_DATA'], outcome: 'refused', receiptIds: [] },
    { line: 3, plan: [], outcome: 'no-id', receiptIds: [] },
  ];
  runs.change({ state: 'done', waiting: 0, outcomes: { ...noOutcomes, confirmed: 1, refused: 1 } });
  await expect.element(run()).not.toBeInTheDocument();
  await expect.element(registerRegion.getByText('1 of 2 deleted; refused: 1; left out: 1')).toBeVisible();
  await expect.element(registerRegion.getByRole('cell', { name: 'Test data (SUP-4821)' })).toBeVisible();
  // It is told once that the end was shown.
  expect(bridge.inputs('deletionRuns.control')).toEqual([{ runId: 'run-1', action: 'dismiss' }]);
  await expect
    .element(page.getByRole('status').getByText('Deleting: finished, 1 of 2 deleted', { exact: true }))
    .toBeInTheDocument();

  await registerRegion.getByRole('button', { name: 'Open', exact: true }).click();
  const lines = registerRegion.getByRole('table', { name: 'Lines of the run' });
  await expect.element(lines.getByText(/^The request had no response\./)).toBeVisible();
  await expect
    .element(lines.getByRole('row').nth(3))
    .toHaveTextContent('3No conversation id, address or callback found');
  await expectAccessible(bothSchemes);
  const cancelled = vi.fn(() => ({ kind: 'cancelled' as const }));
  bridge.answer({ 'deletionRuns.report': cancelled, 'receipts.save': cancelled });
  for (const name of ['Report (CSV)', 'Report (PDF)', 'Report with receipts (JSON)']) {
    await registerRegion.getByRole('button', { name, exact: true }).click();
  }
  await lines.getByRole('button', { name: 'Receipt 2' }).click();
  await expect.poll(() => cancelled.mock.calls.length).toBe(4);
  expect(bridge.inputs('deletionRuns.report').map(({ format }) => format)).toEqual(['csv', 'pdf', 'json']);
  expect(bridge.inputs('receipts.save')).toEqual([{ receiptId: 'r-2' }]);
  await lines.getByRole('button', { name: idOf(1) }).click();
  await expect.poll(() => location.hash).toContain(idOf(1));
});

test('data that is kept on purpose or must still be kept is deleted with a reason only', async () => {
  const { bridge } = await open(rows(1), kinds.sandbox);
  bridge.answer({ 'deletionRuns.early': () => ({ held: 1, early: 0, unknown: 0 }) });
  await paste(idsOf(1));
  await expect.element(page.getByText('1 kept on purpose.')).toBeVisible();
  await expectMissing(send('Acme sandbox'), 'Enter why.');
  await page.getByLabelText('Why is this data deleted now?').fill(' The case is closed ');
  await send('Acme sandbox').click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ earlyReason: 'The case is closed' }]);
});
