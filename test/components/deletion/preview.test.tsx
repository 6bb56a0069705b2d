import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import { detailText, groupLabels, planText } from '../../../preload/wording/deletion-runs.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { expectSelected, openCases } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import {
  draftRegion,
  FakeRuns,
  field,
  newPreviewRow,
  newReport,
  paste,
  previewButton,
} from '../deletion-runs.ts';
import { newEnvironment, selectEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { openWindow, press, showData } from '../window.tsx';

const acme = newEnvironment('acme-test', { name: 'Acme test' });
const other = newEnvironment('other', { name: 'Other' });

async function open(rows: PreviewRow[], hash = '#/deletion') {
  const runs = new FakeRuns(rows);
  const opened = await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...runs.replies() },
    { hash, environments: [acme, other] },
  );
  runs.connect(opened.bridge);
  return { ...opened, runs };
}

const group = (which: keyof typeof groupLabels, count: number) =>
  draftRegion.getByRole('button', { name: `${groupLabels[which]} ${count}`, exact: true });
const rowOf = (number: number) => draftRegion.getByRole('row', { name: new RegExp(idOf(number)) });
const monitored = {
  group: 'refused',
  detail: 'ActiveSubscriptionExists',
  plan: [],
  included: false,
} as const;
const active = { group: 'expire-first', detail: 'expired-first', plan: ['EXPIRE', 'DELETE_DATA'] } as const;

/** Every row of interface 3.3, and what else a read may say. */
const outcomes: [string, Partial<PreviewRow>, string, boolean][] = [
  ['a finished conversation', {}, groupLabels.works, true],
  ['an active conversation', { ...active, plan: [...active.plan] }, planText(active.plan), true],
  [
    'an active one that is only expired',
    { group: 'expire-only', choice: 'expire', plan: ['EXPIRE'] },
    groupLabels['expire-only'],
    true,
  ],
  [
    'a finished one that is to be expired only (ConversationAlreadyFinished)',
    { ...monitored, choice: 'expire', detail: 'ConversationAlreadyFinished', plan: [] },
    detailText('ConversationAlreadyFinished'),
    false,
  ],
  ['one with active monitoring', { ...monitored, plan: [] }, detailText('ActiveSubscriptionExists'), false],
  [
    'one that is cancelled or expired',
    { group: 'unclear', detail: 'not-documented' },
    detailText('not-documented'),
    true,
  ],
  [
    'one that the service does not know (404)',
    { group: 'missing', detail: 'not-found', plan: [], included: false },
    detailText('not-found'),
    false,
  ],
  [
    'one whose data is gone (410)',
    { group: 'gone', detail: 'gone', plan: [], included: false },
    groupLabels.gone,
    false,
  ],
  [
    'one that cannot be read',
    { group: 'unclear', detail: 'server-error', included: false },
    detailText('server-error'),
    false,
  ],
];

test.each(outcomes)('%s: what will happen is said in its row', async (_name, change, text, included) => {
  await open([newPreviewRow(idOf(1), change)]);
  await paste(idOf(1));
  await expect.element(rowOf(1).getByText(text).first()).toBeVisible();
  const box = rowOf(1).getByRole('checkbox');
  await (included ? expect.element(box).toBeChecked() : expect.element(box).not.toBeChecked());
  if (!included) {
    await expect.element(page.getByText('Nothing is included, so nothing can be sent.')).toBeVisible();
  }
});

