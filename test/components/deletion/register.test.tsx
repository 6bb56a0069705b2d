import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { receiptRow, unsentRow } from '../../../preload/contract/receipts.ts';
import { expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { FakeRuns } from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { openWindow, press } from '../window.tsx';

test('the register is filtered and exported, and a receipt saved', async () => {
  const about = {
    environmentId: 'acme-test',
    environmentName: 'Acme test',
    reason: 'test-data',
    user: 'someone',
  };
  const receipt = receiptRow.parse({
    ...{ ...about, receiptId: 'receipt-7', number: 7, conversationId: idOf(7), mode: 'EXPIRE' },
    ...{ ticket: 'SUP-4821', outcome: 'confirmed', askedAt: '2026-01-15T12:00:00Z', isSessionKey: false },
  });
  const unsent = unsentRow.parse({
    ...{
      ...about,
      mode: 'EXPIRE',
      runId: 'run-1',
      at: '2026-01-15T12:00:00Z',
      outcome: 'duplicate',
      line: 5,
    },
  });
  const { bridge } = await openWindow(new FakeRuns([]).replies(), {
    hash: '#/deletion',
    environments: [newEnvironment('acme-test', { name: 'Acme test' })],
  });
  const cancelled = vi.fn(() => ({ kind: 'cancelled' as const }));
  bridge.answer({
    'receipts.list': ({ filter }) =>
      filter.mode === 'DELETE_DATA' ? { receipts: [], total: 0 } : { receipts: [receipt], total: 1 },
    'receipts.unsent': () => ({ rows: [unsent], total: 1 }),
    'receipts.export': cancelled,
    'receipts.save': cancelled,
  });
  await page.getByRole('tab', { name: 'Register', exact: true }).click();
  const register = page.getByRole('region', { name: 'Register' });
  await expect.element(register.getByText('1 receipt', { exact: true })).toBeVisible();
  await expect.element(register.getByRole('cell', { name: 'Test data (SUP-4821)' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Asked for, without a receipt' }).getByRole('row').nth(1))
    .toBeVisible();
  await expectAccessible();
  await register.getByRole('button', { name: 'Save receipt 7' }).click();
  await register.getByLabelText('Action', { exact: true }).selectOptions('DELETE_DATA');
  await expect.element(register.getByText('Nothing was expired or deleted with this filter.')).toBeVisible();
  await register.getByLabelText('Action', { exact: true }).selectOptions('');
  await register.getByLabelText('Reason').selectOptions('test-data');
  await expect.element(register.getByText('1 receipt', { exact: true })).toBeVisible();
  await register.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => cancelled.mock.calls.length).toBe(2);
  expect(bridge.inputs('receipts.save')).toEqual([{ receiptId: 'receipt-7' }]);
  expect(bridge.inputs('receipts.export')).toEqual([{ filter: { reason: 'test-data' }, format: 'csv' }]);

  await register.getByLabelText('Person or id').fill(' u-7 ');
  await register.getByLabelText('By', { exact: true }).fill('anna');
  await register.getByRole('button', { name: 'Outcome' }).click();
  await expect
    .poll(() => bridge.inputs('receipts.list').at(-1))
    .toMatchObject({
      filter: { reason: 'test-data', text: 'u-7', user: 'anna' },
      sort: { by: 'outcome', descending: false },
    });
  await register.getByRole('button', { name: 'Export with receipts (PDF)' }).click();
  await expect.poll(() => bridge.inputs('receipts.export').at(-1)?.format).toBe('pdf');
  bridge.answer({
    'cases.get': () => ({}),
    'conversations.open': failing({ code: 'not-found' }),
    'receipts.of': () => ({ receipts: [] }),
  });
  await register.getByRole('button', { name: idOf(7) }).click();
  await expect.poll(() => location.hash).toContain(`#/conversations/${idOf(7)}`);
});

test('the arrow keys lead from tab to tab', async () => {
  const { bridge } = await openWindow(new FakeRuns([]).replies(), {
    hash: '#/deletion',
    environments: [newEnvironment('acme-test', { name: 'Acme test' })],
  });
  bridge.answer({
    'receipts.list': () => ({ receipts: [], total: 0 }),
    'receipts.unsent': () => ({ rows: [], total: 0 }),
  });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Register').click();
  for (const [key, name] of [
    ['ArrowRight', 'Delete'],
    ['ArrowLeft', 'Register'],
  ] as const) {
    await press(key);
    await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect.element(tab(name)).toHaveFocus();
  }
});
