import { expect, test } from 'vitest';
import type { Selection } from '../../../../main/features/cases/index/results.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';

import { act, all, env, get, ids, openInMemory, record, who } from './index-harness.ts';
import { consoleAt, startService } from './reading/reading-harness.ts';

const clear = { kind: 'decided', details: { decision: 'clear' } } as const;
const running: Partial<Conversation> = {
  status: 'IN_PROGRESS',
  result: { identity: { status: 'IN_PROGRESS' }, aml: { status: 'IN_PROGRESS' } },
};
const clean: Partial<Conversation> = {
  status: 'FINISHED',
  result: {
    identity: { status: 'FINISHED', user: { person: { name: { firstName: 'Jan' } } } },
    aml: { status: 'FINISHED', found: [] },
  },
};
const verify = (reliability: number): Partial<Conversation> => ({
  ...clean,
  result: { ...clean.result, verify: { status: 'FINISHED', reliability } },
});
const hit: Partial<Conversation> = {
  ...clean,
  result: { ...clean.result, aml: { status: 'FINISHED', found: ['PEP'] } },
};

/** A case is read, cleared, and read again. */
function readAgain(before: Partial<Conversation>, after: Partial<Conversation>) {
  const service = openInMemory();
  record(service, 'c1', before);
  act(service, ['c1'], clear);
  record(service, 'c1', after, who.at + 1, false);
  return { service, row: get(service, 'c1').row };
}

test.each([
  ['a finding that was not there', clean, hit, { findings: ['PEP'], products: [] }],
  ['a finding that is worse', verify(0.7), verify(0.1), { findings: ['RELIABILITY'], products: [] }],
  ['products that ended', running, clean, { findings: [], products: ['identity', 'aml'] }],
  ['products that ended with a hit', running, hit, { findings: ['PEP'], products: ['identity', 'aml'] }],
])('a decided case comes back with %s', (_name, before, after, expected) => {
  const { service, row } = readAgain(before, after);
  expect(row.decision?.kind).toBe('clear');
  expect({
    findings: row.sinceDecided?.findings.map(({ code }) => code),
    products: row.sinceDecided?.products.map(({ name }) => name),
  }).toEqual(expected);
  expect(ids(service, { toReview: true })).toEqual(['c1']);
  expect(ids(service, { decisions: ['changed'] })).toEqual(['c1']);
  act(service, ['c1'], clear);
  expect(get(service, 'c1').row.sinceDecided).toBeUndefined();
  expect(ids(service, { toReview: true })).toEqual([]);
});

test.each([
  ['the same', hit, hit],
  ['other data without a new finding', clean, { ...clean, userKey: 'another' }],
  ['a finding less', hit, clean],
  ['a finding that is milder', verify(0.1), verify(0.7)],
])('a decided case stays decided when it is read again with %s', (_name, before, after) => {
  const { service, row } = readAgain(before, after);
  expect(row.sinceDecided).toBeUndefined();
  expect(ids(service, { toReview: true })).toEqual([]);
});

test('files and other cases bring a decided case back, too', () => {
  const service = openInMemory();
  record(service, 'c1');
  record(service, 'c2', { userKey: 'user-c1' });
  act(service, ['c1', 'c2'], clear);
  const file = { claimed: 'image/jpeg', found: 'text/html' };
  service.recordFiles({ ...env, conversationId: 'c1', files: { mismatches: [file], isComplete: true } });
  expect(get(service, 'c1').row.sinceDecided?.findings).toMatchObject([{ kind: 'file' }]);
  act(service, ['c1'], { kind: 'decided', details: { decision: 'reject' } });
  expect(get(service, 'c2').row.sinceDecided?.findings).toMatchObject([{ kind: 'seen-before' }]);
  // Rejecting the other one as well does not bring the first one back.
  act(service, ['c2'], { kind: 'decided', details: { decision: 'reject' } });
  expect(get(service, 'c1').row.sinceDecided).toBeUndefined();
});

test('cases whose results are not final are not decided without a comment, and nothing is entered then', () => {
  const service = openInMemory();
  record(service, 'final', clean);
  record(service, 'running', running);
  record(service, 'partly', { ...hit, result: { ...hit.result, identity: { status: 'IN_PROGRESS' } } });
  service.add({ ...env, conversationIds: ['unread'], at: who.at });
  const entries = [{ kind: 'decided', details: { decision: 'clear' } }] as const;
  const decide = (selection: Selection) =>
    service.act({ ...env, ...who, selection, entries, isFinalOnly: true });
  const entered = () => service.journalPage({ after: 0, max: 1000 }).filter(({ kind }) => kind === 'decided');
  for (const id of ['running', 'partly', 'unread']) {
    expect(() => decide({ ids: ['final', id] })).toThrow('The results are not final');
  }
  const dayStarts = { today: 0, yesterday: 0, week: 0 };
  const { resultId } = service.query({ ...env, ...all, dayStarts });
  expect(() => decide({ resultId, except: ['unread'] })).toThrow('2 of the cases have no final results');
  expect(entered()).toEqual([]);
  expect(decide({ ids: ['final'] }).done).toEqual(['final']);
  expect(entered()).toHaveLength(1);
});

test('a decision on results that are not final takes a comment', async () => {
  const service = await startService((id) => [200, { id, status: 'IN_PROGRESS' }]);
  const { bridge, environmentId, read, until } = await consoleAt(service.url);
  await read(['case-1']);
  await until('done');
  const decide = (comment?: string) =>
    bridge.invoke('cases.decide', {
      environmentId,
      selection: { ids: ['case-1'] },
      decision: { kind: 'clear', ...(comment === undefined ? {} : { comment }) },
    });
  await expect(decide()).rejects.toMatchObject({ view: { code: 'comment-needed' } });
  const undecided = await bridge.invoke('cases.get', { environmentId, conversationId: 'case-1' });
  expect(undecided.case?.row.decision).toBeUndefined();
  expect(await decide('known from before')).toMatchObject({ affected: 1 });
});

test('a case has not changed where only the address for the user is another one', () => {
  const service = openInMemory();
  record(service, 'c1', { url: 'http://127.0.0.1:1/c1' });
  record(service, 'c1', { url: 'http://127.0.0.1:2/c1' }, who.at + 1, false);
  expect(get(service, 'c1').row).toMatchObject({ readAt: who.at + 1, changed: false });
  record(service, 'c1', { url: 'http://127.0.0.1:2/c1', userKey: 'another' }, who.at + 2, false);
  expect(get(service, 'c1').row).toMatchObject({ changed: true });
});