test('a pasted list is previewed at once, in groups by what will happen', async () => {
  const rows = [
    newPreviewRow(idOf(1)),
    newPreviewRow(idOf(2), { ...active, plan: [...active.plan] }),
    newPreviewRow(idOf(3), { ...monitored, plan: [] }),
    newPreviewRow(idOf(4), { group: 'missing', detail: 'not-found', plan: [], included: false }),
    newPreviewRow(idOf(5), { group: 'gone', detail: 'gone', plan: [], included: false }),
  ];
  const { bridge } = await open(rows);
  await paste(rows.map(({ conversationId }) => conversationId).join('\n'));
  for (const one of ['works', 'expire-first', 'refused', 'missing', 'gone'] as const) {
    await expect.element(group(one, 1)).toBeVisible();
  }
  await expect.element(page.getByText('Read. Nothing was changed yet.')).toBeVisible();
  await expect.element(page.getByText(`${planText(['DELETE_DATA'])}: 1`, { exact: true })).toBeVisible();
  await expectAccessible(bothSchemes);
  await group('gone', 1).click();
  await expect.element(rowOf(5)).toBeVisible();
  await expect.element(rowOf(1)).not.toBeInTheDocument();
  expect(bridge.inputs('deletionRuns.rows').at(-1)).toMatchObject({ group: 'gone' });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(draftRegion).not.toBeInTheDocument();
  expect(bridge.inputs('deletionRuns.discard')).toEqual([{ environmentId: 'acme-test', draftId: 'draft-1' }]);
});

test('typed text is read only once that is asked for', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  await field.fill(idOf(1));
  await expect.poll(() => bridge.inputs('reading.readList')).toHaveLength(1);
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([]);
  await userEvent.click(field);
  await press('Enter');
  await expect.element(rowOf(1)).toBeVisible();
});

test('a long list is read only once that is asked for', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  bridge.answer({ 'reading.readList': () => ({ listId: 'long', report: newReport(5000) }) });
  await paste('a\nb');
  await page.getByRole('button', { name: 'Preview 5,000 conversations' }).click();
  await expect.poll(() => bridge.inputs('deletionRuns.prepare')).toHaveLength(1);
});

