import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { counted } from '../../preload/wording/terms.ts';
import { type FakeCases, idOf } from './cases.ts';
import type { Replies } from './fake-bridge.ts';
import { type OpenedWindow, openWindow } from './window.tsx';

/** The window on a list of cases, which learns of their changes. */
export async function openCases(cases: FakeCases, replies: Replies = {}): Promise<OpenedWindow> {
  const opened = await openWindow({ ...cases.replies(), ...replies });
  cases.onChange = () => opened.bridge.send('cases.changed', { environmentId: 'sandbox' });
  await caseCount(cases.rows.length);
  return opened;
}

/**
 * The window on the case of that number.
 *
 * @param queue the numbers of the cases of a queue that it is opened from
 * @param shows the button that is waited for
 */
export async function openCaseOf(
  cases: FakeCases,
  number: number,
  { replies = {}, queue, shows = /^Approve/ }: { replies?: Replies; queue?: number[]; shows?: RegExp } = {},
): Promise<OpenedWindow> {
  if (queue) {
    cases.queue = { title: 'A queue', ids: queue.map(idOf), at: queue.indexOf(number), reviewed: [] };
  }
  const opened = await openWindow(
    { ...cases.replies(), ...replies },
    { hash: `#/conversations/${idOf(number)}/result${queue ? '/queue' : ''}` },
  );
  cases.onChange = () => opened.bridge.send('cases.changed', { environmentId: 'sandbox' });
  await expect.element(page.getByRole('button', { name: shows })).toBeVisible();
  return opened;
}

/** The row of the case of that number. */
export function rowOf(number: number): HTMLElement {
  const row = document.querySelector<HTMLElement>(`[role=row][data-conversation="${idOf(number)}"]`);
  if (row === null) {
    throw new Error(`Case ${number} is not shown; shown are ${shownIds().join(', ')}`);
  }
  return row;
}

export const shownIds = () =>
  [...document.querySelectorAll<HTMLElement>('[role=row][data-conversation]')].map(
    (row) => row.dataset.conversation,
  );

/** The id of the row that the keyboard is at. */
export const currentId = () =>
  document.querySelector('[role=row][data-current]')?.getAttribute('data-conversation');

/** The id of the conversation that is open. */
export const openedId = () => location.hash.split('/')[2]?.split('?')[0];

export const caseCount = (count: number) =>
  expect.element(page.getByText(counted(count, 'case'), { exact: true })).toBeVisible();

export const expectSelected = (count: number) =>
  expect.element(page.getByText(`${count} selected`, { exact: true })).toBeVisible();
