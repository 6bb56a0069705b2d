import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openCaseOf, openCases } from '../case-list.ts';
import { FakeCases, newRow } from '../cases.ts';
import { press } from '../window.tsx';

const settings = {
  'cases.settings': () => ({
    retentionDays: null,
    decisionDays: null,
    reasons: [],
    noteTemplates: [{ code: 'phone', label: 'By phone', text: 'Asked by phone.' }],
  }),
};

async function openFirst(): Promise<void> {
  const decided = newRow(1, { decision: { kind: 'clear', at: Date.now() } });
  await openCaseOf(new FakeCases([decided, newRow(2)]), 1, { replies: settings, shows: /^Withdraw/ });
}

async function openNotes(): Promise<void> {
  await openFirst();
  await press('n');
}

const openList = () => openCases(new FakeCases([newRow(1), newRow(2)]), settings);

async function selectOne(): Promise<void> {
  await openList();
  await press('x');
}

async function filterList(): Promise<void> {
  await openList();
  await press('/');
  await userEvent.keyboard('label:vip');
  await press('Enter');
}

/** The panels by their buttons, at the places where they are. */
const panels: [place: string, open: () => Promise<unknown>, names: string[]][] = [
  [
    'a case',
    openFirst,
    [
      ...['Approve', 'Reject', 'Escalate', 'Request resubmission', 'Withdraw the decision'],
      ...['Wait…', 'Follow up…'],
    ],
  ],
  ['its notes', openNotes, ['Template']],
  ['a selection', selectOne, ['Label', 'State', 'Export']],
  ['a filtered list', filterList, ['Save view']],
  ['the list', openList, ['Columns']],
];

test.each(panels)(
  'the panels of %s stand after their buttons, take the focus and close with Escape',
  async (_place, open, names) => {
    await open();
    for (const name of names) {
      // A column of the list has the name of one of them.
      const button = page.getByRole('button', { name, exact: true }).last();
      await expect.element(button).toBeVisible();
      const element = await button.element();
      element.focus();
      await press('Enter');
      const panel = () => document.activeElement?.closest('[role=dialog], [role=menu]') ?? null;
      await expect.poll(panel, { message: name }).not.toBeNull();
      const opened = panel();
      // Nothing that takes the focus stands between them.
      const stops = [...document.querySelectorAll('button, a[href], input, select, textarea')];
      const after = stops[stops.indexOf(element) + 1];
      expect(opened?.contains(after ?? null), name).toBe(true);
      await press('Escape');
      await expect.poll(() => opened?.isConnected, { message: name }).toBe(false);
      await expect.poll(() => document.activeElement, { message: name }).toBe(element);
    }
  },
);

test('notes and history take the focus, and close with Escape', async () => {
  await openFirst();
  await press('n');
  const note = page.getByRole('textbox', { name: 'New note' });
  await expect.element(note).toHaveFocus();
  await press('Escape');
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('the list of shortcuts names the groups that have some, those of the page first, and has no banner', async () => {
  await openList();
  await press('Control+/');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog).toBeVisible();
  const groups = dialog.getByRole('heading', { level: 3 }).elements();
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    ...['Cases', 'Selection'],
    ...['Anywhere', 'Go to', 'Environment', 'Window'],
  ]);
  expect(dialog.getByRole('banner').query()).toBeNull();
});