test('expiry alone is chosen for one conversation or for all', async () => {
  const rows = [1, 2].map((number) => newPreviewRow(idOf(number), { ...active, plan: [...active.plan] }));
  const { bridge, runs } = await open(rows);
  const expired = { choice: 'expire', group: 'expire-only', plan: ['EXPIRE'], detail: undefined } as const;
  runs.chosen = ({ choice, ids }) => {
    runs.rows = runs.rows.map((row, index) =>
      ids !== undefined && !ids.includes(row.conversationId)
        ? row
        : {
            ...(choice === 'expire' ? { ...row, ...expired, plan: ['EXPIRE'] } : (rows[index] as PreviewRow)),
          },
    );
  };
  await paste(`${idOf(1)}\n${idOf(2)}`);
  await rowOf(1).getByRole('button', { name: 'Expire only' }).click();
  await expect.element(group('expire-only', 1)).toBeVisible();
  await rowOf(1).getByRole('button', { name: 'Delete the data' }).click();
  await expect.element(group('expire-first', 2)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Expire only, and keep the data' }).click();
  await expect.element(group('expire-only', 2)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Expire in Acme test' })).toBeVisible();
  expect(bridge.inputs('deletionRuns.choose').map(({ change }) => change)).toEqual([
    { choice: 'expire', ids: [idOf(1)] },
    { choice: 'delete', ids: [idOf(1)] },
    { choice: 'expire' },
  ]);
});

test('AML monitoring is ended first, of one conversation or of the group, where the environment can', async () => {
  const rows = [1, 2].map((number) => newPreviewRow(idOf(number), { ...monitored, plan: [] }));
  const { bridge, runs } = await open(rows);
  await paste(`${idOf(1)}\n${idOf(2)}`);
  await expect.element(page.getByText(/^End the AML monitoring at the service first/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^End AML monitoring/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Clear' }).click();

  runs.more = { canEndMonitoring: true };
  await paste(`${idOf(1)}\n${idOf(2)}`);
  await rowOf(1).getByRole('button', { name: 'End AML monitoring, then delete' }).click();
  await page.getByRole('button', { name: 'End AML monitoring of 2, then delete' }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.choose').map(({ change }) => change))
    .toEqual([
      { choice: 'end-monitoring', ids: [idOf(1)] },
      { choice: 'end-monitoring', group: 'refused' },
    ]);
});

test('rows and groups are included and left out', async () => {
  const rows = [1, 2].map((number) => newPreviewRow(idOf(number)));
  const { bridge } = await open(rows);
  await paste(`${idOf(1)}\n${idOf(2)}`);
  await rowOf(1).getByRole('checkbox').click();
  await expect.element(rowOf(1).getByText('Left out')).toBeVisible();
  await group('works', 2).click();
  await page.getByRole('button', { name: 'Leave all out' }).click();
  await expect.element(page.getByText('Nothing is included, so nothing can be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Include all 2' }).click();
  await expect.element(page.getByText(`${planText(['DELETE_DATA'])}: 2`, { exact: true })).toBeVisible();
  expect(bridge.inputs('deletionRuns.choose').map(({ change }) => change)).toEqual([
    { ids: [idOf(1)], included: false },
    { group: 'works', included: false },
    { group: 'works', included: true },
  ]);
});

test('a preview is stopped while it reads, and goes on; what stops it leads to the settings', async () => {
  const { bridge, runs } = await open([1, 2, 3].map((number) => newPreviewRow(idOf(number))));
  runs.more = { state: 'reading', read: 1 };
  await paste(`${idOf(1)}\n${idOf(2)}\n${idOf(3)}`);
  await expect.element(page.getByText('1 of 3 conversations read')).toBeVisible();
  runs.more = {};
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await page.getByRole('button', { name: 'Read the rest' }).click();
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.choose').map(({ change }) => change))
    .toEqual([{ reading: 'pause' }, { reading: 'resume' }, { reading: 'again' }]);
  const down = { code: 'connection-refused', message: 'Nothing listens there.', retryable: true } as const;
  runs.more = { state: 'reading', read: 1, failure: down };
  bridge.send('deletionRuns.changed', {});
  await expect.element(page.getByText('Nothing listens there. Reading goes on by itself.')).toBeVisible();
  runs.more = {
    state: 'paused',
    failure: { code: 'credentials-rejected', message: 'The key was refused.', retryable: false },
  };
  bridge.send('deletionRuns.changed', {});
  await page.getByRole('button', { name: 'Open the settings of this environment' }).click();
  await expect.poll(() => location.hash).toContain('settings');
});

test('a user key brings every conversation known for it, and says that there may be others', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1)), newPreviewRow(idOf(2))]);
  const matches = [1, 2].map((number) => ({ by: 'user-key' as const, row: newRow(number) }));
  bridge.answer({ 'cases.search': () => ({ matches }) });
  await paste('customer-4711');
  await expect.element(page.getByText('2 conversations of this person are known here.')).toBeVisible();
  await expect.element(page.getByText(/The service cannot be asked for others/)).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([
    { environmentId: 'acme-test', from: { ids: [idOf(1), idOf(2)] } },
  ]);
  await expect.element(rowOf(2)).toBeVisible();
});

test('an id that is also the user key of another conversation brings both, of which none is included before it is chosen', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1)), newPreviewRow(idOf(2))]);
  const matches = (['conversation-id', 'user-key'] as const).map((by, index) => ({
    by,
    row: newRow(index + 1),
  }));
  bridge.answer({ 'cases.search': () => ({ matches }) });
  await paste(idOf(1));
  await expect.element(page.getByText('Nothing is included, so nothing can be sent.')).toBeVisible();
  expect(bridge.inputs('deletionRuns.choose').map(({ change }) => change)).toEqual([
    { ids: [idOf(1), idOf(2)], included: false },
  ]);
});

