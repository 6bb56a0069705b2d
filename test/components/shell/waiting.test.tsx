import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { waitingText } from '../../../renderer/ui/waiting-for-service.tsx';
import { expectAccessible } from '../access.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import type { Replies } from '../fake-bridge.ts';
import { openWindow } from '../window.tsx';

const first = { attempt: 1, attempts: 4, limitMs: 30_000 };
const second = { attempt: 2, attempts: 4, limitMs: 30_000 };
const forever = () => new Promise<never>(() => undefined);

test('a long wait for a case says what is awaited, the attempt and the longest time, and is stopped', async () => {
  let progress: (step: typeof first & { beginsInMs?: number }) => void = () => undefined;
  const { bridge } = await openWindow(
    {
      ...new FakeCases([newRow(1)]).replies(),
      'conversations.open': (_, call) => {
        progress = call.progress;
        return forever();
      },
    },
    { hash: `#/conversations/${idOf(1)}` },
  );
  const subject = 'the conversation';
  await expect.element(page.getByText(waitingText(subject, undefined))).toBeVisible();
  progress({ ...second, beginsInMs: 3000 });
  await expect.element(page.getByText(waitingText(subject, { ...second, beginsInMs: 3000 }))).toBeVisible();
  progress(second);
  await expect.element(page.getByText(waitingText(subject, second))).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Stopped before the conversation was read.')).toBeVisible();
  // Stopping is no error.
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  bridge.answer({ 'conversations.open': (input) => finished(input) });
  await page.getByRole('button', { name: /^Refresh/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
});

test('waiting for files and database sources is put into words, and each is stopped', async () => {
  const held: Replies = {
    'media.list': (_, { progress }) => {
      progress(first);
      return forever();
    },
    'conversations.databaseSources': (_, { progress }) => {
      progress(first);
      return forever();
    },
  };
  await openWindow(
    {
      ...new FakeCases([newRow(1)]).replies(),
      'conversations.open': (input) => {
        const opened = finished(input);
        const { result } = opened.conversation;
        return {
          ...opened,
          conversation: {
            ...opened.conversation,
            result: { ...result, databaseVerification: { status: 'FINISHED' } },
          },
        };
      },
      ...held,
    },
    { hash: `#/conversations/${idOf(1)}` },
  );
  const notice = (what: string) => page.getByText(waitingText(what, first), { exact: true });
  const stop = async (what: string) => {
    const text = (await notice(what).element()) as HTMLElement;
    text.parentElement?.querySelector('button')?.click();
    await expect.element(notice(what)).not.toBeInTheDocument();
  };
  await expect.element(notice('the database sources')).toBeVisible();
  await expect.element(notice('the list of files')).toBeVisible();
  await expectAccessible();
  await stop('the database sources');
  await stop('the list of files');
});
