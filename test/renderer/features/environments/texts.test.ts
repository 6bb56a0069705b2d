import { expect, test } from 'vitest';
import { operations } from '../../../../preload/contract/operations.ts';
import { decisionReasons, reasonLabel } from '../../../../preload/wording/decisions.ts';
import { filesText } from '../../../../renderer/features/application/copies-section.tsx';
import { stepsOf } from '../../../../renderer/features/environments/check-section.tsx';
import { previewText } from '../../../../renderer/features/environments/retention-preview.tsx';
import { reportText } from '../../../../renderer/features/reports/journal-section.tsx';

test('a retired reason is no longer offered and keeps its name', () => {
  const reason = { code: 'own-1', label: 'Regular customer', kinds: ['clear' as const] };
  const own = [{ ...reason, retired: true }];
  expect(decisionReasons('clear', own).map(({ code }) => code)).not.toContain('own-1');
  expect(reasonLabel('clear', 'own-1', own)).toBe('Regular customer');
  expect(decisionReasons('clear', [reason]).at(-1)?.label).toBe('Regular customer');
});

test('retention says what it would delete', () => {
  expect(previewText({ reduced: 0, removed: 0, kept: 0 })).toBe('No case is old enough.');
  expect(previewText({ reduced: 1200, removed: 1, kept: 1 })).toBe(
    'Deleted within the hour: the data of 1,200 cases, but not the decisions; 1 case with everything. 1 case older but not done yet or kept on purpose.',
  );
});

test('a check of the journal says what was forgotten, and not more of its end than was checked', () => {
  expect(reportText({ entries: 5, forgotten: 2, endChecked: false, problems: [] })).toBe(
    '5 entries checked: none was changed. The content of 2 was forgotten; the journal records this.',
  );
});

test('the sizes of the files are shown', () => {
  const bytes = { cases: 1000, journal: 20, copies: 7_500_000 };
  expect(filesText({ storage: 'disk', bytes, copies: [] })).toBe(
    'The list takes 1.0 kB, the journal 20 B, the copies 7.5 MB.',
  );
  expect(filesText({ storage: 'memory', copies: [] })).toMatch(/in memory until the console closes/);
});

test('a later report of a step replaces the earlier one', () => {
  const running = { step: 'tcp', state: 'running', message: 'Connecting' } as const;
  const failed = { step: 'tcp', state: 'failed', message: 'Refused' } as const;
  const name = { step: 'name', state: 'passed', message: 'Resolved' } as const;
  expect(stepsOf([name, running, failed])).toEqual([name, failed]);
});

test.each([
  { retentionDays: 0, decisionDays: null },
  { retentionDays: 30, decisionDays: 20 },
  { retentionDays: null, decisionDays: 20 },
])('a retention of %o is not accepted', (retention) => {
  const { input } = operations['cases.saveSettings'];
  expect(input.safeParse({ environmentId: 'sandbox', retention }).success).toBe(false);
  const kept = { retentionDays: 30, decisionDays: 60 };
  expect(input.safeParse({ environmentId: 'sandbox', retention: kept }).success).toBe(true);
});
