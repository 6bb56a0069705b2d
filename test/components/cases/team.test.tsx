import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CaseRow, HistoryEntry } from '../../../preload/contract/cases.ts';
import type { TeamView } from '../../../preload/contract/team.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { openCaseOf, openCases, rowOf, shownIds } from '../case-list.ts';
import { detailsOf, FakeCases, idOf, newRow } from '../cases.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { openCase, sampleId } from '../main.ts';
import { press } from '../window.tsx';

const [anna, ben, carla] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const team: TeamView = {
  stage: 'member',
  isRecoverable: false,
  forgetsCopies: false,
  me: anna,
  first: 'c'.repeat(64),
  entries: 1,
  unsent: 0,
  waiting: 0,
  notices: [],
  requests: [],
  invitations: [],
  address: { host: 'db.example', port: 5432, database: 'team', user: 'anna' },
  connection: { state: 'connected' },
  members: [
    { id: anna, name: 'Anna', role: 'admin', isRemoved: false },
    { id: ben, name: 'Ben', role: 'reviewer', isRemoved: false },
    { id: carla, name: 'Carla', role: 'reviewer', isRemoved: true },
  ],
};
const inTeam: Replies = {
  'team.view': () => ({ team }),
  'team.holders': () => ({ isTeam: true, holders: [] }),
};

const three = () =>
  new FakeCases(
    [1, 2, 3].map((number) => newRow(number)),
    ({ assigned }, filter) => filter.assignedToMe !== true || assigned?.isMe === true,
  );
const dialog = page.getByRole('dialog', { name: 'Assign' });

test('a case is handed over with a note, which the case and the list say', async () => {
  const { bridge } = await openCases(three(), inTeam);
  await press('o');
  await page.getByRole('button', { name: 'Assign…' }).click();
  await expectMissing(dialog.getByRole('button', { name: 'Assign' }), 'Choose a person or a role.');
  const person = dialog.getByRole('combobox', { name: 'Assign to' });
  await expect.element(person.getByRole('option', { name: 'Anna (you)' })).toBeInTheDocument();
  await expect.element(person.getByRole('option', { name: 'Carla' })).not.toBeInTheDocument();
  await person.selectOptions('Ben');
  await dialog.getByRole('textbox', { name: 'Note for them' }).fill('You speak Greek.');
  await expectAccessible(bothSchemes);
  await press('Control+Enter');
  await expect.element(page.getByText('Assigned to Ben by Anna: You speak Greek.')).toBeVisible();
  await expectAccessible(bothSchemes);
  expect(bridge.inputs('cases.assign')).toMatchObject([
    { selection: { ids: [idOf(1)] }, to: { member: ben }, note: 'You speak Greek.' },
  ]);
  await press('Alt+ArrowLeft');
  await expect.poll(() => rowOf(1).querySelector('[data-column=assigned]')?.textContent).toBe('Ben');
  expect(rowOf(1).getAttribute('aria-label')).toContain('Assigned to Ben by Anna');
});

test('a case is assigned to everybody with a role', async () => {
  const { bridge } = await openCases(three(), inTeam);
  await press('o');
  await page.getByRole('button', { name: 'Assign…' }).click();
  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOptions('Everybody who is Reviewer');
  await press('Control+Enter');
  await expect.element(page.getByText('Assigned to everybody with the role Reviewer by Anna')).toBeVisible();
  expect(bridge.inputs('cases.assign')).toMatchObject([{ to: { role: 'reviewer' } }]);
  await press('Alt+ArrowLeft');
  await expect.poll(() => rowOf(1).querySelector('[data-column=assigned]')?.textContent).toBe('Reviewer');
});

test('a case is taken over from the colleague who works on it, with a note', async () => {
  let holder = 'Ben';
  const cases = three();
  const { bridge } = await openCases(cases, {
    ...inTeam,
    'team.holders': () => ({
      isTeam: true,
      holders: holder === '' ? [] : [{ conversationId: idOf(1), name: holder }],
    }),
    'cases.takeOver': ({ note = '' }) => {
      holder = '';
      const from = { name: 'Ben', isMe: false };
      cases.rows = cases.rows.map((row, at) =>
        at === 0 ? { ...row, assigned: { name: 'Anna', isMe: true, note, from } } : row,
      );
      return { affected: 1 };
    },
  });
  await press('o');
  const strip = page.getByRole('region', { name: 'Team' });
  await expect.element(strip.getByText('Ben of your team works on this case now.')).toBeVisible();
  await strip.getByRole('button', { name: 'Take over…' }).click();
  await page.getByRole('textbox', { name: 'Note for Ben' }).fill('You are off now.');
  await expectAccessible(bothSchemes);
  await press('Control+Enter');
  await expect.element(strip.getByText('works on this case now')).not.toBeInTheDocument();
  bridge.send('cases.changed', { environmentId: 'sandbox' });
  await expect.element(strip).toHaveTextContent('Taken over from Ben by you: You are off now.');
  expect(bridge.inputs('cases.takeOver')).toMatchObject([
    { conversationId: idOf(1), note: 'You are off now.' },
  ]);
});

