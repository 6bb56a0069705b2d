import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../preload/contract/cases.ts';
import { historyText } from '../../../preload/wording/history.ts';

const labelOf = (kind: string, outcome: string) =>
  historyText({ seq: 1, at: 0, actor: 'tester', kind, details: { outcome } }, { reasons: [] }).label;

test.each([
  ['data-deleted', 'confirmed', 'Data deleted at the service'],
  ['data-deleted', 'sent', 'Deletion sent'],
  ['data-deleted', 'accepted', 'Deletion accepted, not confirmed'],
  ['data-deleted', 'refused', 'Deletion refused'],
  ['data-deleted', 'unknown', 'Deletion sent, outcome not known'],
  ['data-deleted', 'not-done', 'Deletion failed, nothing was done'],
  ['expired', 'confirmed', 'Expired at the service'],
  ['expired', 'finished', 'Expiry sent, but the user finished first'],
  ['monitoring-ended', 'confirmed', 'AML monitoring ended at the service'],
])(
  'the history says that something was done only where that is confirmed: %s, %s',
  (kind, outcome, label) => {
    expect(labelOf(kind, outcome)).toBe(label);
  },
);

test('an opened case has no text beside its label', () => {
  expect(
    historyText({ seq: 1, at: 0, actor: 'tester', kind: 'opened', details: {} }, { reasons: [] }),
  ).toEqual({
    label: 'Opened',
  });
});

test('a decision that a second person approved says who proposed and who approved it, and when', () => {
  const details = {
    decision: 'clear',
    comment: 'A namesake.',
    proposal: 'p',
    proposedBy: 'Anna',
    approvedBy: 'Ben',
    proposedAt: Date.parse('2026-01-15T12:00:30Z'),
    approvedAt: Date.parse('2026-01-15T13:10:00Z'),
  };
  expect(historyText({ seq: 2, at: 0, actor: 'Anna', kind: 'decided', details }, { reasons: [] })).toEqual({
    label: 'Approved (proposed by Anna, 2026-01-15 12:00 UTC; approved by Ben, 2026-01-15 13:10 UTC)',
    text: 'A namesake.',
  });
});

test.each([
  ['DELETE_DATA', 'delete the data of 1 conversation'],
  ['EXPIRE', 'expire 1 conversation'],
  ['APPROVE', 'approve 1 case in spite of a finding'],
  ['EXPORT', 'save a file: 1 case'],
])('the journal says what was proposed to a second person: %s', (mode, what) => {
  const details = { change: 'proposed', proposal: 'p', count: 1, mode };
  const entry = { seq: 2, at: 0, actor: 'Anna', kind: 'team-changed', details };
  expect(historyText(entry, { reasons: [] }).label).toBe(`Proposed to a second person: ${what}`);
});

test('a withdrawn decision says why', () => {
  const details = { withdrawn: true, comment: 'Wrong person.' };
  expect(historyText({ seq: 2, at: 0, actor: 'tester', kind: 'decided', details }, { reasons: [] })).toEqual({
    label: 'Decision withdrawn',
    text: 'Wrong person.',
  });
});

test('changed settings of an environment say what holds now', () => {
  const textOf = (details: HistoryEntry['details']) =>
    historyText({ seq: 3, at: 0, actor: 'tester', kind: 'settings-changed', details }, { reasons: [] });
  expect(
    textOf({
      retentionDays: 1,
      decisionDays: 1825,
      settledFrom: 85,
      finalResults: true,
      notRejectedBefore: true,
      checklistDone: true,
      targetHours: 24,
      'check:birth-too-early': 'off',
      'check:of-a-later-version': 'low',
    }),
  ).toEqual({
    label: 'Settings changed',
    text:
      'Now: data deleted after 1 day; decisions deleted after 1,825 days; Approve needs findings from weight 85 settled; ' +
      'Approve needs final results; Approve needs no rejection seen before; Approve needs the checklist done; ' +
      'target of 24 hours; Date of birth more than 120 years ago: off; of-a-later-version: low',
  });
  expect(textOf({ retentionDays: 'off', decisionDays: 'off', finalResults: false }).text).toBe(
    'Now: data kept; decisions kept',
  );
});

test.each([
  [
    'settings-changed',
    {
      list: 'reasons',
      items: '[{"code":"own-1","label":"By the branch"},{"code":"own-2","label":"Known","retired":true}]',
      removed: '[{"code":"own-3","label":"Other"}]',
    },
    'Settings changed: your own decision reasons',
    'By the branch; Known (no longer offered); Other (removed)',
  ],
  [
    'due-rule-set',
    { basis: 'pl', count: 5, unit: 'years', startsAt: 'relationship', statuses: 'FINISHED EXPIRED' },
    'Rule for deletion changed',
    'Now: 5 years after the end of the relationship: Finished, Expired · Poland: Art. 49',
  ],
  ['due-rule-set', { rule: 'off' }, 'Rule for deletion changed', 'No rule any more'],
])('%s says what changed', (kind, details: HistoryEntry['details'], label, text) => {
  expect(historyText({ seq: 5, at: 0, actor: 'tester', kind, details }, { reasons: [] })).toEqual({
    label,
    text,
  });
});

test.each([
  [
    'exported',
    { cases: 77, format: 'csv', withUserKeys: true, name: 'cases.csv' },
    'Exported: 77 cases, with user keys',
    'cases.csv',
  ],
  [
    'exported',
    { cases: 1, format: 'json', withUserKeys: false },
    'Exported: 1 case, without user keys',
    undefined,
  ],
  ['exported', { receipts: 2, format: 'pdf' }, 'Exported: 2 receipts', undefined],
  ['exported', { format: 'jsonl' }, 'Exported: journal', undefined],
  ['exported', { what: 'report', as: 'pdf', name: 'case.pdf' }, 'Exported: report', 'case.pdf'],
  ['exported', { what: 'pack for an auditor', cases: 30 }, 'Exported: pack for an auditor', undefined],
  ['exported', {}, 'Exported', undefined],
  ['saved', { name: 'passport.jpg' }, 'File saved', 'passport.jpg'],
])('%s says what left the console: %j', (kind, details: HistoryEntry['details'], label, text) => {
  const entry = { seq: 6, at: 0, actor: 'tester', kind, details };
  expect(historyText(entry, { reasons: [] })).toEqual({ label, text });
});

test.each([
  ['environment-changed', 'settings-saved', 'Environment changed: settings saved'],
  ['credentials-changed', 'api-key-removed', 'Key or password changed: API key removed'],
])('what was done is said: %s, %s', (kind, change, label) => {
  expect(historyText({ seq: 4, at: 0, actor: 'tester', kind, details: { change } }, { reasons: [] })).toEqual(
    {
      label,
    },
  );
});