test('a name brings the conversations of everybody who has it, of which none is included before it is chosen', async () => {
  const { bridge } = await open([
    newPreviewRow(idOf(1), { name: 'Anna Kowalska', birthDate: '1979-11-02' }),
    newPreviewRow(idOf(2), { name: 'Anna Kowalska', birthDate: '1990-05-30' }),
  ]);
  const matches = ['1979-11-02', '1990-05-30'].map((birthDate, index) => ({
    by: 'person' as const,
    row: newRow(index + 1),
    name: 'Anna Kowalska',
    birthDate,
  }));
  bridge.answer({ 'cases.search': () => ({ matches }) });
  await paste('Anna Kowalska');
  await expect.element(page.getByText(/^2 conversations of 2 people are known here/)).toBeVisible();
  await expect.element(page.getByText('Nothing is included, so nothing can be sent.')).toBeVisible();
  expect(bridge.inputs('deletionRuns.choose').map(({ change }) => change)).toEqual([
    { ids: [idOf(1), idOf(2)], included: false },
  ]);
  // The two people can be told apart once their data is shown.
  await expect.element(rowOf(1).getByText('1979-11-02')).not.toBeInTheDocument();
  await showData();
  await expect.element(rowOf(1).getByText('1979-11-02')).toBeVisible();
  await expect.element(rowOf(2).getByText('1990-05-30')).toBeVisible();
  await expect.element(rowOf(1).getByText('Anna Kowalska')).toBeVisible();
  await expectAccessible();
});

test('a name that no case has is said to be unknown, and the service is not asked', async () => {
  const { bridge } = await open([]);
  bridge.answer({
    'reading.readList': () => ({ listId: 'list-2', report: newReport(0, { lines: 1 }) }),
  });
  await paste('Nobody Here');
  await expect
    .element(page.getByText(/^No case in this console has this user key, number or name/))
    .toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([]);
});

test('lines without an id are folded away with their numbers', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  bridge.answer({
    'reading.readList': () => ({
      listId: 'list-2',
      report: newReport(1, {
        lines: 3,
        sums: { useful: 1, repeated: 0, elsewhere: 1, useless: 1 },
        bad: [{ number: 2, text: 'somebody', reason: 'no-id' }],
        badCount: 1,
        elsewhere: [{ number: 3, id: idOf(9), environmentName: 'Sandbox' }],
        elsewhereCount: 1,
      }),
    }),
  });
  await paste(`${idOf(1)}\nsomebody\n${idOf(9)}`);
  await expect
    .element(page.getByText('3 lines: 1 conversation · 1 in another environment · 1 without an id'))
    .toBeVisible();
  await expect.element(page.getByText('somebody', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show lines' }).click();
  const elsewhere = page.getByRole('table', { name: /^In another environment, left out/ });
  await expect.element(elsewhere.getByRole('row').nth(1)).toHaveTextContent(`3${idOf(9)}Sandbox`);
  await expectAccessible();
});

test('one line says what of it was left out, also where nothing is left to preview', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  const line = (conversations: number, useful: number) =>
    newReport(conversations, {
      lines: 1,
      sums: { useful, repeated: 0, elsewhere: 1 - useful, useless: 0 },
      elsewhere: [{ number: 1, id: idOf(2), environmentName: 'Other' }],
      elsewhereCount: 1,
    });
  bridge.answer({
    'cases.search': () => ({ matches: [] }),
    'reading.readList': ({ source }) => ({
      listId: 'list-1',
      report: source === idOf(2) ? line(0, 0) : line(1, 1),
    }),
  });
  const elsewhere = page.getByRole('table', { name: /^In another environment, left out/ });
  const otherRow = elsewhere.getByText('Other', { exact: true });
  for (const text of [idOf(2), `${idOf(1)} ${idOf(2)}`]) {
    await paste(text);
    await page.getByRole('button', { name: 'Show lines' }).click();
    await expect.element(otherRow).toBeVisible();
    await expect
      .element(page.getByText(/^No case in this console has this user key/))
      .not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Clear' }).click();
  }
});

test('a text pasted outside of the field is taken if nothing is entered yet', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  await expect.element(field).toBeVisible();
  await paste(idOf(1), document.body);
  await expect.element(rowOf(1)).toBeVisible();
  await paste(idOf(2), document.body);
  await expect.element(field).toHaveValue(idOf(1));
  expect(bridge.inputs('deletionRuns.prepare')).toHaveLength(1);
});

test('the name of a product is not broken inside', async () => {
  await page.viewport(1280, 800);
  await open([
    newPreviewRow(idOf(1), { userKey: 'seed-media-everything' }),
    newPreviewRow(idOf(2), { group: 'missing', detail: 'not-found', plan: [], included: false }),
  ]);
  await paste(`${idOf(1)}\n${idOf(2)}`);
  const name = rowOf(1).getByText('Identity', { exact: true });
  await expect.element(name).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(name.element());
  expect(range.getClientRects()).toHaveLength(1);
});