test('selected cases are assigned together, and to nobody', async () => {
  const { bridge } = await openCases(three(), inTeam);
  await press('x');
  await press('Shift+J');
  await page.getByRole('button', { name: 'Assign…' }).click();
  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOptions('Nobody');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.inputs('cases.assign')).toMatchObject([{ selection: { ids: [idOf(1), idOf(2)] }, to: null }]);
});

test('in a team the list has a view of what is assigned to oneself, and without one neither it nor the button', async () => {
  const cases = three();
  cases.rows = cases.rows.map((row, at) =>
    at === 1 ? { ...row, assigned: { name: 'Anna', isMe: true, by: 'Ben' } } : row,
  );
  await openCases(cases, inTeam);
  await page.getByRole('button', { name: 'Assigned to me 1' }).click();
  await expect.poll(shownIds).toEqual([idOf(2)]);
  expect(rowOf(2).querySelector('[data-column=assigned]')?.textContent).toBe('You');
  await press('o');
  await expect.element(page.getByText('Assigned to you by Ben')).toBeVisible();
});

test('a case is of a team before it is known who works on it', async () => {
  await openCases(three(), {
    ...inTeam,
    'team.holders': ({ conversationIds }) =>
      conversationIds.length > 0 ? new Promise(() => undefined) : { isTeam: true, holders: [] },
  });
  await press('o');
  await expect.element(page.getByText('Shared with your team only.')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Assign…' })).toBeVisible();
  await press('n');
  await expect.element(page.getByRole('complementary').getByText('Shared with your team only')).toBeVisible();
});

test('without a team nobody can be assigned', async () => {
  await openCases(three());
  await expect.element(page.getByRole('button', { name: /^To review/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Assigned to me/ })).not.toBeInTheDocument();
  expect(rowOf(1).querySelector('[data-column=assigned]')).toBeNull();
  await press('o');
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Assign…' })).not.toBeInTheDocument();
});

test('decisions made without knowledge of each other are said in the list, the case and its history', async () => {
  const row = newRow(1, {
    decision: { kind: 'reject', at: Date.UTC(2026, 0, 15) },
    conflict: [{ entry: 7, decision: 'clear' }],
  });
  const decided = (seq: number, actor: string, decision: string, unknown?: number[]) => ({
    seq,
    actor,
    kind: 'decided',
    at: Date.UTC(2026, 0, 15),
    details: { decision, ...(actor === 'Anna' && { member: anna }) },
    ...(unknown === undefined ? {} : { unknown }),
  });
  const history = [decided(8, 'Ben', 'reject', [7]), decided(7, 'Anna', 'clear')];
  await openCases(new FakeCases([row]), {
    ...inTeam,
    'cases.get': () => ({ case: detailsOf(row, { history }) }),
  });
  expect(rowOf(1).querySelector('[data-column=state]')?.textContent).toBe('In conflict');
  expect(rowOf(1).getAttribute('aria-label')).toContain('In conflict');
  await expectAccessible(bothSchemes);
  await press('o');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Anna (approved) and you (rejected) decided without knowledge of each other. Your decision counts until somebody decides again.',
    );
  await page.getByRole('button', { name: 'Notes and history' }).click();
  await expect
    .element(page.getByText('Made without knowing of another decision: Anna (approved)'))
    .toBeVisible();
  await expectAccessible(bothSchemes);
});

