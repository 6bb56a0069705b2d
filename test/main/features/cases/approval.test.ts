import { expect, test } from 'vitest';
import type { ApprovalRule } from '../../../../preload/contract/cases.ts';
import { act, env, get, keepDays, openInMemory, record, who } from './index-harness.ts';

const clear = { kind: 'decided', details: { decision: 'clear' } } as const;
const reject = { kind: 'decided', details: { decision: 'reject' } } as const;
const none: ApprovalRule = { settledFrom: null, finalResults: false, notRejectedBefore: false };

/** A case with a hit of weight 90, under a rule. */
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
  const service = open({ settledFrom: 90 }, ['PEP', 'ADVERSE_MEDIA']);
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

test('what must hold and the periods of retention are saved one by one, and each stays', () => {
  const service = open({ settledFrom: 65, finalResults: true });
  keepDays(service, 30, 60);
  const approval = { settledFrom: 65, finalResults: true, notRejectedBefore: false };
  expect(service.settings(env)).toMatchObject({ approval, retentionDays: 30, decisionDays: 60 });
  service.saveSettings({ ...env, ...who, approval: none });
  expect(service.settings(env)).toMatchObject({ approval: none, retentionDays: 30, decisionDays: 60 });
  record(service, 'c3');
  act(service, ['c1', 'c3'], clear);
});
