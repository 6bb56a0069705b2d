import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openCaseOf, openCases, openedId } from '../case-list.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import type { Replies } from '../fake-bridge.ts';
import { press } from '../window.tsx';

const dialog = page.getByRole('dialog');

const three = () => new FakeCases(Array.from({ length: 3 }, (_, at) => newRow(at + 1)));

/** Opens the first of three cases, whose face does not match. */
async function openFirst() {
  const replies: Replies = {
    'conversations.open'(input) {
      const { conversation, ...rest } = finished(input);
      const identity = { status: 'FAILED', errors: ['SCAN_FACE_MISMATCH'] };
      return { ...rest, conversation: { ...conversation, result: { identity } } };
    },
  };
  const opened = await openCaseOf(three(), 1, { replies });
  await expect.element(page.getByRole('button', { name: /^Settle: / }).first()).toBeVisible();
  return opened;
}

test.each([
  ['x', 'Comment', 'a decision'],
  ['p', 'Reason', 'a follow-up'],
  ['o', 'Reason', 'a finding that is settled'],
])('%s: the text of %s is there again where a click on the evidence closed its form', async (key, field) => {
  await openFirst();
  await press(key);
  const text = page.getByRole('textbox', { name: field });
  await text.fill('The photo was taken from a screen');
  // The page, and not the form.
  await page.getByRole('heading', { name: 'Findings' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await press(key);
  await expect.element(text).toHaveValue('The photo was taken from a screen');
});

test('a text that was cancelled or saved is gone, and each case has its own', async () => {
  const { bridge } = await openFirst();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await press('x');
  await comment.fill('Cancelled');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press('x');
  await expect.element(comment).toHaveValue('');
  await comment.fill('Saved');
  await press('Alt+1');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.inputs('cases.decide')).toMatchObject([{ decision: { kind: 'reject', comment: 'Saved' } }]);
  await press('x');
  await expect.element(comment).toHaveValue('');
});

test('a note that was begun is there again when its case is opened again, and not in another', async () => {
  await openCases(three());
  await press('o');
  const note = page.getByRole('textbox', { name: 'New note' });
  await press('n');
  await note.fill('Called, no answer');
  await press('Alt+ArrowLeft');
  await press('j');
  await press('o');
  await press('n');
  await expect.element(note).toHaveValue('');
  await press('Alt+ArrowLeft');
  await press('k');
  await press('o');
  await press('n');
  await expect.element(note).toHaveValue('Called, no answer');
});

test('with the notes open, the next case of a queue takes the keys, and not the field for a label', async () => {
  await openCaseOf(three(), 1, { queue: [1, 2, 3] });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toBeVisible();
  await press('j');
  await press('j');
  await expect.poll(openedId).toBe(idOf(3));
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('');
});
