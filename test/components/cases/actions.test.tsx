import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import guide from '../../../docs/guide/reviewing.md?raw';
import { decisionLabels } from '../../../preload/wording/cases.ts';
import { decisionReasons } from '../../../preload/wording/decisions.ts';
import { standardWaitingReasons } from '../../../preload/wording/waiting.ts';
import { openCases, openedId } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { openCase, sampleId } from '../main.ts';
import { press } from '../window.tsx';

/** The tasks of the guide by their number of actions. */
const counts = new Map(
  (guide.split('| task | keys | actions |')[1] ?? '')
    .split('\n\n', 1)
    .flatMap((table) => table.split('\n').slice(2))
    .map((line): [string, number] => {
      const [, task = '', , actions] = line.split('|').map((cell) => cell.trim());
      return [task, Number(actions)];
    }),
);
/** The most that the issue of the best product allows; undefined for tasks without a target. */
const most: Readonly<Record<string, number>> = {
  'first review, from the list': 4,
  'from a passport number to its case': 3,
  'ten cases of a list with a reason each': 32,
  'change the decision of the case that is shown': 2,
  'change the decision before, in a queue': 2,
  'report of a case': 2,
};

/** Performs the actions of a task, keys or what is given as a function, as many as the guide says. */
async function perform(task: string, actions: readonly (string | (() => Promise<unknown>))[]): Promise<void> {
  expect([task, actions.length]).toEqual([task, counts.get(task)]);
  expect(actions.length).toBeLessThanOrEqual(most[task] ?? actions.length);
  for (const action of actions) {
    await (typeof action === 'string' ? press(action) : action());
  }
}

