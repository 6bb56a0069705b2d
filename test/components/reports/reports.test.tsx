import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type JournalReport, type JournalRow, journalRow } from '../../../preload/contract/journal.ts';
import type { DecisionGroup } from '../../../preload/contract/reports.ts';
import { entryKindText } from '../../../preload/wording/history.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { part } from '../environments/fake-environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { openWindow } from '../window.tsx';

const settings: Replies = {
  'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: [] }),
};
const nothing: Replies = {
  ...settings,
  'journal.find': () => ({ total: 0, last: 0, actors: [], kinds: [] }),
};
const openJournal = (replies: Replies) =>
  openWindow({ ...nothing, ...replies }, { hash: '#/reports/journal' });

/** Presses a button as the keyboard does. */
async function press(within: ReturnType<typeof part>, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true });
  await expect.element(button).toBeEnabled();
  (await button.element()).focus();
  await userEvent.keyboard('{Enter}');
}

const group = (more: Partial<DecisionGroup>): DecisionGroup => ({ key: '', total: 0, counts: {}, ...more });

test('decisions are counted by day, reviewer and reason for a period, and exported', async () => {
  const all = group({ total: 3, counts: { clear: 2, reject: 1, withdrawn: 1 }, medianMs: 7_500_000 });
  const days = [
    group({ key: '2026-01-15', total: 2, counts: { clear: 2 }, medianMs: 60_000 }),
    group({ key: '2026-01-14', total: 1, counts: { reject: 1, withdrawn: 1 } }),
  ];
  const reasons = [group({ key: 'reject/not-genuine', total: 1, kind: 'reject', reason: 'not-genuine' })];
  const kinds = [group({ key: 'reject', total: 1 }), group({ key: 'withdrawn', counts: { withdrawn: 1 } })];
  const { bridge } = await openWindow(
    {
      ...settings,
      'reports.decisions': ({ by }) => ({
        all,
        groups: by === 'reason' ? reasons : by === 'decision' ? kinds : days,
        second: { total: 0, differing: 0 },
        isLimited: false,
        unreadable: 2,
      }),
      'reports.export': () => ({ kind: 'saved', path: '/exports/decisions.csv', bytes: 10 }),
    },
    { hash: '#/reports/decisions' },
  );
  const decisions = part('Decisions');
  await expect
    .element(decisions.getByText('3 decisions · 1 withdrawn · median time to a decision: 2 h 5 min'))
    .toBeVisible();
  await expect.element(decisions.getByRole('row', { name: '2026-01-15 2' })).toBeVisible();
  await expect.element(decisions.getByText(/^2 entries are not counted/)).toBeVisible();
  await expectAccessible(bothSchemes);
  await decisions.getByRole('radiogroup', { name: 'By' }).getByText('Reason').click();
  await expect
    .element(decisions.getByRole('rowheader', { name: 'Rejected: Document not genuine' }))
    .toBeVisible();
  await decisions.getByRole('radiogroup', { name: 'By' }).getByText('Decision').click();
  await expect.element(decisions.getByRole('row', { name: 'Rejected 1' })).toBeVisible();
  await expect.element(decisions.getByRole('row', { name: 'Withdrawn 1' })).toBeVisible();
  await decisions.getByRole('radiogroup', { name: 'By' }).getByText('Reason').click();
  await decisions.getByLabelText('Period').selectOptions('own');
  await decisions.getByLabelText('From').fill('2026-01-01');
  await decisions.getByLabelText('To', { exact: true }).fill('2025-12-31');
  await expect.element(decisions.getByText('Before From')).toBeVisible();
  await decisions.getByLabelText('To', { exact: true }).fill('2026-01-31');
  await expect.element(decisions.getByText('Before From')).not.toBeInTheDocument();
  await press(decisions, 'Export CSV');
  await expect.element(page.getByText('Saved as /exports/decisions.csv').first()).toBeInTheDocument();
  const january = {
    from: new Date(2026, 0, 1).getTime(),
    to: new Date(2026, 1, 1).getTime() - 1,
  };
  expect(bridge.inputs('reports.export')).toMatchObject([january]);
  expect(bridge.inputs('reports.decisions').at(-1)).toMatchObject({ by: 'reason', ...january });
});

