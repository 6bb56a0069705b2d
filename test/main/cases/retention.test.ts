import { expect, test } from 'vitest';
import { act, env, get, ids, openInMemory, record, who } from './index-harness.ts';

const dayMs = 86_400_000;
const days = (count: number) => who.at + count * dayMs;

/** Sweeps once a week until a time, as a console that runs does; answers what the last sweep did. */
function sweep(service: ReturnType<typeof openInMemory>, at: number, environmentIds = [env.environmentId]) {
  const once = (time: number) => service.sweep({ environmentIds, actor: who.actor, at: time, max: 100 });
  for (let time = who.at; time < at; time += 7 * dayMs) {
    once(time);
  }
  return once(at);
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

test('what somebody still works on is kept: watched, in review, waiting, escalated or asked again', () => {
  const service = openInMemory();
  const entries = {
    watched: { kind: 'watched', details: { watched: true } },
    'in-review': { kind: 'state-set', details: { state: 'in-review' } },
    waiting: { kind: 'state-set', details: { state: 'waiting' } },
    escalated: { kind: 'decided', details: { decision: 'escalate' } },
    asked: { kind: 'decided', details: { decision: 'ask-again' } },
    cleared: { kind: 'decided', details: { decision: 'clear' } },
    undecided: { kind: 'noted', details: { text: 'looked at' } },
    'escalated-done': { kind: 'decided', details: { decision: 'escalate' } },
  } as const;
  for (const [id, entry] of Object.entries(entries)) {
    record(service, id, {}, days(0));
    act(service, [id], entry);
  }
  act(service, ['escalated-done'], { kind: 'state-set', details: { state: 'done' } });
  expect(service.retentionPreview({ ...env, days: 90, at: days(91) })).toEqual({ forgotten: 3, kept: 5 });
  sweep(service, days(91));
  expect(ids(service).sort()).toEqual(['asked', 'escalated', 'in-review', 'waiting', 'watched']);
  // Of an environment that is gone, nothing is kept for work.
  sweep(service, days(92), []);
  expect(ids(service)).toEqual([]);
  service.close();
});

test('a clock that is set far ahead forgets nothing for a day, and nothing when it is set right again', () => {
  const service = openInMemory();
  record(service, 'c1', {}, days(0));
  const at = (time: number) =>
    service.sweep({ environmentIds: [env.environmentId], actor: who.actor, at: time, max: 100 });
  expect(at(days(0.5))).toEqual({ cases: [], more: false });
  expect(at(days(3650))).toEqual({ cases: [], more: false, heldUntil: days(3651) });
  expect(at(days(3650.5))).toMatchObject({ cases: [], heldUntil: days(3651) });
  expect(at(days(1))).toEqual({ cases: [], more: false });
  expect(at(days(3650.9))).toMatchObject({ heldUntil: days(3651.9) });
  expect(get(service, 'c1').row.conversationId).toBe('c1');
  // A console that was not used for long: the clock was right.
  expect(at(days(3651.9))).toMatchObject({ cases: [{ conversationIds: ['c1'] }] });
  service.close();
});

test('a clock that was set ahead while the console was closed is noticed at the start', () => {
  const service = openInMemory();
  record(service, 'c1', {}, days(0));
  service.sweep({ environmentIds: [env.environmentId], ...who, max: 1 });
  // A case is opened before the first sweep with the wrong clock.
  record(service, 'c2', {}, days(400));
  expect(
    service.sweep({ environmentIds: [env.environmentId], actor: who.actor, at: days(400), max: 9 }),
  ).toMatchObject({ cases: [], heldUntil: days(401) });
  service.close();
});
