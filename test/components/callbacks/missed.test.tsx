import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { retriedFor } from '../../../preload/contract/callbacks.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { button, FakeInbox, openInbox } from './fake-inbox.ts';

test('cases without a callback say for how long it may still come, and lead to sending it', async () => {
  const hour = 3_600_000;
  await openInbox(new FakeInbox(), {
    'callbacks.missed': () => ({
      missed: [
        { conversationId: idOf(1), event: 'FINISHED', seenAt: Date.now() - retriedFor + 5.5 * hour },
        { conversationId: idOf(2), event: 'EXPIRED', seenAt: Date.now() - retriedFor - hour },
      ],
    }),
    'callbacks.sendChoices': () => ({
      ...{ templates: [], encodings: [{ id: 'compact', title: 'Compact' }], faults: [], retryGaps: [0] },
      events: [{ target: 'CONVERSATION', event: 'EXPIRED' }],
    }),
  });
  await page.getByRole('tab', { name: 'Missed' }).click();
  const rowOf = (number: number) =>
    page.getByRole('table', { name: 'Missed callbacks' }).getByRole('row').nth(number);
  await expect.element(rowOf(1).getByText('About 5 hours')).toBeVisible();
  await expect.element(rowOf(2).getByText('Perhaps none')).toBeVisible();
  await expectAccessible(bothSchemes);
  await button(`Send about ${idOf(2)}`).click();
  await expect.element(page.getByRole('textbox', { name: 'Conversation id' })).toHaveValue(idOf(2));
  await expect.element(page.getByRole('combobox', { name: 'Event' })).toHaveValue('CONVERSATION EXPIRED');
});
