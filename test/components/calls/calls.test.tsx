import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallEntry } from '../../../preload/contract/calls.ts';
import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { failing } from '../fake-bridge.ts';
import { openWindow } from '../window.tsx';

const newCall = (id: number, path: string, changes: Partial<CallEntry> = {}): CallEntry => ({
  id,
  revision: id,
  at: 1_700_000_000_000 + id,
  method: 'GET',
  origin: 'https://verify.example',
  path,
  template: '/conversations/{conversationId}',
  attempt: 1,
  state: 'answered',
  status: 200,
  phases: { waitMs: 12 },
  totalMs: 12,
  ...changes,
});

/** The calls of main, of which each reply has at most two. */
class FakeCalls {
  all = [newCall(1, '/first'), newCall(2, '/second'), newCall(3, '/third', { conversationId: idOf(1) })];

  replies() {
    return {
      'calls.list': ({ after }: { after: number }) => {
        const changed = this.all.filter(({ revision }) => revision > after);
        const calls = changed.slice(0, 2);
        const more = changed.length > 2;
        const last = (more ? calls : this.all).at(-1);
        return { calls, more, revision: last?.revision ?? after, ids: this.all.map(({ id }) => id) };
      },
      'calls.get': () => ({ headers: [['accept', 'application/json'] as [string, string]], body: '{"a":1}' }),
      'calls.clear': () => {
        this.all = [];
        return {};
      },
    };
  }
}

const row = (path: string) => page.getByRole('gridcell', { name: path });

test('calls are read to the end, and then only what has changed since', async () => {
  const calls = new FakeCalls();
  const { bridge } = await openWindow(calls.replies(), { hash: '#/calls' });
  await expect.element(row('/first')).toBeVisible();
  await expect.element(row('/third')).toBeVisible();
  // The first was removed in main, a fourth was made.
  calls.all = [...calls.all.slice(1), newCall(4, '/fourth')];
  bridge.send('calls.changed', { environmentIds: ['sandbox'] });
  await expect.element(row('/fourth')).toBeVisible();
  await expect.element(row('/first')).not.toBeInTheDocument();
  expect(bridge.inputs('calls.list').map(({ after }) => after)).toEqual([0, 2, 3]);
});

test('the filter stays while the page is left, and clearing removes every call', async () => {
  const { bridge } = await openWindow(new FakeCalls().replies(), { hash: '#/calls' });
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('third');
  await expect.element(page.getByText('1 call', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Calls' }).click();
  await expect.element(row('/third')).toBeVisible();
  await expect.element(row('/first')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByText('No calls yet')).toBeVisible();
  expect(bridge.inputs('calls.clear')).toEqual([{ environmentId: 'sandbox' }]);
});

test('a list that could not be read can be read again', async () => {
  const { bridge } = await openWindow(
    { 'calls.list': failing({ code: 'internal', message: 'Not now.' }) },
    { hash: '#/calls' },
  );
  await expect.element(page.getByText('Not now.')).toBeVisible();
  bridge.answer(new FakeCalls().replies());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row('/first')).toBeVisible();
  await expect.element(page.getByText('Not now.')).not.toBeInTheDocument();
});

test('the failed call of yesterday is found by its words or its day, and shows what was sent', async () => {
  const calls = new FakeCalls();
  const yesterday = startOfDay(Date.now(), -1);
  calls.all = [
    newCall(1, '/first-of-yesterday', { at: yesterday, status: 500 }),
    newCall(2, '/second-of-yesterday', { at: yesterday }),
    newCall(3, '/of-today', { at: Date.now(), state: 'failed' }),
  ];
  const { bridge } = await openWindow(calls.replies(), { hash: '#/calls' });
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('yesterday failed');
  await expect.element(page.getByText('1 call', { exact: true })).toBeVisible();
  await row('/first-of-yesterday').click();
  await page.getByText('Headers and body').click();
  await expect.element(page.getByText('accept: application/json')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('');
  await page.getByLabelText('Day', { exact: true }).fill(new Intl.DateTimeFormat('en-CA').format(yesterday));
  await expect.element(page.getByText('2 calls', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'With bodies' }).click();
  await expect
    .poll(() => bridge.inputs('application.preferences').at(-1))
    .toEqual({ callLog: { days: 7, bodies: true } });
  await expectAccessible();
});

test('without a keychain the page does not claim that calls are kept', async () => {
  await openWindow(
    {
      ...new FakeCalls().replies(),
      'cases.status': () => ({ storage: 'memory' as const, notices: [], total: 0 }),
    },
    { hash: '#/calls' },
  );
  await expect.element(row('/first')).toBeVisible();
  await expect.element(page.getByText('They are cleared when the console closes.')).toBeVisible();
});

test('at 1280 beside an open call no column is cut off', async () => {
  await page.viewport(1280, 800);
  await openWindow(new FakeCalls().replies(), { hash: '#/calls' });
  await row('/first').click();
  await expect.element(page.getByRole('button', { name: 'Copy as cURL' })).toBeVisible();
  const right = (element: Element) => element.getBoundingClientRect().right;
  const heading = page.getByRole('columnheader', { name: 'Attempt' }).element();
  const panel = page.getByRole('complementary').last().element().getBoundingClientRect();
  expect(right(heading)).toBeLessThanOrEqual(panel.left);
});
