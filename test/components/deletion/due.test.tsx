import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DueGroup, DueRow, DueRule } from '../../../preload/contract/due.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { dueGroupLabels, duePresets, dueRuleText } from '../../../preload/wording/due.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { asked, draftRegion, FakeRuns, newPreviewRow } from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { asAuditor } from '../team.ts';
import { openWindow } from '../window.tsx';

const acme = newEnvironment('acme-test', { name: 'Acme test' });
const rule: DueRule = { basis: 'amld', ...duePresets.amld.rule, statuses: ['FINISHED'] };
const counts = { due: 2, overdue: 1, soon: 0, unknown: 3, held: 1, missing: 1 };
const row = (number: number, more: Partial<DueRow>): DueRow => ({
  conversationId: idOf(number),
  userKey: `u-${number}`,
  status: 'FINISHED',
  ...more,
});
const rows: Record<DueGroup, DueRow[]> = {
  due: [
    row(1, { startedOn: '2021-08-31', endsOn: '2026-08-31' }),
    row(2, { startedOn: '2021-11-02', endsOn: '2026-11-02' }),
  ],
  soon: [],
  unknown: [row(3, {}), row(4, {}), row(5, {})],
  held: [row(6, { hold: { reason: 'Court case 3 C 17/26', since: '2026-01-05', until: '2027-01-05' } })],
  missing: [row(7, { missingAt: Date.UTC(2026, 10, 2) })],
};

async function openDue(own: DueRule | null = rule, replies: Replies = {}) {
  const runs = new FakeRuns([newPreviewRow(idOf(1))]);
  const opened = await openWindow(
    {
      ...runs.replies(),
      'due.summary': () => ({ counts, today: '2026-11-03', ...(own && { rule: own }) }),
      'due.preview': () => ({ counts: { due: 7, overdue: 0, soon: 1, unknown: 0, held: 0, missing: 0 } }),
      'due.rows': ({ group }) => ({ rows: rows[group], total: rows[group].length }),
      'due.hold': ({ selection }) => ({ affected: 'ids' in selection ? selection.ids.length : 0 }),
      'due.setStart': () => ({ affected: 1 }),
      'due.setRule': () => ({}),
      'due.readStarts': ({ column = 'closed' }) => ({
        columns: ['customer', 'opened', 'closed'],
        column,
        found: column === 'closed' ? 41 : 39,
        unchanged: 1,
        unknown: 2,
        unreadable: 0,
      }),
      'due.importStarts': () => ({ affected: 41 }),
      ...replies,
    },
    { hash: '#/deletion', environments: [acme] },
  );
  runs.connect(opened.bridge);
  await page.getByRole('tab', { name: 'Due', exact: true }).click();
  return opened;
}

const group = (which: DueGroup) =>
  page.getByRole('radiogroup', { name: 'Group' }).getByText(`${dueGroupLabels[which]} ${counts[which]}`);
const select = (number: number) => page.getByRole('checkbox', { name: `Select ${idOf(number)}` }).click();
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('due conversations are counted in the menu, listed with their date, and become a run with one action', async () => {
  const { bridge } = await openDue();
  await expect.element(page.getByRole('navigation').getByLabelText('2 due')).toBeVisible();
  await expect.element(page.getByText(dueRuleText(rule))).toBeVisible();
  await expect.element(page.getByText(duePresets.amld.source)).toBeVisible();
  await expect.element(page.getByText('Overdue by 63 days')).toBeVisible();
  await expect.element(page.getByText('Due today')).toBeVisible();
  await expect.element(page.getByText('1 overdue by more than 30 days')).toBeVisible();
  await expectAccessible(bothSchemes);
  await button('Delete data of 2 conversations…').click();
  await expect.element(draftRegion).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([
    { environmentId: 'acme-test', from: { due: true } },
  ]);
  await expect.element(asked.reason).toHaveValue('retention-ended');
});

test('selected conversations alone become a run', async () => {
  const { bridge } = await openDue();
  await select(2);
  await button('Delete data of 1 conversation…').click();
  await expect.poll(() => bridge.inputs('deletionRuns.prepare')[0]?.from).toEqual({ ids: [idOf(2)] });
  await button('Clear').click();
  await expect.element(draftRegion).not.toBeInTheDocument();
});

test('the reason is not that the period has ended where it has not', async () => {
  await openDue();
  await page.getByText('Start unknown 3').click();
  await select(3);
  await button('Delete data of 1 conversation…').click();
  await expect.element(asked.reason).toHaveValue('');
});