const typed = (text: string, field: Locator) => async () => {
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(text);
};
/** A key that is pressed once something is there, as a person waits for it. */
const once = (isThere: () => Promise<unknown>, keys: string) => async () => {
  await isThere();
  await press(keys);
};
const clicked = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
const queue = page.getByRole('region', { name: 'Queue' });
const decision = page.getByRole('region', { name: 'Decision' });
const place = (text: string) => expect.element(queue.getByText(text, { exact: true })).toBeVisible();
const cases = (count: number) => new FakeCases(Array.from({ length: count }, (_, at) => newRow(at + 1)));
const reason = (kind: 'clear' | 'reject', at: number) => decisionReasons(kind, [])[at]?.code;
const ready = () => expect.element(decision.getByRole('button', { name: /^Approve/ })).toBeVisible();
const asked = () => expect.element(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
const isDecided = (kind: keyof typeof decisionLabels) =>
  expect.element(decision.getByText(decisionLabels[kind])).toBeVisible();

async function openDecided() {
  const opened = await openCases(cases(3));
  await press('o');
  await ready();
  await press('a');
  await press('Alt+1');
  await isDecided('clear');
  return opened;
}

test('the guide has fourteen tasks', () => {
  expect(counts.size).toBe(14);
});

test('a first review, from the list', async () => {
  await openCases(cases(3));
  await page.getByRole('grid', { name: 'Cases' }).element().focus();
  await perform('first review, from the list', ['Enter', once(ready, 'a'), once(asked, 'Alt+1')]);
  await isDecided('clear');
});

test.each([
  ['from a passport number to its case', 'PAS1234567', 'document-number'],
  ['from a name to its case', 'Kowalska', 'person'],
] as const)('%s', async (task, text, by) => {
  await openCases(cases(3), { 'cases.search': () => ({ matches: [{ by, row: newRow(2) }] }) });
  const field = page.getByRole('combobox', { name: /^Open or search/ });
  await perform(task, ['Control+k', typed(text, field), 'Enter']);
  await expect.poll(openedId).toBe(idOf(2));
});

test('ten cases of a list, with a reason each', async () => {
  const { bridge } = await openCases(cases(10));
  const decided = async () => {
    const reviewed = bridge.inputs('cases.review').length;
    await press('Alt+1');
    await expect.poll(() => bridge.inputs('cases.review').length).toBe(reviewed + 1);
  };
  const each = Array.from({ length: 10 }, () => ['a', decided]).flat();
  await perform('ten cases of a list with a reason each', [clicked('Queue all'), ...each]);
  const decisions = bridge.inputs('cases.decide');
  expect(decisions.map(({ selection }) => selection)).toEqual(
    Array.from({ length: 10 }, (_, at) => ({ ids: [idOf(at + 1)] })),
  );
});

test('a decision is changed, taken back and withdrawn', async () => {
  const { bridge } = await openDecided();
  await perform('change the decision of the case that is shown', ['x', 'Alt+1']);
  await isDecided('reject');
  await perform('take back the last decision', ['Control+z']);
  await expect.poll(() => bridge.inputs('cases.undo')).toMatchObject([{ of: 'decision' }]);
  await press('a');
  await press('Alt+1');
  await isDecided('clear');
  await perform('withdraw a decision, with a reason', [
    'Shift+Z',
    typed('Wrong case', page.getByRole('textbox', { name: 'Why is it withdrawn?' })),
    'Control+Enter',
  ]);
  await expect
    .poll(() => bridge.inputs('cases.decide').at(-1)?.decision)
    .toEqual({ withdrawn: true, comment: 'Wrong case' });
});

test('the decision before is changed in a queue that has moved on', async () => {
  const { bridge } = await openCases(cases(3));
  await page.getByRole('button', { name: 'Queue all' }).click();
  await place('1 of 3');
  await press('x');
  await press('Alt+2');
  await place('2 of 3');
  await press('a');
  await press('Alt+1');
  await place('3 of 3');
  await perform('change the decision before, in a queue', ['k', 'Shift+X']);
  await place('3 of 3');
  expect(bridge.inputs('cases.decide').at(-1)).toMatchObject({
    selection: { ids: [idOf(2)] },
    decision: { kind: 'reject', reason: reason('reject', 1) },
  });
  // Without a reason of this queue, it is asked for.
  await press('Shift+E');
  await expect.element(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
});

test('a case is noted, waits and is labelled', async () => {
  const { bridge } = await openCases(cases(1));
  await perform('label the case of a row', [
    'l',
    typed('batch 7', page.getByRole('textbox', { name: 'Label' })),
    'Enter',
  ]);
  await expect.poll(() => bridge.inputs('cases.label')).toMatchObject([{ add: ['batch 7'] }]);
  await press('Escape');
  await press('o');
  await ready();
  await perform('wait for the user', ['q', '1', 'Control+Enter']);
  await expect
    .poll(() => bridge.inputs('cases.state'))
    .toMatchObject([{ state: 'waiting', reason: standardWaitingReasons[0]?.code }]);
  const note = page.getByRole('textbox', { name: 'New note' });
  await perform('note something on a case', ['n', typed('Called', note), 'Control+Enter']);
  await expect.poll(() => bridge.inputs('cases.note')).toMatchObject([{ text: 'Called' }]);
});

test('personal data is shown, and the decisions of the month are exported', async () => {
  const all = { key: '2026-01-15', total: 1, counts: { clear: 1 } };
  const { bridge } = await openCases(cases(2), {
    'reports.decisions': () => ({
      all,
      groups: [all],
      second: { total: 0, differing: 0 },
      isLimited: false,
      unreadable: 0,
    }),
    'reports.open': () => ({ ages: [], changed: { total: 0, cases: [] } }),
    'reports.export': () => ({ kind: 'saved', path: '/exports/decisions.csv', bytes: 10 }),
  });
  await perform('show the personal data of all cases', ['Control+Shift+s']);
  await expect.element(page.getByText('Kowalska, Anna').first()).toBeVisible();
  await perform('the decisions of this month as CSV', ['Control+5', clicked('Export CSV')]);
  await expect.poll(() => bridge.inputs('reports.export')).toHaveLength(1);
});

test('a report of a case', async () => {
  const { bridge } = await openCase('sandbox', await sampleId('Everything that can be collected'), {
    replies: { 'evidence.saveReport': () => ({ kind: 'cancelled' }) },
  });
  await expect.element(page.getByRole('button', { name: 'Export the case or its files' })).toBeVisible();
  await perform('report of a case', ['Control+e', clicked('Report as PDF')]);
  await expect.poll(() => bridge.inputs('evidence.saveReport')).toMatchObject([{ as: 'pdf' }]);
});