test('a preview can be asked for while the lines are still being counted', async () => {
  const { bridge, runs } = await open([newPreviewRow(idOf(1))]);
  bridge.answer({ 'reading.readList': () => new Promise(() => undefined) });
  await field.fill(idOf(1));
  await expect.poll(() => bridge.inputs('reading.readList').length).toBe(1);
  bridge.answer(runs.replies());
  await previewButton.click();
  await expect.element(rowOf(1)).toBeVisible();
});

test('pasted data is not shown, only its length', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  await paste('{"payload":{"name":"Kowalska"}}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveAttribute('placeholder', 'Pasted text, 31 characters');
  await expect.element(rowOf(1)).toBeVisible();
  expect(bridge.inputs('reading.readList')).toHaveLength(1);
});

test('from a case it opens filled in, with nothing to choose', async () => {
  const { bridge } = await open(
    [newPreviewRow(idOf(1), { name: 'Anna Kowalska', userKey: 'u-22181' })],
    `#/deletion/${idOf(1)}`,
  );
  await expect.element(field).toHaveValue(idOf(1));
  await expect.element(rowOf(1).getByText('u-22181')).toBeVisible();
  // The name shows its shape only.
  await expect.element(rowOf(1).getByText('Kowalska')).not.toBeInTheDocument();
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([
    { environmentId: 'acme-test', from: { ids: [idOf(1)] } },
  ]);
  await rowOf(1)
    .getByRole('button', { name: idOf(1) })
    .click();
  await expect.poll(() => location.hash).toContain(`conversations/${idOf(1)}`);
});

test('a selection in the list of cases, or a whole filtered view, is previewed together', async () => {
  const cases = new FakeCases([1, 2, 3].map((number) => newRow(number)));
  const { bridge } = await openCases(cases);
  bridge.answer(new FakeRuns([1, 2, 3].map((number) => newPreviewRow(idOf(number)))).replies());
  (await page.getByRole('grid').element()).focus();
  await press('Control+a');
  await expectSelected(3);
  await page.getByRole('button', { name: 'Expire or delete…' }).click();
  await expect.element(draftRegion.getByRole('button', { name: 'All 3' })).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toMatchObject([
    { environmentId: 'sandbox', from: { selection: { resultId: expect.any(String) } } },
  ]);
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

test('the preview asks if it is the right environment when most were not found', async () => {
  const missing = { group: 'missing', detail: 'not-found', plan: [], included: false } as const;
  await open([newPreviewRow(idOf(1), { ...missing, plan: [] }), newPreviewRow(idOf(2))]);
  await paste(`${idOf(1)}\n${idOf(2)}`);
  await expect.element(page.getByText('Is this the right environment?')).toBeVisible();
  await expect.element(page.getByText('1 of 2 conversations was not found in Acme test.')).toBeVisible();
});

test('a preview, and all that was typed, is left with its environment', async () => {
  const rows = [newPreviewRow(idOf(1))];
  const { bridge } = await open(rows);
  await paste(idOf(1));
  await expect.element(rowOf(1)).toBeVisible();
  await selectEnvironment('Other');
  await expect.element(field).toHaveValue('');
  expect(document.querySelector<HTMLElement>('#work')?.innerText ?? '').not.toContain(idOf(1));
  await selectEnvironment('Acme test');
  await expect.element(field).toHaveValue('');
  await expect.element(draftRegion).not.toBeInTheDocument();
  expect(bridge.inputs('deletionRuns.start')).toEqual([]);
});

test('a preview that main has dropped can be made again', async () => {
  const { bridge } = await open([newPreviewRow(idOf(1))]);
  bridge.answer({ 'deletionRuns.draft': failing({ code: 'preview-outdated' }) });
  await paste(idOf(1));
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(previewButton).toBeVisible();
});
