import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { detailsOf, FakeCases, finished, idOf, newRow } from '../cases.ts';
import { openWindow, press } from '../window.tsx';

const day = (id: number) => Date.UTC(2026, 0, id);
const reads = [3, 2, 1].map((id) => ({ id, at: day(id) }));
const dialog = page.getByRole('dialog');
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
