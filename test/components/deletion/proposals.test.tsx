import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProposalView } from '../../../preload/contract/approvals.ts';
import type { PreviewRow } from '../../../preload/contract/deletion-runs.ts';
import {
  approvalAsked,
  approvalWithoutTeam,
  changedText,
  proposalStateLabels,
  proposeLabel,
} from '../../../preload/wording/approvals.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { draftRegion, FakeRuns, newPreviewRow, paste } from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { asAuditor, teamOf } from '../team.ts';
import { openWindow, press } from '../window.tsx';

const acme = newEnvironment('acme', { name: 'Acme', kind: 'sandbox' });
const team = teamOf('approver');
const ben = { name: 'Ben', isMe: false };
const anna = { name: 'Anna', isMe: true };
const now = Date.now();

const newProposal = (change: Partial<ProposalView> = {}): ProposalView => ({
  id: 'p-1',
  state: 'waiting',
  environmentId: acme.id,
  environment: 'https://idv.example',
  mode: 'DELETE_DATA',
  reason: 'retention-ended',
  ticket: 'SUP-7',
  count: 2,
  by: ben,
  at: now - 60_000,
  endsAt: now + 86_340_000,
  mayAnswer: true,
  ...change,
});

/** Opens a console of Anna, an approver, with proposals in the team. */
async function open(
  proposals: ProposalView[],
  { rows = [1, 2].map((one) => newPreviewRow(idOf(one))), changed = 0, replies = {} as Replies } = {},
) {
  const runs = new FakeRuns(rows as PreviewRow[]);
  runs.more = { needsApproval: true, ...(proposals.length > 0 && { proposal: { id: 'p-1', changed } }) };
  const opened = await openWindow(
    {
      ...new FakeCases([newRow(1), newRow(2)]).replies(),
      ...runs.replies(),
      'team.view': () => ({ team }),
      'approvals.list': () => ({ proposals }),
      'approvals.approve': () => ({}),
      'approvals.reject': () => ({}),
      'approvals.propose': () => ({}),
      ...replies,
    },
    { hash: '#/deletion', environments: [acme] },
  );
  runs.connect(opened.bridge);
  return { ...opened, runs };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const proposalsTab = page.getByRole('tab', { name: /^Proposals/ });
const openProposal = async () => {
  await proposalsTab.click();
  await page.getByRole('button', { name: /^Open “/ }).click();
};

test('a deletion is proposed with its reason and ticket if the policy asks for a second person', async () => {
  const { bridge } = await open([]);
  await paste(idOf(1));
  await expect.element(page.getByText(approvalAsked)).toBeVisible();
  await expect.element(button('Delete data in Acme')).not.toBeInTheDocument();
  await page.getByLabelText('Reason').selectOptions('retention-ended');
  await page.getByLabelText('Ticket (optional)').fill('SUP-7');
  await button(proposeLabel).click();
  await expect.element(page.getByText('Type 2.')).toBeVisible();
  await page.getByLabelText('Type 2 to delete the data of 2 conversations').fill('2');
  await button(proposeLabel).click();
  await expect
    .poll(() => bridge.inputs('approvals.propose'))
    .toEqual([
      { environmentId: acme.id, draftId: 'draft-1', reason: 'retention-ended', ticket: 'SUP-7', count: '2' },
    ]);
  expect(bridge.inputs('deletionRuns.start')).toEqual([]);
  await expect.element(proposalsTab).toHaveAttribute('aria-selected', 'true');
});

test('a preview that is open when a policy is signed is one to propose from then on', async () => {
  const { bridge, runs } = await open([]);
  runs.more = { needsApproval: false };
  await paste(idOf(1));
  await expect.element(button('Delete data in Acme')).toBeVisible();
  runs.more = { needsApproval: true };
  bridge.send('application.changed', {});
  await expect.element(button(proposeLabel)).toBeVisible();
  await expect.element(button('Delete data in Acme')).not.toBeInTheDocument();
});

test('without a team nothing is offered that could not be done', async () => {
  await open([], { replies: { 'team.view': () => ({}) } });
  await paste(idOf(1));
  await expect.element(page.getByText(approvalWithoutTeam)).toBeVisible();
  await expect.element(button(proposeLabel)).not.toBeInTheDocument();
});

test('the menu and the tab count what waits for this user', async () => {
  await open([
    newProposal(),
    newProposal({ id: 'p-2', state: 'approved', mayAnswer: false, carrier: anna, by: anna }),
    newProposal({ id: 'p-3', state: 'approved', mayAnswer: false, carrier: ben }),
    newProposal({ id: 'p-4', state: 'begun', mayAnswer: false }),
  ]);
  await expect.element(page.getByLabelText('2 proposals for you')).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Proposals (2)' })).toBeVisible();
});

test('an approver sees what would happen, read now, and approves exactly that with a comment', async () => {
  const { bridge } = await open([newProposal()]);
  await openProposal();
  await expect.element(page.getByText('SUP-7')).toBeVisible();
  await expect.element(draftRegion.getByRole('row', { name: new RegExp(idOf(1)) })).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([
    { environmentId: acme.id, from: { proposal: 'p-1' } },
  ]);
  // Nothing of a proposal is chosen.
  expect(draftRegion.getByRole('checkbox').elements()).toEqual([]);
  await page.getByLabelText('Comment (optional)').fill('Checked the period');
  await page.getByLabelText('You, on this console').click();
  await button('Approve').click();
  await expect
    .poll(() => bridge.inputs('approvals.approve'))
    .toEqual([
      { environmentId: acme.id, draftId: 'draft-1', carrier: 'approver', comment: 'Checked the period' },
    ]);
});

test('a proposal whose cases changed says so, and can only be rejected', async () => {
  const rows = [
    newPreviewRow(idOf(1)),
    newPreviewRow(idOf(2), { status: 'FINISHED', proposedStatus: 'FINISHED' }),
  ];
  const { bridge } = await open([newProposal()], { rows, changed: 1 });
  await openProposal();
  await expect.element(page.getByText(changedText(1))).toBeVisible();
  await expect.element(draftRegion.getByText('New result since')).toBeVisible();
  await expect.element(button('Approve')).toBeDisabled();
  await expect.element(page.getByText('Who carries it out')).not.toBeInTheDocument();
  await page.getByLabelText('Comment (optional)').fill('Look again');
  await button('Reject').click();
  await expect.poll(() => bridge.inputs('approvals.reject')).toEqual([{ id: 'p-1', comment: 'Look again' }]);
});

test('an approval that is refused meanwhile says why and keeps the comment', async () => {
  const message = 'The team did not accept this: the proposal was answered meanwhile.';
  const refusal = failing({ code: 'team-not-allowed', message });
  await open([newProposal()], { replies: { 'approvals.approve': refusal } });
  await openProposal();
  await page.getByLabelText('Comment (optional)').fill('Checked');
  await button('Approve').click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByLabelText('Comment (optional)')).toHaveValue('Checked');
});

