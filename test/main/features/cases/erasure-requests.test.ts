import { expect, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import type { Absence } from '../../../../main/service/classify-failure.ts';
import { act, env, keepDays, openInMemory, record, who } from './index-harness.ts';

const day = 86_400_000;
const later = who.at + day;

function save(service: IndexRequests, ...conversationIds: string[]) {
  const items = conversationIds.map((conversationId) => ({ conversationId }));
  const entries = { person: 'Anna Kowalska', receivedOn: '2026-02-20', items };
  service.saveErasureRequest({ ...env, requestId: 'r', entries, copies: {}, absent: {} });
}
const absentOf = (service: IndexRequests) => service.erasureRequests(env)[0]?.absent;
const mark = (service: IndexRequests, conversationId: string, absence: Absence, at = later) =>
  service.markAbsent({ ...env, conversationId, absence, at });

test('a conversation that the list lacks stays with the request as the service answered', () => {
  const service = openInMemory();
  save(service, 'a', 'b', 'c');
  expect([mark(service, 'a', 'gone'), mark(service, 'b', 'not-found')]).toEqual([true, true]);
  expect(mark(service, 'of no request', 'gone')).toBe(false);
  expect(absentOf(service)).toEqual({
    a: { absence: 'gone', at: later },
    b: { absence: 'not-found', at: later },
  });
});

test('a case that was gone or not found before the request, or deleted, is so in the request until it is read again', () => {
  const service = openInMemory();
  for (const id of ['gone', 'unknown', 'deleted', 'there']) {
    record(service, id);
  }
  mark(service, 'gone', 'gone');
  mark(service, 'unknown', 'not-found');
  act(service, ['deleted'], { kind: 'data-deleted', details: { outcome: 'confirmed' } });
  save(service, 'gone', 'unknown', 'deleted', 'there');
  expect(absentOf(service)).toEqual({
    gone: { absence: 'gone', at: later },
    unknown: { absence: 'not-found', at: later },
    deleted: { absence: 'gone', at: who.at },
  });
  for (const id of ['gone', 'unknown', 'deleted']) {
    record(service, id, {}, later + 1);
  }
  expect(absentOf(service)).toEqual({});
});

test('a case that is gone stays so in the request when it is forgotten', () => {
  const service = openInMemory();
  record(service, 'a');
  mark(service, 'a', 'gone');
  save(service, 'a');
  service.forget({ ...env, ...who, selection: { ids: ['a'] } });
  expect(service.rowsOf({ ...env, conversationIds: ['a'] })).toEqual([]);
  expect(absentOf(service)).toEqual({ a: { absence: 'gone', at: later } });
});

test('a case that is not found stays so in the request when retention leaves its decision only', () => {
  const service = openInMemory();
  record(service, 'a');
  act(service, ['a'], { kind: 'decided', details: { decision: 'approve' } });
  mark(service, 'a', 'not-found');
  save(service, 'a');
  keepDays(service, 90, 1000);
  // As a console that runs does: one whose clock leaps deletes nothing.
  for (let at = later; at < later + 100 * day; at += 7 * day) {
    service.sweep({ ...who, environmentIds: [env.environmentId], at, max: 100 });
  }
  expect(service.rowsOf({ ...env, conversationIds: ['a'] })).toMatchObject([{ verdict: 'unread' }]);
  expect(absentOf(service)).toEqual({ a: { absence: 'not-found', at: later } });
});