test('conversations are kept on purpose with a reason, listed with it, and let go again', async () => {
  const { bridge } = await openDue();
  await select(1);
  await button('Keep on purpose…').click();
  const keep = button('Keep on purpose');
  await expectMissing(keep, 'Enter a reason.');
  await page.getByLabelText('Reason').fill('Court case');
  await page.getByLabelText('Until (optional)').fill('2027-05-31');
  await keep.click();
  await expect.element(keep).not.toBeInTheDocument();
  await group('held').click();
  await expect.element(page.getByText('Court case 3 C 17/26')).toBeVisible();
  await expectAccessible();
  await select(6);
  await button('End the hold').click();
  await expect.element(page.getByText('No longer kept on purpose')).toBeInTheDocument();
  expect(bridge.inputs('due.hold').map(({ selection, hold }) => ({ selection, hold }))).toEqual([
    { selection: { ids: [idOf(1)] }, hold: { reason: 'Court case', until: '2027-05-31' } },
    { selection: { ids: [idOf(6)] }, hold: null },
  ]);
});

test('an unknown start is shown as such, and set by hand or from a column of a file', async () => {
  const { bridge } = await openDue();
  await group('unknown').click();
  await expect.element(page.getByRole('cell', { name: 'Start unknown' }).first()).toBeVisible();
  await select(3);
  await button('Set end of relationship…').click();
  await page.getByLabelText('The relationship ended on').fill('2024-02-29');
  await button('Set end of relationship').click();
  await expect.element(page.getByText('End of the relationship saved')).toBeInTheDocument();
  expect(bridge.inputs('due.setStart')).toEqual([
    { environmentId: 'acme-test', selection: { ids: [idOf(3)] }, on: '2024-02-29' },
  ]);

  const file = new File(['customer,opened,closed\n'], 'ended.csv', { type: 'text/csv' });
  const choice = document.querySelector('input[type=file]') as HTMLInputElement;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  choice.files = transfer.files;
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('41 conversations get a new date')).toBeVisible();
  await expect.element(page.getByText('2 lines name no case of this console')).toBeVisible();
  await page.getByLabelText('Column with the day on which the relationship ended').selectOptions('opened');
  await expect.element(page.getByText('39 conversations get a new date')).toBeVisible();
  await button('Save dates').click();
  await expect.element(page.getByText('39 conversations get a new date')).not.toBeInTheDocument();
  expect(bridge.inputs('due.importStarts')[0]).toMatchObject({ column: 'opened' });
});

test('a rule is off until it is set: a law fills it in with its source, and its effect is counted before', async () => {
  const { bridge } = await openDue(null);
  await expect.element(page.getByText('Off. Nothing becomes due in this environment.')).toBeVisible();
  await button('Set a rule').click();
  await page.getByLabelText('Law').selectOptions('de');
  await expect.element(page.getByText(duePresets.de.source)).toBeVisible();
  await expect.element(page.getByText('Due: 7 · Within 30 days: 1 · Start unknown: 0')).toBeVisible();
  // The replies of a first start keep cases for 90 days.
  await expect.element(page.getByText(/This console deletes the data of cases after 90 days/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Expired' }).click();
  await expectAccessible(bothSchemes);
  await button('Save rule').click();
  await expect.element(page.getByText('Rule saved')).toBeInTheDocument();
  expect(bridge.inputs('due.setRule')).toEqual([
    {
      environmentId: 'acme-test',
      rule: {
        basis: 'de',
        count: 5,
        unit: 'years',
        startsAt: 'end-of-year',
        statuses: ['FINISHED', 'EXPIRED'],
      },
    },
  ]);
});

test('a rule that the policy sets cannot be changed, and says who sets it', async () => {
  const policy: PolicyInForce = {
    company: 'Acme',
    file: 'policy.json',
    problems: [],
    isBlocked: false,
    environments: [],
    due: rule,
    ownEnvironments: ['sandbox', 'test', 'production'],
    readOnly: false,
    showPersonalData: true,
    export: true,
    delete: true,
    maskAfterMinutes: 10,
    integration: true,
    updates: true,
    figuresAboutPeople: false,
    secondReview: [],
    testCases: [],
    approval: [],
  };
  await openDue(rule, { 'policy.view': () => ({ policy, origins: [{ policy }] }) });
  await expect.element(button('Change')).toBeDisabled();
  await expect.element(page.getByText('Set by your company’s policy')).toBeVisible();
  await expectAccessible(bothSchemes);
});

test('an auditor of a team reads what is due, is offered no change, and is told why', async () => {
  await openDue(rule, asAuditor);
  await expect
    .element(page.getByText('As auditor of the team you may not change what is due.'))
    .toBeVisible();
  await select(1);
  for (const name of ['Change', 'Import ends of relationships…', 'Keep on purpose…']) {
    expect(button(name).elements()).toEqual([]);
  }
  await expectAccessible(bothSchemes);
  await group('unknown').click();
  await expect.element(page.getByRole('cell', { name: 'Start unknown' }).first()).toBeVisible();
  expect(button('Set end of relationship…').elements()).toEqual([]);
  await group('held').click();
  await expect.element(page.getByText('Court case 3 C 17/26')).toBeVisible();
  expect(button('End the hold').elements()).toEqual([]);
});