test('an approved proposal for this console is carried out here, as it was approved', async () => {
  const approved = newProposal({
    state: 'approved',
    mayAnswer: false,
    by: anna,
    carrier: anna,
    answer: { ...ben, at: now, comment: 'Go on' },
  });
  const { bridge } = await open([approved]);
  await openProposal();
  await expect.element(page.getByText('Go on')).toBeVisible();
  await expect.element(page.getByLabelText('Reason')).not.toBeInTheDocument();
  await page.getByLabelText('Type 2 to delete the data of 2 conversations').fill('2');
  await button('Delete data in Acme').click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.start'))
    .toMatchObject([{ draftId: 'draft-1', count: '2' }]);
});

test('a planned proposal says when it begins, and is planned where it is carried out', async () => {
  const startsAt = now + 7_200_000;
  const { runs, bridge } = await open([
    newProposal({ state: 'approved', mayAnswer: false, by: anna, carrier: anna, startsAt }),
  ]);
  runs.more = { needsApproval: true, proposal: { id: 'p-1', changed: 0, startsAt } };
  await openProposal();
  await expect.element(page.getByText('Begins')).toBeVisible();
  await page.getByLabelText('Type 2 to delete the data of 2 conversations').fill('2');
  await button('Plan: Delete data in Acme').click();
  await expect.poll(() => bridge.inputs('deletionRuns.start')).toHaveLength(1);
});

