import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { expectSelected, openCases } from '../case-list.ts';
import { detailsOf, FakeCases, finished, idOf, newRow } from '../cases.ts';
import { failing } from '../fake-bridge.ts';
import { openCase, sampleId } from '../main.ts';
import { type OpenedWindow, openWindow, press, showData } from '../window.tsx';

const day = (id: number) => Date.UTC(2026, 0, id);
const reads = [3, 2, 1].map((id) => ({ id, at: day(id) }));
const dialog = page.getByRole('dialog');
const viewed = ({ bridge }: OpenedWindow) =>
  bridge.inputs('cases.revealed').map(({ conversationId }) => conversationId);
const button = (name: string) => dialog.getByRole('button', { name });

test('the reads of a case are stepped through, each beside the one before it', async () => {
  const row = newRow(1);
  const { bridge } = await openWindow(
    {
      ...new FakeCases([row]).replies(),
      'cases.get': () => ({ case: detailsOf(row, { reads }) }),
      'cases.reading': ({ readId, ...input }) => ({
        at: day(readId),
        conversation: { ...finished(input).conversation, status: `STATUS-${readId}` },
      }),
      'conversations.open': (input) => finished(input),
    },
    { hash: `#/conversations/${idOf(1)}` },
  );
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await press('Control+k');
  await userEvent.keyboard('Show what changed between reads{Enter}');
  const sides = (...ids: number[]) =>
    expect
      .poll(() => document.querySelector('[role=dialog]')?.textContent?.match(/STATUS-\d/g))
      .toEqual(ids.map((id) => `STATUS-${id}`));
  await sides(2, 3);
  await expect.element(dialog.getByText('Read 3 of 3')).toBeVisible();
  await expect.element(button('Newer')).toBeDisabled();
  await expectAccessible();
  await button('Older').click();
  await sides(1, 2);
  await button('Older').click();
  await sides(1);
  await expect.element(dialog.getByText(/^This is the oldest saved read/)).toBeVisible();
  await expect.element(button('Older')).toBeDisabled();
  await button('Newer').click();
  await sides(1, 2);
  expect(new Set(bridge.inputs('cases.reading').map(({ conversationId }) => conversationId))).toEqual(
    new Set([idOf(1)]),
  );
});

test('two cases are compared as faces, documents and the values that matter, then the rest', async () => {
  const id = await sampleId('Everything that can be collected');
  const row = newRow(1, { conversationId: id });
  const other = await sampleId('Metadata in the shape of the field');
  const opened = await openCase('sandbox', id, {
    replies: {
      'cases.get': ({ conversationId }) => ({
        case: detailsOf(
          { ...row, conversationId },
          {
            reads: reads.slice(0, 1),
            seenBefore: [{ conversationId: other, by: ['user-key'], otherUser: false, verdict: 'review' }],
          },
        ),
      }),
      'cases.reading': ({ conversationId, ...input }) => ({
        at: day(1),
        conversation: finished(
          { conversationId, ...input },
          {
            name: { firstName: 'Anna', lastName: conversationId === id ? 'Kowalska' : 'Nowak' },
            ids:
              conversationId === id ? { passport: { id: 'AB 1' } } : { idCard: { id: 'CD 2', type: 'ID' } },
          },
        ).conversation,
      }),
    },
  });
  await showData();
  await page.getByRole('button', { name: 'Compare' }).first().click();
  const pictures = () => [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')];
  const shown = () => pictures().flatMap(({ alt, naturalWidth }) => (naturalWidth > 0 ? alt : []));
  await expect
    .poll(shown)
    .toEqual(['Left: Face', 'Right: Face', 'Left: Identity card, front', 'Right: Passport, front']);
  expect(new Set(pictures().map((one) => `${one.clientWidth} × ${one.clientHeight}`)).size).toBe(1);
  const values = dialog.getByRole('table', { name: 'Person and document' });
  const rows = () => [...values.element().querySelectorAll('tr')].map((row) => row.textContent);
  await expect.poll(rows).toContain('Last name DifferentKowalskaNowak');
  expect(rows()).toContain('First name AnnaAnna');
  expect(rows()).toContain('Passport number DifferentAB 1CD 2');
  const others = dialog.getByRole('table', { name: 'Other values' }).element().textContent;
  expect(others).toContain('Identity card type');
  expect(others).not.toContain('Kowalska');
  expect(viewed(opened)).toEqual([id, other]);
  await expectAccessible();
  await button('Mask personal data').click();
  await expect.poll(rows).not.toContain('First name AnnaAnna');
  // As in the head of a case, a user key is not masked.
  await expect.element(dialog.getByRole('row', { name: /^User key user-1 .*user-1/ })).toBeVisible();
});

test('two cases that are compared from the list with personal data shown have it in their histories', async () => {
  const opened = await openCases(new FakeCases([1, 2, 3].map((number) => newRow(number))));
  await press('Control+Shift+s');
  await press('x');
  await press('Shift+J');
  await expectSelected(2);
  expect(viewed(opened)).toEqual([]);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => viewed(opened)).toEqual([idOf(1), idOf(2)]);
});

test('pictures that could not be listed are not said to be missing', async () => {
  const rows = [1, 2].map((number) => newRow(number));
  const message = 'The service no longer has this conversation (410).';
  const gone = failing({ code: 'gone', message });
  const replies = new FakeCases(rows).replies();
  const list = replies['media.list'];
  await openCases(new FakeCases(rows), {
    'cases.get': ({ conversationId }) => ({
      case: detailsOf({ ...newRow(1), conversationId }, { reads: reads.slice(0, 1) }),
    }),
    'cases.reading': (input) => ({ at: day(1), conversation: finished(input).conversation }),
    ...(list && {
      'media.list': (...call: Parameters<typeof list>) =>
        call[0].conversationId === idOf(1) ? gone() : list(...call),
    }),
  });
  await press('x');
  await press('Shift+J');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(dialog.getByText('No picture of the face')).toBeVisible();
  expect(dialog.getByText(/^No picture of the/).elements()).toHaveLength(2);
  expect(dialog.getByText(message).elements()).toHaveLength(2);
});
