import { expect, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { listAsText } from '../../../../main/features/cases/list-export.ts';
import { checkPlausibility } from '../../../../main/features/cases/plausibility/check-plausibility.ts';
import type { OwnCheckWeight } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { findingText } from '../../../../preload/wording/cases.ts';
import { act, conversationOf, env, get, ids, keepDays, openInMemory, record, who } from './index-harness.ts';

const reject = { kind: 'decided', details: { decision: 'reject' } } as const;
const withdraw = { kind: 'decided', details: { withdrawn: true } } as const;

/** The passport was issued before the birth: two values of the record contradict each other. */
const contradictory = (id: string): Conversation =>
  conversationOf(id, {
    result: {
      identity: {
        status: 'FINISHED',
        user: {
          person: {
            name: { firstName: 'Jan', lastName: 'Kowalski' },
            info: { birthDate: '1990-05-01' },
            ids: { passport: { id: `PAS ${id}`, issueDate: '1980-01-01', expiryDate: '2999-01-01' } },
          },
        },
      },
    },
  });

function recordChecked(service: IndexRequests, conversation: Conversation) {
  const checks = checkPlausibility(conversation, new Date(who.at).toISOString()).findings;
  service.record({
    ...env,
    ...who,
    opened: true,
    notes: {},
    checks,
    conversation,
    conversationId: conversation.id ?? '',
  });
}

/** A document and a national id of its own user, or of the given one. */
const withDocument = (userKey: string, id: string) => ({
  userKey,
  result: { identity: { status: 'FINISHED', user: { person: { ids: { passport: { id } } } } } },
});

test('values that contradict each other are findings in the list, its filters, its order and its CSV', async () => {
  const service = openInMemory();
  recordChecked(service, conversationOf('plain', { userKey: 'another' }));
  recordChecked(service, contradictory('odd'));
  expect(get(service, 'plain').row).toMatchObject({ verdict: 'clear', findingCount: 0 });
  const { row, findings } = get(service, 'odd');
  expect(row.verdict).toBe('review');
  expect(findings.map(({ kind, code }) => [kind, code])).toEqual([['own-check', 'issue-before-birth']]);
  expect(ids(service, { toReview: true })).toEqual(['odd']);
  expect(ids(service, { foundBy: ['console'] })).toEqual(['odd']);
  expect(ids(service, { foundBy: ['service'] })).toEqual([]);
  const dayStarts = { today: 0, yesterday: 0, week: 0 };
  const { resultId } = service.query({
    ...env,
    dayStarts,
    filter: {},
    sort: { by: 'findings', descending: true },
  });
  expect(service.rows({ ...env, resultId, from: 0, count: 1 })[0]?.conversationId).toBe('odd');
  const rowsOf = async (conversationIds: readonly string[]) => service.rowsOf({ ...env, conversationIds });
  const list = { conversationIds: ['odd'], format: 'csv', withUserKeys: false, rowsOf } as const;
  let csv = '';
  for await (const part of listAsText(list)) {
    csv += part;
  }
  expect(csv).toContain('own-check:issue-before-birth');
});

test('an environment weighs the own checks or turns them off, also for cases that were read before, and later settings keep it', () => {
  const service = openInMemory();
  recordChecked(service, contradictory('odd'));
  act(service, ['odd'], { kind: 'decided', details: { decision: 'clear' } });
  const [finding] = get(service, 'odd').findings;
  const key = finding && service.findingKey({ ...env, conversationId: 'odd', finding });
  const details = { key: key ?? '', finding: JSON.stringify(finding), settlement: 'accepted', reason: 'why' };
  act(service, ['odd'], { kind: 'settled', details });
  const weigh = (weight?: OwnCheckWeight) => {
    const ownChecks = weight === undefined ? {} : { 'issue-before-birth': weight };
    service.saveSettings({ ...env, ...who, ownChecks });
    const { row, findings, settlements } = get(service, 'odd');
    return [row.verdict, findings.map((one) => one.weight), settlements.length, row.sinceDecided];
  };
  expect(weigh('off')).toEqual(['clear', [], 0, undefined]);
  expect(weigh('note')).toEqual(['clear', [], 0, undefined]);
  // A settlement holds, and a weight alone does not bring a decided case back.
  expect(weigh('low')).toEqual(['review', [39], 1, undefined]);
  expect(weigh('high')).toEqual(['review', [87], 1, undefined]);
  recordChecked(service, contradictory('next'));
  expect(get(service, 'next').findings).toMatchObject([{ weight: 87 }]);
  keepDays(service, 30);
  expect(service.settings(env).ownChecks).toEqual({ 'issue-before-birth': 'high' });
  expect(weigh()).toEqual(['review', [76], 1, undefined]);
  expect(get(service, 'next').findings).toMatchObject([{ weight: 76 }]);
});

test('a document of a case that was rejected is a finding, until the decision is withdrawn or the case forgotten', () => {
  const service = openInMemory();
  record(service, 'before', withDocument('user-1', 'AB 123'));
  act(service, ['before'], reject);
  record(service, 'later', withDocument('user-2', 'ab123'));
  const texts = (id: string) => get(service, id).findings.map(findingText);
  const rejected = 'Seen before under another user, rejected: same document number';
  expect([get(service, 'later').row.verdict, texts('later')]).toEqual(['review', [rejected]]);
  expect(get(service, 'later').findings).toMatchObject([{ weight: 93, others: ['before'] }]);
  expect(get(service, 'later').seenBefore).toMatchObject([
    {
      conversationId: 'before',
      userKey: 'user-1',
      reviewer: who.actor,
      decision: { kind: 'reject', at: who.at },
    },
  ]);
  expect(ids(service, { foundBy: ['seen-before'] })).toContain('later');
  act(service, ['before'], withdraw);
  expect(texts('later')).toEqual([]);
  act(service, ['before'], reject);
  expect(texts('later')).toEqual([rejected]);
  service.forget({ ...env, ...who, selection: { ids: ['before'] } });
  expect([get(service, 'later').row.verdict, texts('later')]).toEqual(['clear', []]);
});

test('a case is told apart by its user, and one that was not rejected is no finding', () => {
  const service = openInMemory();
  record(service, 'first', withDocument('user-1', 'AB 123'));
  record(service, 'again', withDocument('user-1', 'AB 123'));
  record(service, 'other', withDocument('user-2', 'AB 123'));
  const { seenBefore, row } = get(service, 'again');
  expect(row.verdict).toBe('clear');
  expect(seenBefore).toMatchObject([
    { conversationId: 'other', by: ['document-number'], otherUser: true },
    { conversationId: 'first', by: ['user-key', 'document-number'], otherUser: false },
  ]);
  act(service, ['first'], reject);
  expect(get(service, 'again').findings.map(findingText)).toEqual([
    'Seen before, rejected: same document number and user key',
  ]);
  expect(get(service, 'again').findings).toMatchObject([{ weight: 92, others: ['first'] }]);
});
