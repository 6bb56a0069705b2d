import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bothSchemes, expectAccessible } from '../access.ts';
import { openCaseOf } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { press } from '../window.tsx';

const bar = page.getByRole('region', { name: 'Decision' });
const checklist = [
  { code: 'own-1', label: 'Compared the face', products: ['identity'] },
  { code: 'own-2', label: 'Looked up the company', products: ['enquiry'] },
  { code: 'own-3', label: 'Results are final', products: [], check: 'final-results' as const },
];
const approval = { settledFrom: null, finalResults: false, notRejectedBefore: false, checklistDone: true };
const settings = (more: object) => ({
  'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: [], checklist, ...more }),
});
const approve = bar.getByRole('button', { name: /^Approve/ });

test('open items of the checklist block Approve, which names them, until they are ticked by keys', async () => {
  const { bridge } = await openCaseOf(new FakeCases([newRow(1)]), 1, {
    replies: settings({ approval }),
  });
  await expect.element(approve).toBeDisabled();
  await expect
    .element(approve)
    .toHaveAccessibleDescription('Approve needs more: checklist: Compared the face');
  await press('Shift+C');
  const item = page.getByRole('checkbox', { name: 'Compared the face' });
  await expect.element(item).toHaveFocus();
  const list = page.getByRole('group', { name: 'Checklist' });
  await expect.element(list.getByText('Results are final')).toBeVisible();
  await expect.element(list.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Looked up the company' })).not.toBeInTheDocument();
  await expectAccessible(bothSchemes);
  await userEvent.keyboard(' ');
  await expect.element(bar.getByRole('button', { name: /^Checklist 2\/2/ })).toBeVisible();
  await expect.element(approve).toBeEnabled();
  expect(bridge.inputs('cases.tick')).toMatchObject([
    { conversationId: idOf(1), item: 'own-1', ticked: true },
  ]);
});

test('without a rule the checklist is asked before Approve, and no other decision', async () => {
  await openCaseOf(new FakeCases([newRow(1)]), 1, { replies: settings({}) });
  await expect.element(approve).toBeEnabled();
  await press('a');
  await expect
    .element(page.getByRole('dialog').getByRole('checkbox', { name: 'Compared the face' }))
    .not.toBeChecked();
  await expectAccessible(bothSchemes);
  await press('Escape');
  await press('x');
  await expect.element(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
  await expect
    .element(page.getByRole('dialog').getByRole('checkbox', { name: 'Compared the face' }))
    .not.toBeInTheDocument();
});