test('a proposal that is for another console, over or in another environment offers nothing to do', async () => {
  const { bridge } = await open([
    newProposal({ id: 'p-1', state: 'approved', mayAnswer: false, by: anna, carrier: ben }),
  ]);
  await openProposal();
  await expect.element(page.getByText('Carried out by')).toBeVisible();
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([]);
  bridge.answer({
    'approvals.list': () => ({ proposals: [newProposal({ environmentId: undefined })] }),
  });
  bridge.send('team.changed', {});
  await expect.element(page.getByText(/This console has no environment with the address/)).toBeVisible();
});

test('one’s own proposal is withdrawn', async () => {
  const { bridge } = await open([newProposal({ by: anna, mayAnswer: false })]);
  await openProposal();
  await button('Withdraw').click();
  await expect.poll(() => bridge.inputs('approvals.reject')).toEqual([{ id: 'p-1' }]);
});

test('who has become an auditor of the team is not offered to withdraw an own proposal', async () => {
  await open([newProposal({ by: anna, mayAnswer: false })], { replies: asAuditor });
  await openProposal();
  await expect.element(page.getByText('SUP-7')).toBeVisible();
  await expect.element(button('Withdraw')).not.toBeInTheDocument();
});

test('the proposals and the form to answer one are accessible', async () => {
  await open([newProposal(), newProposal({ id: 'p-2', state: 'ended', mayAnswer: false })]);
  await proposalsTab.click();
  await page
    .getByRole('button', { name: /^Open “/ })
    .first()
    .click();
  await expect.element(page.getByText(proposalStateLabels.ended, { exact: true })).toBeVisible();
  await expect.element(button('Approve')).toBeEnabled();
  await expectAccessible(bothSchemes);
});

test('a proposal is answered by keyboard alone', async () => {
  const { bridge } = await open([newProposal()]);
  await openProposal();
  await expect.element(button('Approve')).toBeEnabled();
  await page.getByLabelText('Comment (optional)').click();
  await press('Tab');
  await press('ArrowDown');
  await press('Tab');
  await press('Enter');
  await expect.poll(() => bridge.inputs('approvals.approve')).toMatchObject([{ carrier: 'approver' }]);
});

const pack = newProposal({
  mode: 'EXPORT',
  reason: 'other',
  ticket: undefined,
  act: '{"as":"pdf","operation":"evidence.saveReport","unmasked":true}',
});
const readAct = (isChanged = false) => ({
  reason: 'Asked by the auditor',
  cases: [1, 2].map((one) => ({
    conversationId: idOf(one),
    isChanged: one === 2 && isChanged,
    userKey: `u-${one}`,
    name: 'Anna Kowalska',
    birthDate: '1979-11-02',
    products: ['identity'],
    ...(one === 1 && { assessment: { verdict: 'clear' as const, findings: [], findingCount: 0 } }),
  })),
});

test('a file is approved by what is saved, how, why and for which cases, which are read now', async () => {
  const { bridge } = await open([pack], {
    replies: { 'approvals.readAct': () => readAct(), 'approvals.approveAct': () => ({}) },
  });
  await openProposal();
  await expect.element(page.getByText('as: pdf, unmasked: yes')).toBeVisible();
  const about = page.getByRole('region', { name: 'What it is about' });
  await expect.element(about.getByText('Asked by the auditor')).toBeVisible();
  await expect.element(about.getByRole('row', { name: new RegExp(`${idOf(2)}.*Unchanged`) })).toBeVisible();
  const first = about.getByRole('row', { name: new RegExp(idOf(1)) });
  for (const fact of ['A••• K•••', 'u-1', 'Identity', 'No issues']) {
    await expect.element(first.getByText(fact, { exact: true })).toBeVisible();
  }
  expect(about.element().textContent).not.toContain('Kowalska');
  await expectAccessible(bothSchemes);
  await page.getByLabelText('Comment (optional)').fill('Agreed');
  await button('Approve').click();
  await expect
    .poll(() => bridge.inputs('approvals.approveAct'))
    .toEqual([{ environmentId: acme.id, id: 'p-1', comment: 'Agreed' }]);
  expect(bridge.inputs('deletionRuns.prepare')).toEqual([]);
});

test('a file about a case that changed cannot be approved', async () => {
  await open([pack], { replies: { 'approvals.readAct': () => readAct(true) } });
  await openProposal();
  await expect.element(page.getByText(changedText(1))).toBeVisible();
  await expect.element(button('Approve')).toBeDisabled();
});
