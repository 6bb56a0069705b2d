import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bothSchemes, expectAccessible } from '../access.ts';
import { FakeRuns, newOver, registerRegion } from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { openWindow, press } from '../window.tsx';

test('the register is searched, sorted and exported', async () => {
  const runs = new FakeRuns([]);
  runs.over = [newOver(3), newOver(1, { runId: 'over-2', reason: 'duplicate' })];
  const { bridge } = await openWindow(runs.replies(), {
    hash: '#/deletion',
    environments: [newEnvironment('acme-test', { name: 'Acme test' })],
  });
  bridge.answer({ 'receipts.export': () => ({ kind: 'saved', path: '/saved/register', bytes: 10 }) });
  const register = registerRegion;
  await expect.element(register.getByText('2 runs', { exact: true })).toBeVisible();
  await register.getByRole('button', { name: 'Search…' }).click();
  await register.getByLabelText('Reason').selectOptions('other');
  await expect.element(register.getByText('Nothing was expired or deleted with this filter.')).toBeVisible();
  await expect.element(register.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await register.getByLabelText('Reason').selectOptions('test-data');
  await expect.element(register.getByText('1 run', { exact: true })).toBeVisible();
  await expectAccessible(bothSchemes);
  await register.getByLabelText('Person or id').fill(' u-7 ');
  await register.getByLabelText('By', { exact: true }).fill('anna');
  await register.getByRole('button', { name: 'Environment' }).click();
  const filter = { reason: 'test-data', text: 'u-7', user: 'anna' };
  await expect
    .poll(() => bridge.inputs('deletionRuns.register').at(-1))
    .toMatchObject({ filter, sort: { by: 'environment', descending: false } });
  await register.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => bridge.inputs('deletionRuns.lines').at(-1)).toMatchObject({ text: 'u-7' });
  for (const name of ['Export CSV', 'Export with receipts (JSON)', 'Export with receipts (PDF)']) {
    const announced = announcements();
    await register.getByRole('button', { name }).click();
    await expectSaid(announced, /Saved as \/saved\/register/);
  }
  await expect
    .poll(() => bridge.inputs('receipts.export'))
    .toEqual(['csv', 'json', 'pdf'].map((format) => ({ filter, format })));
  // The contents of hidden fields no longer count.
  await register.getByRole('button', { name: 'All runs' }).click();
  await expect.poll(() => bridge.inputs('deletionRuns.register').at(-1)?.filter).toEqual({});
});

test('the arrow keys lead from tab to tab', async () => {
  const { bridge } = await openWindow(new FakeRuns([]).replies(), {
    hash: '#/deletion',
    environments: [newEnvironment('acme-test', { name: 'Acme test' })],
  });
  bridge.answer({ 'erasure.list': () => ({ requests: [], today: '2026-01-15' }) });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Requests').click();
  for (const [key, name] of [
    ['ArrowRight', 'Delete'],
    ['ArrowLeft', 'Requests'],
  ] as const) {
    await press(key);
    await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect.element(tab(name)).toHaveFocus();
  }
});
