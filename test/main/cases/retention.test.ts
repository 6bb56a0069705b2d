import { expect, test } from 'vitest';
import { act, env, ids, openInMemory, record, who } from './index-harness.ts';

const dayMs = 86_400_000;
const days = (count: number) => who.at + count * dayMs;

function sweep(service: ReturnType<typeof openInMemory>, at: number, environmentIds = [env.environmentId]) {
  return service.sweep({ environmentIds, actor: who.actor, at, most: 100 });
}

test("the retention period starts at a person's last action, whatever was read since", () => {
  const service = openInMemory();
  record(service, 'decided', {}, days(0));
  record(service, 'untouched', {}, days(0));
  const selection = { ids: ['decided'] };
  const entries = [{ kind: 'decided' as const, details: { decision: 'clear' } }];
  service.act({ ...env, actor: who.actor, at: days(80), selection, entries });
  // A run or a watch reads both and finds no changes.
  record(service, 'decided', {}, days(85), false);
  record(service, 'untouched', {}, days(85), false);
  expect(sweep(service, days(91))).toEqual({
    cases: [{ ...env, conversationIds: ['untouched'] }],
    more: false,
  });
  expect(ids(service)).toEqual(['decided']);
  expect(sweep(service, days(171))).toEqual({
    cases: [{ ...env, conversationIds: ['decided'] }],
    more: false,
  });
  service.close();
});

test('remaining cases of a deleted environment are swept too', () => {
  const service = openInMemory();
  record(service, 'c1', {}, days(0));
  act(service, ['c1'], { kind: 'noted', details: { text: 'a note' } });
  expect(sweep(service, days(91), [])).toEqual({ cases: [{ ...env, conversationIds: ['c1'] }], more: false });
  expect(ids(service)).toEqual([]);
  service.close();
});
