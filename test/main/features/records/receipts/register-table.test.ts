import { afterEach, expect, test, vi } from 'vitest';
import { registerTable } from '../../../../../main/features/records/receipts/register-table.ts';

afterEach(() => vi.unstubAllEnvs());

test('the printed register names the days that were chosen, and the zone of its times', () => {
  vi.stubEnv('TZ', 'Europe/Warsaw');
  const filter = { from: Date.parse('2026-10-31T23:00Z'), to: Date.parse('2026-11-30T22:59:59.999Z') };
  const none = { rows: [], total: 0 };
  const { facts, columns } = registerTable({
    filter,
    environmentName: undefined,
    receipts: none,
    unsent: none,
    attachment: undefined,
    actor: 'ada',
    now: filter.to,
  });
  expect(facts).toContainEqual(['Period', '2026-11-01 to 2026-11-30']);
  expect(columns.map(({ title }) => title)).toContain('When (UTC)');
});
