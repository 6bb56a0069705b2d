import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { openWindow } from '../window.tsx';

const people = Array.from({ length: 12 }, (_, at) => ({
  id: idOf(at + 1),
  title: `Person ${at + 1}`,
  toReview: true,
}));
const samples = () => ({ samples: [...people, { id: idOf(20), title: 'Awkward' }] });
const rail = page.getByRole('navigation', { name: 'Pages' });

test('the review of twelve people reads them into the list and opens them as a queue', async () => {
  const cases = new FakeCases([]);
  const run = {
    environmentId: 'sandbox',
    state: 'running' as const,
    pace: { concurrency: 4 },
    total: 12,
    done: 0,
    failed: 0,
    added: 0,
    changed: 0,
    gone: 0,
    rate: 0,
    startedAt: 0,
  };
  const replies = cases.replies();
  const { bridge } = await openWindow({
    ...replies,
    'conversations.samples': samples,
    'reading.readList': () => ({
      listId: 'list',
      report: {
        unit: 'line',
        format: 'lines',
        lines: 12,
        sums: { useful: 12, repeated: 0, elsewhere: 0, useless: 0 },
        conversations: 12,
        callbacks: 0,
        duplicates: [],
        duplicateCount: 0,
        bad: [],
        badCount: 0,
        userKeys: [],
        userKeyCount: 0,
        elsewhere: [],
        elsewhereCount: 0,
        isCut: false,
      },
    }),
    'reading.runs': () => ({ runs: cases.rows.length > 0 ? [run] : [] }),
    'reading.start': () => {
      cases.rows = people.map((_, at) => newRow(at + 1));
      return {};
    },
  });
  await page.getByRole('button', { name: 'Start the review' }).click();
  await expect.poll(() => bridge.inputs('reading.start')).toHaveLength(1);
  expect(bridge.inputs('cases.startQueue')).toEqual([]);
  bridge.send('reading.changed', { runs: [{ ...run, state: 'done', done: 12 }] });
  await expect.element(page.getByText('1 of 12')).toBeVisible();
  expect(bridge.inputs('reading.readList')[0]).toMatchObject({
    source: people.map(({ id }) => id).join('\n'),
  });
  expect(bridge.inputs('cases.startQueue')[0]).toMatchObject({
    selection: { ids: people.map(({ id }) => id) },
  });
});

test('the samples list only those made for integrators; connecting leads to the form for an environment', async () => {
  await openWindow({ 'conversations.samples': samples });
  await page.getByRole('button', { name: /^Samples/ }).click();
  await expect.element(page.getByText('Awkward')).toBeVisible();
  await expect.element(page.getByRole('status').getByText(/^\d+ conversations?$/)).toBeVisible();
  expect(page.getByText('Person 1', { exact: true }).query()).toBeNull();
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Add your environment…' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'New environment' })).toBeVisible();
});

test('groups of pages that are not needed leave the rail, and are found and brought back all the same', async () => {
  const { bridge } = await openWindow({ 'conversations.samples': samples });
  await expect.element(rail.getByRole('list', { name: 'Integration' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Integration' }).click();
  await expect.element(rail.getByRole('list', { name: 'Integration' })).not.toBeInTheDocument();
  expect(bridge.inputs('application.preferences')).toContainEqual({ hiddenGroups: ['integration'] });
  await page.getByRole('combobox').fill('go to callbacks');
  await expect.element(page.getByRole('option', { name: /Go to Callbacks/ })).toBeVisible();
  await rail.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Integration' }).click();
  await expect.element(rail.getByRole('button', { name: 'Callbacks' })).toBeVisible();
});
