import { expect, test } from 'vitest';
import type { ApprovalRule, ChecklistItem } from '../../../../preload/contract/case-settings.ts';
import { historyText } from '../../../../preload/wording/history.ts';
import { act, env, get, keepDays, openInMemory, record, who } from './index-harness.ts';

const clear = { kind: 'decided', details: { decision: 'clear' } } as const;
const reject = { kind: 'decided', details: { decision: 'reject' } } as const;
const none: ApprovalRule = { settledFrom: null, finalResults: false, notRejectedBefore: false };

/** A case with a hit of weight 98, under a rule. */
function open(rule: Partial<ApprovalRule>, found = ['PEP'], status = 'FINISHED') {
  const service = openInMemory();
  service.saveSettings({ ...env, ...who, approval: { ...none, ...rule } });
  record(service, 'c1', {
    status,
    result: {
      identity: { status: 'FINISHED', user: { person: { ids: { nationalId: 'N-1' } } } },
      aml: { status: 'FINISHED', found },
    },
  });
  return service;
}

test('findings from a weight on are settled before a case is approved; lighter ones need not be', () => {
  const service = open({ settledFrom: 98 }, ['PEP', 'ADVERSE_MEDIA']);
  expect(() => act(service, ['c1'], clear)).toThrow(
    'may not be approved yet: not settled: PEP hit. Nothing was decided',
  );
  expect(get(service, 'c1').row.decision).toBeUndefined();
  const [finding] = get(service, 'c1').findings;
  if (finding === undefined) {
    throw new Error('The case has no finding.');
  }
  const key = service.findingKey({ ...env, conversationId: 'c1', finding }) ?? '';
  const settled = { key, finding: JSON.stringify(finding), settlement: 'false-positive', reason: 'why' };
  act(service, ['c1'], { kind: 'settled', details: settled });
  act(service, ['c1'], clear);
  expect(get(service, 'c1').row.decision?.kind).toBe('clear');
});

test('results that are not final cannot be approved, nor with a comment', () => {
  const service = open({ finalResults: true }, [], 'IN_PROGRESS');
  const comment = { kind: 'decided', details: { decision: 'clear', comment: 'known' } } as const;
  expect(() => act(service, ['c1'], comment)).toThrow('the results are not final');
});

test('a case seen before that was rejected prevents it, and other decisions are always possible', () => {
  const service = open({ notRejectedBefore: true });
  record(service, 'c2', {
    result: { identity: { status: 'FINISHED', user: { person: { ids: { nationalId: 'N-1' } } } } },
  });
  act(service, ['c2'], reject);
  expect(() => act(service, ['c1'], clear)).toThrow('seen before, rejected');
  act(service, ['c1'], reject);
  expect(get(service, 'c1').row.decision?.kind).toBe('reject');
});

test('an approval that may not be made any more is not brought back when a later decision is taken back', () => {
  const service = open({});
  act(service, ['c1'], clear);
  const later = { ...env, ...who, at: who.at + 10 };
  service.act({ ...later, selection: { ids: ['c1'] }, entries: [reject] });
  service.saveSettings({ ...env, ...who, approval: { ...none, settledFrom: 65 } });
  expect(() => service.undo({ ...later, conversationIds: ['c1'], of: 'decision', done: later.at })).toThrow(
    'may not be approved yet',
  );
  expect(get(service, 'c1').row.decision?.kind).toBe('reject');
});

test('the conditions and the periods of retention are saved one by one, and each stays', () => {
  const service = open({ settledFrom: 65, finalResults: true });
  keepDays(service, 30, 60);
  const approval = { settledFrom: 65, finalResults: true, notRejectedBefore: false };
  expect(service.settings(env)).toMatchObject({ approval, retentionDays: 30, decisionDays: 60 });
  service.saveSettings({ ...env, ...who, approval: none });
  expect(service.settings(env)).toMatchObject({ approval: none, retentionDays: 30, decisionDays: 60 });
  record(service, 'c3');
  act(service, ['c1', 'c3'], clear);
});

test('open items of the checklist prevent approval where the rule says so, by product; what the console can check is ticked by it', () => {
  const service = open({ checklistDone: true }, []);
  const item = (code: string, more: Partial<ChecklistItem> = {}): ChecklistItem => ({
    code,
    label: `Item ${code}`,
    products: [],
    ...more,
  });
  const checklist = [
    item('own-1'),
    item('own-2', { products: ['aml'] }),
    item('own-3', { products: ['address'] }),
    item('own-4', { check: 'final-results' }),
    item('own-5', { retired: true }),
  ];
  service.saveSettings({ ...env, ...who, checklist });
  expect(service.settings(env).checklist).toEqual(checklist);
  expect(() => act(service, ['c1'], clear)).toThrow('checklist: Item own-1, Item own-2. Nothing was decided');
  const tick = (code: string, ticked = true) =>
    act(service, ['c1'], { kind: 'ticked', details: { item: code, label: `Item ${code}`, ticked } });
  tick('own-1');
  tick('own-2');
  const { ticks, history, disagreements } = get(service, 'c1');
  expect([ticks, disagreements]).toEqual([['own-1', 'own-2'], undefined]);
  expect(history.slice(0, 1).map((entry) => historyText(entry, { reasons: [] }))).toEqual([
    { label: 'Ticked: Item own-2' },
  ]);
  tick('own-2', false);
  expect(() => act(service, ['c1'], clear)).toThrow('checklist: Item own-2. Nothing');
  service.saveSettings({ ...env, ...who, approval: { ...none, checklistDone: false } });
  act(service, ['c1'], clear);
  expect(get(service, 'c1').row.decision?.kind).toBe('clear');
});

test('a change of a list of the company is in the journal of every environment, and nothing if it stays', () => {
  const service = openInMemory();
  const own = (label: string) => ({ code: 'own-1', label, kinds: ['reject' as const] });
  const known = { code: 'own-2', label: 'Known', kinds: ['clear' as const] };
  for (const reasons of [[own('By the branch'), known], [own('By a branch')], [own('By a branch')]]) {
    service.saveSettings({ ...env, ...who, reasons });
  }
  service.saveSettings({
    ...env,
    ...who,
    noteTemplates: [{ code: 'own-1', label: 'Called', text: 'Called:' }],
  });
  const rows = service.entryRows({ environmentId: 'another', filter: {}, last: 100, from: 0, count: 10 });
  expect(rows.map((row) => historyText(row, { reasons: [] }))).toEqual([
    { label: 'Settings changed: templates of notes', text: 'Called' },
    { label: 'Settings changed: your own decision reasons', text: 'By a branch; Known (removed)' },
    { label: 'Settings changed: your own decision reasons', text: 'By the branch; Known' },
  ]);
});
