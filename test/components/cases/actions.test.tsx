import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import guide from '../../../docs/guide/reviewing.md?raw';
import { decisionReasons } from '../../../preload/wording/decisions.ts';
import { openCases } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { press } from '../window.tsx';

/** The number of actions that the guide counts for a task. */
function countOf(task: string): number {
  const row = guide.split('\n').find((line) => line.startsWith(`| ${task} |`));
  return Number(row?.split('|').at(-2));
}

/** Performs the actions of a task, whose number is the guide's. */
async function perform(task: string, actions: readonly (string | (() => Promise<unknown>))[]): Promise<void> {
  expect([task, actions.length]).toEqual([task, countOf(task)]);
  for (const action of actions) {
    await (typeof action === 'string' ? press(action) : action());
  }
}

const queue = page.getByRole('region', { name: 'Queue' });
const place = (text: string) => expect.element(queue.getByText(text, { exact: true })).toBeVisible();
const cases = (count: number) => new FakeCases(Array.from({ length: count }, (_, at) => newRow(at + 1)));
const reason = (kind: 'clear' | 'reject', at: number) => decisionReasons(kind, [])[at]?.code;

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
