import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openCases } from '../case-list.ts';
import { FakeCases, newRow } from '../cases.ts';
import { press } from '../window.tsx';

const decision = page.getByRole('region', { name: 'Decision' });
const settings = {
  'cases.settings': () => ({
    ...{ retentionDays: null, decisionDays: null, reasons: [] },
    noteTemplates: [{ code: 'phone', label: 'By phone', text: 'Asked by phone.' }],
  }),
};

async function openFirst(): Promise<void> {
  const decided = newRow(1, { decision: { kind: 'clear', at: Date.now() } });
  await openCases(new FakeCases([decided, newRow(2)]), settings);
  await press('o');
  await expect.element(decision.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
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

/** The panels by their buttons, each with what leads to its button. */
const panels: [string, () => Promise<unknown>][] = [
  ['Approve', openFirst],
  ['Reject', openFirst],
  ['Escalate', openFirst],
  ['Request resubmission', openFirst],
  ['Withdraw the decision', openFirst],
  ['Wait…', openFirst],
  ['Follow up…', openFirst],
  ['Template', openNotes],
  ['Label', selectOne],
  ['State', selectOne],
  ['Export', selectOne],
  ['Save view', filterList],
  ['Columns', openList],
];

test.each(panels)(
  'the panel of “%s” stands after its button, takes the focus and closes with Escape',
  async (name, open) => {
    await open();
    // A column of the list has the name of one of them.
    const button = page.getByRole('button', { name, exact: true }).last();
    await expect.element(button).toBeVisible();
    const element = await button.element();
    element.focus();
    await press('Enter');
    const panel = () => document.activeElement?.closest('[role=dialog], [role=menu]') ?? null;
    await expect.poll(panel).not.toBeNull();
    const opened = panel();
    // Nothing that takes the focus stands between them.
    const stops = [...document.querySelectorAll('button, a[href], input, select, textarea')];
    const after = stops[stops.indexOf(element) + 1];
    expect(opened?.contains(after ?? null)).toBe(true);
    await press('Escape');
    await expect.poll(() => opened?.isConnected).toBe(false);
    await expect.poll(() => document.activeElement).toBe(element);
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

test('a dialog has no banner', async () => {
  await openList();
  await press('Control+/');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog).toBeVisible();
  expect(dialog.getByRole('banner').query()).toBeNull();
});