test('a case whose data a colleague deleted says so', async () => {
  const row = newRow(1, { verdict: 'gone' });
  const details = { outcome: 'confirmed', receiptId: 'r', receipt: 'd', member: anna };
  const history = [{ seq: 3, actor: 'Anna', kind: 'data-deleted', at: Date.now(), details }];
  await openCases(new FakeCases([row]), {
    ...inTeam,
    'cases.get': () => ({ case: detailsOf(row, { history }) }),
    'conversations.open': failing({ code: 'gone', retryable: false }),
  });
  await press('o');
  await expect.element(page.getByRole('heading', { name: 'Data deleted' })).toBeVisible();
  await expect.element(page.getByText(/^Anna deleted this data at/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Team' }).getByText(/deleted the data of this case/))
    .toBeVisible();
  await expectAccessible(bothSchemes);
});

const asRole = (role: TeamRole): Replies => ({
  ...inTeam,
  'team.view': () => ({
    team: { ...team, members: team.members.map((one) => (one.id === anna ? { ...one, role } : one)) },
  }),
});

test('an auditor is offered nothing that the team would refuse', async () => {
  const file = { name: 'letter.pdf', bytes: 12_345, sha256: 'ab'.repeat(32) };
  const notes = [{ id: 1, at: Date.UTC(2026, 0, 15), actor: 'Ben', text: 'See this.', file }];
  await openCases(three(), {
    ...asRole('auditor'),
    'cases.get': () => ({ case: detailsOf(newRow(1), { notes }) }),
  });
  await press('x');
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect.element(selection.getByRole('button', { name: 'Open as queue' })).toBeVisible();
  await expect
    .element(selection.getByRole('button', { name: /^(Label|State|Assign)/ }))
    .not.toBeInTheDocument();
  await press('l');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('Escape');
  await press('o');
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect.element(bar.getByText('As auditor of the team you may not decide on cases.')).toBeVisible();
  expect(bar.getByRole('button').elements()).toHaveLength(1);
  await expect.element(bar.getByRole('button', { name: 'Notes and history' })).toBeVisible();
  await press('n');
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await expect
    .element(panel.getByText('As auditor of the team you may not write notes or labels.'))
    .toBeVisible();
  await expect.element(panel.getByRole('textbox')).not.toBeInTheDocument();
  const save = panel.getByRole('button', { name: 'Save letter.pdf' });
  await expect.element(save).toBeDisabled();
  await expect
    .element(save)
    .toHaveAttribute('title', expect.stringContaining('An auditor needs access to personal data.'));
  await expectAccessible(bothSchemes);
});

test('support writes notes and sets states, and decides nothing', async () => {
  await openCaseOf(three(), 1, { replies: asRole('support'), shows: /^Wait/ });
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect.element(bar.getByText('As support of the team you may not decide on cases.')).toBeVisible();
  await expect.element(bar.getByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  await expect.element(bar.getByRole('button', { name: 'Wait…' })).toBeVisible();
  await press('n');
  await expect.element(page.getByRole('textbox', { name: 'New note' })).toBeVisible();
});

test('all that can be done with a selection is in one row of a window 1280 wide', async () => {
  await page.viewport(1280, 800);
  await openCases(three(), inTeam);
  await press('x');
  await press('Shift+J');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect.element(bar.getByRole('button', { name: 'Assign…' })).toBeVisible();
  const buttons = bar.getByRole('button').elements();
  expect(buttons.length).toBeGreaterThan(10);
  expect(new Set(buttons.map((one) => one.getBoundingClientRect().bottom)).size).toBe(1);
});

test('the columns of a team fit a window 1280 wide', async () => {
  await page.viewport(1280, 800);
  await openCases(three(), inTeam);
  await expect.element(page.getByRole('columnheader', { name: 'Assigned to' })).toBeVisible();
  const last = page.getByRole('columnheader', { name: 'Labels' }).element().getBoundingClientRect();
  expect(last.right).toBeLessThanOrEqual(1280);
});

test('the foot of a case of a team has one row in a window 1280 wide', async () => {
  await page.viewport(1280, 800);
  await openCaseOf(three(), 1, { replies: inTeam });
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect.element(bar.getByRole('button', { name: 'Assign…' })).toBeVisible();
  expect(bar.element().clientHeight).toBeLessThan(50);
  await press('x');
  await press('Alt+1');
  const decision = bar.getByText('Rejected', { exact: true });
  await expect.element(decision).toBeVisible();
  expect(bar.element().clientHeight).toBeLessThan(50);
  const [word, line] = [decision, bar.getByTitle(/^Rejected/)].map((one) =>
    one.element().getBoundingClientRect(),
  );
  expect(word?.right).toBeLessThanOrEqual(line?.right ?? 0);
  await page.viewport(1440, 900);
  expect((bar.getByRole('button', { name: 'Notes and history' }).element() as HTMLElement).innerText).toMatch(
    /^Notes and history/,
  );
  expect(bar.element().clientHeight).toBeLessThan(50);
});

test('the decision, and the reason why the case waits, are read at its foot in a window 1280 wide', async () => {
  await page.viewport(1280, 800);
  const row = newRow(1, {
    decision: { kind: 'reject', reason: 'not-genuine', at: 0 },
    waiting: { reason: 'better-picture', since: 0 },
    state: 'waiting',
  });
  await openCaseOf(new FakeCases([row]), 1, { replies: inTeam, shows: /^Stop waiting/ });
  const line = page.getByRole('region', { name: 'Decision' }).getByTitle(/^Rejected/);
  await expect.element(line).toBeVisible();
  expect(line.element().scrollWidth).toBeLessThanOrEqual(line.element().clientWidth);
});

test('the history says where it is kept', async () => {
  const history = () => ({
    case: detailsOf(newRow(1), { history: [{ seq: 1, at: 0, actor: 'Anna', kind: 'opened', details: {} }] }),
  });
  const { bridge } = await openCaseOf(three(), 1, { replies: { ...inTeam, 'cases.get': history } });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect.element(page.getByText(/in the team’s database; not at the service/)).toBeVisible();
  bridge.answer({ 'team.view': () => ({}) });
  bridge.send('team.changed', {});
  await expect.element(page.getByText('Kept in this console, not at the service.')).toBeVisible();
});

test('who may decide settles findings, and support does not', async () => {
  const { bridge } = await openCase('sandbox', await sampleId('Seven products, known in part'), {
    replies: asRole('reviewer'),
  });
  const settle = page.getByRole('button', { name: /^Settle: / }).first();
  await expect
    .poll(() => {
      // The list of cases says so in the console.
      bridge.send('cases.changed', { environmentId: 'sandbox' });
      return settle.query();
    })
    .not.toBeNull();
  bridge.answer(asRole('support'));
  bridge.send('team.changed', {});
  await expect.element(settle).not.toBeInTheDocument();
});

const review = (secondReview: CaseRow['secondReview'], decisions: readonly (readonly [string, string])[]) => {
  const row = newRow(1, { ...(secondReview && { secondReview }), verdict: 'clear' });
  const history = decisions.map(([actor, decision], at) => ({
    seq: decisions.length - at,
    actor,
    kind: 'decided',
    at: Date.UTC(2026, 0, 15),
    details: { decision, ...(actor !== 'Anna' && { member: actor === 'Ben' ? ben : carla }) },
  }));
  return openCases(new FakeCases([row, newRow(2)], (one, filter) => !filter.secondReview || one === row), {
    ...inTeam,
    'cases.get': () => ({ case: detailsOf(row, { history }) }),
  });
};

test('a case that awaits a second decision is a view of its own, and says that the first one is not shown', async () => {
  await review('second', []);
  await page.getByRole('button', { name: 'Second review 1' }).click();
  await expect.poll(shownIds).toEqual([idOf(1)]);
  expect(rowOf(1).querySelector('[data-column=state]')?.textContent).toBe('Second review');
  await press('o');
  const strip = page.getByRole('region', { name: 'Team' });
  await expect
    .element(strip)
    .toHaveTextContent(
      'Second review: decide without the first decision. It is shown once you have decided, with the notes and labels of who made it.',
    );
  await expectAccessible(bothSchemes);
});

test.each([
  ['third', 'Ben (approved) and Carla (rejected)', 'Your decision settles it.', ['Carla', 'reject']],
  ['differs', 'Ben (approved) and you (rejected)', 'A third person decides.', ['Anna', 'reject']],
] as const)('two decisions that differ are said to the %s person', async (part, who, what, last) => {
  await review(part, [last, ['Ben', 'clear']]);
  expect(rowOf(1).querySelector('[data-column=state]')?.textContent).toBe('Differs');
  expect(rowOf(1).getAttribute('aria-label')).toContain('Differs');
  await press('o');
  await expect
    .element(page.getByRole('region', { name: 'Team' }))
    .toHaveTextContent(`${who} decided differently in a second review. ${what}`);
  const approve = page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: /^Approve/ });
  await expect.poll(() => approve.elements().length).toBe(part === 'third' ? 1 : 0);
  await expectAccessible(bothSchemes);
});

test('in a team a case is escalated to a person or a role, with a question', async () => {
  const { bridge } = await openCaseOf(three(), 1, { replies: inTeam });
  await press('e');
  const form = page.getByRole('dialog', { name: 'Escalate' });
  await press('1');
  await expectMissing(form.getByRole('button', { name: 'Escalate' }), 'Choose a person or a role.');
  const to = form.getByRole('combobox', { name: 'To' });
  // Neither oneself nor who was removed.
  await expect.element(to.getByRole('option')).toHaveLength(3);
  await to.selectOptions('Everybody who is Reviewer');
  await expectMissing(form.getByRole('button', { name: 'Escalate' }), 'Enter a question.');
  await form.getByRole('textbox', { name: 'Question' }).fill('Is this his brother?');
  await expectAccessible(bothSchemes);
  await form.getByRole('button', { name: 'Escalate' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(bridge.inputs('cases.decide')).toMatchObject([
    {
      selection: { ids: [idOf(1)] },
      decision: { kind: 'escalate', comment: 'Is this his brother?', to: { role: 'reviewer' } },
    },
  ]);
});

const asked = (
  question: CaseRow['question'],
  role: TeamRole = 'reviewer',
  comment = 'His brother?\nSee the note.',
) => {
  const row = newRow(1, {
    ...(question && { question }),
    decision: { kind: 'escalate', at: Date.UTC(2026, 0, 15) },
  });
  const entry = (seq: number, kind: string, details: HistoryEntry['details']) => ({
    seq,
    kind,
    actor: 'Ben',
    at: Date.UTC(2026, 0, 15),
    details: { ...details, member: ben },
  });
  const history = [
    ...(question === 'answered' ? [entry(2, 'answered', { text: 'It is.' })] : []),
    entry(1, 'decided', { decision: 'escalate', comment, to: anna, assignee: 'Anna' }),
  ];
  return openCases(new FakeCases([row, newRow(2)], (one, filter) => !filter.question || one === row), {
    ...asRole(role),
    'cases.get': () => ({ case: detailsOf(row, { history }) }),
    'cases.answer': () => ({ affected: 1, at: 1 }),
  });
};

test.each(['reviewer', 'support'] as const)(
  'a question is in the queue of a %s who is asked, and answered in the place of Escalate',
  async (role) => {
    const { bridge } = await asked('mine', role);
    await expect
      .element(page.getByRole('navigation', { name: 'Pages' }).getByLabelText('1 question or answer'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Questions 1' }).click();
    await expect.poll(shownIds).toEqual([idOf(1)]);
    expect(rowOf(1).querySelector('[data-column=state]')?.textContent).toBe('Question');
    await press('o');
    await expect
      .element(page.getByRole('region', { name: 'Team' }))
      .toHaveTextContent('Ben asks you: His brother? See the note.');
    const bar = page.getByRole('region', { name: 'Decision' });
    await expect.element(bar.getByRole('button', { name: /^Escalate/ })).not.toBeInTheDocument();
    await press('e');
    const form = page.getByRole('dialog', { name: 'Answer' });
    await expectMissing(form.getByRole('button', { name: 'Answer' }), 'Enter an answer.');
    await form.getByRole('textbox', { name: 'Answer' }).fill('It is.');
    await expectAccessible(bothSchemes);
    await press('Control+Enter');
    await expect.element(form).not.toBeInTheDocument();
    expect(bridge.inputs('cases.answer')).toMatchObject([{ conversationId: idOf(1), text: 'It is.' }]);
  },
);

test('a question of many lines is read whole, and leaves the case in view', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of it`);
  await asked('mine', 'reviewer', lines.join('\n'));
  await press('o');
  const strip = page.getByRole('region', { name: 'Team' });
  await expect.element(strip.getByText('Line 60 of it')).toBeVisible();
  expect((strip.element() as HTMLElement).innerText).toContain(lines.join('\n'));
  const title = page.getByRole('heading', { level: 1 }).element();
  expect(title.getBoundingClientRect().bottom).toBeLessThan(innerHeight / 2);
});

test('an answer is said to the one who asked, with the history of both', async () => {
  await asked('answered');
  expect(rowOf(1).querySelector('[data-column=state]')?.textContent).toBe('Answered');
  await press('o');
  await expect.element(page.getByRole('region', { name: 'Team' })).toHaveTextContent('Ben answered: It is.');
  await page.getByRole('button', { name: 'Notes and history' }).click();
  await expect.element(page.getByText('Escalated, to Anna')).toBeVisible();
  await expectAccessible(bothSchemes);
});

test('views of what awaits one are left out while nothing does', async () => {
  await openCases(
    new FakeCases([newRow(1)], (_, filter) => !filter.question && !filter.secondReview),
    inTeam,
  );
  await expect.element(page.getByRole('button', { name: /^Assigned to me/ })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^(Questions|Second review)/ }))
    .not.toBeInTheDocument();
});
