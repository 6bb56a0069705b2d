import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import { decisionVerb } from '../../../preload/wording/decisions.ts';
import { openCaseOf, openCases } from '../case-list.ts';
import { detailsOf, FakeCases, newRow } from '../cases.ts';
import type { Replies } from '../fake-bridge.ts';
import { press } from '../window.tsx';

const panel = page.getByRole('complementary', { name: 'Notes and history' });
const listed = panel.getByRole('list', { name: 'Notes' });
const textOf = (element: Element) => (element as HTMLElement).innerText;

const cases = () => new FakeCases([newRow(1)]);
const withDetails = (details: Partial<CaseDetails>): Replies => ({
  'cases.get': () => ({ case: detailsOf(newRow(1), details) }),
});

async function openNotes(): Promise<void> {
  await press('n');
  await expect.element(listed).toBeVisible();
}

test('a note and a comment of many lines are read whole, in their lines; what else cannot be seen has its mark', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `Line ${at + 1}: asked the branch`);
  const text = lines.join('\n\n');
  const comment = `${lines.join('\n')}\u202e`;
  const details = {
    notes: [{ id: 7, at: 0, actor: 'ap\nBen', text }],
    history: [{ seq: 6, at: 0, actor: 'ap', kind: 'decided', details: { decision: 'reject', comment } }],
  };
  await openCases(cases(), withDetails(details));
  await press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect.element(preview.getByText('Line 10')).toBeVisible();
  expect(textOf(preview.element())).toContain(text.slice(0, 400));
  await press('o');
  const decision = page.getByRole('region', { name: 'Decision' });
  await expect.element(decision.getByRole('button', { name: decisionVerb('reject') })).toBeVisible();
  await openNotes();
  const note = textOf(listed.getByRole('listitem').element());
  expect(note).toContain(text);
  expect(note).toMatch(/ap↵\nBen/);
  expect(textOf(panel.element())).toContain(`${lines.join('\n')}U+202E`);
});

test('a long name of a file leaves room for the button that saves it, in a window 1280 wide', async () => {
  await page.viewport(1280, 800);
  const file = { name: `${'scan-'.repeat(20)}1.png`, bytes: 5, sha256: 'a'.repeat(64) };
  await openCaseOf(cases(), 1, {
    replies: withDetails({ notes: [{ id: 8, at: 0, actor: 'ap', text: '', file }] }),
  });
  await openNotes();
  const save = listed.getByRole('button', { name: /^Save scan-/ }).element();
  expect(save.getBoundingClientRect().right).toBeLessThanOrEqual(
    listed.element().getBoundingClientRect().right,
  );
  const size = listed.getByText('5 B').element();
  expect(size.getBoundingClientRect().height).toBeLessThan(25);
});
