import { expect, test } from 'vitest';
import { act, env, ids, keepDays, openInMemory, record, who } from './index-harness.ts';

const dayMs = 86_400_000;

function sweepOf(service: ReturnType<typeof openInMemory>, max: number) {
  const { cases, more } = service.sweep({ ...who, environmentIds: [env.environmentId], max });
  return { forgotten: cases.length, more };
}

test('cases not opened or changed for the chosen days are deleted in slices, which the journal records', () => {
  const service = openInMemory();
  keepDays(service, 90);
  for (const [index, age] of [200, 150, 91, 89, 1].entries()) {
    record(service, `c${index}`, {}, who.at - age * dayMs);
  }
  act(service, ['c0'], { kind: 'noted', details: { text: 'worked on today' } });
  const sweep = () => sweepOf(service, 1);
  expect(sweep()).toEqual({ forgotten: 1, more: true });
  expect(sweep()).toEqual({ forgotten: 1, more: true });
  expect(sweep()).toEqual({ forgotten: 0, more: false });
  expect(ids(service).sort()).toEqual(['c0', 'c3', 'c4']);
  expect(service.verifyJournal()).toMatchObject({ forgotten: 2, problems: [] });
});

test('nothing is deleted until a person chose a period, which each environment has of its own', () => {
  const service = openInMemory();
  record(service, 'old', {}, who.at - 400 * dayMs);
  const sweep = () => sweepOf(service, 10);
  expect(sweep()).toEqual({ forgotten: 0, more: false });
  keepDays(service, null);
  expect(sweep()).toEqual({ forgotten: 0, more: false });
  keepDays(service, 365);
  expect(service.settings(env).retentionDays).toBe(365);
  expect(service.settings({ environmentId: 'another' }).retentionDays).toBeNull();
  expect(sweep()).toEqual({ forgotten: 1, more: false });
});