test('a period without decisions says so, and has nothing to export', async () => {
  await openWindow(
    {
      ...settings,
      'reports.decisions': () => ({
        all: group({}),
        groups: [],
        second: { total: 0, differing: 0 },
        isLimited: false,
        unreadable: 0,
      }),
    },
    { hash: '#/reports/decisions' },
  );
  await expect.element(part('Decisions').getByText('Nothing was decided in this period.')).toBeVisible();
  await expect.element(part('Decisions').getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

const overview: Replies = {
  ...settings,
  'reports.open': () => ({
    ages: [
      { from: 0, to: 1, toReview: 4, inReview: 1, waiting: 2, verdicts: { review: 3, failed: 2 } },
      { from: 1, toReview: 1, inReview: 0, waiting: 0, verdicts: { review: 1 } },
    ],
    changed: { total: 6, cases: [] },
  }),
  'due.summary': () => ({
    rule: { basis: 'own', count: 30, unit: 'days', startsAt: 'status', statuses: ['FINISHED'] },
    counts: { due: 12, soon: 0, unknown: 0, held: 0, missing: 0, overdue: 3 },
    today: '2026-01-15',
  }),
  'reports.decisions': ({ by }) => ({
    all: group({ total: 3, counts: { clear: 2, reject: 1 }, medianMs: 7_500_000, medianOnCaseMs: 240_000 }),
    groups:
      by === 'reason'
        ? [
            group({ key: 'reject/not-genuine', total: 1, kind: 'reject', reason: 'not-genuine' }),
            group({ key: 'withdrawn', kind: 'withdrawn', counts: { withdrawn: 2 } }),
          ]
        : by === 'reviewer'
          ? [group({ key: 'anna', total: 3, counts: { clear: 2, reject: 1 } })]
          : [group({ key: '2026-01-15', total: 3, counts: { clear: 2, reject: 1 } })],
    second: { total: 14, differing: 3 },
    isLimited: false,
    unreadable: 0,
  }),
};

test('the overview says what waits, what was decided and how long it took; each chart has its table and its file', async () => {
  const { bridge } = await openWindow(
    {
      ...overview,
      'reports.saveFigures': () => ({ kind: 'saved', path: '/exports/figures.csv', bytes: 10 }),
    },
    { hash: '#/reports' },
  );
  const [now, decided] = [part('Now'), part('Decided')];
  for (const text of ['5', '6', '12, 3 overdue']) {
    await expect.element(now.getByText(text, { exact: true })).toBeVisible();
  }
  for (const text of ['2 h 5 min', '4 min', '3 of 14']) {
    await expect.element(decided.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(bothSchemes);
  const ages = part('Open by age and assessment');
  await press(ages, 'Show table: Open by age and assessment');
  await expect.element(ages.getByRole('row', { name: 'Under 1 day 4 1 2 3 2' })).toBeVisible();
  await press(decided, 'Show table: Decided per day');
  await expect.element(decided.getByRole('row', { name: '2026-01-15 3' })).toBeVisible();
  await expectAccessible(bothSchemes);
  // Chart and table count the same.
  const reasons = part('Reasons');
  await expect.element(reasons.getByText('2', { exact: true })).toBeVisible();
  await press(reasons, 'Show table: Reasons');
  await expect.element(reasons.getByRole('row', { name: /^Withdrawn 2/ })).toBeVisible();
  await press(part('Decided by'), 'CSV: Decided by');
  expect(bridge.inputs('reports.saveFigures')).toMatchObject([{ of: 'reviewer' }]);
});

test('second reviews are counted by the first decision, with the range that their number allows', async () => {
  const { bridge } = await openWindow(
    {
      ...overview,
      'reports.decisions': () => ({
        all: group({ total: 20, counts: { clear: 20 } }),
        groups: [],
        second: { total: 0, differing: 0 },
        isLimited: false,
        unreadable: 0,
        agreement: [
          { key: 'all', total: 20, agreed: 18 },
          { key: 'reject/not-genuine', kind: 'reject', reason: 'not-genuine', total: 3, agreed: 3 },
        ],
      }),
      'reports.people': () => ({ permitted: false }),
      'reports.saveFigures': () => ({ kind: 'saved', path: '/exports/agreement.csv', bytes: 10 }),
    },
    { hash: '#/reports' },
  );
  const reviews = part('Second reviews');
  await expect.element(reviews.getByRole('row', { name: 'All 20 18 90 % (70 to 97 %)' })).toBeVisible();
  const rejected = 'Rejected: Document not genuine 3 3 100 % (44 to 100 %)';
  await expect.element(reviews.getByRole('row', { name: rejected })).toBeVisible();
  await expectAccessible(bothSchemes);
  await press(reviews, 'CSV: Second reviews');
  expect(bridge.inputs('reports.saveFigures')).toMatchObject([{ of: 'agreement' }]);
});

test('test cases are counted by what was forged in them, with the range that their number allows', async () => {
  const { bridge } = await openWindow(
    {
      ...overview,
      'reports.decisions': () => ({
        all: group({}),
        groups: [],
        second: { total: 0, differing: 0 },
        isLimited: false,
        unreadable: 0,
        tests: [
          { forgery: 'portrait', total: 20, agreed: 18 },
          { forgery: 'birth-date', total: 3, agreed: 0 },
          { forgery: 'face', total: 4, agreed: 2 },
          { forgery: 'none', total: 3, agreed: 3 },
        ],
      }),
      'reports.people': () => ({ permitted: false }),
      'reports.saveFigures': () => ({ kind: 'saved', path: '/exports/test-cases.csv', bytes: 10 }),
    },
    { hash: '#/reports' },
  );
  const tests = part('Test cases');
  for (const heading of ['In the case', 'Decided', 'Forgery stopped, or genuine approved', 'Share']) {
    await expect.element(tests.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
  }
  for (const row of [
    'Portrait replaced 20 18 90 % (70 to 97 %)',
    'Date of birth changed 3 0 0 % (0 to 56 %)',
    'Face of somebody else 4 2 50 % (15 to 85 %)',
    'Genuine 3 3 100 % (44 to 100 %)',
  ]) {
    await expect.element(tests.getByRole('row', { name: row })).toBeVisible();
  }
  await expectAccessible(bothSchemes);
  await press(tests, 'CSV: Test cases');
  expect(bridge.inputs('reports.saveFigures')).toMatchObject([{ of: 'tests' }]);
});

test('figures about single people are not asked for where they are hidden', async () => {
  const { bridge } = await openWindow(
    { ...overview, 'reports.people': () => ({ permitted: false }) },
    { hash: '#/reports' },
  );
  const hidden = part('Decided by').getByText('Figures about single people are hidden.');
  await expect.element(hidden).toBeVisible();
  await page.getByRole('tab', { name: 'Decisions' }).click();
  const by = page.getByRole('radiogroup', { name: 'By' });
  await expect.element(by.getByText('Reason')).toBeVisible();
  await expect.element(by.getByText('Reviewer')).not.toBeInTheDocument();
  const asked = bridge.inputs('reports.decisions').map((input) => (input as { by: string }).by);
  expect(new Set(asked)).toEqual(new Set(['day', 'reason']));
});

test('open cases are counted by age, and one that changed since it was decided is opened', async () => {
  const counts = { toReview: 4, inReview: 0, waiting: 2, verdicts: { failed: 4 } };
  const { bridge } = await openWindow(
    {
      'reports.open': () => ({
        ages: [
          { from: 0, to: 1, ...counts },
          { from: 30, ...counts, toReview: 1 },
        ],
        changed: {
          total: 1,
          cases: [{ conversationId: idOf(7), userKey: 'u-7', decision: 'clear', decidedAt: 1, changedAt: 2 }],
        },
      }),
    },
    { hash: '#/reports/open' },
  );
  await expect.element(part('Open by age').getByRole('row', { name: 'Under 1 day 4 0 2' })).toBeVisible();
  await expect
    .element(part('Open by age').getByRole('row', { name: '30 days and more 1 0 2' }))
    .toBeVisible();
  await expectAccessible(bothSchemes);
  bridge.answer({
    'cases.get': () => ({}),
    'conversations.open': failing({ code: 'not-found' }),
    'receipts.of': () => ({ receipts: [] }),
  });
  await part('Changed since decided')
    .getByRole('button', { name: idOf(7) })
    .click();
  await expect.poll(() => location.hash).toContain(`#/conversations/${idOf(7)}`);
});

test('the journal is read page by page, and filtered by who, what, when and which case', async () => {
  const rowOf = (seq: number): JournalRow =>
    journalRow.parse({
      seq,
      at: 1_700_000_000_000 + seq,
      actor: 'anna',
      ...(seq === 999
        ? { kind: 'noted', details: {}, isForgotten: true }
        : { kind: 'noted', details: { text: `Note ${seq}` }, conversationId: idOf(7) }),
    });
  const { bridge } = await openJournal({
    'journal.find': ({ filter }) => ({
      total: filter.kind === undefined ? 1000 : 0,
      last: 1000,
      actors: ['anna', 'piotr'],
      kinds: ['noted', 'decided'],
    }),
    'journal.rows': ({ last, from, count }) => ({
      rows: Array.from({ length: count }, (_, index) => rowOf(last - from - index)),
    }),
  });
  const entries = part('Entries');
  await expect.element(entries.getByText('Note 1000')).toBeVisible();
  await expect.element(entries.getByText(`${entryKindText('noted')} (content forgotten)`)).toBeVisible();
  await expectAccessible(bothSchemes);
  const list = page.getByRole('region', { name: 'Entries of the journal: 1000 rows' });
  const box = (await list.element()) as HTMLElement;
  box.scrollTop = box.scrollHeight / 2;
  await expect
    .poll(() => bridge.inputs('journal.rows').some(({ from, last }) => from >= 300 && last === 1000))
    .toBe(true);
  await entries.getByLabelText('Who').selectOptions('piotr');
  await entries.getByLabelText('Case').fill(' u-7 ');
  await entries.getByLabelText('What').selectOptions('decided');
  await entries.getByLabelText('Period').selectOptions('today');
  await expect.element(entries.getByText('No entry matches.')).toBeVisible();
  await expect
    .poll(() => bridge.inputs('journal.find').at(-1)?.filter)
    .toMatchObject({ actor: 'piotr', kind: 'decided', text: 'u-7', from: expect.any(Number) });
});

test('the filter of the journal stays while a case or another report is shown', async () => {
  const { bridge } = await openJournal({
    'journal.find': () => ({ total: 1, last: 1, actors: ['anna'], kinds: ['noted'] }),
    'journal.rows': () => ({
      rows: [
        journalRow.parse({
          seq: 1,
          at: 1_700_000_000_000,
          actor: 'anna',
          kind: 'noted',
          details: { text: 'Note 1' },
          conversationId: idOf(7),
        }),
      ],
    }),
    'reports.open': () => ({ ages: [], changed: { total: 0, cases: [] } }),
    'cases.get': () => ({}),
    'conversations.open': failing({ code: 'not-found' }),
    'receipts.of': () => ({ receipts: [] }),
  });
  const entries = part('Entries');
  await entries.getByLabelText('Who').selectOptions('anna');
  await entries.getByLabelText('What').selectOptions('noted');
  await entries.getByLabelText('Case').fill('u-7');
  await entries.getByLabelText('Period').selectOptions('own');
  await entries.getByLabelText('From', { exact: true }).fill('2023-11-01');
  await expect
    .poll(() => bridge.inputs('journal.find').at(-1)?.filter)
    .toMatchObject({ text: 'u-7', from: expect.any(Number) });
  const filter = bridge.inputs('journal.find').at(-1)?.filter;
  const expectFilter = async () => {
    await expect.element(entries.getByLabelText('Who')).toHaveValue('anna');
    await expect.element(entries.getByLabelText('What')).toHaveValue('noted');
    await expect.element(entries.getByLabelText('Case')).toHaveValue('u-7');
    await expect.element(entries.getByLabelText('From', { exact: true })).toHaveValue('2023-11-01');
    await expect.poll(() => bridge.inputs('journal.find').at(-1)?.filter).toEqual(filter);
  };
  await page.getByRole('tab', { name: 'Open and changed' }).click();
  await page.getByRole('tab', { name: 'Journal' }).click();
  await expectFilter();
  await entries.getByRole('button', { name: idOf(7) }).click();
  await expect.poll(() => location.hash).toContain(idOf(7));
  history.back();
  await expectFilter();
});

const report = (change: Partial<JournalReport> = {}): JournalReport => ({
  entries: 12,
  forgotten: 1,
  head: { seq: 12, hash: 'ab'.repeat(32) },
  endChecked: true,
  problems: [],
  ...change,
});

test('the journal is checked and exported', async () => {
  const { bridge } = await openJournal({
    'journal.verify': () => report(),
    'journal.export': ({ format }) => ({ kind: 'saved', path: `/exports/journal.${format}`, bytes: 10 }),
  });
  const journal = part('Check and export');
  await press(journal, 'Check the journal');
  await expect
    .element(
      journal.getByText(
        '12 entries checked: none was changed. No entry is missing at its end. The content of 1 was forgotten; the journal records this.',
      ),
    )
    .toBeVisible();
  await expect.element(journal.getByText(`12:${'ab'.repeat(32)}`)).toBeVisible();
  await press(journal, 'Export as JSON lines');
  await press(journal, 'Export as CSV');
  await expect.element(page.getByText('Saved as /exports/journal.csv').first()).toBeInTheDocument();
  expect(bridge.inputs('journal.export')).toEqual([{ format: 'jsonl' }, { format: 'csv' }]);
  await expectAccessible(bothSchemes);
});

test('entries missing from the journal are confirmed, and the focus goes back to the check', async () => {
  const problem = { kind: 'cut' as const, seq: 12, message: 'Entries are missing at the end.' };
  const { bridge } = await openJournal({
    'journal.verify': () => report({ problems: [problem] }),
    'journal.confirm': () => {
      bridge.answer({ 'journal.verify': () => report() });
      return {};
    },
  });
  const journal = part('Check and export');
  await press(journal, 'Check the journal');
  await expect
    .element(journal.getByText('Something was changed outside Assay, or is missing:'))
    .toBeVisible();
  await expect.element(journal.getByText(problem.message)).toBeVisible();
  await press(journal, 'Confirm what was found');
  await expect.element(journal.getByText(/checked: none was changed/)).toBeVisible();
  await expect.element(journal.getByRole('button', { name: 'Check the journal' })).toHaveFocus();
  expect(bridge.inputs('journal.confirm')).toEqual([{ seq: 12 }]);
});

test('a failure is shown beside what caused it', async () => {
  await openJournal({
    'journal.verify': failing({ code: 'internal', message: 'The journal cannot be read.' }),
  });
  await press(part('Check and export'), 'Check the journal');
  await expect.element(part('Check and export').getByText('The journal cannot be read.')).toBeVisible();
});
